#include "core/advice/communication/exposed_collectives.h"
#include "core/advice/communication/unequal_links.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/comm_overlap.h"
#include "core/analysis/communication/known_links.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/training/training_work.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stagescope {

namespace {

/// What one group leaves uncovered in a step, lateness and slow links apart: the rank that waited least tells.
struct ExposedGroup {
    CommOverlap least;
    std::set<int> ranks{};
    double share = 1;  ///< that is left of it without what slow links cost
};
struct StepOfRank {
    Nanos exposed{0};
    ExposedGroup longest{};
    std::int64_t step = kNoStep;
    int rank = -1;
};

using GroupStep = std::pair<std::string, std::int64_t>;

/// What slow links cost a group in a step: theirs to tell (link_imbalance), and all ranks wait for the slowest.
std::map<GroupStep, Nanos> lostToLinks(const RuleInput &input, const CommGroups &groups) {
    std::map<GroupStep, Nanos> lost;
    const auto known = knownLinks(input.run, input.stop);
    for (const auto &slow : unequalLinks(input, known->matrix.links, kUnequalLinkRatio)) {
        auto &most = lost[{groups.idOf(slow.link.group), stepNumber(slow.link.step).value_or(kNoStep)}];
        most = std::max(most, Nanos{std::llround(slow.lostMs * 1e6)});
    }
    return lost;
}

std::vector<ExposedGroup> exposedGroups(const RuleInput &input, const CommGroups &groups) {
    std::map<GroupStep, ExposedGroup> least;
    for (const auto &row : commOverlaps(input.run, input.stop)) {
        if (row.kind != "collective" || row.step == kNoStep || groups.role(row.group) != GroupRole::Data) {
            continue;
        }
        const auto [it, isNew] = least.try_emplace({groups.idOf(row.group), row.step}, ExposedGroup{row});
        if (!isNew && row.exposed < it->second.least.exposed) {
            it->second.least = row;
        }
        it->second.ranks.insert(row.rank);
    }
    const auto lost = lostToLinks(input, groups);
    std::vector<ExposedGroup> result;
    for (auto &[place, exposed] : least) {
        const auto it = lost.find(place);
        const auto all = exposed.least.exposed;
        exposed.least.exposed = std::max(Nanos{0}, all - (it == lost.end() ? Nanos{0} : it->second));
        exposed.share = shareOf(exposed.least.exposed, all);
        result.push_back(std::move(exposed));
    }
    return result;
}

/// Per step the rank whose data-parallel groups leave most uncovered.
std::vector<StepOfRank> worstPerStep(const std::vector<ExposedGroup> &groups) {
    std::map<std::pair<std::int64_t, int>, StepOfRank> sums;
    for (const auto &group : groups) {
        for (const int rank : group.ranks) {
            auto &sum = sums[{group.least.step, rank}];
            sum.exposed += group.least.exposed;
            sum.step = group.least.step;
            sum.rank = rank;
            if (group.least.exposed > sum.longest.least.exposed) {
                sum.longest = group;
            }
        }
    }
    std::map<std::int64_t, StepOfRank> worst;
    for (const auto &[place, sum] : sums) {
        auto &best = worst[place.first];
        best = best.rank < 0 || sum.exposed > best.exposed ? sum : best;
    }
    std::vector<StepOfRank> result;
    for (auto &entry : worst) {
        result.push_back(std::move(entry.second));
    }
    return result;
}

Cure cureOf(const RuleInput &input, const CommGroups &groups, const std::vector<ExposedGroup> &exposed) {
    const auto all = exposedCollectives(
        input, groups, [&](const std::string &group) { return groups.role(group) == GroupRole::Data; });
    Cure cure;
    for (const auto &group : exposed) {
        const auto found = all.find({group.least.step, groups.idOf(group.least.group)});
        const auto least = found == all.end() ? std::vector<Nanos>{} : leastExposed(found->second);
        for (std::size_t i = 0; i < least.size(); ++i) {
            takeLast(found->second, i, Nanos{std::llround(group.share * static_cast<double>(least[i].count()))}, cure);
        }
    }
    return cure;
}

std::vector<Finding> runExposedDp(const RuleInput &input) {
    const CommGroups groups(input);
    const auto exposed = exposedGroups(input, groups);
    const auto steps = worstPerStep(exposed);
    if (steps.empty()) {
        return {};
    }
    const auto middle =
        lowerMedian(steps, [](const StepOfRank &a, const StepOfRank &b) { return a.exposed < b.exposed; });
    const auto &longest = middle.longest.least;
    Finding finding;
    finding.rule = "exposed_dp";
    finding.cure = cureOf(input, groups, exposed);
    finding.certainty = Certainty::Measured;
    finding.evidence.group = longest.group;
    finding.evidence.step = middle.step;
    for (const int rank : middle.longest.ranks) {
        finding.evidence.ranks.push_back({input.run.id, rank});
    }
    finding.place = "summary/comm_overview";
    const auto *known = groups.known(longest.group);
    const auto members = known == nullptr ? middle.longest.ranks.size() : known->ranks.size();
    finding.title = Message("finding.exposed_dp", {std::string(kPrice)});
    finding.facts = {
        Message("finding.exposed_dp.fact", {std::to_string(members), groups.nameOf(longest.group, middle.longest.ranks),
                                            millisText(longest.time), millisText(longest.exposed)}),
        Message("finding.exposed_dp.fact.threshold", {percentText(input.parameter("exposed_dp.share"))})};
    finding.remedy = Message("finding.exposed_dp.remedy");
    const auto size =
        known == nullptr ? static_cast<std::size_t>(std::max(0, input.run.expectedRanks().value_or(0))) : members;
    finding.assumptions = {
        Message(middle.longest.ranks.size() < size ? "finding.exposed_dp.assumes.some" : "finding.exposed_dp.assumes")};
    const bool isFinding = input.price(finding, input.parameter("exposed_dp.share"), middle.exposed);
    return isFinding ? std::vector{finding} : std::vector<Finding>{};
}

std::optional<Message> lacksOverlaps(const RuleInput &input) {
    if (!mayTrain(input.run, input.stop)) {
        return Message("finding.exposed_dp.unanswered.inference");
    }
    return commOverlaps(input.run, input.stop).empty() ? std::optional(Message("finding.exposed_dp.unanswered"))
                                                       : std::nullopt;
}

}  // namespace

Rule makeExposedDpRule() {
    return {
        .id = "exposed_dp",
        .parameters = {{"exposed_dp.share", 0.2, "",
                        QT_TRANSLATE_NOOP(
                            "Message",
                            "Share of the step with data-parallel communication only. The last gradient bucket and the "
                            "first parameter bucket are never hidden: a few percent, or 10 % with few microbatches.")}},
        .run = &runExposedDp,
        .look = [](const RuleInput &input,
                   const RankCapture &capture) { static_cast<void>(showsTraining(capture, input.stop)); },
        .unanswered = &lacksOverlaps,
        .standing = {Subject::Overlap, Nearness::Comparison}};
}

}  // namespace stagescope
