#pragma once

#include "core/analysis/tables/table_columns.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace stagescope {

/// Count, sum and extremes of durations in ns.
struct DurationTally {
    std::uint64_t count = 0;
    Nanos total{0};
    Nanos min{0};
    Nanos max{0};

    void add(Nanos duration) {
        min = count == 0 ? duration : std::min(min, duration);
        max = count == 0 ? duration : std::max(max, duration);
        total += duration;
        ++count;
    }
    [[nodiscard]] double meanMicros() const {
        return count == 0 ? 0.0 : static_cast<double>(total.count()) / static_cast<double>(count) / 1000.0;
    }
};

/// `what` is counted ("kernels").
[[nodiscard]] inline ColumnList<DurationTally> tallyColumns(const std::string &what) {
    return {column("count", "How many " + what + " began in the range that is asked about.", &DurationTally::count),
            column("total_us", "us", "Sum of their durations; those of different tracks may overlap.",
                   &DurationTally::total),
            column("mean_us", "us", "total_us / count.", &DurationTally::meanMicros),
            column("min_us", "us", "Shortest duration.", &DurationTally::min),
            column("max_us", "us", "Longest duration.", &DurationTally::max)};
}

}  // namespace stagescope
