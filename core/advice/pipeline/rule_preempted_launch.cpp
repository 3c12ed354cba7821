#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/sched/sched_join.h"
#include "core/base/words/ranges_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <string>
#include <vector>

namespace stagescope {

namespace {

/// Waiting for a CPU, or blocked: whichever is more.
bool isBlockedMost(const LaunchWaits &waits) { return waits.blocked() > waits.forCpu(); }
Nanos lostByWaits(const LaunchWaits &waits) { return std::max(waits.blocked(), waits.forCpu()); }

std::string threadText(const std::string &name, std::int64_t thread) {
    return name.empty() ? std::to_string(thread) : name + ':' + std::to_string(thread);
}
/// Who had the CPU: threads of that name together, since a program has many.
std::string culpritText(const LaunchWaits::Culprit &culprit) {
    return culprit.thread <= 0 ? std::string() : threadText(culprit.name, culprit.thread);
}

const LaunchWaits::Culprit *culpritOf(const LaunchWaits &waits) {
    const auto it = std::find_if(waits.culprits.begin(), waits.culprits.end(),
                                 [](const LaunchWaits::Culprit &one) { return one.thread > 0; });
    return it == waits.culprits.end() ? nullptr : &*it;
}

LaunchWaits::Longest longestWaitOf(const LaunchWaits &waits) {
    const auto &all = waits.longest;
    const auto at = [&](ThreadWait kind) { return all.at(static_cast<std::size_t>(kind)); };
    const auto &first = isBlockedMost(waits) ? at(ThreadWait::Uninterruptible) : at(ThreadWait::Runnable);
    const auto &second = isBlockedMost(waits) ? at(ThreadWait::Io) : at(ThreadWait::Preempted);
    return first.time >= second.time ? first : second;
}

Message schedClockFact(const LaunchWaits &waits) {
    const std::vector<std::string> counts{std::to_string(waits.offCpu), std::to_string(waits.calls),
                                          millisText(waits.offset)};
    switch (waits.clock) {
        case SchedClockSource::Told:
            return Message("finding.preempted_launch.fact.clock.known", {counts[0], counts[1]});
        case SchedClockSource::Equal:
            return Message("finding.preempted_launch.fact.clock.equal", {counts[0], counts[1]});
        case SchedClockSource::Guessed:
            break;
    }
    return Message("finding.preempted_launch.fact.clock.guessed", counts);
}

std::vector<Message> factsOfWaits(const LaunchWaits &waits, const std::vector<LaunchWaits> &all) {
    const auto count = [&](ThreadWait kind) { return std::to_string(waits.counts.at(static_cast<std::size_t>(kind))); };
    std::vector<Message> facts;
    facts.emplace_back("finding.preempted_launch.fact",
                       std::vector{millisText(waits.of(ThreadWait::Preempted)), count(ThreadWait::Preempted),
                                   millisText(waits.of(ThreadWait::Runnable)), count(ThreadWait::Runnable),
                                   millisText(waits.blocked()), std::to_string(waits.steps)});
    constexpr std::size_t kMost = 3;
    std::size_t named = 0;
    for (const auto &culprit : waits.culprits) {
        if (culprit.thread > 0 && named++ < kMost) {
            facts.emplace_back(
                "finding.preempted_launch.fact.culprits",
                std::vector{culpritText(culprit), millisText(culprit.time), std::to_string(culprit.count)});
        }
    }
    facts.emplace_back("finding.preempted_launch.fact.longest", std::vector{millisText(longestWaitOf(waits).time)});
    std::vector<std::int64_t> others;
    for (const auto &one : all) {
        if (one.rank != waits.rank && 2 * lostByWaits(one) >= lostByWaits(waits)) {
            others.push_back(one.rank);
        }
    }
    if (!others.empty()) {
        facts.emplace_back("finding.preempted_launch.fact.ranks", std::vector{rangesText(others)});
    }
    facts.push_back(schedClockFact(waits));
    return facts;
}

SelectionState evidenceOfWait(const RuleInput &input, const LaunchWaits &waits) {
    SelectionState evidence;
    const auto longest = longestWaitOf(waits);
    const auto *capture = input.run.capture(waits.rank);
    const auto launches = capture == nullptr ? LaunchThreads{} : launchThreads(*capture, input.stop);
    if (longest.late < launches.late.size()) {
        const auto &late = launches.late[longest.late];
        evidence.step = late.step;
        evidence.items.emplace_back(SliceRef{input.run.id, late.source, late.track, late.slice});
        evidence.range = input.run.clock.toAligned(
            waits.rank, RankRange{rankTime(longest.begin), rankTime(longest.begin + longest.time.count())});
    }
    evidence.ranks.push_back({input.run.id, waits.rank});
    evidence.items.emplace_back(RankRef{input.run.id, waits.rank});
    return evidence;
}

Message titleOfWaits(const LaunchWaits &waits) {
    const auto thread = threadText(waits.name, waits.thread);
    const auto rank = std::to_string(waits.rank);
    const auto *culprit = culpritOf(waits);
    if (isBlockedMost(waits)) {
        return Message("finding.preempted_launch.blocked", {thread, rank, std::string(kPrice)});
    }
    if (culprit == nullptr) {
        return Message("finding.preempted_launch.waits", {thread, rank, std::string(kPrice)});
    }
    return Message("finding.preempted_launch", {thread, rank, culpritText(*culprit), std::string(kPrice)});
}

std::vector<Finding> runPreemptedLaunch(const RuleInput &input) {
    const auto all = launchWaits(input.run, input.stop);
    const LaunchWaits *worst = nullptr;
    for (const auto &waits : all) {
        if (waits.isSound() && (worst == nullptr || lostByWaits(waits) > lostByWaits(*worst))) {
            worst = &waits;
        }
    }
    if (worst == nullptr || worst->steps == 0) {
        return {};
    }
    Finding finding;
    finding.rule = "preempted_launch";
    finding.certainty = worst->clock == SchedClockSource::Guessed ? Certainty::Inferred : Certainty::Measured;
    finding.title = titleOfWaits(*worst);
    finding.facts = factsOfWaits(*worst, all);
    finding.evidence = evidenceOfWait(input, *worst);
    finding.remedy =
        Message(isBlockedMost(*worst) ? "finding.preempted_launch.remedy.blocked" : "finding.preempted_launch.remedy");
    finding.assumptions = {Message("finding.preempted_launch.assumes")};
    finding.place = "table/launch_waits";
    const auto steps = static_cast<std::int64_t>(worst->steps);
    const auto isFound = input.price(finding, input.parameter("preempted_launch.share"), lostByWaits(*worst) / steps,
                                     worst->stepSum / steps);
    return isFound ? std::vector{finding} : std::vector<Finding>{};
}

}  // namespace

Rule makePreemptedLaunchRule() {
    return {.id = "preempted_launch",
            .parameters = {{"preempted_launch.share", 0.01, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum time without a CPU in idle gaps of the device (share of the "
                                              "step); interrupts and short threads of the kernel stay below.")}},
            .run = &runPreemptedLaunch,
            .look =
                [](const RuleInput &input, const RankCapture &capture) {
                    if (hasSchedRecord(input.run)) {
                        static_cast<void>(launchThreads(capture, input.stop));
                    }
                },
            .standing = {Subject::Work, Nearness::Reason},
            .concerns = &hasSchedRecord};
}

}  // namespace stagescope
