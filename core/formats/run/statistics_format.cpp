#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/csv_table.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

/// Types of operators and functions of an interface number a few hundred.
constexpr std::size_t kMostStatistics = 100'000;

enum StatisticColumn : std::size_t { StatName, StatGroup, StatCount, StatTotal, StatMin, StatMax, kStatColumns };
using StatisticHeads = std::array<std::string_view, kStatColumns>;

struct StatisticFile {
    std::string_view begin;  ///< of the file's name
    std::string_view of;
    StatisticHeads heads;
};
constexpr std::array<StatisticFile, 2> kStatisticFiles{
    {{"op_statistic", "op", {"OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)", "Max Time(us)"}},
     {"api_statistic", "api", {"API Name", "Level", "Count", "Time(us)", "Min(us)", "Max(us)"}}}};

const StatisticFile *statisticFile(std::string_view name) {
    const auto *it = std::find_if(kStatisticFiles.begin(), kStatisticFiles.end(),
                                  [&](const StatisticFile &file) { return name.starts_with(file.begin); });
    return it == kStatisticFiles.end() ? nullptr : it;
}

/// op_statistic*.csv (operators by type and core) and api_statistic*.csv (functions of CANN by level), of torch_npu,
/// MindSpore and msprof: the profiler's own sums. Columns are found by the header; newer files begin with Device_id.
class StatisticsFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "statistics"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return statisticFile(fileName) != nullptr && contains(fileName, ".csv");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto name = lastPart(file.path);
        const auto *kind = statisticFile(name);
        auto source = ByteSource::open(file.path);
        if (kind == nullptr || !source) {
            return kind == nullptr ? fail(ErrorKind::Unsupported, "no known sum", file.path)
                                   : tl::make_unexpected(source.error());
        }
        CsvTable csv(**source, sink.log(), control);
        const auto isKnown = [&](const std::vector<std::string> &names) {
            return std::all_of(kind->heads.begin(), kind->heads.end(), [&](std::string_view head) {
                return std::find(names.begin(), names.end(), head) != names.end();
            });
        };
        const auto header = csv.head(isKnown, "the columns of a statistic");
        if (!header) {
            return tl::make_unexpected(header.error());
        }
        std::array<std::size_t, kStatColumns> at{};
        for (std::size_t i = 0; i < kStatColumns; ++i) {
            at[i] =
                static_cast<std::size_t>(std::find(header->begin(), header->end(), kind->heads[i]) - header->begin());
        }
        TableWriter<StatisticRecord> table;
        const auto status = csv.rows([&](const CsvRecord &record) {
            const auto field = [&](StatisticColumn column) { return record.fields[at[column]]; };
            const auto count = wholeNumber<std::int64_t>(trimmed(field(StatCount)));
            const auto total = microsToNs(field(StatTotal));
            if (!count || *count < 0 || !total || table.rowCount() >= kMostStatistics) {
                return std::string(count && total ? "more rows than there are kinds" : "no count and time");
            }
            table.append({name, kind->of, field(StatName), field(StatGroup), *count, *total,
                          microsToNs(field(StatMin)).value_or(-1), microsToNs(field(StatMax)).value_or(-1)});
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

}  // namespace

std::unique_ptr<Format> makeStatisticsFormat() { return std::make_unique<StatisticsFormat>(); }

}  // namespace stagescope
