#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/core_frequency.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

std::string levelsText(const std::vector<int> &levels) {
    std::string text;
    for (const int mhz : levels) {
        text += (text.empty() ? "" : ", ") + std::to_string(mhz);
    }
    return text;
}

/// What the drops take of the rank's computing.
Cure cureOf(const RuleInput &input, const RankFrequency &slow) {
    Cure cure;
    const auto busy = busyIntervals(*input.run.capture(slow.rank), input.stop);
    for (const auto &below : intersected(slow.drops, busy.computing)) {
        const auto range = input.run.clock.toAligned(slow.rank, {rankTime(below.begin), rankTime(below.end)});
        cure.time[slow.rank].push_back({{ns(range.begin), ns(range.end)}, shareOf(slow.cost, slow.computingBelow)});
    }
    return cure;
}

std::vector<Finding> runFrequency(const RuleInput &input) {
    const auto ranks = coreFrequencies(input.run, input.stop);
    const auto worst = std::max_element(ranks.begin(), ranks.end(),
                                        [](const RankFrequency &a, const RankFrequency &b) { return a.cost < b.cost; });
    if (worst == ranks.end() || worst->drops.empty()) {
        return {};
    }
    const auto rank = std::to_string(worst->rank);
    const auto longest =
        std::max_element(worst->drops.begin(), worst->drops.end(),
                         [](const Interval &a, const Interval &b) { return a.end - a.begin < b.end - b.begin; });
    Finding finding;
    finding.rule = "frequency";
    finding.certainty = Certainty::Estimated;
    finding.evidence.ranks = {{input.run.id, worst->rank}};
    finding.evidence.items = {RankRef{input.run.id, worst->rank}};
    finding.evidence.range = input.run.clock.toAligned(worst->rank, {rankTime(longest->begin), rankTime(longest->end)});
    if (const auto lane = frequencyLane(input.run, worst->rank)) {
        finding.evidence.lanes = {*lane};
    }
    finding.place = "timeline";
    finding.cure = cureOf(input, *worst);
    finding.title = Message("finding.frequency", {rank, std::to_string(worst->usual), std::string(kPrice)});
    finding.facts = {
        Message("finding.frequency.fact", {levelsText(worst->levels), std::to_string(worst->usual)}),
        Message("finding.frequency.fact.below",
                {std::to_string(worst->drops.size()), percentText(shareOf(worst->computingBelow, worst->computing)),
                 percentText(input.parameter("frequency.share"))})};
    finding.remedy = Message("finding.frequency.remedy", {rank});
    finding.assumptions = {Message("finding.frequency.assumes")};
    const bool isFinding = input.price(finding, input.parameter("frequency.share"));
    return isFinding ? std::vector{std::move(finding)} : std::vector<Finding>{};
}

std::optional<Message> lacksFrequencies(const RuleInput &input) {
    return hasFrequencies(input.run) ? std::nullopt : std::optional(Message("finding.unanswered.frequency"));
}

}  // namespace

Rule makeFrequencyRule() {
    return {
        .id = "frequency",
        .parameters = {{"frequency.share", 0.01, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Minimum cost of frequency drops (share of the step); drops while idle cost nothing.")}},
        .run = &runFrequency,
        .unanswered = &lacksFrequencies,
        .standing = {Subject::Work, Nearness::Cause}};
}

}  // namespace stagescope
