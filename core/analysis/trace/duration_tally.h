#pragma once

#include "core/analysis/tables/table_columns.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Count, sum, extremes, deviation and quartiles of durations in ns, all of them exact: keeps the durations, 8 bytes
/// each, which is less than a third of what a store holds of each. One thread at a time, for reading too. What is
/// touched for each duration lies in one line of the cache: there are thousands of tallies for millions of kernels.
struct alignas(64) DurationTally {
    std::uint64_t count = 0;
    Nanos total{0};
    Nanos min{0};
    Nanos max{0};

    void add(Nanos duration) {
        min = count == 0 ? duration : std::min(min, duration);
        max = count == 0 ? duration : std::max(max, duration);
        total += duration;
        ++count;
        m_durations.push_back(duration.count());
    }
    void add(const DurationTally &other) {
        if (other.count == 0) {
            return;
        }
        min = count == 0 ? other.min : std::min(min, other.min);
        max = count == 0 ? other.max : std::max(max, other.max);
        total += other.total;
        count += other.count;
        m_durations.insert(m_durations.end(), other.m_durations.begin(), other.m_durations.end());
    }
    /// Where none of them lasts at all, files tell no durations, or round them to less than they can show.
    [[nodiscard]] bool isTimed() const { return max > Nanos{0}; }
    [[nodiscard]] double meanMicros() const {
        return count == 0 ? 0.0 : static_cast<double>(total.count()) / static_cast<double>(count) / 1000.0;
    }
    /// Of a sample: divides by count - 1, as pandas does; nothing of fewer than two.
    [[nodiscard]] std::optional<double> deviationMicros() const {
        if (count < 2 || !isTimed()) {
            return std::nullopt;
        }
        // In whole numbers, so that the order of the durations does not show in the last digit.
        __extension__ using Wide = __int128;
        const auto middle = total.count() / static_cast<std::int64_t>(count);
        Wide squares = 0;
        for (const auto duration : m_durations) {
            const Wide off = Wide{duration} - middle;
            squares += off * off;
        }
        const auto number = static_cast<double>(count);
        const auto rest = static_cast<double>(total.count() % static_cast<std::int64_t>(count));
        return std::sqrt(std::max(0.0, static_cast<double>(squares) - rest * rest / number) / (number - 1)) / 1000.0;
    }
    /// In ns. O(count) once.
    [[nodiscard]] const Quartiles &quartiles() const {
        if (m_quartilesCount != count) {
            m_quartiles = stagescope::quartiles(std::span(m_durations));
            m_quartilesCount = count;
        }
        return m_quartiles;
    }

private:
    mutable std::vector<std::int64_t> m_durations;  ///< in no order
    mutable std::uint64_t m_quartilesCount = 0;     ///< of how many durations the quartiles are
    mutable Quartiles m_quartiles;
};

/// `what` is counted ("kernels").
[[nodiscard]] inline ColumnList<DurationTally> tallyColumns(const std::string &what) {
    using Tally = DurationTally;
    const auto ifTimed = [](auto value) {
        return [value](const Tally &tally) {
            return tally.isTimed() ? std::optional(std::invoke(value, tally)) : std::nullopt;
        };
    };
    const auto quartile = [&](double Quartiles::*which) {
        return ifTimed([which](const Tally &tally) { return tally.quartiles().*which / 1000.0; });
    };
    return {
        sum(column("count", "How many " + what + " began in the selected range.", &DurationTally::count)),
        sum(column("total_us", "us",
                   "Sum of their durations; those of different tracks may overlap. Empty, as all of their times are, "
                   "where none has a duration.",
                   ifTimed(&Tally::total))),
        figure(column("mean_us", "us", "total_us / count.", ifTimed(&Tally::meanMicros))),
        figure(column("min_us", "us", "Shortest duration.", ifTimed(&Tally::min))),
        figure(column("max_us", "us", "Longest duration.", ifTimed(&Tally::max))),
        figure(column("deviation_us", "us", "Standard deviation of the durations, of a sample: divided by count - 1.",
                      &DurationTally::deviationMicros)),
        figure(column("q1_us", "us", "First quartile: a quarter of the durations is at most that; exact, as in pandas.",
                      quartile(&Quartiles::q1))),
        figure(column("median_us", "us", "Median of the durations.", quartile(&Quartiles::median))),
        figure(column("q3_us", "us", "Third quartile of the durations.", quartile(&Quartiles::q3)))};
}

}  // namespace stagescope
