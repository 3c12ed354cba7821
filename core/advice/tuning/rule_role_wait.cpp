#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/roles/role_rounds.h"
#include "core/base/words/ranges_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace stagescope {

namespace {

/// What all rounds wait for at the end of one kind of work.
struct RoleWait {
    Nanos sum{0};
    std::size_t rounds = 0;            ///< with a wait
    const RoleShare *worst = nullptr;  ///< of the round with the longest
    const RoleRound *round = nullptr;  ///< that round
    std::set<std::int64_t> ranks;      ///< that others wait for
};

RoleWait longestWait(const RoleRounds &found) {
    std::array<RoleWait, kRoleWorks> waits;
    for (const auto &round : found.rounds) {
        for (const auto &share : round.shares) {
            auto &wait = waits.at(static_cast<std::size_t>(share.work));
            wait.sum += share.tail;
            if (share.tail > Nanos{0}) {
                ++wait.rounds;
                wait.ranks.insert(share.tailRank);
            }
            if (wait.worst == nullptr || wait.worst->tail < share.tail) {
                wait.worst = &share;
                wait.round = &round;
            }
        }
    }
    return *std::max_element(waits.begin(), waits.end(), [](const auto &a, const auto &b) { return a.sum < b.sum; });
}

/// The last range of the rank that the others wait for.
const RolePhase &lastOf(const RoleShare &share) {
    const RolePhase *last = &share.phases.front();
    for (const auto &phase : share.phases) {
        last = phase.range.end > last->range.end ? &phase : last;
    }
    return *last;
}

Nanos timeOn(const RoleShare &share, int rank) {
    Nanos time{0};
    for (const auto &phase : share.phases) {
        time += phase.rank == rank ? phase.range.duration() : Nanos{0};
    }
    return time;
}

Message remedyOf(RoleWork work) {
    const bool isGenerated = work == RoleWork::Rollout || work == RoleWork::Validation;
    return Message(isGenerated ? "finding.role_wait.remedy.rollout" : "finding.role_wait.remedy");
}

std::vector<Finding> runRoleWait(const RuleInput &input) {
    const auto found = roleRounds(rolePhases(input.run, input.stop));
    const auto wait = found.rounds.empty() ? RoleWait{} : longestWait(found);
    if (wait.sum == Nanos{0}) {
        return {};
    }
    const auto &last = lastOf(*wait.worst);
    const auto rank = std::to_string(last.rank);
    Finding finding;
    finding.rule = "role_wait";
    finding.certainty = Certainty::Measured;
    finding.title = wait.ranks.size() == 1 ? Message("finding.role_wait", {last.name, rank, std::string(kPrice)})
                                           : Message("finding.role_wait.ranks", {last.name, std::string(kPrice)});
    finding.facts = {
        Message("finding.role_wait.fact",
                {std::to_string(wait.round->number), millisText(timeOn(*wait.worst, last.rank)), rank,
                 millisText(wait.worst->median), millisText(wait.worst->tail)}),
        Message("finding.role_wait.fact.rounds",
                {std::to_string(wait.rounds), std::to_string(found.rounds.size()), millisText(wait.sum),
                 rangesText({wait.ranks.begin(), wait.ranks.end()})}),
    };
    finding.evidence.ranks = {{input.run.id, last.rank}};
    finding.evidence.items = {last.evidence, RankRef{input.run.id, last.rank}};
    finding.evidence.range = last.range;
    finding.remedy = remedyOf(wait.worst->work);
    finding.place = "table/role_time";
    Nanos whole{0};
    for (const auto &round : found.rounds) {
        whole += round.range.duration();
    }
    // Rounds may be the steps of the profile, or all be in one.
    const auto step = static_cast<double>(std::max<std::int64_t>(1, input.step.count()));
    const auto steps = std::max<std::int64_t>(1, std::llround(static_cast<double>(whole.count()) / step));
    return input.price(finding, input.parameter("role_wait.share"), wait.sum / steps) ? std::vector{finding}
                                                                                      : std::vector<Finding>{};
}

}  // namespace

Rule makeRoleWaitRule() {
    return {.id = "role_wait",
            .parameters = {{"role_wait.share", 0.02, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum time that all other ranks wait for the last one at the end of a "
                                              "part of reinforcement learning (share of the step).")}},
            .run = &runRoleWait,
            .standing = {.nearness = Nearness::Cause},
            .concerns = &hasRoles};
}

}  // namespace stagescope
