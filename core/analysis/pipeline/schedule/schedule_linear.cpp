// Sources: GPipe: arXiv 1811.06965 (figure drains descending), PyTorch's ScheduleGPipe (ascending). 1F1B: Megatron-LM's
// forward_backward_pipelining_without_interleaving, which clamps the warm-up to m, so that any m works.

#include "core/analysis/pipeline/schedule/schedule_order.h"

#include <algorithm>

namespace stagescope {

std::vector<PipelineAction> gpipeOrder(const ScheduleOptions &options, int rank) {
    const int m = options.microbatches;
    RankActions order(options, rank);
    for (int i = 0; i < m; ++i) {
        order.forward(i);
    }
    for (int i = 0; i < m; ++i) {
        order.backward(options.drain == DrainOrder::Ascending ? i : m - 1 - i);
    }
    return order.take();
}

int warmupForwards(int stages, int microbatches, int rank) { return std::min(stages - 1 - rank, microbatches); }

std::vector<PipelineAction> oneFOneBOrder(const ScheduleOptions &options, int rank) {
    const int m = options.microbatches;
    const int warmup = warmupForwards(options.stages, m, rank);
    RankActions order(options, rank);
    for (int i = 0; i < warmup; ++i) {
        order.forward(i);
    }
    for (int i = 0; i < m - warmup; ++i) {
        order.forward(warmup + i);
        order.backward(i);
    }
    for (int i = m - warmup; i < m; ++i) {
        order.backward(i);
    }
    return order.take();
}

}  // namespace stagescope
