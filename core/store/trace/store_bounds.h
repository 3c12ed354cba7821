#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace stagescope {

/// From the first begin to the last end of what a trace holds; ns. Value type.
class StoreBounds {
public:
    /// Ranges that are in the order of time, from both ends on up to the first that is not far from the others.
    /// `rangeAt(i)` gives a RankRange. O(those that are far).
    template <class RangeAt, class IsFar>
    void include(std::uint32_t first, std::uint32_t end, const RangeAt &rangeAt, const IsFar &isFar) {
        for (; first < end && isFar(rangeAt(first)); ++first) {
        }
        for (; first < end && isFar(rangeAt(end - 1)); --end) {
        }
        if (first < end) {
            const auto begin = ns(rangeAt(first).begin);
            m_low = std::min(m_low, begin);
            m_lowPositive = begin > 0 ? std::min(m_lowPositive, begin) : m_lowPositive;
            m_high = std::max(m_high, ns(rangeAt(end - 1).end));
        }
    }
    /// Nothing where nothing was included. A lone time of 0 means "unknown" when it is farther from the rest than ten
    /// times the rest's length.
    [[nodiscard]] std::optional<RankRange> range() const {
        if (m_low > m_high) {
            return std::nullopt;
        }
        const bool isLone = m_low <= 0 && m_lowPositive <= m_high && m_lowPositive / 10 > m_high - m_lowPositive;
        return RankRange{rankTime(isLone ? m_lowPositive : m_low), rankTime(m_high)};
    }

private:
    std::int64_t m_low = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_lowPositive = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_high = std::numeric_limits<std::int64_t>::min();
};

}  // namespace stagescope
