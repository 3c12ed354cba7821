#pragma once

#include "core/analysis/operators/metrics/kernel_metrics.h"
#include "core/analysis/operators/metrics/known_metrics.h"
#include "core/analysis/tables/table_columns.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

// Columns of tables for the counters of the cores. A table has those that a capture of its run holds, added by
// TableRows::addColumn; its entry documents all that are known. A list of all of them in every table would be 90
// columns, 60 of them empty whatever was measured.

enum class MetricsOf : std::uint8_t { OneKernel, Kernels };

/// Figures of many kernels: sums of times, cycles and counts, else means weighted by the kernels' durations.
class MetricTally {
public:
    void add(const MetricTables::Values &values, const MetricTables &metrics, Nanos duration);
    void add(const MetricTally &other);
    /// With seven digits. Nothing where no kernel has it; of means also where all that have it took no time.
    [[nodiscard]] std::optional<double> operator[](std::size_t metric) const;

private:
    struct Sum {
        double value = 0;
        double weight = 0;  ///< 0: added up
        bool isKnown = false;
    };
    std::vector<Sum> m_sums;  ///< by metric
};

[[nodiscard]] ColumnSpec metricSpec(std::string_view name, MetricsOf what);
/// Adds the columns of all known metrics to what is documented.
void documentMetrics(AnalysisEntry &entry, MetricsOf what);

/// `value(row)` gives the figure or nothing.
template <class Row, class Value>
[[nodiscard]] Column<Row> metricColumn(std::string_view name, Value value, MetricsOf what = MetricsOf::OneKernel) {
    auto result = column(std::string(name), {}, std::move(value));
    result.spec = metricSpec(name, what);
    return result;
}

}  // namespace stagescope
