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

SnapshotStore SnapshotStore::renamed(const std::function<std::string(std::string_view)> &rename) const {
    const auto &from = m_parts;
    Parts parts{{},           from.stacks, from.events,  from.segments, from.blocks, from.annotations,
                from.streams, from.pools,  from.devices, from.settings, from.quality};
    for (std::uint32_t i = 1; i < from.strings.size(); ++i) {  // 0 is the empty one
        auto text = rename(from.strings.at(StringId{i}));
        while (parts.strings.find(text).isValid()) {
            text += '\'';
        }
        parts.strings.intern(text);
    }
    for (auto &[key, value] : parts.settings) {
        key = rename(key);
        value = rename(value);
    }
    return SnapshotStore(std::move(parts));
}

}  // namespace stagescope
