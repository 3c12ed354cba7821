#include "core/advice/host_remedy.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/advice/tuning/step_deviations.h"
#include "core/analysis/run/typical_step.h"
#include "core/base/step_id.h"
#include "core/session/rank_facts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr const char *kShare = "step_deviation.share";
constexpr std::size_t kMostSteps = 5;
constexpr double kLeastPart = 0.02;  ///< of what a step takes longer

std::vector<StepDeviation> deviationsOf(const RuleInput &input, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return stepDeviations(input.run, capture, input.parameter(kShare), input.stop); },
        kShare);
}

/// Of each step the rank that loses most, the worst step first.
std::vector<StepDeviation> worstDeviations(const RuleInput &input) {
    std::map<std::optional<std::int64_t>, StepDeviation> bySteps;
    for (const int rank : input.run.ranks()) {
        for (const auto &deviation : deviationsOf(input, *input.run.capture(rank))) {
            const auto [it, isNew] = bySteps.emplace(deviation.step, deviation);
            if (!isNew && deviation.extra() > it->second.extra()) {
                it->second = deviation;
            }
        }
    }
    std::vector<StepDeviation> result;
    for (const auto &[step, deviation] : bySteps) {
        result.push_back(deviation);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const StepDeviation &a, const StepDeviation &b) { return a.extra() > b.extra(); });
    return result;
}

std::vector<Message> partsOf(const StepDeviation &deviation) {
    std::vector<std::pair<Nanos, std::string>> parts{{deviation.more.computing, "computing"},
                                                     {deviation.more.communication, "communication"}};
    for (std::size_t i = 0; i < kHostActivities; ++i) {
        parts.emplace_back(deviation.more.host.at(i), hostActivityText(static_cast<HostActivity>(i)));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<Message> facts;
    for (const auto &[time, name] : parts) {
        if (millis(time) >= kLeastPart * millis(deviation.extra())) {
            facts.emplace_back("finding.step_deviation.part." + name, std::vector<std::string>{timeText(time)});
        }
    }
    return facts;
}

/// What to do about what makes most of it.
Message remedyOf(const StepDeviation &deviation) {
    const auto host = deviation.more.host.at(static_cast<std::size_t>(deviation.cause));
    const bool isOfDevice = std::max(deviation.more.computing, deviation.more.communication) > host;
    const auto known = isOfDevice ? std::nullopt : hostRemedy(deviation.cause);
    return known.value_or(Message("finding.step_deviation.remedy"));
}

/// The rule that adds up what the host does so in all steps; empty where there is none.
std::string_view ruleOf(HostActivity activity) {
    switch (activity) {
        case HostActivity::Compiling:
            return "online_compilation";
        case HostActivity::CollectingGarbage:
            return "garbage_collection";
        case HostActivity::LoadingData:
            return "data_loading";
        default:
            return {};
    }
}

Finding findingOf(const RuleInput &input, const StepDeviation &deviation) {
    Finding finding;
    finding.rule = "step_deviation";
    finding.impact = deviation.extra() / static_cast<std::int64_t>(deviation.of);
    finding.share = shareOf(deviation.extra(), deviation.all);  // of all steps together, since it is lost but once
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = Certainty::Measured;
    finding.evidence.step = deviation.step;
    finding.evidence.ranks = {{input.run.id, deviation.rank}};
    finding.evidence.range = input.run.clock.toAligned(deviation.rank, deviation.callRange);
    if (deviation.call) {
        finding.evidence.items.emplace_back(*deviation.call);
    }
    finding.evidence.items.emplace_back(RankRef{input.run.id, deviation.rank});
    finding.place = "timeline";
    finding.title =
        Message("finding.step_deviation", {stepText(deviation.step.value_or(0)), timeText(deviation.extra())});
    finding.facts = partsOf(deviation);
    finding.facts.emplace_back(
        "finding.step_deviation.fact",
        std::vector<std::string>{timeText(deviation.usual + deviation.extra()), timeText(deviation.usual),
                                 std::to_string(deviation.rank), percentText(input.parameter(kShare))});
    finding.remedy = remedyOf(deviation);
    // Where the rule of what makes most of it finds something, the step is a piece of that.
    const auto host = deviation.more.host.at(static_cast<std::size_t>(deviation.cause));
    finding.partOf = 2 * host > deviation.extra() ? std::string(ruleOf(deviation.cause)) : std::string();
    finding.isPiece = !finding.partOf.empty();
    return finding;
}

std::vector<Finding> runStepDeviation(const RuleInput &input) {
    auto worst = worstDeviations(input);
    const auto left = worst.size() > kMostSteps ? worst.size() - kMostSteps : 0;
    worst.resize(worst.size() - left);
    std::vector<Finding> findings;
    for (const auto &deviation : worst) {
        findings.push_back(findingOf(input, deviation));
    }
    if (left > 0) {
        findings.front().facts.emplace_back("finding.step_deviation.fact.others",
                                            std::vector<std::string>{std::to_string(left)});
    }
    return findings;
}

std::optional<Message> lacksSteps(const RuleInput &input) {
    const bool isAny = std::ranges::any_of(input.run.ranks(), [&](int rank) {
        const auto splits = timeSplits(*input.run.capture(rank), input.stop);
        return std::ranges::count_if(splits, [](const TimeSplit &split) { return split.step && split.range; }) > 1;
    });
    return isAny ? std::nullopt : std::optional(Message("finding.step_deviation.unanswered"));
}

}  // namespace

Rule makeStepDeviationRule() {
    return {.id = "step_deviation",
            .parameters = {{kShare, 0.25, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum extra time of a step (share of the median of the other steps); "
                                              "steps of an undisturbed run differ by less.")}},
            .run = &runStepDeviation,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(deviationsOf(input, capture)); },
            .unanswered = &lacksSteps,
            .standing = {Subject::Own, Nearness::Effect}};
}

}  // namespace stagescope
