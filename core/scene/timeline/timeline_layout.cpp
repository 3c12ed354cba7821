#include "core/scene/timeline/timeline_layout.h"

#include "core/scene/timeline/timeline_layout_builder.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

TimelineLayout::TimelineLayout(std::vector<TimelineSource> sources, const TimelineArrangement &arrangement,
                               const BlendedTracks &blended, AlignedRange inSight)
    : m_sources(std::move(sources)), m_offsets(arrangement.offsets) {
    TimelineLayoutBuilder(*this, arrangement, blended, inSight).build();
}

std::optional<std::size_t> TimelineLayout::rowAt(int y) const {
    if (y < 0 || y >= height()) {
        return std::nullopt;
    }
    const auto it =
        std::upper_bound(m_rows.begin(), m_rows.end(), y, [](int value, const auto &row) { return value < row.y; });
    return static_cast<std::size_t>(it - m_rows.begin()) - 1;
}

const TimelineRow *TimelineLayout::find(const TimelineNode &node) const {
    const auto it = m_index.find(node);
    return it == m_index.end() ? nullptr : &m_rows[it->second];
}

const TimelineRow *TimelineLayout::rowShowing(const RankRef &rank, SourceId source, TrackId track) const {
    const TimelineNode node{rank, source, track};
    const auto shared = m_shared.find(node);
    if (const auto *own = find(shared == m_shared.end() ? node : shared->second)) {
        return own;
    }
    const auto process = parentOf(node);
    const auto *above = process.track.isValid() ? find(process) : nullptr;
    above = above == nullptr ? find({rank, {}, {}}) : above;
    // Below an open node it is hidden or filtered out.
    return above != nullptr && above->folded ? above : nullptr;
}

std::optional<std::pair<int, int>> TimelineLayout::extentOf(const RankRef &rank) const {
    const auto *header = find({rank, {}, {}});
    if (header == nullptr) {
        return std::nullopt;
    }
    int bottom = header->bottom();
    for (auto row = static_cast<std::size_t>(header - m_rows.data());
         row < m_rows.size() && m_rows[row].node.rank == rank && m_rows[row].pinned == header->pinned; ++row) {
        bottom = m_rows[row].bottom();
    }
    return std::pair(header->y, bottom);
}

Nanos TimelineLayout::offsetOf(const RankRef &rank) const {
    const auto it = m_offsets.find(rank);
    return it == m_offsets.end() ? Nanos{0} : it->second;
}

const std::vector<TimelineNode> &TimelineLayout::childrenOf(const TimelineNode &parent) const {
    static const std::vector<TimelineNode> kNone;
    const auto it = m_children.find(parent);
    return it == m_children.end() ? kNone : it->second;
}

TimelineNode TimelineLayout::parentOf(const TimelineNode &node) const {
    if (!node.source.isValid()) {
        return kTimelineRoot;
    }
    const auto it = std::find_if(m_sources.begin(), m_sources.end(),
                                 [&](const auto &s) { return s.rank == node.rank && s.source == node.source; });
    const bool isThere = it != m_sources.end() && node.track.value < it->trace->tracks().size();
    const auto parent = isThere ? it->trace->track(node.track).parent : TrackId{};
    return parent.isValid() ? TimelineNode{node.rank, node.source, parent} : TimelineNode{node.rank, {}, {}};
}

}  // namespace stagescope
