#include "core/analysis/overview/rank_coverage.h"

#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>
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

}  // namespace

RankCoverage rankCoverage(const Run &run, const std::vector<Capability> &answers) {
    RankCoverage coverage;
    std::set<int> incomplete;
    for (const auto &answer : answers) {
        incomplete.insert(answer.lacking.begin(), answer.lacking.end());
    }
    if (const auto *answer = answerTo(kJudgedBy, answers)) {
        coverage.judged = answer->telling;
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
