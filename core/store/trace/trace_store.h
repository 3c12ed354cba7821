#pragma once

#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/store/trace/counter_table.h"
#include "core/store/trace/flow_table.h"
#include "core/store/trace/slice_table.h"
#include "core/store/trace/track.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

class ArchivedTrace;

/// Everything of one trace file that has a place on the time axis: tracks, slices, counters, flows. Columnar, owns its
/// strings. Built by mergeTraces or read from a StoreArchive, immutable afterwards, so any thread may read it without a
/// lock. Times are those of the file (RankTime).
class TraceStore {
public:
    /// Display order: processes by sort index, each followed by its tracks.
    [[nodiscard]] std::span<const Track> tracks() const { return m_tracks; }
    [[nodiscard]] const Track &track(TrackId id) const { return m_tracks[id.value]; }
    /// Empty for processes and counters. In a store that came from an archive a track's slices are decoded when they
    /// are first asked for; other threads that ask meanwhile wait.
    [[nodiscard]] const SliceTable &slices(TrackId id) const {
        return m_archived ? archivedSlices(id) : m_slices[id.value];
    }
    /// Empty for all but counters. Decoded when first asked for, like slices.
    [[nodiscard]] const CounterTable &counter(TrackId id) const {
        return m_archived ? archivedCounter(id) : m_counters[id.value];
    }
    /// Decoded when first asked for, like slices.
    /// SliceTable::prepare of what was not kept in an archive: that is decoded when it is looked at. O(slices).
    void prepare() const;
    [[nodiscard]] const FlowTable &flows() const { return m_archived ? archivedFlows() : m_flows; }
    /// Class of the first slice (in the order of the tracks) with this name; nothing when no slice has it. O(1).
    [[nodiscard]] std::optional<SliceClass> classOf(StringId name) const {
        const auto klass = name.value < m_nameClasses.size() ? m_nameClasses[name.value] : kNoSlice;
        return klass == kNoSlice ? std::nullopt : std::optional(static_cast<SliceClass>(klass));
    }
    [[nodiscard]] const StringPool &strings() const { return m_strings; }
    [[nodiscard]] std::string_view text(StringId id) const { return m_strings.at(id); }
    /// From the first begin to the last end of slices and samples with a time > 0 (profilers write 0 for "unknown");
    /// nothing for an empty trace.
    [[nodiscard]] std::optional<RankRange> bounds() const { return m_bounds; }
    [[nodiscard]] std::uint64_t sliceCount() const { return m_sliceCount; }
    [[nodiscard]] std::uint64_t sampleCount() const { return m_sampleCount; }
    /// Bytes held, for the memory budget; what is still archived counts as if it were decoded.
    [[nodiscard]] std::size_t byteSize() const;

private:
    friend class TraceMerger;
    friend class StoreArchive;

    static constexpr std::uint8_t kNoSlice = 0xff;

    [[nodiscard]] const SliceTable &archivedSlices(TrackId id) const;
    [[nodiscard]] const CounterTable &archivedCounter(TrackId id) const;
    [[nodiscard]] const FlowTable &archivedFlows() const;

    std::vector<Track> m_tracks;
    std::vector<SliceTable> m_slices;      ///< by TrackId
    std::vector<CounterTable> m_counters;  ///< by TrackId
    FlowTable m_flows;
    StringPool m_strings;
    std::vector<std::uint8_t> m_nameClasses;  ///< SliceClass by StringId, or kNoSlice
    std::optional<RankRange> m_bounds;
    std::uint64_t m_sliceCount = 0;
    std::uint64_t m_sampleCount = 0;
    std::shared_ptr<ArchivedTrace> m_archived;  ///< what has not been decoded yet; null in a store that was built
};

}  // namespace stagescope
