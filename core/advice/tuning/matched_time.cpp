#include "core/advice/tuning/matched_time.h"

#include "core/advice/finding_texts.h"
#include "core/advice/number_texts.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/steps.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <span>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kNames = 3;

Nanos perStep(const MatchedTime &rank, Nanos time) { return time / static_cast<std::int64_t>(rank.steps); }

/// "Index (COMPLEX64;INT64) 0.2 ms, NonZero (INT32) 0.1 ms"
std::string longestNames(const MatchedTime &rank) {
    std::vector<std::pair<Nanos, std::string>> names;
    for (const auto &[name, time] : rank.byName) {
        names.emplace_back(-time, name);
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNames); ++i) {
        text += (i == 0 ? "" : ", ") + names[i].second + " " + millisText(perStep(rank, -names[i].first)) + " ms";
    }
    return text;
}

SelectionState evidenceFor(const RuleInput &input, const MatchedTime &rank, bool isAlone) {
    SelectionState evidence;
    if (isAlone) {
        evidence.ranks = {{input.run.id, rank.rank}};
    }
    if (rank.example) {
        evidence.items.push_back(*rank.example);
        const RankRange range{rankTime(rank.exampleRange.begin), rankTime(rank.exampleRange.end)};
        evidence.range = input.run.clock.toAligned(rank.rank, range);
        const auto step = stepOfDeviceWork(rankSteps(*input.run.capture(rank.rank)), range.begin);
        evidence.step = step == kNoStep ? std::nullopt : std::optional(step);
    }
    evidence.items.emplace_back(RankRef{input.run.id, rank.rank});
    return evidence;
}

Message remedyOf(const RuleInput &input, const std::string &id, const std::vector<std::string> &with) {
    const Message torch(id + ".remedy.torch", with);
    const bool isTorch = platformOf(input.run) == Platform::Torch && findingText(torch) != torch.id;
    return isTorch ? torch : Message(id + ".remedy", with);
}

Cure cureOf(const RuleInput &input, std::span<const MatchedTime> ranks) {
    Cure cure;
    for (const auto &rank : ranks) {
        for (const auto &part : rank.won) {
            const auto range =
                input.run.clock.toAligned(rank.rank, RankRange{rankTime(part.range.begin), rankTime(part.range.end)});
            cure.time[rank.rank].push_back({{ns(range.begin), ns(range.end)}, part.share});
        }
    }
    return cure;
}

/// In pipelines what a replay without it wins; where no replay can tell, what they wait for a rank that computes slowly
/// (pipeline/replay/stragglers.h).
Nanos lostByJob(const RuleInput &input, const MatchedTime &worst, const Cure &cure, double least) {
    const auto lost = perStep(worst, worst.lost);
    if (!cure.isEmpty() && input.job.hasPipelines()) {
        return std::min(lost, input.saved(cure, least));
    }
    if (input.stragglers) {
        for (const auto &worker : input.stragglers->workers) {
            if (worker.rank == worst.rank && !worker.slowSteps.empty()) {
                return std::min(lost, worker.saved);
            }
        }
    }
    return lost;
}

}  // namespace

std::optional<Finding> findingOf(const RuleInput &input, const MatchedTexts &texts, std::vector<MatchedTime> ranks) {
    if (ranks.empty()) {
        return std::nullopt;
    }
    std::sort(ranks.begin(), ranks.end(), [](const MatchedTime &a, const MatchedTime &b) {
        return std::pair(perStep(a, a.lost), a.total) < std::pair(perStep(b, b.lost), b.total);
    });
    const auto &worst = ranks.back();
    const auto &median = ranks[(ranks.size() - 1) / 2];
    const bool isAlone = millis(perStep(worst, worst.lost)) > kStandsOut * millis(perStep(median, median.lost));
    auto cure = cureOf(input, isAlone ? std::span(&worst, 1) : std::span<const MatchedTime>(ranks));
    const auto least = input.parameter(std::string(texts.id) + ".share");
    const auto lost = lostByJob(input, worst, cure, least);
    if (worst.count == 0 || (lost <= Nanos{0} && least > 0) || shareOf(lost, input.step) < least) {
        return std::nullopt;
    }
    const auto id = "finding." + std::string(texts.id);
    Finding finding;
    finding.rule = texts.id;
    finding.impact = lost;
    finding.cure = std::move(cure);
    finding.share = shareOf(lost, input.step);
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = texts.variant.empty() ? Certainty::Estimated : Certainty::Inferred;
    finding.evidence = evidenceFor(input, worst, isAlone);
    finding.place = worst.example ? "timeline" : std::string(texts.place);
    finding.title = Message(id + std::string(texts.variant), {millisText(lost)});
    const auto count = std::max<std::size_t>(1, (worst.count + worst.steps / 2) / worst.steps);
    finding.facts = {Message("finding.matched.fact", {std::to_string(count), std::to_string(worst.rank),
                                                      millisText(perStep(worst, worst.total)), percentText(least)}),
                     Message("finding.matched.fact.most", {longestNames(worst)})};
    finding.facts.insert(finding.facts.end(), texts.facts.begin(), texts.facts.end());
    finding.facts.emplace_back(id + std::string(texts.variant) + ".formula");
    finding.remedy = remedyOf(input, id, texts.with);
    finding.assumptions = {Message(id + ".unless")};
    return finding;
}

RuleParameter shareParameter(std::string_view id, double share) {
    return {std::string(id) + ".share", share, "",
            QT_TRANSLATE_NOOP(
                "Message", "Share of the step that they must cost; less is within what steps of one run differ by.")};
}

}  // namespace stagescope
