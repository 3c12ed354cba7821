#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace stagescope {

/// A run of samples seen from afar.
struct CounterSpan {
    RankTime begin;  ///< of the first sample
    RankTime
        end;  ///< of the next sample after the run, where the last value ends (the last sample of all: its own time)
    double min = 0;
    double max = 0;
    double last = 0;
    std::uint32_t count = 0;
};

/// One series of values, sorted by time; a value holds until the next sample. Immutable once built; readable from any
/// thread. 16 bytes a sample + 1/7 * 16 for the min/max pyramid.
class CounterTable {
public:
    static constexpr std::size_t kFanOut = 8;

    CounterTable() = default;
    /// times and values of equal length; sorts by time (stable) when needed.
    CounterTable(std::vector<std::int64_t> timesNs, std::vector<double> values);

    [[nodiscard]] std::size_t size() const { return m_time.size(); }
    [[nodiscard]] RankTime time(std::uint32_t i) const { return rankTime(m_time[i]); }
    [[nodiscard]] double value(std::uint32_t i) const { return m_value[i]; }
    /// Index of the sample that holds at t; size() when t lies before the first.
    [[nodiscard]] std::uint32_t indexAt(RankTime t) const;
    [[nodiscard]] double min() const { return m_min; }
    [[nodiscard]] double max() const { return m_max; }

    /// Calls fn(const CounterSpan &) from left to right; samples closer together than `resolution` come as one span
    /// with their minimum and maximum: no peak is lost. O(range / resolution * fan-out + log n).
    template <class Fn>
    void visit(RankRange range, Nanos resolution, Fn &&fn) const {
        std::uint32_t i = indexAt(range.begin);
        i = i == m_time.size() ? 0 : i;
        while (i < m_time.size() && m_time[i] < ns(range.end)) {
            i = emit(i, resolution.count(), fn);
        }
    }

    [[nodiscard]] std::size_t byteSize() const;

private:
    struct MinMax {
        double min;
        double max;
    };
    void buildPyramid();
    [[nodiscard]] std::int64_t endOf(std::uint32_t i) const {
        return i + 1 < m_time.size() ? m_time[i + 1] : m_time[i];
    }

    template <class Fn>
    std::uint32_t emit(std::uint32_t i, std::int64_t resolution, Fn &fn) const {
        const auto count = static_cast<std::uint32_t>(m_time.size());
        MinMax range{m_value[i], m_value[i]};
        std::uint32_t next = i + 1;
        std::uint32_t block = i;
        std::uint32_t blockSize = 1;
        for (const auto &level : m_pyramid) {
            if (block % kFanOut != 0) {
                break;
            }
            block /= kFanOut;
            blockSize *= kFanOut;
            const std::uint32_t end = std::min<std::uint32_t>((block + 1) * blockSize, count);
            if (endOf(end - 1) - m_time[i] > resolution) {
                break;
            }
            range = level[block];
            next = end;
        }
        fn(CounterSpan{time(i), rankTime(endOf(next - 1)), range.min, range.max, m_value[next - 1], next - i});
        return next;
    }

    std::vector<std::int64_t> m_time;
    std::vector<double> m_value;
    std::vector<std::vector<MinMax>> m_pyramid;  ///< level k: one entry per kFanOut^(k+1) samples
    double m_min = 0;
    double m_max = 0;
};

}  // namespace stagescope
