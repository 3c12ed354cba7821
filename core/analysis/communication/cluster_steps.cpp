#include "core/analysis/communication/cluster_steps.h"

#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/base/statistics.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

using RankSet = std::vector<int>;

using R = StepTraceRecord;
/// In the order of StepTraceRow::ns.
constexpr std::array kDurations{&R::computing, &R::notOverlapped, &R::overlapped, &R::communication,
                                &R::free,      &R::stage,         &R::bubble,     &R::notOverlappedExcludeReceive,
                                &R::preparing};

bool shareRank(const RankSet &a, const RankSet &b) {
    return std::any_of(a.begin(), a.end(), [&](int rank) { return std::binary_search(b.begin(), b.end(), rank); });
}

void unite(std::vector<RankSet> &sets, RankSet added) {
    std::erase_if(sets, [&](const RankSet &set) {
        if (!shareRank(set, added)) {
            return false;
        }
        added.insert(added.end(), set.begin(), set.end());
        std::sort(added.begin(), added.end());
        added.erase(std::unique(added.begin(), added.end()), added.end());
        return true;
    });
    sets.push_back(std::move(added));
}

bool startsWithPp(const std::string &name) {
    return name.size() >= 2 && (name[0] == 'p' || name[0] == 'P') && (name[1] == 'p' || name[1] == 'P');
}

StepTraceRow rowOf(const StepTraceRecord &record) {
    StepTraceRow result;
    result.step = plainStep(record.step);
    for (std::size_t i = 0; i < kDurations.size(); ++i) {
        result.ns[i] = record.*kDurations[i];
    }
    return result;
}

void setIndices(StepTraceRow &row, const ParallelSizes &sizes) {
    const int dp = std::max(sizes.dp, 1) * std::max(sizes.cp, 1);
    if (sizes.tp < 1 || sizes.pp < 1 || sizes.dp < 1 || sizes.world != sizes.tp * sizes.pp * dp) {
        return;
    }
    const int rank = row.ranks.front();
    row.tp = rank % sizes.tp;
    row.dp = rank / sizes.tp % dp;
    row.pp = rank / (sizes.tp * dp);
}

std::vector<StepTraceRow> stageRows(const std::vector<StepTraceRow> &rows, const std::vector<RankSet> &stages) {
    std::vector<StepTraceRow> result;
    std::map<std::pair<std::string, std::size_t>, std::size_t> index;
    for (const auto &row : rows) {
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            if (!shareRank(row.ranks, stages[stage])) {
                continue;
            }
            const auto [it, isNew] = index.try_emplace({row.step, stage}, result.size());
            if (isNew) {
                result.push_back({row.step, true, stages[stage], row.ns});
            }
            for (std::size_t i = 0; i < row.ns.size(); ++i) {
                auto &ns = result[it->second].ns[i];
                ns = std::max(ns, row.ns[i]);
            }
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const StepTraceRow &a, const StepTraceRow &b) { return a.step < b.step; });
    return result;
}

/// A cluster's own table has its stages and indices in it.
std::vector<StepTraceRow> rowsOfCluster(const TableStore &table) {
    std::vector<StepTraceRow> rows;
    for (const auto &record : TableRecords<StepTraceRecord>(table)) {
        auto row = rowOf(record);
        row.isStage = record.type == "stage";
        std::string ranks(record.index);
        std::erase_if(ranks, [](char c) { return c == '(' || c == ')' || c == ' '; });
        row.ranks = ranksOfList(ranks);
        row.dp = static_cast<int>(record.dp);
        row.pp = static_cast<int>(record.pp);
        row.tp = static_cast<int>(record.tp);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::vector<std::vector<int>> stagesOfGroups(const std::vector<CommGroupRow> &groups) {
    std::vector<RankSet> pipelines;
    for (const auto &group : groups) {
        if (group.isP2p && startsWithPp(group.name)) {
            unite(pipelines, group.ranks);
        }
    }
    std::vector<RankSet> stages;
    for (const auto &group : groups) {
        const bool isWithinStage = std::all_of(pipelines.begin(), pipelines.end(), [&](const RankSet &pipeline) {
            return std::count_if(group.ranks.begin(), group.ranks.end(), [&](int rank) {
                       return std::binary_search(pipeline.begin(), pipeline.end(), rank);
                   }) <= 1;
        });
        if (!pipelines.empty() && !group.isP2p && isWithinStage) {
            unite(stages, group.ranks);
        }
    }
    std::sort(stages.begin(), stages.end());
    return stages;
}

std::optional<Nanos> medianProfiledStep(const Run &run, const std::stop_token &stop) {
    std::vector<std::int64_t> steps;
    for (const auto &row : stepTraceRows(run, CommSource::Any, stop)) {
        if (!row.isStage && row.ns[0] >= 0 && row.ns[1] >= 0 && row.ns[4] >= 0) {
            steps.push_back(row.ns[0] + row.ns[1] + row.ns[4]);
        }
    }
    if (steps.empty()) {
        return std::nullopt;
    }
    return Nanos{lowerMedian(std::move(steps))};
}

std::vector<StepTraceRow> stepTraceRows(const Run &run, CommSource source, const std::stop_token &stop) {
    std::vector<StepTraceRow> rows;
    for (const auto &of : tablesOfRun(run, TableKind::StepTraceTime, source)) {
        if (of.capture == nullptr) {
            return rowsOfCluster(*of.tables.front());
        }
        for (const auto &record : RecordList<StepTraceRecord>(of.tables)) {
            if (stop.stop_requested()) {
                break;
            }
            rows.push_back(rowOf(record));
            rows.back().ranks = {of.rank};
            setIndices(rows.back(), run.parallel);
        }
    }
    auto stages = stageRows(rows, stagesOfGroups(commGroups(run, source, stop)));
    std::move(stages.begin(), stages.end(), std::back_inserter(rows));
    return rows;
}

}  // namespace stagescope
