#pragma once

#include "core/store/trace/archive_columns.h"
#include "core/store/trace/counter_table.h"
#include "core/store/trace/flow_table.h"
#include "core/store/trace/slice_table.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace stagescope {

/// The slices, counters and flows of a trace that still lie in an archive, each decoded once when first asked for. Any
/// thread; whoever asks for what another thread decodes waits for it.
class ArchivedTrace {
public:
    struct SliceColumns {
        ArchiveColumn begin;
        ArchiveColumn duration;
        ArchiveColumn name;
        ArchiveColumn klass;
        ArchiveColumn row;
        ArchiveColumn depthBegin;
        std::uint32_t depthCount = 0;  ///< of the track
    };
    struct CounterColumns {
        ArchiveColumn time;
        ArchiveColumn value;
    };
    struct FlowColumns {
        ArchiveColumn fromTrack;
        ArchiveColumn toTrack;
        ArchiveColumn from;
        ArchiveColumn to;
        ArchiveColumn category;
        ArchiveColumn byTarget;
    };

    /// slices and counters: one entry per track.
    ArchivedTrace(std::shared_ptr<const ArchiveFile> file, std::vector<SliceColumns> slices,
                  std::vector<CounterColumns> counters, FlowColumns flows);

    [[nodiscard]] const SliceTable &slices(TrackId id);
    [[nodiscard]] const CounterTable &counter(TrackId id);
    [[nodiscard]] const FlowTable &flows();
    /// Of all, as if decoded.
    [[nodiscard]] std::size_t byteSize() const;

private:
    std::shared_ptr<const ArchiveFile> m_file;
    std::vector<SliceColumns> m_sliceColumns;      ///< by TrackId
    std::vector<CounterColumns> m_counterColumns;  ///< by TrackId
    FlowColumns m_flowColumns;
    std::vector<SliceTable> m_slices;      ///< by TrackId
    std::vector<CounterTable> m_counters;  ///< by TrackId
    FlowTable m_flows;
    std::unique_ptr<std::once_flag[]> m_isDecoded;         ///< by TrackId
    std::unique_ptr<std::once_flag[]> m_isCounterDecoded;  ///< by TrackId
    std::once_flag m_areFlowsDecoded;
};

}  // namespace stagescope
