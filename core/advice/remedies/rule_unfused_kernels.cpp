#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/operators/fusion/fusible_kernels.h"
#include "core/analysis/run/steps.h"

#include <QtCore/QtGlobal>

#include <algorithm>

namespace stagescope {

namespace {

/// What one kind of fused kernel would replace, on each rank that has any of it. Times of the capture.
struct UnfusedOnRanks {
    struct OnRank {
        int rank = -1;
        std::int64_t steps = 1;
        FusibleKernels kernels;

        [[nodiscard]] Nanos saved() const { return kernels.saved() / steps; }
    };
    std::vector<OnRank> ranks;

    [[nodiscard]] const OnRank &worst() const {
        return *std::max_element(ranks.begin(), ranks.end(),
                                 [](const OnRank &a, const OnRank &b) { return a.saved() < b.saved(); });
    }
};

/// By kind.
std::vector<UnfusedOnRanks> unfusedOf(const RuleInput &input) {
    std::vector<UnfusedOnRanks> result(kFusions);
    for (const int rank : input.run.ranks()) {
        const auto &capture = *input.run.capture(rank);
        const auto steps = static_cast<std::int64_t>(std::max<std::size_t>(1, rankSteps(capture).size()));
        for (auto &kernels : fusibleKernels(capture, input.stop).value_or(std::vector<FusibleKernels>{})) {
            if (kernels.kernels > 0) {
                auto &unfused = result[static_cast<std::size_t>(kernels.fusion)];
                unfused.ranks.push_back({rank, steps, std::move(kernels)});
            }
        }
    }
    return result;
}

Cure cureOf(const RuleInput &input, const UnfusedOnRanks &unfused) {
    Cure cure;
    for (const auto &on : unfused.ranks) {
        const auto share = shareOf(on.kernels.saved(), on.kernels.time + on.kernels.between);
        for (const auto *stretches : {&on.kernels.ranges, &on.kernels.gaps}) {
            for (const auto &stretch : *stretches) {
                const auto range =
                    input.run.clock.toAligned(on.rank, RankRange{rankTime(stretch.begin), rankTime(stretch.end)});
                cure.time[on.rank].push_back({{ns(range.begin), ns(range.end)}, share});
            }
        }
    }
    return cure;
}

std::string longestTypes(const FusibleKernels &kernels) {
    constexpr std::size_t kNamed = 4;
    std::vector<std::pair<std::string, Nanos>> types(kernels.byType.begin(), kernels.byType.end());
    std::stable_sort(types.begin(), types.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, types.size()); ++i) {
        text += (i == 0 ? "" : ", ") + types[i].first;
    }
    return text;
}

std::vector<Message> factsOf(const RuleInput &input, const UnfusedOnRanks::OnRank &worst) {
    const auto &kernels = worst.kernels;
    std::vector<std::string> figures = {std::to_string(worst.rank), millisText(kernels.time / worst.steps),
                                        std::to_string(kernels.kernels / static_cast<std::size_t>(worst.steps))};
    std::vector<Message> facts = {Message("finding.unfused_kernels.fact", figures),
                                  Message("finding.unfused_kernels.fact.types", {longestTypes(kernels)})};
    if (kernels.between > Nanos{0}) {
        facts.push_back(Message("finding.unfused_kernels.fact.between", {millisText(kernels.between / worst.steps)}));
    }
    if (kernels.floor > Nanos{0}) {
        facts.push_back(Message("finding.unfused_kernels.fact.floor",
                                {millisText(kernels.floor / worst.steps), oneDecimal(kernels.bytesPerSecond / 1e9)}));
    }
    if (input.job.hasPipelines()) {
        facts.push_back(Message("finding.unfused_kernels.fact.step", {millisText(input.step), std::string(kStepThen)}));
    }
    facts.push_back(
        Message("finding.unfused_kernels.fact.threshold", {percentText(input.parameter("unfused_kernels.share"))}));
    return facts;
}

std::optional<Finding> findingOf(const RuleInput &input, const UnfusedOnRanks &unfused) {
    if (unfused.ranks.empty()) {
        return std::nullopt;
    }
    const auto &worst = unfused.worst();
    const auto id = "finding.unfused_kernels." + std::string(fusionText(worst.kernels.fusion));
    Finding finding;
    finding.rule = "unfused_kernels";
    finding.cure = cureOf(input, unfused);
    finding.certainty = Certainty::Estimated;
    for (const auto &on : unfused.ranks) {
        if (2 * on.saved() >= worst.saved()) {
            finding.evidence.ranks.push_back({input.run.id, on.rank});
        }
    }
    finding.evidence.items = {RankRef{input.run.id, worst.rank}};
    finding.place = "table/remedies";
    finding.title = Message(id, {std::string(kPrice), std::to_string(worst.rank)});
    finding.facts = factsOf(input, worst);
    finding.remedy = Message(id + ".remedy");
    finding.assumptions = {Message("finding.unfused_kernels.assumes")};
    const bool isFinding = input.price(finding, input.parameter("unfused_kernels.share"), worst.saved());
    return isFinding ? std::optional(std::move(finding)) : std::nullopt;
}

std::vector<Finding> runUnfusedKernels(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &unfused : unfusedOf(input)) {
        if (auto finding = findingOf(input, unfused)) {
            findings.push_back(std::move(*finding));
        }
    }
    return findings;
}

std::optional<Message> lacksShapes(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool hasShapes = std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
        return fusibleKernels(*input.run.capture(rank), input.stop).has_value();
    });
    return hasShapes ? std::nullopt : std::optional(Message("finding.unfused_kernels.unanswered"));
}

}  // namespace

Rule makeUnfusedKernelsRule() {
    return {.id = "unfused_kernels",
            .parameters = {{"unfused_kernels.share", 0.01, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum saving by fusion on one rank (share of the step); smaller "
                                              "savings are not worth the change.")}},
            .run = &runUnfusedKernels,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(fusibleKernels(capture, input.stop)); },
            .unanswered = &lacksShapes,
            .standing = {Subject::Fusion, Nearness::Reason, Subject::Work}};
}

}  // namespace stagescope
