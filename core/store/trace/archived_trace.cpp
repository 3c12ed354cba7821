#include "core/store/trace/archived_trace.h"

#include "core/store/trace/store_archive.h"

#include <utility>

namespace stagescope {

ArchivedTrace::ArchivedTrace(std::shared_ptr<const ArchiveFile> file, std::vector<SliceColumns> slices,
                             std::vector<CounterColumns> counters, FlowColumns flows)
    : m_file(std::move(file)),
      m_sliceColumns(std::move(slices)),
      m_counterColumns(std::move(counters)),
      m_flowColumns(std::move(flows)),
      m_slices(m_sliceColumns.size()),
      m_counters(m_counterColumns.size()),
      m_isDecoded(std::make_unique<std::once_flag[]>(m_sliceColumns.size())),
      m_isCounterDecoded(std::make_unique<std::once_flag[]>(m_counterColumns.size())) {}

const SliceTable &ArchivedTrace::slices(TrackId id) {
    std::call_once(m_isDecoded[id.value],
                   [&] { m_slices[id.value] = StoreArchive::decoded(*m_file, m_sliceColumns[id.value]); });
    return m_slices[id.value];
}

const CounterTable &ArchivedTrace::counter(TrackId id) {
    std::call_once(m_isCounterDecoded[id.value],
                   [&] { m_counters[id.value] = StoreArchive::decoded(*m_file, m_counterColumns[id.value]); });
    return m_counters[id.value];
}

const FlowTable &ArchivedTrace::flows() {
    std::call_once(m_areFlowsDecoded,
                   [&] { m_flows = StoreArchive::decoded(*m_file, m_flowColumns, m_slices.size()); });
    return m_flows;
}

std::size_t ArchivedTrace::byteSize() const {
    constexpr std::size_t kSliceBytes = 33;   // five columns and the pyramid
    constexpr std::size_t kSampleBytes = 19;  // two columns and the pyramid
    std::size_t rows = 0;
    for (const auto &columns : m_sliceColumns) {
        rows += columns.begin.rows;
    }
    std::size_t samples = 0;
    for (const auto &columns : m_counterColumns) {
        samples += columns.time.rows;
    }
    return m_file->byteSize() + rows * kSliceBytes + samples * kSampleBytes +
           m_flowColumns.from.rows * (sizeof(Flow) + sizeof(std::uint32_t));
}

}  // namespace stagescope
