#include "core/store/blended_track.h"

#include "core/store/trace/slice_table_builder.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr unsigned kTrackShift = 32;
constexpr std::uint32_t kSlicesPerStopCheck = 65536;

std::uint64_t rowOf(std::size_t track, std::uint32_t slice) {
    return static_cast<std::uint64_t>(track) << kTrackShift | slice;
}

/// False when stopped.
bool append(std::vector<SliceRow> &rows, const SliceTable &slices, std::size_t track, SliceFilter filter,
            const std::stop_token &stop) {
    rows.reserve(rows.size() + slices.size());
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % kSlicesPerStopCheck == 0 && stop.stop_requested()) {
            return false;
        }
        if (!filter.leavesOut(slices.klass(i))) {
            const auto begin = slices.begin(i);
            rows.push_back(
                {ns(begin), (slices.end(i) - begin).count(), rowOf(track, i), slices.name(i), slices.klass(i)});
        }
    }
    return true;
}

}  // namespace

std::shared_ptr<const BlendedTrack> BlendedTrack::make(std::shared_ptr<const TraceStore> trace,
                                                       std::vector<TrackId> tracks, SliceFilter filter,
                                                       const std::stop_token &stop) {
    std::vector<SliceRow> rows;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        if (!append(rows, trace->slices(tracks[i]), i, filter, stop)) {
            return nullptr;
        }
    }
    SliceTableBuilder::Anomalies anomalies;
    auto table = SliceTableBuilder::build(std::move(rows), anomalies, stop);
    if (!table) {
        return nullptr;
    }
    auto blended = std::make_shared<BlendedTrack>();
    blended->m_trace = std::move(trace);
    blended->m_tracks = std::move(tracks);
    blended->m_filter = filter;
    blended->m_slices = std::move(*table);
    return blended;
}

bool BlendedTrack::holds(TrackId track) const {
    return std::find(m_tracks.begin(), m_tracks.end(), track) != m_tracks.end();
}

std::pair<TrackId, SliceId> BlendedTrack::originOf(SliceId own) const {
    const auto row = m_slices.row(own.value);
    return {m_tracks[row >> kTrackShift], SliceId{static_cast<std::uint32_t>(row)}};
}

std::optional<SliceId> BlendedTrack::find(TrackId track, SliceId slice) const {
    const auto at = std::find(m_tracks.begin(), m_tracks.end(), track);
    if (at == m_tracks.end()) {
        return std::nullopt;
    }
    const auto row = rowOf(static_cast<std::size_t>(at - m_tracks.begin()), slice.value);
    const auto begin = m_trace->slices(track).begin(slice.value);
    for (std::uint32_t depth = 0; depth < m_slices.depthCount(); ++depth) {
        // Slices without length share their begin with others: all that begin there are looked at.
        const auto end = m_slices.depthBegin(depth + 1);
        auto i = m_slices.firstEndingAfter(depth, begin);
        for (; i > m_slices.depthBegin(depth) && m_slices.begin(i - 1) == begin; --i) {
        }
        for (; i < end && m_slices.begin(i) <= begin; ++i) {
            if (m_slices.row(i) == row) {
                return SliceId{i};
            }
        }
    }
    return std::nullopt;
}

bool leavesOutAny(const SliceTable &slices, SliceFilter filter) {
    if (filter == SliceFilter{}) {
        return false;
    }
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (filter.leavesOut(slices.klass(i))) {
            return true;
        }
    }
    return false;
}

}  // namespace stagescope
