// Sources: Megatron-LM's get_schedule_table and get_pp_rank_microbatches (arXiv 2104.04473); the overlapped variant is
// its combined_1f1b.py (overlap_moe_expert_parallel_comm). Looped breadth-first: arXiv 2211.05953; it and the
// zero-bubble form in the order of PyTorch's ScheduleLoopedBFS and ScheduleInterleavedZeroBubble.

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

/// The k-th backward: the chunks in reverse.
Item backwardItem(const std::vector<Item> &items, int chunks, int k) {
    return {items[std::size_t(k)].microbatch, chunks - 1 - items[std::size_t(k)].chunk};
}

}  // namespace

std::vector<PipelineAction> loopedBfsOrder(const ScheduleOptions &options, int rank) {
    const int chunks = chunksOf(options);
    RankActions order(options, rank);
    for (int chunk = 0; chunk < chunks; ++chunk) {
        for (int i = 0; i < options.microbatches; ++i) {
            order.forward(i, chunk);
        }
    }
    for (int chunk = chunks - 1; chunk >= 0; --chunk) {
        for (int i = options.microbatches - 1; i >= 0; --i) {
            order.backward(i, chunk);
        }
    }
    return order.take();
}

/// One forward more per rank away from the last, where Interleaved needs two: W fill the rest.
std::vector<PipelineAction> interleavedZeroBubbleOrder(const ScheduleOptions &options, int rank) {
    const int chunks = chunksOf(options);
    const std::vector<Item> items = forwardItems(options);
    const int count = int(items.size());
    const int warmup = std::min(options.stages - 1 - rank + (chunks - 1) * groupSizeOf(options), count);
    RankActions order(options, rank);
    for (int k = 0; k < warmup; ++k) {
        order.forward(items[std::size_t(k)].microbatch, items[std::size_t(k)].chunk);
    }
    const auto weight = [&](int k) {
        const Item item = backwardItem(items, chunks, k);
        order.weight(item.microbatch, item.chunk);
    };
    for (int k = 0; k < count; ++k) {
        if (warmup + k < count) {
            order.forward(items[std::size_t(warmup + k)].microbatch, items[std::size_t(warmup + k)].chunk);
        }
        const Item item = backwardItem(items, chunks, k);
        order.input(item.microbatch, item.chunk);
        if (k >= rank) {
            weight(k - rank);
        }
    }
    for (int k = std::max(0, count - rank); k < count; ++k) {
        weight(k);
    }
    return order.take();
}

std::vector<PipelineAction> interleavedOrder(const ScheduleOptions &options, int rank) {
    const int chunks = chunksOf(options);
    const std::vector<Item> items = forwardItems(options);
    const int count = int(items.size());
    // One more forward in flight makes the two halves of an overlapped pair independent of each other.
    const int extra = options.overlapsMoe ? 1 : 0;
    const int warmup = std::min(2 * (options.stages - 1 - rank) + (chunks - 1) * groupSizeOf(options) + extra, count);
    RankActions order(options, rank);
    const auto forwardItem = [&](int k) { return items[std::size_t(k)]; };
    for (int k = 0; k < warmup; ++k) {
        order.forward(forwardItem(k).microbatch, forwardItem(k).chunk);
    }
    for (int k = 0; k < count - warmup; ++k) {
        const Item forward = forwardItem(warmup + k);
        const Item backward = backwardItem(items, chunks, k);
        if (options.overlapsMoe) {
            order.overlapped(forward.microbatch, forward.chunk, backward.microbatch, backward.chunk);
        } else {
            order.forward(forward.microbatch, forward.chunk);
            order.backward(backward.microbatch, backward.chunk);
        }
    }
    for (int k = count - warmup; k < count; ++k) {
        const Item item = backwardItem(items, chunks, k);
        order.backward(item.microbatch, item.chunk);
    }
    return order.take();
}

}  // namespace stagescope
