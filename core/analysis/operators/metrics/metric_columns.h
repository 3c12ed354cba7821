#pragma once

#include "core/analysis/operators/metrics/kernel_metrics.h"
#include "core/analysis/operators/metrics/known_metrics.h"
#include "core/analysis/tables/table_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

// Columns of tables for the counters of the cores. A table has those that a capture of its run holds, added as they
// appear (MetricColumns); its entry documents all that are known. A list of all of them in every table would be 90
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

/// The counters of captures that are looked at one after the other, as columns of a table.
class MetricColumns {
public:
    /// Those of the capture whose rows come next. `value(row, metric)` gives the figure or nothing; `metric` is the
    /// position in `metrics`, or one that is too great where the capture has no such counter.
    template <class Row, class Value>
    void begin(const MetricTables &metrics, MetricsOf what, Value value, TableRows<Row> &out) {
        for (const auto &name : metrics.names()) {
            if (const auto i = m_names.size(); std::find(m_names.begin(), m_names.end(), name) == m_names.end()) {
                m_names.push_back(name);
                const auto valueOf = [places = m_places, i, value](const Row &row) { return value(row, (*places)[i]); };
                out.addColumn(metricColumn<Row>(name, valueOf, what), placeOf(name));
            }
        }
        m_places->clear();
        for (const auto &name : m_names) {
            m_places->push_back(metrics.indexOf(name));
        }
    }

private:
    /// Among the known ones.
    [[nodiscard]] static std::size_t placeOf(std::string_view name);

    std::vector<std::string> m_names;  ///< as they appear
    std::shared_ptr<std::vector<std::size_t>> m_places = std::make_shared<std::vector<std::size_t>>();
};

}  // namespace stagescope
