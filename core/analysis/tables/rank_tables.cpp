#include "core/analysis/tables/rank_tables.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::string_view kKernelStats = "kernel_stats";
/// Sorted.
constexpr auto kMadeByRank = std::to_array<std::string_view>(
    {"affinity_apis", "api_stats", "comm_summary", "data_waits", "framework_ops", "fusible_sequences", kKernelStats,
     "kernel_work", "launch_delays", "launch_queue", "memory_curve", "memory_ops", "module_ops", "modules", "op_stats",
     "operator_agreement", "operator_bounds", "time_split"});
static_assert(std::is_sorted(kMadeByRank.begin(), kMadeByRank.end()));

constexpr int kNobody = -2;  ///< no capture has this number

/// Gives a table the columns that it lacks, where they stand among those of the entry; unknown ones last, by name.
void widen(ResultTable &table, const std::vector<ColumnSpec> &more, const AnalysisEntry &entry) {
    const auto hasAll = std::all_of(more.begin(), more.end(), [&](const ColumnSpec &column) {
        return table.indexOf(column.name) < table.columns.size();
    });
    if (hasAll) {
        return;
    }
    auto columns = table.columns;
    std::copy_if(more.begin(), more.end(), std::back_inserter(columns),
                 [&](const ColumnSpec &column) { return table.indexOf(column.name) == table.columns.size(); });
    const auto place = [&](const ColumnSpec &column) {
        const auto it = std::find_if(entry.columns.begin(), entry.columns.end(),
                                     [&](const ColumnSpec &known) { return known.name == column.name; });
        return std::pair(it - entry.columns.begin(),
                         it == entry.columns.end() ? std::string_view(column.name) : std::string_view());
    };
    std::stable_sort(columns.begin(), columns.end(),
                     [&](const ColumnSpec &a, const ColumnSpec &b) { return place(a) < place(b); });
    for (auto &row : table.rows) {
        std::vector<Cell> cells(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto from = table.indexOf(columns[i].name);
            cells[i] = from < row.size() ? std::move(row[from]) : Cell{};
        }
        row = std::move(cells);
    }
    table.columns = std::move(columns);
}

void append(ResultTable &all, ResultTable one, const std::vector<std::string> &whenEmpty, const AnalysisEntry &entry) {
    const auto isIn = [](const std::vector<std::string> &notes, const std::string &note) {
        return std::find(notes.begin(), notes.end(), note) != notes.end();
    };
    for (auto &note : one.notes) {
        if (!isIn(all.notes, note) && !(one.rows.empty() && isIn(whenEmpty, note))) {
            all.notes.push_back(std::move(note));
        }
    }
    if (one.rows.empty()) {
        return;
    }
    widen(all, one.columns, entry);
    widen(one, all.columns, entry);
    std::move(one.rows.begin(), one.rows.end(), std::back_inserter(all.rows));
}

}  // namespace

bool isMadeByRank(const AnalysisEntry &entry, const Run &run) {
    if (entry.id == kKernelStats) {
        // Its note says of all ranks together whether the profiler's own sums agree.
        return std::none_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
            return std::any_of(capture.files.begin(), capture.files.end(),
                               [](const FileSource &file) { return file.chosen && file.format == "statistics"; });
        });
    }
    return std::binary_search(kMadeByRank.begin(), kMadeByRank.end(), std::string_view(entry.id));
}

Result<ResultTable> runByRank(const AnalysisEntry &entry, AnalysisInput input, const LendTimeline &lend,
                              const std::stop_token &stop) {
    const auto captures = input.captures();
    input.ranks = {kNobody};
    auto all = entry.run(input, stop);
    if (!all) {
        return all;
    }
    const auto whenEmpty = std::exchange(all->notes, {});
    for (const auto *capture : captures) {
        const auto timeline = lend(*capture);
        input.ranks = {capture->rank};
        auto one = entry.run(input, stop);
        if (!one) {
            return one;
        }
        append(*all, std::move(*one), whenEmpty, entry);
    }
    if (all->rows.empty()) {
        all->notes.insert(all->notes.end(), whenEmpty.begin(), whenEmpty.end());
    }
    return all;
}

}  // namespace stagescope
