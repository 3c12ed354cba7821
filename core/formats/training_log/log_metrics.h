#pragma once

#include <string_view>

namespace stagescope {

/// What all dialects log, under one name.
struct CommonMetric {
    std::string_view raw;      ///< in small letters, with "_" in place of blanks and "-"
    std::string_view dialect;  ///< empty: any
    std::string_view metric;
    std::string_view unit;  ///< of the values where they tell none
};
/// Null for what is none. `name` as it is logged.
[[nodiscard]] const CommonMetric *commonMetric(std::string_view dialect, std::string_view name);

/// The unit that values of a metric are kept in ("ns" of times, "bytes" of memory), and what one of another unit is to
/// be multiplied by.
struct MetricUnit {
    std::string_view unit;
    double factor = 1;
};
/// Of a metric that is none of them: the factor of "K" or "M", else the unit as it is; sizes of memory have their own.
[[nodiscard]] MetricUnit plainUnit(std::string_view name, std::string_view logged);
/// `logged`: the unit in the log; empty: that of the metric.
[[nodiscard]] MetricUnit metricUnit(const CommonMetric &known, std::string_view logged);

}  // namespace stagescope
