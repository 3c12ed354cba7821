#include "core/advice/communication/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_late.h"
#include "core/analysis/communication/peers/late_ranks.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

/// A rank in its median step.
struct Lateness {
    LateRank median;
    std::size_t steps = 0;
    std::vector<std::pair<int, RankRange>> waits{};  ///< of all steps
};

/// Collectives of hosts: of the ranks of a pipeline nothing tells whose groups they are.
std::vector<CommOp> judgedHostOperators(const RuleInput &input) {
    return StageGroups(input.run).hasPipelines() ? std::vector<CommOp>{} : hostOperators(input.run, input.stop);
}

/// Ranks that account for most of what their groups wait, worst first.
std::vector<Lateness> latenessOf(const RuleInput &input) {
    const CommGroups groups(input);
    std::map<int, std::vector<LateRank>> byRank;
    for (auto &late : lateRanks(
             input.run, [&](const std::string &group) { return !groups.joinsStages(group); }, input.stop,
             judgedHostOperators(input))) {
        // Whatever delays a rank there, other rules tell from its cells, and all ranks of the pipeline come late.
        if (!groups.isInMeasuredPipeline(late.rank)) {
            byRank[late.rank].push_back(std::move(late));
        }
    }
    std::vector<Lateness> result;
    for (auto &[rank, steps] : byRank) {
        // Work outside of all steps says nothing of a usual step.
        if (steps.size() > 1) {
            std::erase_if(steps, [](const LateRank &late) { return late.step == kNoStep; });
        }
        const auto isLess = [](const LateRank &a, const LateRank &b) { return a.behind < b.behind; };
        result.push_back({lowerMedian(steps, isLess), steps.size()});
        for (const auto &late : steps) {
            std::ranges::copy(late.waits, std::back_inserter(result.back().waits));
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Lateness &a, const Lateness &b) { return a.median.behind > b.median.behind; });
    return result;
}

std::string listed(const std::vector<Lateness> &ranks) {
    constexpr std::size_t kMost = 8;
    std::string text;
    for (std::size_t i = 1; i < std::min(ranks.size(), kMost); ++i) {
        text += (i == 1 ? "" : ", ") + std::to_string(ranks[i].median.rank);
    }
    return ranks.size() > kMost ? text + " ..." : text;
}

/// The verdict is by lengths of stay. Begins, which the page of late arrivals compares, need clocks that agree and
/// files that tell them: where they do not show this rank as the last one, the lengths themselves are the evidence.
const char *placeOf(const RuleInput &input, const LateRank &late) {
    const auto arrivals = lateArrivals(input.run, input.stop, judgedHostOperators(input)).collectives;
    if (std::any_of(arrivals.begin(), arrivals.end(), [&](const LateArrival &arrival) {
            return arrival.last == late.rank && arrival.step == late.step;
        })) {
        return "communication/comm_late";
    }
    const auto times = commTimes(input.run, CommSource::Any, input.stop);
    const bool isInFiles = std::any_of(times.begin(), times.end(),
                                       [&](const CommTime &time) { return time.rank == late.rank && !time.isP2p; });
    return isInFiles ? "table/comm_time" : "communication/comm_durations";
}

/// What the others wait for, the late one does meanwhile.
Cure cureOf(const Run &run, const Lateness &late) {
    Cure cure;
    for (const auto &[rank, wait] : late.waits) {
        const auto range = run.clock.toAligned(rank, wait);
        for (const int side : {rank, late.median.rank}) {
            cure.time[side].push_back({{ns(range.begin), ns(range.end)}});
        }
    }
    return cure;
}

std::vector<Finding> runLateRank(const RuleInput &input) {
    auto ranks = latenessOf(input);
    const double share = input.parameter("late_rank.share");
    const auto step = input.step;
    const double alone = input.parameter("late_rank.alone");
    std::erase_if(ranks, [&](const Lateness &rank) {
        return shareOf(rank.median.behind, step) < share || shareOf(rank.median.behind, rank.median.all) < alone;
    });
    if (ranks.empty()) {
        return {};
    }
    const auto &worst = ranks.front().median;
    const auto rank = std::to_string(worst.rank);
    Finding finding;
    finding.rule = "late_rank";
    if (!input.job.hasPipelines()) {  // ranks of measured pipelines are none of these: no replay has them
        finding.cure = cureOf(input.run, ranks.front());
    }
    finding.certainty = Certainty::Estimated;
    for (const auto &late : ranks) {
        finding.evidence.ranks.push_back({input.run.id, late.median.rank});
    }
    if (worst.step != kNoStep) {
        finding.evidence.step = worst.step;
    }
    finding.evidence.items = {RankRef{input.run.id, worst.rank}};
    finding.place = placeOf(input, worst);
    finding.title = Message("finding.late_rank", {rank, std::string(kPrice)});
    finding.facts = {
        Message("finding.late_rank.fact", {std::to_string(worst.collectives), rank, std::to_string(worst.last),
                                           percentText(shareOf(worst.behind, worst.all)), percentText(alone)}),
        Message("finding.late_rank.fact.longest", {worst.name}),
        Message("finding.late_rank.fact.threshold", {percentText(share)})};
    if (ranks.size() > 1) {
        finding.facts.emplace_back(ranks.size() == 2 ? "finding.late_rank.fact.other" : "finding.late_rank.fact.others",
                                   std::vector{listed(ranks)});
    }
    finding.remedy = Message("finding.late_rank.remedy", {rank});
    finding.assumptions = {Message("finding.late_rank.assumes")};
    return input.price(finding, 0, worst.behind) ? std::vector{finding} : std::vector<Finding>{};
}

std::optional<Message> lacksCollectives(const RuleInput &input) {
    const auto ranks = lateRanks(
        input.run, [](const std::string &) { return true; }, input.stop, judgedHostOperators(input));
    return ranks.empty() ? std::optional(Message("finding.late_rank.unanswered")) : std::nullopt;
}

}  // namespace

Rule makeLateRankRule() {
    return {
        .id = "late_rank",
        .parameters = {{"late_rank.share", 0.03, "",
                        QT_TRANSLATE_NOOP("Message",
                                          "Minimum wait for this rank alone (share of the step); jitter stays below.")},
                       {"late_rank.alone", 0.5, "",
                        QT_TRANSLATE_NOOP("Message",
                                          "Minimum share of the rank in the total of such waiting; if ranks are late "
                                          "in turn, none reaches it.")}},
        .run = &runLateRank,
        .unanswered = &lacksCollectives,
        .standing = {Subject::Work, Nearness::Effect}};
}

}  // namespace stagescope
