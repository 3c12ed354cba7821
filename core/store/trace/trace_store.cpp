#include "core/store/trace/trace_store.h"

#include "core/store/trace/archived_trace.h"

namespace stagescope {

const SliceTable &TraceStore::archivedSlices(TrackId id) const { return m_archived->slices(id); }
const CounterTable &TraceStore::archivedCounter(TrackId id) const { return m_archived->counter(id); }
const FlowTable &TraceStore::archivedFlows() const { return m_archived->flows(); }

void TraceStore::prepare() const {
    for (const auto &slices : m_slices) {
        slices.prepare();
    }
}

std::size_t TraceStore::byteSize() const {
    std::size_t bytes =
        m_strings.byteSize() + m_flows.byteSize() + m_tracks.capacity() * sizeof(Track) + m_nameClasses.capacity();
    for (const auto &table : m_slices) {
        bytes += table.byteSize();
    }
    for (const auto &table : m_counters) {
        bytes += table.byteSize();
    }
    return bytes + (m_archived ? m_archived->byteSize() : 0);
}

}  // namespace stagescope
