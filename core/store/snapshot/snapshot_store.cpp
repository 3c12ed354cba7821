#include "core/store/snapshot/snapshot_store.h"

namespace stagescope {

std::string_view blockStateText(BlockState state) {
    switch (state) {
        case BlockState::Allocated:
            return "active_allocated";
        case BlockState::PendingFree:
            return "active_pending_free";
        case BlockState::Inactive:
            break;
    }
    return "inactive";
}

std::size_t SnapshotStore::byteSize() const {
    auto sum = m_parts.strings.byteSize() + m_parts.stacks.byteSize() + m_parts.events.byteSize() +
               m_parts.segments.size() * sizeof(SnapshotSegment) + m_parts.blocks.size() * sizeof(SnapshotBlock) +
               m_parts.annotations.size() * sizeof(SnapshotAnnotation);
    for (const auto &device : m_parts.devices) {
        sum += device.allocations.byteSize();
    }
    return sum;
}

}  // namespace stagescope
