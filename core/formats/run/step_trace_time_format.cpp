#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/tables/step_trace_columns.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <string>
#include <vector>

namespace stagescope {

namespace {

/// Fifty steps of ten thousand ranks and more; a table of them takes 0.8 GB.
constexpr std::size_t kMostRows = 600'000;

/// step_trace_time.csv: one row per device and step. Columns are found by the header; old files have no Device_id.
/// cluster_step_trace_time.csv: one row per step and rank or stage.
class StepTraceTimeFormat : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "step_trace_time"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName == "step_trace_time.csv" || fileName == "cluster_step_trace_time.csv";
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        CsvTable csv(*source, sink.log(), control);
        const auto hasComputing = [](const std::vector<std::string> &names) {
            return std::find(names.begin(), names.end(), "Computing") != names.end();
        };
        ASSIGN_OR_RETURN(const auto header, csv.head(hasComputing, "the column Computing"));
        TableWriter<StepTraceRecord> table;
        const auto status = csv.rows([&](const CsvRecord &record) {
            return table.rowCount() < kMostRows ? addRow(table, header, record)
                                                : std::string("more rows than steps of ranks are ever recorded");
        });
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        sink.addTable(table.take());
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    /// What is wrong with the row, empty when it was added.
    static std::string addRow(TableWriter<StepTraceRecord> &table, const std::vector<std::string> &header,
                              const CsvRecord &record) {
        const auto &fields = record.fields;
        const auto field = [&](std::string_view name) {
            const auto it = std::find(header.begin(), header.end(), name);
            return it == header.end() ? std::string_view() : fields[static_cast<std::size_t>(it - header.begin())];
        };
        StepTraceRecord step;
        for (const auto &column : kStepTraceColumns) {
            const auto text = field(column.csv);
            const auto value = text.empty() || text == "N/A" ? std::optional<std::int64_t>(-1) : microsToNs(text);
            if (!value) {
                return std::string(text.substr(0, 40)) + " is not a number";
            }
            step.*column.member = *value;
        }
        const auto whole = [&](std::string_view name) {
            return (field(name).empty() ? std::nullopt : decimalToNs(field(name), 0)).value_or(-1);
        };
        step.step = field("Step");
        step.device = whole("Device_id");
        if (!field("Type").empty()) {
            step.type = field("Type");
            step.index = field("Index");
            step.dp = whole("DP Index");
            step.pp = whole("PP Index");
            step.tp = whole("TP Index");
        }
        table.append(step);
        return {};
    }
};

}  // namespace

std::unique_ptr<Format> makeStepTraceTimeFormat() { return std::make_unique<StepTraceTimeFormat>(); }

}  // namespace stagescope
