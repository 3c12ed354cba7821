#include "core/scene/timeline/timeline_moves.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace stagescope {

namespace {

/// A place in a list: before `before`, or its end.
void place(std::vector<TimelineNode> &list, const TimelineNode &node, const std::optional<TimelineNode> &before) {
    std::erase(list, node);
    list.insert(before ? std::find(list.begin(), list.end(), *before) : list.end(), node);
}

}  // namespace

std::vector<TimelineNode> rowsToMoveAmong(const TimelineLayout &layout, const TimelineArrangement &arrangement,
                                          const TimelineNode &node) {
    const auto *row = layout.find(node);
    if (row == nullptr) {
        return {};
    }
    const bool isPin = arrangement.isPinned(node);
    std::vector<TimelineNode> nodes;
    const auto &all = isPin ? arrangement.pinned : layout.childrenOf(layout.parentOf(node));
    std::copy_if(all.begin(), all.end(), std::back_inserter(nodes), [&](const TimelineNode &other) {
        return layout.find(other) != nullptr && arrangement.isPinned(other) == isPin;
    });
    return nodes;
}

void moveRow(TimelineArrangement &arrangement, const TimelineLayout &layout, const TimelineNode &node,
             const std::optional<TimelineNode> &before) {
    if (before == node) {
        return;
    }
    if (arrangement.isPinned(node)) {
        place(arrangement.pinned, node, before);
        return;
    }
    const auto parent = layout.parentOf(node);
    auto children = layout.childrenOf(parent);
    place(children, node, before);
    arrangement.order[parent] = std::move(children);
}

void moveRowBy(TimelineArrangement &arrangement, const TimelineLayout &layout, const TimelineNode &node, int by) {
    const auto rows = rowsToMoveAmong(layout, arrangement, node);
    const auto at = std::find(rows.begin(), rows.end(), node) - rows.begin();
    const auto count = static_cast<std::ptrdiff_t>(rows.size());
    // Down: before the one after the next.
    const auto to = by < 0 ? at - 1 : at + 2;
    if (at >= count || to < 0 || to > count) {
        return;
    }
    moveRow(arrangement, layout, node,
            to < count ? std::optional(rows[static_cast<std::size_t>(to)]) : std::optional<TimelineNode>{});
}

void foldAll(TimelineArrangement &arrangement, const TimelineLayout &layout, bool folded) {
    for (const auto &source : layout.sources()) {
        arrangement.folds[{source.rank, {}, {}}] = folded;
        for (const auto &track : source.trace->tracks()) {
            if (track.kind == TrackKind::Process || track.depthCount > 1) {
                arrangement.folds[{source.rank, source.source, track.id}] = folded;
            }
        }
    }
}

void showHiddenBelow(TimelineArrangement &arrangement, const TimelineLayout &layout, const TimelineNode &parent) {
    std::erase_if(arrangement.hidden, [&](const TimelineNode &node) { return layout.parentOf(node) == parent; });
}

void alignToStart(TimelineArrangement &arrangement, const TimelineLayout &layout) {
    std::map<RankRef, AlignedTime> begins;
    for (const auto &source : layout.sources()) {
        if (const auto bounds = source.trace->bounds()) {
            const auto begin = source.toAligned(*bounds).begin;
            const auto it = begins.emplace(source.rank, begin).first;
            it->second = std::min(it->second, begin);
        }
    }
    std::optional<AlignedTime> first;
    for (const auto &[rank, begin] : begins) {
        first = first ? std::min(*first, begin) : begin;
    }
    for (const auto &[rank, begin] : begins) {
        arrangement.setOffset(rank, arrangement.offsetOf(rank) + (*first - begin));
    }
}

std::vector<TimelineNode> pairedRanks(const TimelineLayout &layout) {
    const auto &ranks = layout.childrenOf(kTimelineRoot);
    std::set<RankRef> ofBaseline;
    for (const auto &source : layout.sources()) {
        if (source.isBaseline) {
            ofBaseline.insert(source.rank);
        }
    }
    if (ofBaseline.empty()) {
        return {};
    }
    std::vector<TimelineNode> paired;
    std::vector<TimelineNode> single;
    for (const auto &node : ranks) {
        const bool isOfBaseline = ofBaseline.count(node.rank) != 0;
        const auto partner = std::find_if(ranks.begin(), ranks.end(), [&](const TimelineNode &other) {
            return other.rank.rank == node.rank.rank && (ofBaseline.count(other.rank) != 0) != isOfBaseline;
        });
        if (partner == ranks.end()) {
            single.push_back(node);
        } else if (!isOfBaseline) {
            paired.push_back(node);
            paired.push_back(*partner);
        }
    }
    paired.insert(paired.end(), single.begin(), single.end());
    return paired;
}

}  // namespace stagescope
