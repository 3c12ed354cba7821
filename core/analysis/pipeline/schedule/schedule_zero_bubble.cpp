// Sources: "Zero Bubble Pipeline Parallelism" (arXiv 2401.10241). ZB-H1 in the form of PyTorch
// (_get_1f1b_rank_ops with enable_zero_bubble) and ZB-V in that of its ScheduleZBVZeroBubble. The paper gives ZB-H2 as
// a drawing and as the outcome of a search only; the rule here is ours and stands at its function.

#include "core/analysis/pipeline/schedule/schedule_order.h"

#include <algorithm>

namespace stagescope {

/// 1F1B with B split: W runs r microbatches behind I, where the early stages have nothing else to do.
std::vector<PipelineAction> zeroBubbleH1Order(const ScheduleOptions &options, int rank) {
    const int m = options.microbatches;
    const int warmup = warmupForwards(options.stages, m, rank);
    RankActions order(options, rank);
    for (int i = 0; i < warmup; ++i) {
        order.forward(i);
    }
    for (int k = 0; k < m; ++k) {
        if (warmup + k < m) {
            order.forward(warmup + k);
        }
        order.input(k);
        if (k >= rank) {
            order.weight(k - rank);
        }
    }
    for (int k = std::max(0, m - rank); k < m; ++k) {
        order.weight(k);
    }
    return order.take();
}

/// Rank r begins with 2 (p - 1 - r) + 1 forwards, as many as fit until the first gradient can be back when F and I take
/// equally long. From then on each I is followed by the next F, and once 2p activations are held, each F by the oldest
/// W, which makes room for the next: W(k - 2r) in the k-th turn. On the last rank I waits for its own F only, so there
/// it comes at once and W after it. With F = I = W no rank ever waits between its first and its last action when
/// m >= 2p - 1; activations held: 2p on every rank when W releases them, 2 (p - r) - 1 when I does.
std::vector<PipelineAction> zeroBubbleH2Order(const ScheduleOptions &options, int rank) {
    const int m = options.microbatches;
    const int warmup = 2 * (options.stages - 1 - rank) + 1;
    const bool isLast = rank == options.stages - 1;
    RankActions order(options, rank);
    for (int i = 0; i < warmup; ++i) {
        order.forward(i);
    }
    int weights = 0;
    for (int k = 0; k < m; ++k) {
        order.input(k);
        if (isLast && k > 2 * rank) {
            order.weight(weights++);
        }
        if (warmup + k < m) {
            order.forward(warmup + k);
        }
        if (!isLast && k >= 2 * rank) {
            order.weight(weights++);
        }
    }
    while (weights < m) {
        order.weight(weights++);
    }
    return order.take();
}

/// Written for at least 2p - 1 microbatches; with fewer, those beyond m are left out of that order.
std::vector<PipelineAction> zeroBubbleVOrder(const ScheduleOptions &options, int rank) {
    const int p = options.stages;
    const int count = std::max(2 * p - 1, options.microbatches);
    TwoHalfOrder order(options, rank);
    const auto inputAndWeight = [&order](int half) {
        order.input(half);
        order.weightOf(half);
    };
    for (int i = 0; i < 2 * (p - rank) - 1; ++i) {
        order.forward(0);
    }
    for (int i = 0; i < rank; ++i) {
        order.forward(1);
        order.forward(0);
    }
    for (int i = 0; i < p - rank; ++i) {
        order.forward(1);
        inputAndWeight(1);
    }
    while (order.forwards(1) < order.forwards(0) || order.forwards(0) < count) {
        if (order.forwards(0) < count) {
            order.forward(0);
        }
        inputAndWeight(0);
        order.forward(1);
        inputAndWeight(1);
    }
    for (int i = 0; i < rank; ++i) {
        order.input(0);
        order.input(1);
    }
    for (int i = 0; i < p - rank; ++i) {
        order.input(0);
        order.weightOf(0);
    }
    while (order.hasWeights(1)) {
        order.weightOf(1);
    }
    while (order.hasWeights(0)) {
        order.weightOf(0);
    }
    return order.take();
}

}  // namespace stagescope
