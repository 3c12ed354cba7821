#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/tables/comm_op_rows.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <optional>
#include <string>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kNsPerCount = 10;  ///< 100 counts per us
constexpr std::size_t kFirstOperator = 9;
constexpr std::size_t kOperatorColumns = 3;  ///< of an operator: its name stands above the first; start and end follow

/// step_trace_raw_RANK_detail_time.csv of MindSpore's old profiler: step, start, end, ..., from column 9 on three
/// columns per communication operator. One row per step; rows with the step's name instead of a number (averages) are
/// left out. A point was seen once and has only one of both times; what a step did not run has none.
class StepTraceRawFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "step_trace_raw"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName.starts_with("step_trace_raw_") && fileName.ends_with("_detail_time.csv");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        auto source = ByteSource::open(file.path);
        if (!source) {
            return tl::make_unexpected(source.error());
        }
        CsvTable csv(**source, sink.log(), control);
        const auto header = csv.head(
            [](const std::vector<std::string> &names) { return names.size() >= kFirstOperator; }, "enough columns");
        if (!header) {
            return tl::make_unexpected(header.error());
        }
        TableWriter<StepRecord> steps;
        TableWriter<CommOpRecord> ops;
        const auto status =
            csv.rows([&](const CsvRecord &record) { return addRow(record.fields, *header, steps, ops); });
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        sink.addTable(steps.take());
        sink.addTable(ops.take());
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "rows of this file have no further details", file.path);
    }

private:
    static std::optional<std::int64_t> counted(std::string_view text) {
        const auto counts = decimalToNs(text, 0);
        constexpr std::int64_t kMost = std::int64_t{1} << 58;
        return counts && *counts >= 0 && *counts < kMost ? std::optional(*counts * kNsPerCount) : std::nullopt;
    }

    struct Bounds {
        std::optional<std::int64_t> begin, end;
        bool isWrong = false;
    };
    static Bounds boundsOf(std::string_view first, std::string_view last) {
        const auto isAbsent = [](std::string_view text) { return text.empty() || text == "-" || text == "N/A"; };
        Bounds bounds{counted(first), counted(last)};
        bounds.isWrong = (!bounds.begin && !isAbsent(first)) || (!bounds.end && !isAbsent(last)) ||
                         (bounds.begin && bounds.end && *bounds.end < *bounds.begin);
        return bounds;
    }

    static std::string addRow(const std::vector<std::string_view> &fields, const std::vector<std::string> &header,
                              TableWriter<StepRecord> &steps, TableWriter<CommOpRecord> &ops) {
        const auto step = decimalToNs(fields[0], 0);
        if (!step) {
            return {};  // "-" or a word: averages
        }
        const auto bounds = boundsOf(fields[1], fields[2]);
        if (bounds.isWrong) {
            return "no start and end";
        }
        if (bounds.begin && bounds.end) {
            steps.append({*step, *bounds.begin, *bounds.end});
        }
        std::string trouble;
        for (std::size_t i = kFirstOperator; i + kOperatorColumns <= fields.size(); i += kOperatorColumns) {
            const auto times = boundsOf(fields[i + 1], fields[i + 2]);
            if (times.isWrong) {
                trouble = header[i] + ": no start and end";
            } else if (times.begin || times.end) {
                CommOpRecord row;
                row.name = header[i];
                row.begin = times.begin.value_or(times.end.value_or(0));
                row.end = times.end.value_or(row.begin);
                ops.append(completed(row));
            }
        }
        return trouble;
    }
};

}  // namespace

std::unique_ptr<Format> makeStepTraceRawFormat() { return std::make_unique<StepTraceRawFormat>(); }

}  // namespace stagescope
