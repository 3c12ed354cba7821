#pragma once

#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <cstdint>
#include <vector>

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
    /// count, total_us, mean_us, min_us, max_us
    void addCells(std::vector<Cell> &row) const {
        row.insert(row.end(),
                   {numberCell(count), microsCell(total), Cell{meanMicros()}, microsCell(min), microsCell(max)});
    }
};

/// The columns of addCells; `what` is counted ("kernels").
[[nodiscard]] inline std::vector<ColumnSpec> tallyColumns(const std::string &what) {
    return {integerColumn("count", "", "How many " + what + " began in the range that is asked about."),
            realColumn("total_us", "us", "Sum of their durations; those of different tracks may overlap."),
            realColumn("mean_us", "us", "total_us / count."), realColumn("min_us", "us", "Shortest duration."),
            realColumn("max_us", "us", "Longest duration.")};
}

}  // namespace stagescope
