#include "core/advice/rule_list.h"
#include "core/analysis/flight/flight_study.h"
#include "core/base/number_text.h"
#include "core/base/words/ranges_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <string>
#include <vector>

namespace stagescope {

namespace {

template <class Numbers>
std::string ranksListed(const Numbers &ranks) {
    return rangesText({ranks.begin(), ranks.end()});
}

std::string sequenceText(const FlightCollective &one) { return std::to_string(one.sequence); }

/// What all findings here share: a hang costs no share of a step, it ends the job.
Finding found(const RuleInput &input, const char *rule, const std::vector<int> &ranks) {
    Finding finding;
    finding.rule = rule;
    finding.severity = FindingSeverity::High;
    finding.endsJob = true;
    finding.certainty = Certainty::Inferred;
    for (const int rank : ranks) {
        finding.evidence.ranks.push_back({input.run.id, rank});
    }
    if (!finding.evidence.ranks.empty()) {
        finding.evidence.items = {finding.evidence.ranks.front()};
    }
    finding.place = "table/collective_calls";
    return finding;
}

/// How long those who called have waited at the latest time that any dump names; the watchdog gave up: the timeout.
Nanos waitedFor(const FlightStudy &study, const FlightCollective &one) {
    Nanos waited{one.waitsSince() < 0 ? 0 : study.last - one.waitsSince()};
    for (const auto &part : one.parts) {
        for (const auto &call : part.calls) {
            waited = call.isRetired && !call.isDone ? std::max(waited, Nanos{call.timeout}) : waited;
        }
    }
    return waited;
}

bool isTimedOut(const FlightCollective &one) {
    return std::any_of(one.parts.begin(), one.parts.end(), [](const FlightPart &part) {
        return std::any_of(part.calls.begin(), part.calls.end(),
                           [](const FlightCall &call) { return call.isRetired && !call.isDone; });
    });
}

void addCaller(Finding &finding, const FlightCollective &one) {
    const auto caller = one.usual().calls.front().caller();
    if (!caller.empty()) {
        finding.facts.emplace_back("finding.missing_rank.fact.caller", std::vector{std::string(caller)});
    }
}

/// Ranks that did not come, of one kind: with a dump, or without one.
struct Absent {
    std::vector<int> ranks;
    std::set<int> waiting;
    std::size_t collectives = 0;
    std::size_t transfers = 0;
};
Absent absentOf(const FlightStudy &study, const std::vector<int> &ranks) {
    Absent absent;
    for (const auto &culprit : study.culprits) {
        if (std::find(ranks.begin(), ranks.end(), culprit.rank) != ranks.end()) {
            absent.ranks.push_back(culprit.rank);
            absent.waiting.insert(culprit.waiting.begin(), culprit.waiting.end());
            absent.collectives = std::max(absent.collectives, culprit.collectives);
            absent.transfers = std::max(absent.transfers, culprit.transfers);
        }
    }
    std::sort(absent.ranks.begin(), absent.ranks.end());
    for (const int rank : absent.ranks) {
        absent.waiting.erase(rank);
    }
    return absent;
}

/// Dumps before version 2.4 tell no type.
std::string tensorText(const FlightCall &call) {
    return std::string(call.inputs) + (call.inputType.empty() ? "" : ", " + std::string(call.inputType));
}

void addProgress(Finding &finding, const FlightStudy &study, const FlightCollective &one, int rank) {
    const auto progress = study.progress.find({one.group, rank});
    if (progress != study.progress.end() && progress->second.enqueued >= 0) {
        finding.facts.emplace_back(
            "finding.missing_rank.fact.progress",
            std::vector{std::to_string(rank), std::to_string(progress->second.enqueued), sequenceText(one)});
    }
    const auto it = std::find_if(study.byRank.begin(), study.byRank.end(),
                                 [&](const FlightRank &each) { return each.rank == rank; });
    if (it != study.byRank.end() && it->open == 0) {
        finding.facts.emplace_back("finding.missing_rank.fact.idle", std::vector{std::to_string(rank)});
    }
}

Finding missingFinding(const RuleInput &input, const FlightStudy &study, const FlightCollective *one,
                       const Absent &absent, bool hasDump) {
    auto finding = found(input, "missing_rank", absent.ranks);
    const bool isSeveral = absent.ranks.size() > 1;
    const auto waiting = std::to_string(absent.waiting.size());
    if (one == nullptr) {
        finding.title = Message(isSeveral ? "finding.missing_rank.transfer.several" : "finding.missing_rank.transfer",
                                {ranksListed(absent.ranks), waiting});
        finding.place = "table/collective_ranks";
    } else {
        const auto *id = hasDump
                             ? (isSeveral ? "finding.missing_rank.several" : "finding.missing_rank")
                             : (isSeveral ? "finding.missing_rank.undumped.several" : "finding.missing_rank.undumped");
        finding.title = Message(
            id, {ranksListed(absent.ranks), one->usual().ops(), sequenceText(*one), one->group->text(), waiting});
        finding.certainty = isTimedOut(*one) ? Certainty::Measured : Certainty::Inferred;
        const auto &call = one->usual().calls.front();
        if (!call.inputs.empty()) {
            finding.facts.emplace_back("finding.missing_rank.fact.size",
                                       std::vector{one->usual().ops(), tensorText(call)});
        }
        addCaller(finding, *one);
        for (std::size_t i = 0; hasDump && i < std::min<std::size_t>(absent.ranks.size(), 2); ++i) {
            addProgress(finding, study, *one, absent.ranks[i]);
        }
        if (isTimedOut(*one)) {
            finding.facts.emplace_back("finding.missing_rank.fact.timeout",
                                       std::vector{timeText(waitedFor(study, *one))});
        }
    }
    finding.facts.emplace_back("finding.missing_rank.fact",
                               std::vector{std::to_string(absent.collectives), std::to_string(absent.transfers)});
    finding.facts.emplace_back("finding.missing_rank.fact.waiting", std::vector{ranksListed(absent.waiting)});
    finding.remedy = Message(hasDump ? "finding.missing_rank.remedy" : "finding.missing_rank.remedy.undumped",
                             {std::to_string(absent.ranks.front())});
    finding.assumptions = {Message("finding.missing_rank.assumes")};
    return finding;
}

/// All called it, and it is not done: on none of them, or not on some.
std::optional<Finding> stalledFinding(const RuleInput &input, const FlightStudy &study) {
    const FlightCollective *first = nullptr;
    for (const auto &one : study.collectives) {
        const bool isStalled = one.verdict == CallVerdict::NotDone || one.verdict == CallVerdict::Running;
        const bool isLong =
            isTimedOut(one) || millis(waitedFor(study, one)) >= 1000 * input.parameter("missing_rank.seconds");
        if (isStalled && isLong && (first == nullptr || one.waitsSince() < first->waitsSince())) {
            first = &one;
        }
    }
    if (first == nullptr) {
        return std::nullopt;
    }
    auto finding = found(input, "missing_rank", first->odd);
    const bool isAll = first->verdict == CallVerdict::Running;
    finding.title =
        Message(isAll ? "finding.missing_rank.stalled" : "finding.missing_rank.stalled.some",
                {first->usual().ops(), sequenceText(*first), first->group->text(), ranksListed(first->odd)});
    finding.certainty = isTimedOut(*first) ? Certainty::Measured : Certainty::Inferred;
    addCaller(finding, *first);
    finding.facts.emplace_back("finding.missing_rank.fact.waited", std::vector{timeText(waitedFor(study, *first))});
    finding.remedy = Message("finding.missing_rank.remedy.stalled");
    finding.assumptions = {Message("finding.missing_rank.assumes")};
    return finding;
}

/// Those who wait for a rank wait in something else first, which does not last long: who did not call is named still.
std::optional<Finding> unexplainedFinding(const RuleInput &input, const FlightStudy &study) {
    const FlightCollective *first = nullptr;
    for (const auto &one : study.collectives) {
        const bool isEarlier = first == nullptr || one.waitsSince() < first->waitsSince();
        first = one.verdict == CallVerdict::Missing && isEarlier ? &one : first;
    }
    if (first == nullptr) {
        return std::nullopt;
    }
    Absent absent;
    absent.ranks = first->missing;
    absent.collectives = 1;
    for (const auto &part : first->parts) {
        absent.waiting.insert(part.rank);
    }
    return missingFinding(input, study, first, absent, true);
}

std::vector<Finding> runMissingRank(const RuleInput &input) {
    const auto study = flightStudy(input.run, input.stop);
    std::vector<Finding> findings;
    for (const bool hasDump : {true, false}) {
        std::vector<int> left;
        for (const auto &culprit : study.culprits) {
            if (culprit.hasDump == hasDump) {
                left.push_back(culprit.rank);
            }
        }
        // Ranks that one collective lacks together; others are another hang.
        while (!left.empty()) {
            const auto *one = study.heldUpBy(left);
            auto named = left;
            std::erase_if(named, [&](int rank) { return one != nullptr && !one->lacks(rank); });
            findings.push_back(missingFinding(input, study, one, absentOf(study, named), hasDump));
            std::erase_if(left, [&](int rank) { return std::find(named.begin(), named.end(), rank) != named.end(); });
        }
    }
    if (findings.empty() && study.mismatches().empty()) {
        auto other = stalledFinding(input, study);
        other = other ? std::move(other) : unexplainedFinding(input, study);
        if (other) {
            findings.push_back(std::move(*other));
        }
    }
    return findings;
}

std::string callText(const FlightPart &part, CallVerdict verdict) {
    const auto &call = part.calls.front();
    if (verdict == CallVerdict::OtherOperation) {
        return part.ops();
    }
    if (verdict == CallVerdict::OtherType) {
        return std::string(call.inputType);
    }
    const std::string inputs(call.inputs);
    return call.inputs == call.outputs ? inputs : inputs + " -> " + std::string(call.outputs);
}

std::vector<Finding> runMismatch(const RuleInput &input) {
    const auto study = flightStudy(input.run, input.stop);
    std::vector<Finding> findings;
    const auto most = static_cast<std::size_t>(std::max(1.0, input.parameter("collective_mismatch.groups")));
    for (const auto *one : study.mismatches()) {
        if (findings.size() >= most) {
            break;
        }
        auto finding = found(input, "collective_mismatch", one->odd);
        finding.certainty = Certainty::Measured;
        const auto *odd = one->part(one->odd.front());
        const auto &usual = one->usual();
        const auto &other = &usual == odd ? one->parts.back() : usual;
        const auto *id = one->verdict == CallVerdict::OtherOperation ? "finding.collective_mismatch"
                         : one->verdict == CallVerdict::OtherType    ? "finding.collective_mismatch.type"
                                                                     : "finding.collective_mismatch.size";
        finding.title =
            Message(id, {std::to_string(odd->rank), callText(*odd, one->verdict), std::to_string(other.rank),
                         callText(other, one->verdict), sequenceText(*one), one->group->text(), usual.ops()});
        finding.facts.emplace_back("finding.collective_mismatch.fact", std::vector{ranksListed(one->odd)});
        for (const auto *part : {odd, &other}) {
            const auto caller = part->calls.front().caller();
            if (!caller.empty()) {
                finding.facts.emplace_back("finding.collective_mismatch.fact.caller",
                                           std::vector{std::to_string(part->rank), std::string(caller)});
            }
        }
        finding.remedy = Message("finding.collective_mismatch.remedy");
        finding.assumptions = {Message("finding.collective_mismatch.assumes")};
        findings.push_back(std::move(finding));
    }
    return findings;
}

bool hasDumps(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        return !capture.tables(TableKind::FlightGroups).empty() || !capture.tables(TableKind::FlightCalls).empty();
    });
}

}  // namespace

Rule makeMissingRankRule() {
    return {.id = "missing_rank",
            .parameters = {{"missing_rank.seconds", 10, "s",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum age of a call that all ranks made and that is not done; usual "
                                              "collectives take less.")}},
            .run = &runMissingRank,
            .concerns = &hasDumps};
}

Rule makeCollectiveMismatchRule() {
    return {.id = "collective_mismatch",
            .parameters = {{"collective_mismatch.groups", 3, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Maximum number of groups named, earliest first; later ones are usually "
                                              "consequences.")}},
            .run = &runMismatch,
            .standing = {.nearness = Nearness::Reason},
            .concerns = &hasDumps};
}

}  // namespace stagescope
