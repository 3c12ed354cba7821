#include "core/analysis/snapshot/memory_places.h"

#include <iterator>

namespace stagescope {

namespace {

constexpr std::uint64_t kRounding = 512;
constexpr std::uint64_t kSmallBlock = std::uint64_t{1} << 20;
constexpr std::uint64_t kSmallSegment = std::uint64_t{2} << 20;

/// The entry whose range holds an address; null when there is none.
template <class Value>
const Value *holderOf(const std::map<std::pair<std::uint16_t, std::uint64_t>, const Value *> &ranges,
                      std::uint16_t stream, std::uint64_t address) {
    const auto after = ranges.upper_bound({stream, address});
    if (after == ranges.begin()) {
        return nullptr;
    }
    const auto &[key, value] = *std::prev(after);
    return key.first == stream && address - key.second < value->size ? value : nullptr;
}

}  // namespace

bool isSmallBlock(std::uint64_t bytes) { return bytes <= kSmallBlock; }

std::uint64_t roundedBlock(std::uint64_t bytes) { return (bytes + kRounding - 1) / kRounding * kRounding; }

MemoryPlaces::MemoryPlaces(const SnapshotSource &source) : m_source(source) {
    for (const auto &segment : source.store->segments(*source.device)) {
        m_segments[{segment.stream, segment.address}] = &segment;
    }
}

MemoryPlaces::MemoryPlaces(const SnapshotSource &source, std::uint32_t events) : MemoryPlaces(source) {
    for (const auto &span : source.device->allocations.spans) {
        const bool isBegun = span.begin == event_index::kBefore || span.begin < events;
        const bool isOver = event_index::isEvent(span.end) && span.end < events;
        if (isBegun && !isOver) {
            m_spans[{span.stream, span.address}] = &span;
        }
    }
}

MemoryPlace MemoryPlaces::placeOf(const SegmentSpan &span) const {
    const auto *segment = span.end == event_index::kNever ? holderOf(m_segments, span.stream, span.address) : nullptr;
    if (segment != nullptr) {
        return {span.stream, segment->pool, segment->isSmall};
    }
    const auto pool = event_index::isEvent(span.begin)
                          ? m_source.store->events().pool(m_source.device->firstEvent + span.begin)
                          : std::uint16_t{0};
    return {span.stream, pool, span.size <= kSmallSegment};
}

MemoryPlace MemoryPlaces::placeAt(std::uint16_t stream, std::uint64_t address) const {
    const auto *span = holderOf(m_spans, stream, address);
    return span == nullptr ? MemoryPlace{stream, 0, false} : placeOf(*span);
}

}  // namespace stagescope
