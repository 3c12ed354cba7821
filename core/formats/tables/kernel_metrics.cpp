#include "core/formats/tables/kernel_metrics.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace stagescope {

namespace {

constexpr float kNotMeasured = std::numeric_limits<float>::quiet_NaN();

/// Endings of our names by the units of text files.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kUnits{
    {{"us", "_us"}, {"%", "_percent"}, {"GB/s", "_gbps"}}};

bool isMetricLetter(char c) { return (c >= 'a' && c <= 'z') || isDigit(c) || c == '_'; }

std::string_view usualName(std::string_view name) {
    return name == "aicore_time" || name == "aic_total_time" ? "aic_time"
           : name == "aiv_total_time"                        ? "aiv_time"
                                                             : name;
}

/// Of a name without a unit: databases.
KernelMetric withoutUnit(std::string_view name) {
    std::string result(usualName(name));
    if (result.ends_with("_time")) {
        return {result + "_us", 1e-3};
    }
    const bool isBandwidth = contains(result, "_bw");
    return {result + (isBandwidth ? "_gbps" : result == "cube_utilization" ? "_percent" : "")};
}

}  // namespace

std::optional<KernelMetric> kernelMetric(std::string_view name) {
    const auto open = name.find('(');
    const auto base = name.substr(0, open);
    if (base.empty() || base.front() < 'a' || base.front() > 'z' ||
        !std::all_of(base.begin(), base.end(), isMetricLetter)) {
        return std::nullopt;
    }
    if (open == std::string_view::npos) {
        return withoutUnit(base);
    }
    const auto unit = name.substr(open + 1, name.find(')') - open - 1);
    const auto *known =
        std::find_if(kUnits.begin(), kUnits.end(), [&](const auto &each) { return each.first == unit; });
    if (known != kUnits.end()) {
        return KernelMetric{std::string(usualName(base)) + std::string(known->second)};
    }
    auto ending = lowerCase(unit);
    std::replace_if(
        ending.begin(), ending.end(), [](char c) { return !isMetricLetter(c); }, '_');
    return KernelMetric{std::string(base) + "_" + ending};
}

std::uint32_t KernelMetrics::metric(std::string_view name) {
    auto metric = kernelMetric(name);
    if (!metric) {
        return kNone;
    }
    if (m_columns.size() >= kMostMetrics && !m_numbers.contains(metric->name)) {
        return kNone;
    }
    const auto next = static_cast<std::uint32_t>(m_columns.size());
    const auto [it, isNew] = m_numbers.try_emplace(metric->name, next);
    if (isNew) {
        m_columns.push_back({std::move(metric->name), metric->factor, {}});
    }
    return it->second;
}

void KernelMetrics::set(std::uint32_t metric, std::size_t row, double value) {
    auto &column = m_columns[metric];
    const auto scaled = value * column.factor;
    if (!(std::abs(scaled) <= static_cast<double>(std::numeric_limits<float>::max()))) {
        return;  // damage
    }
    if (column.values.size() <= row) {
        column.values.resize(row + 1, kNotMeasured);
    }
    column.values[row] = static_cast<float>(scaled);
}

void KernelMetrics::setText(std::uint32_t metric, std::size_t row, std::string_view cell) {
    const auto text = trimmed(cell);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size()) {
        set(metric, row, value);
    }
}

std::optional<double> KernelMetrics::value(std::string_view name, std::size_t row) const {
    const auto it = m_numbers.find(name);
    if (it == m_numbers.end() || row >= m_columns[it->second].values.size()) {
        return std::nullopt;
    }
    const auto value = m_columns[it->second].values[row];
    return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}

void KernelMetrics::moveTo(TableWriter<KernelRecord> &table) {
    for (auto &column : m_columns) {
        if (!column.values.empty()) {
            table.addMeasures(column.name, std::move(column.values));
        }
    }
    m_columns.clear();
    m_numbers.clear();
}

// One column after the other, so that no more than one stands there twice.
void KernelMetrics::moveTo(TableWriter<KernelRecord> &table, std::span<const std::uint32_t> rows) {
    for (auto &column : m_columns) {
        const auto values = std::exchange(column.values, {});
        TableStore::Measures placed;
        placed.reserve(rows.size());
        for (const auto row : rows) {
            placed.push_back(row < values.size() ? values[row] : kNotMeasured);
        }
        if (!values.empty()) {
            table.addMeasures(column.name, std::move(placed));
        }
    }
    m_columns.clear();
    m_numbers.clear();
}

}  // namespace stagescope
