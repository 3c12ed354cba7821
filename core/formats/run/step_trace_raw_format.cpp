#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/tables/comm_op_rows.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kNsPerCount = 10;  ///< 100 counts per us
/// The columns of a communication operator, in whichever order: "NAME_start_point", "NAME_end_point" and its duration
/// "NAME". A name that ends so is one end of an event, never an event by itself.
struct EventColumns {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::string name;
    std::size_t start = kNone;
    std::size_t end = kNone;
    std::size_t duration = kNone;
};

/// Of a step itself; all others are of events.
constexpr auto kStepColumns =
    std::to_array<std::string_view>({"step_num", "start_point", "end_point", "total", "fp_point", "bp_point",
                                     "iteration_interval", "fp_and_bp", "bp_fp", "fp", "tail"});
struct ColumnEnding {
    std::string_view text;
    std::size_t EventColumns::*column;
};

constexpr auto kEndings = std::to_array<ColumnEnding>({{"_start_point", &EventColumns::start},
                                                       {"_end_point", &EventColumns::end},
                                                       {"_start", &EventColumns::start},
                                                       {"_end", &EventColumns::end}});

std::vector<EventColumns> eventsIn(const std::vector<std::string> &header) {
    std::vector<EventColumns> events;
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < header.size(); ++i) {
        std::string_view name = header[i];
        if (std::find(kStepColumns.begin(), kStepColumns.end(), name) != kStepColumns.end()) {
            continue;
        }
        const auto *ending = std::find_if(kEndings.begin(), kEndings.end(),
                                          [name](const ColumnEnding &e) { return name.ends_with(e.text); });
        name.remove_suffix(ending == kEndings.end() ? 0 : ending->text.size());
        const auto column = ending == kEndings.end() ? &EventColumns::duration : ending->column;
        const auto [it, isNew] = known.try_emplace(name, events.size());
        if (isNew) {
            events.push_back({.name = std::string(name)});
        }
        events[it->second].*column = i;
    }
    return events;
}

/// "recv" of "stream_11_0_Receive-op17460", "send" likewise; empty for operators of all ranks of a group.
std::string_view transferIn(std::string_view event) {
    const auto name = event.substr(event.rfind('_') + 1);
    const auto operation = name.substr(0, name.find('-'));
    return operation == "Receive" ? "recv" : operation == "Send" ? "send" : "";
}

/// step_trace_raw_RANK_detail_time.csv of MindSpore's old profiler: step, start, end, ..., then three columns for each
/// communication operator. One row per step; rows with the step's name instead of a number (averages), or with nothing
/// but zeros, are left out. A point was seen once and has only one of both times; what a step did not run has none, or
/// a 0.
class StepTraceRawFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "step_trace_raw"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName.starts_with("step_trace_raw_") && fileName.ends_with("_detail_time.csv");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        CsvTable csv(*source, sink.log(), control);
        // Inference has no backward; what each row begins with is there in all.
        constexpr std::array<std::string_view, 3> kFirst{"step_num", "start_point", "end_point"};
        const auto header = csv.head(
            [&](const std::vector<std::string> &names) {
                return names.size() >= kFirst.size() && std::equal(kFirst.begin(), kFirst.end(), names.begin());
            },
            "step_num, start_point, end_point");
        RETURN_IF_ERROR(header);
        const auto events = eventsIn(*header);
        TableWriter<StepRecord> steps;
        TableWriter<CommOpRecord> ops;
        const auto status =
            csv.rows([&](const CsvRecord &record) { return addRow(record.fields, events, steps, ops); });
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

    static std::string addRow(const std::vector<std::string_view> &fields, const std::vector<EventColumns> &events,
                              TableWriter<StepRecord> &steps, TableWriter<CommOpRecord> &ops) {
        const auto step = decimalToNs(fields[0], 0);
        if (!step) {
            return {};  // "-" or a word: averages
        }
        const auto bounds = boundsOf(fields[1], fields[2]);
        if (bounds.isWrong) {
            return "no start and end";
        }
        if (bounds.begin && bounds.end && *bounds.end > 0) {
            steps.append({*step, *bounds.begin, *bounds.end});
        }
        std::string trouble;
        const auto field = [&](std::size_t column) {
            return column < fields.size() ? fields[column] : std::string_view{};
        };
        for (const auto &event : events) {
            const auto times = boundsOf(field(event.start), field(event.end));
            const auto duration = counted(field(event.duration));
            if (times.begin == 0 || times.end == 0 || duration == 0) {
                continue;  // it did not happen in this step
            }
            if (times.isWrong) {
                trouble = event.name + ": no start and end";
            } else if (times.begin || times.end) {
                CommOpRecord row;
                row.name = event.name;
                row.type = transferIn(event.name);
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
