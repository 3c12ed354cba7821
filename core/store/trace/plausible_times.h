#pragma once

#include <cstdint>
#include <vector>

namespace stagescope {

/// Where the times of a trace lie: around the middle third of a sample of its begins, as far as no gap is a hundred
/// times as long as what lies between (a hundred thousand times where it cuts off more than a twentieth: two captures
/// of one day are no damage). Profilers write 0 for "unknown", and counters of devices overflow. Of few times all are
/// plausible.
class PlausibleTimes {
public:
    PlausibleTimes() = default;  ///< all times are
    /// O(n log n).
    explicit PlausibleTimes(std::vector<std::int64_t> begins);

    [[nodiscard]] bool contain(std::int64_t time) const {
        return time <= 0 ? time >= m_firstOfOld : time >= m_first && time <= m_last;
    }
    /// Of the sample; far in the past without one.
    [[nodiscard]] std::int64_t middle() const { return m_middle; }
    /// Of a jump of the clock, a gap of a hundred times what lies on both its sides: its length, 0 without one.
    [[nodiscard]] std::int64_t jump() const { return m_jump; }
    [[nodiscard]] std::int64_t jumpAt() const { return m_jumpAt; }
    /// Share of the sample on the lesser side.
    [[nodiscard]] double jumpShare() const { return m_jumpShare; }

private:
    void findJump(const std::vector<std::int64_t> &begins);

    std::int64_t m_middle = INT64_MIN;
    std::int64_t m_first = INT64_MIN;
    std::int64_t m_firstOfOld = INT64_MIN;  ///< for 0 and what lies before it
    std::int64_t m_last = INT64_MAX;
    std::int64_t m_jump = 0;
    std::int64_t m_jumpAt = 0;
    double m_jumpShare = 0;
};

}  // namespace stagescope
