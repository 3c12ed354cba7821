#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/advice/tuning/matched_time.h"
#include "core/analysis/fusion/affinity_apis.h"
#include "core/analysis/fusion/fusible_sequences.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

/// Asks each rank for what matches.
template <class Match>
std::vector<Finding> findingOfRanks(const RuleInput &input, std::string_view id, Match match) {
    const auto place = "table/" + std::string(id);
    MatchedTexts texts{id, place, {}, {}};
    std::vector<MatchedTime> ranks;
    for (const int rank : input.run.ranks()) {
        const auto &capture = *input.run.capture(rank);
        ranks.push_back({.rank = rank, .steps = std::max<std::size_t>(1, rankSteps(capture).size())});
        match(capture, ranks.back(), texts);
    }
    const auto finding = findingOf(input, texts, std::move(ranks));
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

std::vector<Finding> runFusibleSequences(const RuleInput &input) {
    return findingOfRanks(
        input, "fusible_sequences", [&](const RankCapture &capture, MatchedTime &rank, const MatchedTexts & /*texts*/) {
            const auto kernels = kernelsInFileOrder(capture, input.stop);
            const std::vector captures{&capture};
            const MetricTables metrics(captures);
            const auto sequences = fusibleSequences(kernels, metrics, recordedTime(capture, input.stop),
                                                    SequenceCounting::Once, input.stop);
            Nanos most{0};
            for (const auto &sequence : sequences) {
                rank.count += sequence.count;
                rank.total += sequence.execution;
                rank.lost += sequence.headroom;
                rank.byName[operatorsOf(sequence, kernels)] += sequence.headroom;
                if (sequence.headroom > most) {
                    most = sequence.headroom;
                    const auto &first = kernels[sequence.first];
                    const auto &last = kernels[sequence.first + sequence.length - 1];
                    rank.example = KernelSlices(input.run, capture).of(first);
                    rank.exampleRange = {first.begin, last.begin + last.duration};
                }
            }
        });
}

std::vector<Finding> runAffinityApis(const RuleInput &input) {
    if (platformOf(input.run) == Platform::Torch) {
        return {};
    }
    std::set<std::string_view> apis;
    return findingOfRanks(input, "affinity_apis",
                          [&](const RankCapture &capture, MatchedTime &rank, MatchedTexts &texts) {
                              Nanos most{-1};
                              for (const auto &match : affinityMatches(input.run, capture, input.stop)) {
                                  ++rank.count;
                                  rank.total += match.device;
                                  rank.lost += match.headroom;
                                  for (const auto &kernel : match.onDevice) {
                                      rank.won.push_back({kernel, shareOf(match.headroom, match.device)});
                                  }
                                  rank.byName[std::string(match.api)] += match.headroom;
                                  apis.insert(match.api);
                                  if (match.headroom > most) {
                                      most = match.headroom;
                                      rank.example = match.first;
                                      rank.exampleRange = {ns(match.range.begin), ns(match.range.end)};
                                  }
                              }
                              std::string text;
                              for (const auto api : apis) {
                                  text += (text.empty() ? "" : ", ") + std::string(api);
                              }
                              texts.with = {text};
                          });
}

std::optional<Message> lacksTables(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isAny = std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
        return !input.run.capture(rank)->tables(TableKind::Kernels).empty();
    });
    return isAny ? std::nullopt : std::optional(Message("finding.unanswered.kernels"));
}

std::optional<Message> lacksTrace(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isAny =
        std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return input.run.capture(rank)->hasTrace(); });
    return isAny ? std::nullopt : std::optional(Message("finding.unanswered.calls"));
}

}  // namespace

Rule makeFusibleSequencesRule() {
    return {.id = "fusible_sequences",
            .parameters = {shareParameter("fusible_sequences", 0.02)},
            .run = &runFusibleSequences,
            .unanswered = &lacksTables,
            .standing = {Subject::Fusion, Nearness::Comparison}};
}

Rule makeAffinityApisRule() {
    return {.id = "affinity_apis",
            .parameters = {shareParameter("affinity_apis", 0.01)},
            .run = &runAffinityApis,
            .unanswered = &lacksTrace,
            .standing = {Subject::Fusion, Nearness::Cause}};
}

}  // namespace stagescope
