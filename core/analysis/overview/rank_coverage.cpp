#include "core/analysis/overview/rank_coverage.h"

#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

/// Where a rank tells it, it is judged.
constexpr std::string_view kJudgedBy = "time_split";

/// What the files of every rank of a job tell, or of none.
constexpr std::array kKindsOfAll{TableKind::Steps,     TableKind::StepTraceTime,  TableKind::CommOps,
                                 TableKind::CommTimes, TableKind::CommBandwidths, TableKind::CommLinks,
                                 TableKind::Kernels,   TableKind::MemorySamples,  TableKind::MemoryOps};

const Capability *answerTo(std::string_view question, const std::vector<Capability> &answers) {
    const auto it = std::find_if(answers.begin(), answers.end(),
                                 [&](const Capability &answer) { return answer.question == question; });
    return it == answers.end() ? nullptr : &*it;
}

bool hasLoss(const RankCapture &capture) { return capture.log != nullptr && capture.log->hasDataLoss(); }

bool hasRows(const RankCapture &capture, TableKind kind) {
    return std::any_of(capture.loaded.begin(), capture.loaded.end(), [&](const LoadedSource &source) {
        return std::any_of(source.tables.begin(), source.tables.end(),
                           [&](const auto &table) { return table->kind() == kind && table->rowCount() > 0; });
    });
}

/// Of ranks that were read as far as each other those that lack what at least half of them have.
void addOddOnes(const std::vector<const RankCapture *> &alike, std::set<int> &odd) {
    for (const auto kind : kKindsOfAll) {
        std::vector<int> without;
        for (const auto *capture : alike) {
            if (!hasRows(*capture, kind)) {
                without.push_back(capture->rank);
            }
        }
        if (2 * without.size() <= alike.size()) {
            odd.insert(without.begin(), without.end());
        }
    }
}

bool tellsOfTime(const LoadedSource &source) {
    constexpr std::array kOfMemory{TableKind::MemorySamples, TableKind::MemoryOps};
    const auto isIn = [](const auto &kinds, TableKind kind) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    return !source.traces.empty() || std::any_of(source.tables.begin(), source.tables.end(), [&](const auto &table) {
        return isIn(kKindsOfAll, table->kind()) && !isIn(kOfMemory, table->kind());
    });
}

std::set<int> cutRanks(const Run &run) {
    std::set<int> cut;
    const auto ranks = run.ranks();
    std::copy_if(ranks.begin(), ranks.end(), std::inserter(cut, cut.end()),
                 [&](int rank) { return endsEarly(*run.capture(rank)); });
    return 2 * cut.size() <= ranks.size() ? cut : std::set<int>{};
}

}  // namespace

bool endsEarly(const RankCapture &capture) {
    constexpr std::array<std::string_view, 6> kEarly{"db.truncated",   "db.table_damaged", "json.truncated",
                                                     "file.Truncated", "file.Limit",       "file.ReadFailed"};
    if (!hasLoss(capture)) {
        return false;
    }
    std::set<std::string_view> paths;
    for (const auto &source : capture.loaded) {
        const auto file = std::find_if(capture.files.begin(), capture.files.end(),
                                       [&](const FileSource &each) { return each.id == wholeOf(source.source); });
        if (file != capture.files.end() && tellsOfTime(source)) {
            paths.insert(file->path);
        }
    }
    const auto entries = capture.log->entries();
    return std::any_of(entries.begin(), entries.end(), [&](const ImportEntry &entry) {
        return paths.contains(entry.source) && std::find(kEarly.begin(), kEarly.end(), entry.code) != kEarly.end();
    });
}

LoadState shownState(const RankCapture &capture) { return endsEarly(capture) ? LoadState::Damaged : capture.state; }

Run withoutCutRanks(Run run) {
    const auto cut = cutRanks(run);
    std::erase_if(run.captures, [&](const RankCapture &capture) { return cut.contains(capture.rank); });
    return run;
}

RankCoverage rankCoverage(const Run &run, const std::vector<Capability> &answers) {
    RankCoverage coverage;
    std::set<int> incomplete;
    for (const auto &answer : answers) {
        incomplete.insert(answer.lacking.begin(), answer.lacking.end());
    }
    if (const auto *answer = answerTo(kJudgedBy, answers)) {
        const auto cut = cutRanks(run);
        std::copy_if(answer->telling.begin(), answer->telling.end(), std::back_inserter(coverage.judged),
                     [&](int rank) { return !cut.contains(rank); });
    }
    std::map<LoadState, std::vector<const RankCapture *>> byState;
    for (const int rank : run.ranks()) {
        coverage.found.push_back(rank);
        const auto *capture = run.capture(rank);
        byState[capture->state].push_back(capture);
        const auto &judged = coverage.judged;
        if (hasRows(*capture, TableKind::FlightGroups) &&
            std::find(judged.begin(), judged.end(), rank) == judged.end()) {
            coverage.judged.push_back(rank);  // whether it hangs
        }
        if (capture->state == LoadState::Damaged || hasLoss(*capture)) {
            incomplete.insert(rank);
        }
    }
    for (const auto &[state, alike] : byState) {
        addOddOnes(alike, incomplete);
    }
    coverage.incomplete.assign(incomplete.begin(), incomplete.end());
    coverage.complete =
        static_cast<std::size_t>(std::count_if(coverage.found.begin(), coverage.found.end(), [&](int rank) {
            const auto &judged = coverage.judged;
            const bool isJudged = judged.empty() || std::find(judged.begin(), judged.end(), rank) != judged.end();
            return isJudged && !incomplete.contains(rank);
        }));
    const auto expected = static_cast<std::size_t>(std::max(run.expectedRanks().value_or(0), 0));
    coverage.expected = std::max(expected, coverage.found.size());
    return coverage;
}

}  // namespace stagescope
