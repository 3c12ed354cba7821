#include "views/pipeline/pipeline_walk.h"

#include <span>

namespace stagescope {

std::optional<ItemRef> neighbourOf(const PipelineInput &input, const ItemRef &item, bool forward) {
    const auto neighbour = [forward](std::size_t position, PipelineDigest::Part part) -> std::optional<std::size_t> {
        const bool hasOne = forward ? position + 1 < part.end : position > part.first;
        return hasOne ? std::optional(forward ? position + 1 : position - 1) : std::nullopt;
    };
    if (const auto *cell = std::get_if<CellRef>(&item)) {
        const auto position = cellPosition(input, *cell);
        const auto next = position ? neighbour(*position, input.digest.cellsOf.at(cell->rank)) : std::nullopt;
        return next ? std::optional<ItemRef>(cellRefAt(input, *next)) : std::nullopt;
    }
    if (const auto *op = std::get_if<CommOpRef>(&item)) {
        const auto position = p2pPosition(input, *op);
        const auto next = position ? neighbour(*position, input.digest.p2pOf.at(op->rank)) : std::nullopt;
        return next ? std::optional<ItemRef>(p2pRefAt(input, *next)) : std::nullopt;
    }
    const auto *ref = std::get_if<BubbleRef>(&item);
    const auto *bubble = ref == nullptr ? nullptr : bubbleOf(input, *ref);
    if (bubble == nullptr) {
        return std::nullopt;
    }
    const auto from = input.clock.toRank(ref->rank, forward ? bubble->range.end : bubble->range.begin - Nanos{1});
    const auto cells = input.digest.cells(input.chart, ref->rank, {from, from + Nanos{1}});
    return cells.empty() ? std::nullopt : std::optional<ItemRef>(cellRef(input.run, input.chart.group, cells.front()));
}

std::optional<ItemRef> TransferWalk::follow(const PipelineInput &input, const ItemRef &item, EdgeEnd end) {
    m_from = item;
    m_end = end;
    m_choice = 0;
    for (const auto edge : edgesOf(input, item, end)) {
        if (const auto other = otherEnd(input, item, edge)) {
            return other;
        }
    }
    return std::nullopt;
}

std::optional<ItemRef> TransferWalk::choose(const PipelineInput &input, bool next) {
    const auto edges = m_from ? edgesOf(input, *m_from, m_end) : decltype(edgesOf(input, *m_from, m_end)){};
    if (edges.empty()) {
        return std::nullopt;
    }
    m_choice = (m_choice + (next ? 1 : edges.size() - 1)) % edges.size();
    return otherEnd(input, *m_from, edges[m_choice]);
}

}  // namespace stagescope
