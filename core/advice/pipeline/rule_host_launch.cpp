#include "core/advice/host_remedy.h"
#include "core/advice/number_texts.h"
#include "core/advice/pipeline/host_delays.h"
#include "core/advice/remedies/queue_gain.h"
#include "core/advice/rule_list.h"
#include "core/analysis/trace/task_queue.h"
#include "core/base/text.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr std::initializer_list<FreeCause> kLaunch{FreeCause::HostLaunch};
constexpr std::initializer_list<FreeCause> kAnyOfHost{FreeCause::HostLaunch, FreeCause::Synchronisation,
                                                      FreeCause::DataLoading};

/// A host whose calls all take longer is late for whatever the device waits; of any other only late launches count.
struct Judged {
    HostDelay delay;
    bool isSlowHost = false;
};

std::optional<Judged> judge(const RuleInput &input, const HostDelays &delays) {
    const auto slow = delays.slowHosts(input.parameter("host_launch.slow_host"));
    const double least = input.parameter("host_launch.share_of_rank");
    const auto late = delays.worst(kLaunch, delays.otherRanks(slow), least);
    const auto behind = delays.worst(kAnyOfHost, slow, least);
    std::optional<Judged> result;
    if (late) {
        result = Judged{*late, false};
    }
    if (behind && behind->rank && (!result || behind->impact > result->delay.impact)) {
        result = Judged{*behind, true};
    }
    return result;
}

/// What the second level of the task queue would save, where the first is known to be used: of one rank or, without
/// one, of that which gains most.
struct QueueGainOfRank {
    int rank;
    QueueGain gain;
};
std::optional<QueueGainOfRank> bestQueueGain(const RuleInput &input, std::optional<int> only) {
    std::optional<QueueGainOfRank> best;
    for (const int rank : only ? std::vector<int>{*only} : input.run.ranks()) {
        const auto gain = queueGain(input, *input.run.capture(rank));
        const bool isKnown = gain && gain->saved && gain->use.level() == 1 && *gain->saved > Nanos{0};
        if (isKnown && (!best || *gain->saved > *best->gain.saved)) {
            best = QueueGainOfRank{rank, *gain};
        }
    }
    return best;
}

std::vector<Message> factsOf(const RuleInput &input, const HostDelays &delays, const Judged &judged,
                             const std::optional<HostDelays::Witness> &witness) {
    const auto &delay = judged.delay;
    std::vector<Message> facts;
    if (delay.rank) {
        facts.emplace_back(
            "finding.host_launch.fact",
            std::vector<std::string>{std::to_string(*delay.rank), millisText(delay.own),
                                     millisText(delays.gapsOf(*delay.rank, kLaunch)), millisText(delay.typical)});
    }
    const auto own = delay.rank ? delays.operatorTime(*delay.rank) : std::nullopt;
    if (judged.isSlowHost && own && delays.typicalOperatorTime()) {
        facts.emplace_back("finding.host_launch.fact.operator",
                           std::vector<std::string>{microsText(own->count()), std::to_string(*delay.rank),
                                                    microsText(delays.typicalOperatorTime()->count())});
    }
    if (witness && !witness->gap.hostCall.empty()) {
        facts.emplace_back("finding.host_launch.fact.longest",
                           std::vector<std::string>{millisText(witness->gap.length), witness->gap.hostCall});
    }
    if (const auto profiling = delays.profilingOf(delay.rank); profiling.cost > Nanos{0}) {
        facts.emplace_back("finding.host_launch.fact.profiler",
                           std::vector<std::string>{timeText(profiling.cost), std::to_string(profiling.events)});
    }
    if (const auto best = bestQueueGain(input, delay.rank)) {
        facts.emplace_back("finding.host_launch.fact.task_queue",
                           std::vector<std::string>{std::to_string(best->rank), millisText(*best->gain.saved),
                                                    millisText(best->gain.first), millisText(best->gain.second)});
    }
    if (const auto harmless = delays.harmless(delay.rank); harmless > Nanos{0}) {
        facts.emplace_back("finding.host_launch.fact.harmless", std::vector<std::string>{millisText(harmless)});
    }
    facts.emplace_back("finding.host_launch.fact.step",
                       std::vector<std::string>{millisText(delay.step),
                                                percentText(input.parameter(delay.rank ? "host_launch.share_of_rank"
                                                                                       : "host_launch.share_of_all"))});
    return facts;
}

/// A call of Python's, as its tracer writes names.
bool isPython(std::string_view call) { return contains(call, ".py(") || call.starts_with("<built-in"); }

/// By what the host did instead of launching.
Message remedyFor(const HostDelays &delays, const Judged &judged, const std::optional<HostDelays::Witness> &witness) {
    if (judged.isSlowHost) {
        return Message("finding.host_launch.remedy.host", {std::to_string(*judged.delay.rank)});
    }
    const auto activity = delays.activityOf(judged.delay.rank);
    if (activity == HostActivity::Communicating) {
        return Message("finding.host_launch.remedy.transfers");
    }
    if (auto remedy = hostRemedy(activity)) {
        return *remedy;
    }
    if (witness && isPython(witness->gap.hostCall) && !delays.areLaunchesRecorded(judged.delay.rank)) {
        return Message("finding.host_launch.remedy.python", {witness->gap.hostCall});
    }
    return Message("finding.host_launch.remedy");
}

std::vector<Finding> runHostLaunch(const RuleInput &input) {
    const HostDelays delays(input);
    const auto judged = judge(input, delays);
    if (!judged) {
        return {};
    }
    const auto &delay = judged->delay;
    const auto witness = delays.longest(judged->isSlowHost ? kAnyOfHost : kLaunch, delay.rank);
    Finding finding;
    finding.rule = "host_launch";
    finding.certainty = delay.rank || delay.isReplayed ? Certainty::Estimated : Certainty::Measured;
    finding.cure = delay.cure;
    finding.evidence = evidenceOf(input, delay, witness);
    finding.title = delay.rank ? Message("finding.host_launch", {std::to_string(*delay.rank), std::string(kPrice)})
                               : Message("finding.host_launch.all", {std::string(kPrice)});
    finding.facts = factsOf(input, delays, *judged, witness);
    finding.remedy = remedyFor(delays, *judged, witness);
    if (delay.isReplayed) {
        finding.assumptions = {Message("finding.host_launch.assumes")};
    }
    const auto least = input.parameter(delay.rank ? "host_launch.share_of_rank" : "host_launch.share_of_all");
    return input.price(finding, least, delay.impact) ? std::vector{finding} : std::vector<Finding>{};
}

}  // namespace

Rule makeHostLaunchRule() {
    return {.id = "host_launch",
            .parameters = {{"host_launch.share_of_rank", 0.01, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum cost of late launches of one rank (share of the step); ranks of "
                                              "a healthy run differ by less than half of it.")},
                           {"host_launch.share_of_all", 0.05, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum wait of the median rank for its host (share of the step); short "
                                              "waits at step boundaries are normal.")},
                           {"host_launch.slow_host", 1.5, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Host time per operator relative to the median rank; above it, the host "
                                              "itself counts as slow. Hosts of the same type differ by up to 20 %.")}},
            .run = &runHostLaunch,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(taskQueueUse(capture, input.stop)); },
            .unanswered = &lacksHost,
            .standing = {Subject::Work, Nearness::Cause}};
}

}  // namespace stagescope
