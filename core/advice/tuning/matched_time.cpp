#include "core/advice/tuning/matched_time.h"

#include "core/advice/number_texts.h"
#include "core/analysis/run/platform_texts.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/typical_step.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kNames = 3;

Nanos perStep(const MatchedTime &rank, Nanos time) { return time / static_cast<std::int64_t>(rank.steps); }

/// What is summed over all steps is a share of the step that all have on the average: at least of the usual one.
Nanos meanStep(const RuleInput &input, const MatchedTime &rank) {
    const auto steps = stepLengths(timeSplits(*input.run.capture(rank.rank), input.stop));
    Nanos sum{0};
    for (const auto &step : steps) {
        sum += step.length;
    }
    return steps.empty() ? input.step : std::max(input.step, sum / static_cast<std::int64_t>(steps.size()));
}

/// "Index (COMPLEX64;INT64) 0.2 ms, NonZero (INT32) 0.1 ms"
std::string longestNames(const MatchedTime &rank) {
    std::vector<std::pair<Nanos, std::string>> names;
    for (const auto &[name, time] : rank.byName) {
        names.emplace_back(-time, name);
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNames); ++i) {
        text += (i == 0 ? "" : ", ") + names[i].second + " " + timeText(perStep(rank, -names[i].first));
    }
    return text;
}

/// `blamed`: worst last, as all of them.
SelectionState evidenceFor(const RuleInput &input, const MatchedTime &rank, std::span<const MatchedTime> blamed) {
    SelectionState evidence;
    for (auto each = blamed.rbegin(); each != blamed.rend(); ++each) {
        evidence.ranks.push_back({input.run.id, each->rank});
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

}  // namespace

std::size_t standingOut(const std::vector<Nanos> &lost) {
    const auto isNear = [&](Nanos each) { return kStandsOut * each >= lost.back(); };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(lost, isNear));
    return lost.empty() || lost.back() <= Nanos{0} || 2 * count > lost.size() ? 0 : count;
}

std::optional<Finding> findingOf(const RuleInput &input, const MatchedTexts &texts, std::vector<MatchedTime> ranks) {
    if (ranks.empty()) {
        return std::nullopt;
    }
    std::sort(ranks.begin(), ranks.end(), [](const MatchedTime &a, const MatchedTime &b) {
        return std::pair(perStep(a, a.lost), a.total) < std::pair(perStep(b, b.lost), b.total);
    });
    const auto &worst = ranks.back();
    // Ranks that lose as much hold each other up: to mend one of them would save nothing.
    std::vector<Nanos> lost;
    for (const auto &rank : ranks) {
        lost.push_back(perStep(rank, rank.lost));
    }
    const std::span<const MatchedTime> all(ranks);
    const auto blamed = all.last(standingOut(lost));
    auto cure = cureOf(input, blamed.empty() ? all : blamed);
    const auto least = input.parameter(std::string(texts.id) + ".share");
    if (worst.count == 0) {
        return std::nullopt;
    }
    const auto id = "finding." + std::string(texts.id);
    Finding finding;
    finding.rule = texts.id;
    finding.cure = std::move(cure);
    const bool isReplayed = !finding.cure.isEmpty() && input.job.hasPipelines();
    finding.certainty = !texts.variant.empty()            ? Certainty::Inferred
                        : texts.isMeasured && !isReplayed ? Certainty::Measured
                                                          : Certainty::Estimated;
    finding.evidence = evidenceFor(input, worst, blamed);
    finding.place = worst.example ? "timeline" : std::string(texts.place);
    finding.title = Message(id + std::string(texts.variant), {std::string(kPrice)});
    const auto count = std::max<std::size_t>(1, (worst.count + worst.steps / 2) / worst.steps);
    finding.facts = {Message("finding.matched.fact", {std::to_string(count), std::to_string(worst.rank),
                                                      millisText(perStep(worst, worst.total)), percentText(least),
                                                      millisText(perStep(worst, worst.lost))}),
                     Message("finding.matched.fact.most", {longestNames(worst)})};
    finding.facts.insert(finding.facts.end(), texts.facts.begin(), texts.facts.end());
    finding.facts.emplace_back(id + std::string(texts.variant) + ".formula");
    finding.remedy = Message(id + ".remedy", texts.with);
    finding.assumptions = {Message(id + ".unless")};
    const bool costs = input.price(finding, least, perStep(worst, worst.lost), meanStep(input, worst));
    return costs || least <= 0 ? std::optional(std::move(finding)) : std::nullopt;
}

namespace {

struct Threshold {
    std::string_view name;
    const char *unit;
    const char *meaning;
};
/// What the files of resources/rules may give as `param`, in the order of the table of parameters.
constexpr std::array kThresholds{
    Threshold{"kernel_us", "us",
              QT_TRANSLATE_NOOP("Message",
                                "Minimum kernel duration: shorter kernels consist mostly of startup time. 20 us is the "
                                "limit of MindStudio's advisor.")},
    Threshold{"share", "", ""},
    Threshold{"call_us", "us", QT_TRANSLATE_NOOP("Message", "Minimum call duration (MindStudio advisor limit).")},
    Threshold{"count", "",
              QT_TRANSLATE_NOOP("Message", "Minimum number of calls in the capture (MindStudio advisor limit).")},
    Threshold{
        "total_ms", "ms",
        QT_TRANSLATE_NOOP("Message", "Minimum total time of all calls in the capture (MindStudio advisor limit).")},
    Threshold{"per_launch", "",
              QT_TRANSLATE_NOOP("Message", "Calls right after a launch, per launch (MindStudio advisor limit).")},
    Threshold{"conjectured_ms", "ms",
              QT_TRANSLATE_NOOP("Message",
                                "Without garbage collection events, a wait of this length with hardly any driver "
                                "calls counts as garbage collection (MindStudio advisor limit).")},
};

std::string parameterName(const ShippedRule &shipped, std::string_view name) {
    return shipped.file.id + '.' + std::string(name);
}

/// A pointer to a function for each set of kPlatformWords.
template <unsigned kWords>
bool speaks(Platform platform) {
    return (kWords >> wordsOf(platform) & 1U) != 0;
}
template <unsigned... kWords>
bool (*speakersOf(unsigned words, std::integer_sequence<unsigned, kWords...> /*all*/))(Platform) {
    static constexpr std::array<bool (*)(Platform), sizeof...(kWords)> kAll{&speaks<kWords>...};
    return kAll.at(words);
}

bool (*platformsOf(const OwnRule &file))(Platform) {
    unsigned words = 0;
    for (std::size_t i = 0; i < kPlatforms; ++i) {
        const auto platform = static_cast<Platform>(i);
        words |= file.isFor(platform) ? 1U << wordsOf(platform) : 0U;
    }
    return file.platforms.empty()
               ? nullptr
               : speakersOf(words, std::make_integer_sequence<unsigned, 1U << kPlatformWords.size()>{});
}

}  // namespace

Rule ruleOf(const ShippedRule &shipped) {
    const auto &file = shipped.file;
    Rule rule{.id = file.id};
    for (const auto &threshold : kThresholds) {
        const auto given = file.parameters.find(std::string(threshold.name));
        if (threshold.name == "share") {
            rule.parameters.push_back(shareParameter(file.id, file.when.value));
        } else if (given != file.parameters.end()) {
            rule.parameters.push_back(
                {parameterName(shipped, threshold.name), given->second, threshold.unit, threshold.meaning});
        }
    }
    rule.standing = {shipped.text("about") == "work" ? Subject::Work : Subject::Own, Nearness::Reason};
    rule.isFor = platformsOf(file);
    return rule;
}

double thresholdOf(const RuleInput &input, const ShippedRule &shipped, std::string_view name) {
    const auto it = input.parameters.find(parameterName(shipped, name));
    return it == input.parameters.end() ? 0 : it->second;
}

RuleParameter shareParameter(std::string_view id, double share) {
    return {
        std::string(id) + ".share", share, "",
        QT_TRANSLATE_NOOP("Message", "Minimum cost (share of the step); less is within the step-to-step variation.")};
}

}  // namespace stagescope
