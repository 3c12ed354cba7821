#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// A short name for a figure of a table, in the unit that its name ends in.
struct GateMetric {
    std::string_view name;    ///< "step_ms"
    std::string_view figure;  ///< what it stands for, in the grammar of gate_expression.h
    std::string_view unit;
    std::string_view meaning;
};

/// THE list of short names. Within a step one line of the tables is one rank.
[[nodiscard]] std::span<const GateMetric> gateMetrics();
[[nodiscard]] const GateMetric *gateMetric(std::string_view name);
/// "step_ms\tmedian(time_split.step_us)\tms\tmeaning", a line each.
[[nodiscard]] std::string gateMetricsText();

}  // namespace stagescope
