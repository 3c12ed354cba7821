#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/io/json_text.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/task_metric_record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

struct TaskFigure {
    std::string_view head;  ///< of its column in the file
    std::string_view name;  ///< as our columns call it
};
struct TaskFile {
    std::string_view begin;     ///< of the file's name
    std::string_view nameHead;  ///< of the column with the kernel's name; empty: none
    std::string_view timeHead;  ///< of the column with a time in us; empty: none
    std::array<TaskFigure, 5> figures;
};
constexpr TaskFile kAicpu{"aicpu",
                          {},
                          "Timestamp(us)",
                          {{{"Compute_time(us)", "aicpu_compute_time_us"},
                            {"Memcpy_time(us)", "aicpu_memcpy_time_us"},
                            {"Task_time(us)", "aicpu_task_time_us"},
                            {"Dispatch_time(us)", "aicpu_dispatch_time_us"},
                            {"Total_time(us)", "aicpu_total_time_us"}}}};
/// MindSpore copies msprof's file of AI CPUs under the name data_preprocess.csv.
constexpr TaskFile renamed(TaskFile file, std::string_view begin) {
    file.begin = begin;
    return file;
}
constexpr std::array<TaskFile, 4> kTaskFiles{
    {{"l2_cache", "Op Name", {}, {{{"Hit Rate", "l2_hit_rate"}, {"Victim Rate", "l2_victim_rate"}}}},
     {"soc_pmu", "Op Name", {}, {{{"TLB Hit Rate", "tlb_hit_rate"}, {"TLB Miss Rate", "tlb_miss_rate"}}}},
     kAicpu,
     renamed(kAicpu, "data_preprocess")}};

const TaskFile *taskFile(std::string_view name) {
    const auto *it = std::find_if(kTaskFiles.begin(), kTaskFiles.end(),
                                  [&](const TaskFile &file) { return name.starts_with(file.begin); });
    return it == kTaskFiles.end() ? nullptr : it;
}

/// Where the columns of one file are; files spell "Stream Id" and "Stream ID".
struct TaskColumns {
    struct Figure {
        std::string_view name;
        std::size_t column;
    };
    std::optional<std::size_t> stream;
    std::optional<std::size_t> task;
    std::optional<std::size_t> name;
    std::optional<std::size_t> time;
    std::vector<Figure> figures;

    [[nodiscard]] bool areEnough() const { return stream && task && !figures.empty(); }
};

TaskColumns columnsOf(const TaskFile &file, const std::vector<std::string> &heads) {
    const auto find = [&](std::string_view head) -> std::optional<std::size_t> {
        const auto it = std::find_if(heads.begin(), heads.end(), [&](const std::string &each) {
            return lowerCase(trimmed(each)) == lowerCase(head);
        });
        return head.empty() || it == heads.end() ? std::nullopt
                                                 : std::optional(static_cast<std::size_t>(it - heads.begin()));
    };
    TaskColumns columns{find("Stream ID"), find("Task ID"), find(file.nameHead), find(file.timeHead), {}};
    for (const auto &figure : file.figures) {
        if (const auto at = find(figure.head)) {
            columns.figures.push_back({figure.name, *at});
        }
    }
    return columns;
}

/// Rows of one file to one table.
class TaskRows {
public:
    explicit TaskRows(TaskColumns columns) : m_columns(std::move(columns)), m_values(m_columns.figures.size()) {}

    /// What is wrong with the row, empty when it was added.
    [[nodiscard]] std::string add(const CsvRecord &record) {
        const auto number = [&](std::size_t column) {
            return wholeNumber<std::int64_t>(trimmed(record.fields[column]));
        };
        const auto stream = number(*m_columns.stream);
        const auto task = number(*m_columns.task);
        if (!stream || !task) {
            return "no stream and task";
        }
        TaskMetricRecord row;
        row.stream = *stream;
        row.task = *task;
        if (m_columns.name && record.fields[*m_columns.name] != "N/A") {
            row.name = record.fields[*m_columns.name];
        }
        if (m_columns.time) {
            row.time = microsToNs(record.fields[*m_columns.time]).value_or(kNoTaskTime);
        }
        m_table.append(row);
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const auto value = parseReal(trimmed(record.fields[m_columns.figures[i].column]));
            const bool fits = value && std::abs(*value) <= static_cast<double>(std::numeric_limits<float>::max());
            m_values[i].push_back(fits ? static_cast<float>(*value) : std::numeric_limits<float>::quiet_NaN());
        }
        return {};
    }
    /// Call once.
    [[nodiscard]] TableStore take() {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_table.addMeasures(m_columns.figures[i].name, std::move(m_values[i]));
        }
        return m_table.take();
    }

private:
    TaskColumns m_columns;
    TableWriter<TaskMetricRecord> m_table;
    std::vector<TableStore::Measures> m_values;  ///< by figure
};

/// l2_cache*.csv, soc_pmu*.csv and aicpu*.csv of torch_npu, MindSpore and msprof: figures of the device's tasks.
class TaskMetricsFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "task_metrics"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return taskFile(fileName) != nullptr && contains(fileName, ".csv");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto *kind = taskFile(lastPart(file.path));
        auto source = ByteSource::open(file.path);
        if (kind == nullptr || !source) {
            return kind == nullptr ? fail(ErrorKind::Unsupported, "no known figures of tasks", file.path)
                                   : tl::make_unexpected(source.error());
        }
        CsvTable csv(**source, sink.log(), control);
        const auto header =
            csv.head([&](const std::vector<std::string> &names) { return columnsOf(*kind, names).areEnough(); },
                     "a stream, a task and a figure of it");
        if (!header) {
            return tl::make_unexpected(header.error());
        }
        TaskRows rows(columnsOf(*kind, *header));
        const auto status = csv.rows([&](const CsvRecord &record) { return rows.add(record); });
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        sink.addTable(rows.take());
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeTaskMetricsFormat() { return std::make_unique<TaskMetricsFormat>(); }

}  // namespace stagescope
