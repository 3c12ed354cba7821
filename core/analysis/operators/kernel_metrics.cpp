#include "core/analysis/operators/kernel_metrics.h"

#include "core/analysis/operators/known_metrics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace stagescope {

double writtenMeasure(float value) {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.begin(), text.end(), value);
    double result = value;
    std::from_chars(text.data(), written.ptr, result);
    return result;
}

MetricTables::MetricTables(std::span<const RankCapture *const> captures) {
    std::set<std::string_view> found;
    std::vector<std::shared_ptr<const TableStore>> tables;
    for (const auto *capture : captures) {
        for (const auto &table : capture->tables(TableKind::Kernels)) {
            const auto names = table->measureNames();
            found.insert(names.begin(), names.end());
            tables.push_back(table);
        }
    }
    for (const auto &metric : knownMetrics()) {
        if (found.erase(metric.name) > 0) {
            m_names.push_back(metric.name);
        }
    }
    m_names.insert(m_names.end(), found.begin(), found.end());
    for (const auto &name : m_names) {
        m_isAddedUp.push_back(stagescope::isAddedUp(name));
    }
    for (const auto &table : tables) {
        auto &columns = m_columns[table.get()];
        for (const auto &name : m_names) {
            columns.push_back(table->measures(name));
        }
    }
}

std::size_t MetricTables::indexOf(std::string_view name) const {
    return static_cast<std::size_t>(std::find(m_names.begin(), m_names.end(), name) - m_names.begin());
}

MetricTables::Values MetricTables::of(const DeviceKernel &kernel) const {
    const auto it = m_columns.find(kernel.table);
    return it == m_columns.end() ? Values{} : Values{&it->second, kernel.row};
}

std::optional<float> MetricTables::Values::operator[](std::size_t metric) const {
    if (m_columns == nullptr || metric >= m_columns->size() || (*m_columns)[metric].empty()) {
        return std::nullopt;
    }
    const auto value = (*m_columns)[metric][m_row];
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::optional<double> MetricTables::Values::written(std::size_t metric) const {
    const auto value = (*this)[metric];
    return value ? std::optional(writtenMeasure(*value)) : std::nullopt;
}

}  // namespace stagescope
