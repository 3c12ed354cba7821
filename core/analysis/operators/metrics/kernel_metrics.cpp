#include "core/analysis/operators/metrics/kernel_metrics.h"

#include "core/analysis/operators/metrics/known_metrics.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/task_metric_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace stagescope {

double writtenMeasure(float value) {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.begin(), text.end(), value);
    double result = value;
    std::from_chars(text.data(), written.ptr, result);
    return result;
}

namespace {

using Table = std::shared_ptr<const TableStore>;

/// Rows of a table of kernels by stream and task.
class TaskRowsOfKernels {
public:
    explicit TaskRowsOfKernels(const TableStore &table)
        : m_kernels(table),
          m_begins(m_kernels.numbers<&KernelRecord::begin>()),
          m_streams(m_kernels.numbers<&KernelRecord::stream>()),
          m_tasks(m_kernels.numbers<&KernelRecord::task>()) {
        for (std::size_t row = 0; row < std::min(m_streams.size(), m_tasks.size()); ++row) {
            if (m_tasks[row] >= 0) {
                m_rows[{m_streams[row], m_tasks[row]}].rows.push_back(row);
            }
        }
    }
    /// The kernel that a row of figures is of. Without a time each kernel is given once.
    [[nodiscard]] std::optional<std::size_t> next(const TaskMetricRecord &record) {
        const auto found = m_rows.find({record.stream, record.task});
        if (found == m_rows.end()) {
            return std::nullopt;
        }
        auto &[rows, taken] = found->second;
        if (record.time != kNoTaskTime && !m_begins.empty()) {
            return *std::min_element(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
                return awayFrom(record.time, a) < awayFrom(record.time, b);
            });
        }
        for (auto i = taken; i < rows.size(); ++i) {
            if (record.name.empty() || m_kernels.at<&KernelRecord::name>(rows[i]) == record.name) {
                taken = i + 1;
                return rows[i];
            }
        }
        return std::nullopt;
    }

private:
    struct Rows {
        std::vector<std::size_t> rows;
        std::size_t taken = 0;
    };
    [[nodiscard]] double awayFrom(std::int64_t time, std::size_t row) const {
        return std::abs(static_cast<double>(m_begins[row]) - static_cast<double>(time));
    }

    TableRecords<KernelRecord> m_kernels;
    IntView m_begins;
    IntView m_streams;
    IntView m_tasks;
    std::map<std::pair<std::int64_t, std::int64_t>, Rows> m_rows;
};

/// Columns of figures, by name, for the rows of a table of kernels.
std::map<std::string_view, TableStore::Measures> joinedFigures(const TableStore &kernels,
                                                               const std::vector<Table> &figures) {
    std::map<std::string_view, TableStore::Measures> joined;
    for (const auto &table : figures) {
        TaskRowsOfKernels rows(kernels);
        const TableRecords<TaskMetricRecord> records(*table);
        std::vector<std::pair<std::string_view, std::span<const float>>> columns;
        for (const auto name : table->measureNames()) {
            columns.emplace_back(name, table->measures(name));
        }
        for (std::size_t i = 0; i < records.size(); ++i) {
            const auto row = rows.next(records[i]);
            for (const auto &[name, values] : columns) {
                if (const auto value = values[i]; row && !std::isnan(value)) {
                    auto &column = joined[name];
                    column.resize(kernels.rowCount(), std::numeric_limits<float>::quiet_NaN());
                    column[*row] = value;
                }
            }
        }
    }
    return joined;
}

}  // namespace

MetricTables::MetricTables(std::span<const RankCapture *const> captures) {
    std::set<std::string_view> found;
    std::vector<Table> tables;
    std::map<const TableStore *, std::map<std::string_view, std::span<const float>>> joined;
    for (const auto *capture : captures) {
        const auto figures = capture->tables(TableKind::TaskMetrics);
        for (const auto &table : capture->tables(TableKind::Kernels)) {
            const auto names = table->measureNames();
            found.insert(names.begin(), names.end());
            tables.push_back(table);
            for (auto &[name, values] : joinedFigures(*table, figures)) {
                m_joined.push_back(std::make_shared<const TableStore::Measures>(std::move(values)));
                joined[table.get()][name] = *m_joined.back();
                found.insert(name);
            }
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
        const auto &beside = joined[table.get()];
        for (const auto &name : m_names) {
            const auto own = table->measures(name);
            const auto other = beside.find(name);
            columns.push_back(own.empty() && other != beside.end() ? other->second : own);
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

std::optional<double> MetricTables::Values::written(std::size_t metric) const {
    const auto value = (*this)[metric];
    return value ? std::optional(writtenMeasure(*value)) : std::nullopt;
}

}  // namespace stagescope
