#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/run/counter_files.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

/// Types of operators and functions of an interface number a few hundred.
constexpr std::size_t kMostStatistics = 100'000;

enum StatisticColumn : std::size_t {
    StatName,
    StatGroup,
    StatCount,
    StatTime,
    StatMin,
    StatMax,
    StatNote,
    kStatColumns
};
using StatisticHeads = std::array<std::string_view, kStatColumns>;

struct StatisticFile {
    std::string_view begin;  ///< of the file's name
    std::string_view of;
    StatisticHeads heads;  ///< empty: the file has no such column
    bool isMean = false;   ///< the time is that of one
};
constexpr std::array<StatisticFile, 3> kStatisticFiles{
    {{"op_statistic", "op", {"OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)", "Max Time(us)", ""}},
     {"api_statistic", "api", {"API Name", "Level", "Count", "Time(us)", "Min(us)", "Max(us)", ""}},
     {"dataset", "data", {"Operation", "Stage", "Occurrences", "Avg. time (us)", "", "", "Custom Info"}, true}}};

const StatisticFile *statisticFile(std::string_view name) {
    const auto *it = std::find_if(kStatisticFiles.begin(), kStatisticFiles.end(),
                                  [&](const StatisticFile &file) { return name.starts_with(file.begin); });
    return it == kStatisticFiles.end() ? nullptr : it;
}

/// Where each of these columns is; behind all for one without a head. Nothing where one is missing.
template <std::size_t n>
std::optional<std::array<std::size_t, n>> placesOf(const std::array<std::string_view, n> &heads,
                                                   const std::vector<std::string> &names) {
    std::array<std::size_t, n> at{};
    for (std::size_t i = 0; i < n; ++i) {
        const auto it = heads[i].empty() ? names.end() : std::find(names.begin(), names.end(), heads[i]);
        if (it == names.end() && !heads[i].empty()) {
            return std::nullopt;
        }
        at[i] = static_cast<std::size_t>(it - names.begin());
    }
    return at;
}

/// Nothing where that does not fit, and below 0.
std::optional<std::int64_t> totalOf(std::optional<std::int64_t> time, std::optional<std::int64_t> count) {
    std::int64_t total = 0;
    return time && *time >= 0 && count && !__builtin_mul_overflow(*time, *count, &total) ? std::optional(total)
                                                                                         : std::nullopt;
}

/// op_statistic*.csv (operators by type and core) and api_statistic*.csv (functions of CANN by level), of torch_npu,
/// MindSpore and msprof, dataset*.csv (stages of MindSpore's data pipeline): the profiler's own sums; and counters of
/// msprof (counter_files.h). Columns are found by the header; newer files begin with Device_id.
class StatisticsFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "statistics"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return (statisticFile(fileName) != nullptr || isCounterFile(fileName)) && contains(fileName, ".csv");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto name = lastPart(file.path);
        if (isCounterFile(name)) {
            return loadCounters(file, sink, control);
        }
        const auto *kind = statisticFile(name);
        auto source = ByteSource::open(file.path);
        if (kind == nullptr || !source) {
            return kind == nullptr ? fail(ErrorKind::Unsupported, "no known sum", file.path)
                                   : tl::make_unexpected(source.error());
        }
        CsvTable csv(**source, sink.log(), control);
        const auto header = csv.head([&](const auto &names) { return placesOf(kind->heads, names).has_value(); },
                                     "the columns of a statistic");
        RETURN_IF_ERROR(header);
        const auto at = *placesOf(kind->heads, *header);
        TableWriter<StatisticRecord> table;
        const auto status = csv.rows([&](const CsvRecord &record) {
            const auto field = [&](StatisticColumn column) {
                return at[column] < record.fields.size() ? record.fields[at[column]] : std::string_view{};
            };
            const auto count = wholeNumber<std::int64_t>(trimmed(field(StatCount)));
            const auto total = totalOf(microsToNs(field(StatTime)), kind->isMean ? count : 1);
            if (!count || *count < 0 || !total || table.rowCount() >= kMostStatistics) {
                return std::string(count && total ? "more rows than there are kinds" : "no count and time");
            }
            table.append({name, kind->of, field(StatName), field(StatGroup), *count, *total,
                          microsToNs(field(StatMin)).value_or(-1), microsToNs(field(StatMax)).value_or(-1),
                          trimmed(field(StatNote))});
            return std::string();
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
};

/// operator_details*.csv of torch_npu: a row for each call of an operator of the framework, in no order of time. Summed
/// up by name, since the trace has the calls themselves.
class OperatorDetailsFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "operator_details"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName.starts_with("operator_details") && contains(fileName, ".csv");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        static constexpr std::array<std::string_view, 2> kHeads{"Name", "Host Total Duration(us)"};
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        CsvTable csv(*source, sink.log(), control);
        const auto header = csv.head([](const auto &names) { return placesOf(kHeads, names).has_value(); },
                                     "the columns Name and Host Total Duration(us)");
        RETURN_IF_ERROR(header);
        const auto at = *placesOf(kHeads, *header);
        std::map<std::string, StatisticRecord, std::less<>> sums;
        const auto status = csv.rows([&](const CsvRecord &record) -> std::string {
            const auto name = record.fields[at[0]];
            const auto duration = microsToNs(record.fields[at[1]]);
            auto it = sums.find(name);
            if (!duration || *duration < 0 || (it == sums.end() && sums.size() >= kMostStatistics)) {
                return duration && *duration >= 0 ? "more rows than there are kinds" : "no time of the host";
            }
            if (it == sums.end()) {
                it = sums.emplace(name, StatisticRecord{{}, "operator", {}, "host", 0, 0, *duration, *duration}).first;
            }
            auto &sum = it->second;
            ++sum.count;
            if (__builtin_add_overflow(sum.total, *duration, &sum.total)) {
                return "times too long to be added up";
            }
            sum.min = std::min(sum.min, *duration);
            sum.max = std::max(sum.max, *duration);
            return {};
        });
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        TableWriter<StatisticRecord> table;
        for (auto &[name, sum] : sums) {
            sum.file = lastPart(file.path);
            sum.name = name;
            table.append(sum);
        }
        sink.addTable(table.take());
        return status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeStatisticsFormat() { return std::make_unique<StatisticsFormat>(); }

std::unique_ptr<Format> makeOperatorDetailsFormat() { return std::make_unique<OperatorDetailsFormat>(); }

}  // namespace stagescope
