#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// A figure of the cores' counters (PMU) that the profilers' documents describe. Names as the columns of measures have
/// them (core/formats/tables/kernel_metrics.h).
struct KnownMetric {
    std::string name;
    std::string meaning;  ///< one English sentence
};

/// Those of all metric sets of CANN (PipeUtilization, ArithmeticUtilization, Memory, MemoryL0, MemoryUB, L2Cache,
/// ResourceConflict), in the order of the files. Source: the headers of op_summary of msprof, CANN 6 to 8.
[[nodiscard]] std::span<const KnownMetric> knownMetrics();

/// What a metric means; also of chips whose one kind of core does both (310), which have no aic_ and aiv_ before the
/// names. A sentence that says so for one that is not known.
[[nodiscard]] std::string metricMeaning(std::string_view name);
/// By its ending: "us", "%", "GB/s (10^9 B/s)", or none.
[[nodiscard]] std::string_view metricUnit(std::string_view name);
/// Times, cycles and counts of work are added up over kernels; all others (ratios, rates, bandwidths) are averaged,
/// weighted by the kernels' durations.
[[nodiscard]] bool isAddedUp(std::string_view name);

}  // namespace stagescope
