#include "core/advice/communication/dp_buckets.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/training/training_work.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// What one rank could hide in one step.
struct Hidable {
    std::int64_t step = kNoStep;
    int rank = -1;
    Nanos gradients{0};
    Nanos parameters{0};

    [[nodiscard]] Nanos sum() const { return gradients + parameters; }
};

/// Per step the rank that has most.
std::vector<Hidable> mostPerStep(const std::map<DpStep, DpBuckets> &all, double most) {
    std::map<std::pair<std::int64_t, int>, Hidable> byRank;
    for (const auto &[key, buckets] : all) {
        const auto &[step, group, pass] = key;
        if (!buckets.isExposed(most)) {
            continue;
        }
        for (const auto &[rank, exposed] : buckets.byRank) {
            auto &hidable = byRank[{step, rank}];
            hidable.step = step;
            hidable.rank = rank;
            (pass == DpPass::Gradients ? hidable.gradients : hidable.parameters) += buckets.hidable(pass);
        }
    }
    std::map<std::int64_t, Hidable> best;
    for (const auto &[key, hidable] : byRank) {
        auto &own = best[key.first];
        own = own.rank < 0 || hidable.sum() > own.sum() ? hidable : own;
    }
    std::vector<Hidable> result;
    for (const auto &[step, hidable] : best) {
        result.push_back(hidable);
    }
    return result;
}

std::vector<Finding> runOverlapOff(const RuleInput &input) {
    const CommGroups groups(input);
    const auto all = dpBuckets(input, groups);
    const double most = input.parameter("overlap_off.covered");
    const auto steps = mostPerStep(all, most);
    if (steps.empty()) {
        return {};
    }
    const auto middle = lowerMedian(steps, [](const Hidable &a, const Hidable &b) { return a.sum() < b.sum(); });
    Finding finding;
    finding.rule = "overlap_off";
    finding.certainty = Certainty::Estimated;
    finding.evidence.step = middle.step;
    finding.evidence.ranks = {{input.run.id, middle.rank}};
    finding.evidence.items = {RankRef{input.run.id, middle.rank}};
    finding.title = Message("finding.overlap_off", {std::string(kPrice)});
    finding.facts = {
        Message("finding.overlap_off.fact",
                {std::to_string(middle.rank), millisText(middle.gradients), millisText(middle.parameters)}),
        Message("finding.overlap_off.fact.threshold", {percentText(input.parameter("overlap_off.covered")),
                                                       percentText(input.parameter("overlap_off.share"))})};
    for (const auto &[key, buckets] : all) {
        if (buckets.isExposed(most)) {
            buckets.addHidable(std::get<DpPass>(key), finding.cure);
        }
    }
    finding.remedy = Message("finding.overlap_off.remedy");
    finding.assumptions = {Message("finding.overlap_off.assumes")};
    const bool isFinding = input.price(finding, input.parameter("overlap_off.share"), middle.sum());
    return isFinding ? std::vector{finding} : std::vector<Finding>{};
}

std::optional<Message> lacksBuckets(const RuleInput &input) {
    if (!mayTrain(input.run, input.stop)) {
        return Message("finding.exposed_dp.unanswered.inference");
    }
    const CommGroups groups(input);
    return dpBuckets(input, groups).empty() ? std::optional(Message("finding.exposed_dp.unanswered")) : std::nullopt;
}

}  // namespace

Rule makeOverlapOffRule() {
    return {.id = "overlap_off",
            .parameters = {{"overlap_off.covered", 0.05, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum share of data-parallel communication concurrent with computing; "
                                              "below it, overlap counts as off.")},
                           {"overlap_off.share", 0.02, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Share of the step that could be hidden: all gradient buckets except the "
                                              "last, all parameter buckets except the first.")}},
            .run = &runOverlapOff,
            .unanswered = &lacksBuckets,
            .standing = {Subject::Overlap, Nearness::Cause}};
}

}  // namespace stagescope
