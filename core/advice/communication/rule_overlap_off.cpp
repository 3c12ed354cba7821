#include "core/advice/communication/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/comm_op.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace stagescope {

namespace {

/// What data-parallel collectives carry.
enum class Pass : std::uint8_t { Gradients, Parameters };

bool isNamed(const CommOp &op, std::string_view part) { return lowerCase(op.name).find(part) != std::string::npos; }

/// Optimizers that are distributed scatter gradients: what is reduced to all then is something else (losses, norms).
std::optional<Pass> passOf(const CommOp &op, bool scatters) {
    if (isNamed(op, "allgather")) {
        return Pass::Parameters;
    }
    const bool isReduction = isNamed(op, scatters ? "reducescatter" : "allreduce");
    return isReduction ? std::optional(Pass::Gradients) : std::nullopt;
}

using ExposedTimes = std::vector<Nanos>;  ///< without computing beside it, by operator in order

/// Of one group and pass in one step, over its ranks.
struct Buckets {
    std::map<int, ExposedTimes> byRank;
    Nanos time{0};
    Nanos covered{0};

    /// The rank that waited least for the others tells what an operator costs.
    [[nodiscard]] ExposedTimes least() const {
        auto result = byRank.begin()->second;
        for (const auto &[rank, exposed] : byRank) {
            result.resize(std::min(result.size(), exposed.size()));
            for (std::size_t i = 0; i < result.size(); ++i) {
                result[i] = std::min(result[i], exposed[i]);
            }
        }
        return result;
    }
    /// What could run beside computing: all gradients but the last bucket, all parameters but the first.
    [[nodiscard]] Nanos hidable(Pass pass) const {
        const auto exposed = least();
        Nanos sum{0};
        for (std::size_t i = 0; i < exposed.size(); ++i) {
            const bool isEdge = pass == Pass::Gradients ? i + 1 == exposed.size() : i == 0;
            sum += isEdge ? Nanos{0} : exposed[i];
        }
        return sum;
    }
};
using StepGroup = std::tuple<std::int64_t, std::string, Pass>;

std::map<StepGroup, Buckets> bucketsOf(const RuleInput &input, const CommGroups &groups) {
    std::map<StepGroup, Buckets> result;
    for (const int rank : input.run.ranks()) {
        const auto &capture = *input.run.capture(rank);
        const auto busy = busyIntervals(capture, input.stop);
        auto ops = busy.source == BusyIntervals::Source::None ? std::vector<CommOp>{} : commOps(capture);
        std::erase_if(ops, [&](const CommOp &op) {
            return !op.p2p.empty() || op.step == kNoStep || groups.role(op.group) != GroupRole::Data;
        });
        const bool scatters =
            std::any_of(ops.begin(), ops.end(), [](const CommOp &op) { return isNamed(op, "reducescatter"); });
        for (const auto &op : ops) {
            if (const auto pass = passOf(op, scatters)) {
                auto &buckets = result[{op.step, groups.idOf(op.group), *pass}];
                const auto covered = Nanos{totalLength(clipped(busy.computing, ns(op.range.begin), ns(op.range.end)))};
                buckets.byRank[rank].push_back(op.range.duration() - covered);
                buckets.time += op.range.duration();
                buckets.covered += covered;
            }
        }
    }
    return result;
}

/// What one rank could hide in one step.
struct Hidable {
    std::int64_t step = kNoStep;
    int rank = -1;
    Nanos gradients{0};
    Nanos parameters{0};

    [[nodiscard]] Nanos sum() const { return gradients + parameters; }
};

/// Per step the rank that has most.
std::vector<Hidable> mostPerStep(const std::map<StepGroup, Buckets> &all, double most) {
    std::map<std::pair<std::int64_t, int>, Hidable> byRank;
    for (const auto &[key, buckets] : all) {
        const auto &[step, group, pass] = key;
        if (shareOf(buckets.covered, buckets.time) >= most) {
            continue;
        }
        for (const auto &[rank, exposed] : buckets.byRank) {
            auto &hidable = byRank[{step, rank}];
            hidable.step = step;
            hidable.rank = rank;
            (pass == Pass::Gradients ? hidable.gradients : hidable.parameters) += buckets.hidable(pass);
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
    const auto steps = mostPerStep(bucketsOf(input, groups), input.parameter("overlap_off.covered"));
    if (steps.empty()) {
        return {};
    }
    const auto middle = upperMedian(steps, [](const Hidable &a, const Hidable &b) { return a.sum() < b.sum(); });
    const double share = shareOf(middle.sum(), input.step);
    if (share < input.parameter("overlap_off.share")) {
        return {};
    }
    Finding finding;
    finding.rule = "overlap_off";
    finding.impact = middle.sum();
    finding.share = share;
    finding.severity = severityOfShare(share);
    finding.certainty = Certainty::Estimated;
    finding.evidence.step = middle.step;
    finding.evidence.ranks = {{input.run.id, middle.rank}};
    finding.evidence.items = {RankRef{input.run.id, middle.rank}};
    finding.title = Message("finding.overlap_off", {millisText(finding.impact)});
    finding.facts = {
        Message("finding.overlap_off.fact",
                {std::to_string(middle.rank), millisText(middle.gradients), millisText(middle.parameters)}),
        Message("finding.overlap_off.fact.threshold", {percentText(input.parameter("overlap_off.covered")),
                                                       percentText(input.parameter("overlap_off.share"))})};
    finding.remedy = Message("finding.overlap_off.remedy");
    finding.assumptions = {Message("finding.overlap_off.assumes")};
    return {finding};
}

std::optional<Message> lacksBuckets(const RuleInput &input) {
    const CommGroups groups(input);
    return bucketsOf(input, groups).empty() ? std::optional(Message("finding.exposed_dp.unanswered")) : std::nullopt;
}

}  // namespace

Rule makeOverlapOffRule() {
    return {
        .id = "overlap_off",
        .parameters = {{"overlap_off.covered", 0.05, "",
                        QT_TRANSLATE_NOOP("Message",
                                          "Share of the data-parallel communication beside which something computes, "
                                          "below which overlap is taken as switched off.")},
                       {"overlap_off.share", 0.02, "",
                        QT_TRANSLATE_NOOP("Message",
                                          "Share of the step that could be hidden: all buckets of gradients but the "
                                          "last, all of parameters but the first.")}},
        .run = &runOverlapOff,
        .unanswered = &lacksBuckets,
        .yieldsTo = {"exposed_dp"}};
}

}  // namespace stagescope
