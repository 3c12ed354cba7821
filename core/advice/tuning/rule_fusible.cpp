#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/advice/tuning/host_calls.h"
#include "core/advice/tuning/matched_time.h"
#include "core/analysis/fusion/affinity_apis.h"
#include "core/analysis/fusion/fusible_sequences.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/steps.h"
#include "core/base/words/kernel_label.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

constexpr std::string_view kSequences = "fusible_sequences";
constexpr std::string_view kAffinity = "affinity_apis";

MatchedTime emptyMatch(const RankCapture &capture) {
    return {.rank = capture.rank, .steps = std::max<std::size_t>(1, rankSteps(capture).size())};
}

MatchedTime sequencesOn(const RuleInput &input, const RankCapture &capture) {
    auto rank = emptyMatch(capture);
    const auto kernels = kernelsInFileOrder(capture, input.stop);
    const std::vector captures{&capture};
    const MetricTables metrics(captures);
    const auto sequences =
        fusibleSequences(kernels, metrics, recordedTime(capture, input.stop), SequenceCounting::Once, input.stop);
    Nanos most{0};
    for (const auto &sequence : sequences) {
        rank.count += sequence.count;
        rank.total += sequence.execution;
        rank.lost += sequence.headroom;
        rank.byName[withoutMiddle(operatorsOf(sequence, kernels))] += sequence.headroom;
        if (sequence.headroom > most) {
            most = sequence.headroom;
            const auto &first = kernels[sequence.first];
            const auto &last = kernels[sequence.first + sequence.length - 1];
            rank.example = KernelSlices(input.run, capture).of(first);
            rank.exampleRange = {first.begin, last.begin + last.duration};
        }
    }
    return rank;
}

MatchedTime affinityOn(const RuleInput &input, const RankCapture &capture) {
    auto rank = emptyMatch(capture);
    Nanos most{-1};
    for (const auto &match : affinityMatches(input.run, capture, input.stop)) {
        ++rank.count;
        rank.total += match.device;
        rank.lost += match.headroom;
        for (const auto &kernel : match.onDevice) {
            rank.won.push_back({kernel, shareOf(match.headroom, match.device)});
        }
        rank.byName[std::string(match.api)] += match.headroom;
        if (match.headroom > most) {
            most = match.headroom;
            rank.example = match.first;
            rank.exampleRange = {ns(match.range.begin), ns(match.range.end)};
        }
    }
    return rank;
}

MatchedTime sequences(const RuleInput &input, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return sequencesOn(input, capture); }, kSequences);
}
MatchedTime affinity(const RuleInput &input, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return affinityOn(input, capture); }, kAffinity);
}

/// Asks each rank for what matches.
std::vector<MatchedTime> matchesOf(const RuleInput &input,
                                   MatchedTime (*match)(const RuleInput &input, const RankCapture &capture)) {
    std::vector<MatchedTime> ranks;
    for (const int rank : input.run.ranks()) {
        ranks.push_back(match(input, *input.run.capture(rank)));
    }
    return ranks;
}

std::vector<Finding> runFusibleSequences(const RuleInput &input) {
    const auto place = "table/" + std::string(kSequences);
    const auto finding = findingOf(input, {kSequences, place, {}, {}}, matchesOf(input, &sequences));
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

std::vector<Finding> runAffinityApis(const RuleInput &input) {
    auto ranks = matchesOf(input, &affinity);
    std::set<std::string_view> apis;
    for (const auto &rank : ranks) {
        for (const auto &[api, time] : rank.byName) {
            apis.insert(api);
        }
    }
    std::string text;
    for (const auto api : apis) {
        text += (text.empty() ? "" : ", ") + std::string(api);
    }
    const auto place = "table/" + std::string(kAffinity);
    const auto finding = findingOf(input, {kAffinity, place, {}, {text}}, std::move(ranks));
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

std::optional<Message> lacksTables(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isAny = std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
        return !input.run.capture(rank)->tables(TableKind::Kernels).empty();
    });
    return isAny ? std::nullopt : std::optional(Message("finding.unanswered.kernels"));
}

std::optional<Message> lacksTrace(const RuleInput &input) {
    return hasHostCalls(input.run) ? std::nullopt : std::optional(Message("finding.unanswered.calls"));
}

}  // namespace

Rule makeFusibleSequencesRule() {
    return {.id = "fusible_sequences",
            .parameters = {shareParameter("fusible_sequences", 0.02)},
            .run = &runFusibleSequences,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(sequences(input, capture)); },
            .unanswered = &lacksTables,
            .standing = {Subject::Fusion, Nearness::Comparison}};
}

Rule makeAffinityApisRule() {
    return {.id = "affinity_apis",
            .parameters = {shareParameter("affinity_apis", 0.01)},
            .run = &runAffinityApis,
            .look =
                [](const RuleInput &input, const RankCapture &capture) {
                    static_cast<void>(hasHostCalls(capture));
                    static_cast<void>(affinity(input, capture));
                },
            .unanswered = &lacksTrace,
            .standing = {Subject::Fusion, Nearness::Cause},
            .isFor = [](Platform platform) { return platform == Platform::TorchNpu || platform == Platform::Msprof; }};
}

}  // namespace stagescope
