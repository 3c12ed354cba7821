// Sources: DeepSeek's DualPipe (arXiv 2412.19437 and the published dualpipe.py, dualpipev.py), eight phases of which
// the numbers stand at the lines; MindSpeed's dualpipev_schedules.py. DualPipeV is DualPipe cut in half: the same text
// with chunks of a V for directions, p for half the ranks, r for the distance from the end.

#include "core/analysis/pipeline/schedule/schedule_order.h"

#include <algorithm>

namespace stagescope {

namespace {

/// What the eight phases of both forms need to know of a rank.
struct DualShape {
    int outer = 0;  ///< ranks between this one and the middle (the turning point of the V)
    int inner = 0;  ///< ranks between this one and the outside
    int pairs = 0;  ///< overlapped pairs of the steady phase

    [[nodiscard]] bool isMiddle() const { return outer == 0; }
};

/// Phases 1 to 3, which MindSpeed shares.
void warmUp(TwoHalfOrder &order, const DualShape &shape) {
    for (int i = 0; i < 2 * shape.outer; ++i) {
        order.forward(0);
    }
    for (int i = 0; i <= shape.inner; ++i) {
        order.forward(0);
        order.forward(1);
    }
    for (int i = 0; i < shape.outer; ++i) {
        order.input(1);
        order.weight();
        order.forward(1);
    }
}

void deepSeekPhases(TwoHalfOrder &order, const DualShape &shape) {
    warmUp(order, shape);
    for (int i = 0; i < shape.pairs; ++i) {  // 4
        if (i == 0 && shape.isMiddle()) {    // apart, which shortens the bubble
            order.apart(0, 1);
        } else {
            order.overlapped(0, 1);
        }
        order.overlapped(1, 0);
    }
    for (int i = 0; i < shape.outer; ++i) {  // 5
        order.backward(1);
        order.overlapped(1, 0);
    }
    for (int item = 0; item < 2 * (shape.inner + 1); ++item) {  // 6: whole backwards, then without weights
        const int half = 1 - item % 2;
        if (item <= shape.inner) {
            order.backward(half);
        } else {
            order.input(half);
        }
    }
    for (int i = 0; i < shape.outer; ++i) {  // 7
        order.weight();
        order.input(0);
    }
    for (int i = 0; i <= shape.inner; ++i) {  // 8
        order.weight();
    }
}

}  // namespace

std::vector<PipelineAction> dualPipeOrder(const ScheduleOptions &options, int rank) {
    const int half = options.stages / 2;
    DualShape shape;
    shape.inner = std::min(rank, options.stages - 1 - rank);
    shape.outer = half - shape.inner - 1;
    shape.pairs = options.microbatches / 2 - options.stages + shape.inner + 1;
    TwoHalfOrder order(options, rank, rank >= half);
    deepSeekPhases(order, shape);
    return order.take();
}

std::vector<PipelineAction> dualPipeVOrder(const ScheduleOptions &options, int rank) {
    const int p = options.stages;
    TwoHalfOrder order(options, rank);
    deepSeekPhases(order, {p - rank - 1, rank, options.microbatches - 2 * p + rank + 1});
    return order.take();
}

/// After the warm-up one loop over pairs whose halves swap each time, then p backwards that take turns; with detached
/// weights the latter leave W behind from the rank's own number on, and the result is DeepSeek's order.
std::vector<PipelineAction> mindSpeedOrder(const ScheduleOptions &options, int rank) {
    const int p = options.stages;
    const int m = options.microbatches;
    const DualShape shape{p - rank - 1, rank, m - 2 * p + rank + 1};
    TwoHalfOrder order(options, rank);
    order.setLossBeforeBackward(options.hasLogits && rank == 0);
    warmUp(order, shape);
    int half = 0;  // of the forward
    for (int i = 0; i < 2 * shape.pairs + 2 * shape.outer + rank + 1; ++i) {
        if (i == 0 && shape.isMiddle()) {
            order.apart(half, 1 - half);
        } else if (order.forwards(half) < m) {
            order.overlapped(half, 1 - half);
        } else {
            order.backward(1 - half);
        }
        half = 1 - half;
    }
    for (int i = 0; i < p; ++i) {
        const int next = order.backwards(1 - half) < m ? 1 - half : half;
        if (options.detachesWeights) {
            order.input(next);
            if (i >= rank) {
                order.weight();
            }
        } else {
            order.backward(next);
        }
        half = 1 - half;
    }
    for (int i = 0; options.detachesWeights && i < rank; ++i) {
        order.weight();
    }
    return order.take();
}

}  // namespace stagescope
