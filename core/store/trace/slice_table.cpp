#include "core/store/trace/slice_table.h"

#include "core/store/trace/slice_table_builder.h"

namespace stagescope {

Slice SliceTable::at(SliceId id) const {
    const auto i = id.value;
    return {id, begin(i), end(i), m_name[i], m_class[i], static_cast<std::uint16_t>(depthOf(i)), row(i)};
}

std::uint32_t SliceTable::depthOf(std::uint32_t i) const {
    const auto it = std::upper_bound(m_depthBegin.begin(), m_depthBegin.end(), i);
    return static_cast<std::uint32_t>(it - m_depthBegin.begin()) - 1;
}

std::uint32_t SliceTable::firstEndingAfter(std::uint32_t depth, RankTime t) const {
    std::uint32_t low = m_depthBegin[depth];
    std::uint32_t high = m_depthBegin[depth + 1];
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        // A point (duration 0) counts as ending after its own time, so that it is found at it.
        const bool over =
            m_duration[middle] == 0 ? m_begin[middle] < ns(t) : m_begin[middle] + m_duration[middle] <= ns(t);
        (over ? low : high) = over ? middle + 1 : middle;
    }
    return low;
}

std::optional<SliceId> SliceTable::find(std::uint32_t depth, RankTime t) const {
    const auto i = firstEndingAfter(depth, t);
    if (i < m_depthBegin[depth + 1] && m_begin[i] <= ns(t)) {
        return SliceId{i};
    }
    return std::nullopt;
}

std::optional<SliceId> SliceTable::parentOf(SliceId id) const {
    const auto depth = depthOf(id.value);
    if (depth == 0) {
        return std::nullopt;
    }
    const auto parent = find(depth - 1, begin(id.value));
    const bool encloses = parent && end(parent->value) >= end(id.value);
    return encloses ? parent : std::nullopt;
}

const SliceTable::Levels &SliceTable::pyramidOf(std::uint32_t depth) const {
    auto &pyramid = (*m_pyramids)[depth];
    std::call_once(pyramid.once, [&] { pyramid.levels = SliceTableBuilder::pyramidOf(*this, depth); });
    return pyramid.levels;
}

void SliceTable::prepare() const {
    for (std::uint32_t depth = 0; depth < depthCount(); ++depth) {
        static_cast<void>(pyramidOf(depth));
    }
}

std::size_t SliceTable::byteSize() const {
    std::size_t bytes = m_begin.capacity() * (sizeof(std::int64_t) + sizeof(StringId) + sizeof(SliceClass)) +
                        m_duration.byteSize() + m_row.byteSize();
    bytes += m_begin.size() * sizeof(Block) / (kFanOut - 1);  // the pyramid, which is there once it is looked at
    return bytes;
}

}  // namespace stagescope
