#include "core/analysis/operators/metrics/metric_columns.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

void MetricTally::add(const MetricTables::Values &values, const MetricTables &metrics, Nanos duration) {
    m_sums.resize(metrics.names().size());
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
        if (const auto value = values[i]) {
            const double weight = metrics.isAddedUp(i) ? 1 : static_cast<double>(duration.count());
            m_sums[i].value += static_cast<double>(*value) * weight;
            m_sums[i].weight += metrics.isAddedUp(i) ? 0 : weight;
            m_sums[i].isKnown = m_sums[i].isKnown || weight > 0;
        }
    }
}

void MetricTally::add(const MetricTally &other) {
    m_sums.resize(std::max(m_sums.size(), other.m_sums.size()));
    for (std::size_t i = 0; i < other.m_sums.size(); ++i) {
        m_sums[i].value += other.m_sums[i].value;
        m_sums[i].weight += other.m_sums[i].weight;
        m_sums[i].isKnown = m_sums[i].isKnown || other.m_sums[i].isKnown;
    }
}

std::optional<double> MetricTally::operator[](std::size_t metric) const {
    if (metric >= m_sums.size() || !m_sums[metric].isKnown) {
        return std::nullopt;
    }
    const auto &sum = m_sums[metric];
    const double value = sum.weight > 0 ? sum.value / sum.weight : sum.value;
    // Measures have seven digits; counts are exact where they were.
    return value == std::floor(value) ? value : writtenMeasure(static_cast<float>(value));
}

ColumnSpec metricSpec(std::string_view name, MetricsOf what) {
    auto meaning = metricMeaning(name);
    auto role = ColumnRole::Detail;
    if (what == MetricsOf::Kernels) {
        role = isAddedUp(name) ? ColumnRole::Sum : ColumnRole::Figure;
        meaning += isAddedUp(name) ? " The sum over the kernels." : " The mean of the kernels, weighted by duration.";
    }
    return {std::string(name), ColumnType::Real, std::string(metricUnit(name)), std::move(meaning), role};
}

std::size_t MetricColumns::placeOf(std::string_view name) {
    const auto known = knownMetrics();
    const auto it =
        std::find_if(known.begin(), known.end(), [&](const KnownMetric &each) { return each.name == name; });
    return static_cast<std::size_t>(it - known.begin());
}

void documentMetrics(AnalysisEntry &entry, MetricsOf what) {
    for (const auto &metric : knownMetrics()) {
        entry.columns.push_back(metricSpec(metric.name, what));
    }
}

}  // namespace stagescope
