// Sources: Megatron-LM's get_schedule_table and get_pp_rank_microbatches (arXiv 2104.04473); the overlapped variant is
// its combined_1f1b.py (overlap_moe_expert_parallel_comm).

#include "core/analysis/pipeline/schedule/schedule_order.h"

#include <algorithm>

namespace stagescope {

namespace {

struct Item {
    int microbatch = 0;
    int chunk = 0;
};

/// Groups of g microbatches go through the chunks together; the last group may be short.
std::vector<Item> forwardItems(const ScheduleOptions &options) {
    const int chunks = chunksOf(options);
    const int m = options.microbatches;
    const int group = groupSizeOf(options);
    std::vector<Item> items;
    items.reserve(std::size_t(m) * std::size_t(chunks));
    for (int first = 0; first < m; first += group) {
        for (int chunk = 0; chunk < chunks; ++chunk) {
            for (int i = first; i < std::min(first + group, m); ++i) {
                items.push_back({i, chunk});
            }
        }
    }
    return items;
}

}  // namespace

std::vector<PipelineAction> interleavedOrder(const ScheduleOptions &options, int rank) {
    const int chunks = chunksOf(options);
    const std::vector<Item> items = forwardItems(options);
    const int count = int(items.size());
    // One more forward in flight makes the two halves of an overlapped pair independent of each other.
    const int extra = options.overlapsMoe ? 1 : 0;
    const int warmup = std::min(2 * (options.stages - 1 - rank) + (chunks - 1) * groupSizeOf(options) + extra, count);
    RankOrder order(options, rank);
    const auto forwardItem = [&](int k) { return items[std::size_t(k)]; };
    const auto backwardItem = [&](int k) {
        return Item{items[std::size_t(k)].microbatch, chunks - 1 - items[std::size_t(k)].chunk};
    };
    for (int k = 0; k < warmup; ++k) {
        order.forward(forwardItem(k).microbatch, forwardItem(k).chunk);
    }
    for (int k = 0; k < count - warmup; ++k) {
        const Item forward = forwardItem(warmup + k);
        const Item backward = backwardItem(k);
        if (options.overlapsMoe) {
            order.overlapped(forward.microbatch, forward.chunk, backward.microbatch, backward.chunk);
        } else {
            order.forward(forward.microbatch, forward.chunk);
            order.backward(backward.microbatch, backward.chunk);
        }
    }
    for (int k = count - warmup; k < count; ++k) {
        order.backward(backwardItem(k).microbatch, backwardItem(k).chunk);
    }
    return order.take();
}

}  // namespace stagescope
