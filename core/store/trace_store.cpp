#include "core/store/trace_store.h"

namespace stagescope {

std::size_t TraceStore::byteSize() const {
    std::size_t bytes = m_strings.byteSize() + m_flows.byteSize() + m_tracks.capacity() * sizeof(Track);
    for (const auto &table : m_slices) {
        bytes += table.byteSize();
    }
    for (const auto &table : m_counters) {
        bytes += table.byteSize();
    }
    return bytes;
}

}  // namespace stagescope
