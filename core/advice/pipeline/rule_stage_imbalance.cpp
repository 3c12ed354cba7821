#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/pipeline/replay/what_if.h"
#include "core/analysis/trace/logits_work.h"
#include "core/base/statistics.h"
#include "core/base/student.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace stagescope {

namespace {

/// `usual`: a stage to hold it against; the stage itself where there is none.
SelectionState evidenceOf(const RuleInput &input, std::size_t stage, std::size_t usual) {
    SelectionState evidence;
    for (const auto &group : input.pipelines) {
        if (stage < group.chart.group.ranks.size()) {
            evidence.ranks.push_back({input.run.id, group.chart.group.ranks[stage]});
        }
    }
    evidence.group = input.pipelines.front().chart.group.id;
    std::vector<std::int64_t> steps;
    for (const auto &step : input.pipelines.front().steps) {
        steps.push_back(step.graph.step);
    }
    evidence.step = input.shownOf(steps);
    if (!evidence.ranks.empty()) {
        evidence.items.emplace_back(evidence.ranks.front());
        const auto &members = input.pipelines.front().chart.group.ranks;
        if (usual != stage && usual < members.size()) {
            evidence.items.emplace_back(RankRef{input.run.id, members[usual]});
        }
    }
    return evidence;
}

bool hasSlowWorkers(const RuleInput &input) {
    return input.stragglers && std::any_of(input.stragglers->workers.begin(), input.stragglers->workers.end(),
                                           [](const auto &worker) { return !worker.slowSteps.empty(); });
}

/// The stage with the most work, against the others.
struct SlowStage {
    std::size_t stage = 0;
    Nanos own{0};
    Nanos others{0};  ///< median
    double ratio = 1;
    std::size_t usual = 0;  ///< of the others the one nearest to the median
};

SlowStage slowStage(const std::vector<Nanos> &busy) {
    const auto slowest = std::max_element(busy.begin(), busy.end());
    SlowStage result;
    result.stage = static_cast<std::size_t>(slowest - busy.begin());
    result.own = *slowest;
    std::vector<Nanos> others(busy.begin(), slowest);
    others.insert(others.end(), slowest + 1, busy.end());
    result.others = others.empty() ? result.own : median(others);
    result.ratio = result.others > Nanos{0} ? millis(result.own) / millis(result.others) : 1;
    result.usual = result.stage;
    for (std::size_t i = 0; i < busy.size(); ++i) {
        const auto distance = [&](std::size_t stage) { return std::chrono::abs(busy[stage] - result.others); };
        const bool isNearer = result.usual == result.stage || distance(i) < distance(result.usual);
        result.usual = i != result.stage && isNearer ? i : result.usual;
    }
    return result;
}

/// A slow worker lengthens its stage in one replica: what it costs is not the stages'.
void leaveOutSlowWorkers(const RuleInput &input, PipelineMedians &medians) {
    const auto usual = median(medians.busy);
    for (std::size_t stage = 0; stage < medians.busy.size(); ++stage) {
        const auto ratio = input.stragglers->stages[stage].ratio;
        medians.busy[stage] = Nanos{std::llround(ratio * static_cast<double>(usual.count()))};
    }
}

/// Work of a stage to the median of the others, in one step of one pipeline; nothing of a single stage.
std::optional<double> ratioIn(const StepStudy &step, std::size_t stage) {
    std::map<std::size_t, Nanos> busy;
    for (const auto &node : step.graph.nodes) {
        busy[node.row] += node.cost();
    }
    std::vector<Nanos> others;
    for (const auto &[row, cost] : busy) {
        if (row != stage) {
            others.push_back(cost);
        }
    }
    const auto usual = median(std::move(others));
    return usual > Nanos{0} ? std::optional(millis(busy[stage]) / millis(usual)) : std::nullopt;
}

/// Whether a stage is slower than the scatter of its cells from step to step and replica to replica may have made it by
/// chance. Of one sample nobody knows, and two tell little.
bool isBeyondScatter(const RuleInput &input, std::size_t stage) {
    constexpr double kChance = 0.01;  // the slowest of several stages is looked at
    std::vector<double> ratios;
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            const auto ratio = step.parts ? ratioIn(step, stage) : std::nullopt;
            if (ratio) {
                ratios.push_back(*ratio);
            }
        }
    }
    return isMeanAbove(ratios, 1, kChance);
}

/// Whether a position is that of the model's last stage.
bool isLastStage(const RuleInput &input, std::size_t position) {
    const auto &chart = input.pipelines.front().chart;
    return position + 1 == chart.group.ranks.size() && chart.match && chunksOf(chart.match->best()) == 1;
}

/// Layers laid another way where they are known and that helps, as simulated; else in words.
Message remedyFor(const RuleInput &input, const std::string &stage) {
    const Message inWords("finding.stage_imbalance.remedy", {stage});
    const auto &chart = input.pipelines.front().chart;
    const auto layers = layersOf(chart);
    const auto costs = layers ? CostSamples(chart).mean() : std::nullopt;
    const auto proposed = costs ? proposedLayers(*costs, *layers) : std::vector<int>{};
    if (proposed.empty() || proposed == *layers) {
        return inWords;
    }
    const auto &schedule = chart.match->best();
    const auto now = whatIf(*costs, schedule, {}, input.stop);
    const auto then = whatIf(*costs, schedule, {.layers = *layers, .newLayers = proposed}, input.stop);
    if (!now || !then || then->makespan >= now->makespan) {
        return inWords;
    }
    return Message("finding.stage_imbalance.remedy.layers",
                   {stage, layersText(*layers), layersText(proposed), msText(now->makespan - then->makespan)});
}

std::vector<Message> factsOf(const RuleInput &input, const PipelineMedians &medians, const SlowStage &slow,
                             const char *fact, double threshold) {
    const auto number = std::to_string(slow.stage);
    std::vector<Message> facts = {
        Message("finding.stage_imbalance.fact",
                {number, msText(slow.own), msText(slow.others), oneDecimal(100 * (slow.ratio - 1))})};
    if (medians.work[slow.stage] > Nanos{0}) {
        facts.emplace_back("finding.stage_imbalance.fact.work",
                           std::vector<std::string>{number, msText(medians.work[slow.stage])});
    }
    facts.emplace_back(
        fact, std::vector<std::string>{msText(input.step), std::string(kStepThen), oneDecimal(100 * threshold)});
    return facts;
}

/// Layers are not laid evenly: that is more work, whatever the pace. Nothing where none are known, or are as many.
std::optional<Message> layersFact(const RuleInput &input, const SlowStage &slow) {
    const auto layers = layersOf(input.pipelines.front().chart);
    if (!layers || slow.stage >= layers->size() || layers->size() < 2) {
        return std::nullopt;
    }
    auto others = *layers;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(slow.stage));
    const auto usual = lowerMedian(std::move(others));
    const auto own = (*layers)[slow.stage];
    return own == usual ? std::nullopt
                        : std::optional(Message("finding.stage_imbalance.fact.layers",
                                                {std::to_string(slow.stage), std::to_string(own), std::to_string(usual),
                                                 layersText(*layers)}));
}

/// What of the stage's work is a loss written out in single operators, as far as kernels on the logits tell.
std::optional<Message> lossFact(const RuleInput &input, const SlowStage &slow) {
    constexpr std::size_t kNamed = 4;
    for (const auto &group : input.pipelines) {
        if (slow.stage >= group.chart.group.ranks.size()) {
            continue;  // ranks are missing there
        }
        const auto *capture = input.run.capture(group.chart.group.ranks[slow.stage]);
        const auto work = capture == nullptr ? std::nullopt : logitsWork(*capture, input.stop);
        if (!work || !work->isUnfusedLoss) {
            continue;
        }
        std::string types;
        for (std::size_t i = 0; i < std::min(kNamed, work->types.size()); ++i) {
            types += (i == 0 ? "" : ", ") + work->types[i];
        }
        return Message("finding.stage_imbalance.fact.loss",
                       {std::to_string(capture->rank), msText(work->time), std::to_string(work->kernels),
                        std::to_string(work->vocabulary), types});
    }
    return std::nullopt;
}

/// Stages whose cells take that much less.
Cure cureOf(const RuleInput &input, const std::vector<double> &shares) {
    Cure cure;
    for (const auto &group : input.pipelines) {
        for (std::size_t stage = 0; stage < std::min(shares.size(), group.chart.group.ranks.size()); ++stage) {
            for (const auto &step : group.steps) {
                const auto &window = step.graph.window;
                cure.pace[group.chart.group.ranks[stage]].push_back(
                    {{ns(window.begin), ns(window.end)}, shares[stage]});
            }
        }
    }
    return cure;
}

/// Of each stage what it does more than the mean of all; negative where it does less.
std::vector<double> sharesBeyondMean(const std::vector<Nanos> &busy) {
    const auto mean = millis(std::accumulate(busy.begin(), busy.end(), Nanos{0})) / static_cast<double>(busy.size());
    std::vector<double> shares;
    for (const auto time : busy) {
        shares.push_back(time > Nanos{0} ? 1 - mean / millis(time) : 0);
    }
    return shares;
}

Finding findingOf(const RuleInput &input, const SlowStage &slow) {
    const auto number = std::to_string(slow.stage);
    Finding finding;
    finding.rule = "stage_imbalance";
    finding.certainty = Certainty::Estimated;
    finding.evidence = evidenceOf(input, slow.stage, slow.usual);
    finding.title = Message(isLastStage(input, slow.stage) ? "finding.stage_imbalance.last" : "finding.stage_imbalance",
                            {number, std::string(kPrice)});
    finding.remedy = remedyFor(input, number);
    return finding;
}

/// The two ways to mend a slow stage.
struct Mending {
    const char *fact;
    const char *assumption;
    const char *threshold;  ///< parameter: share of the step
    std::vector<double> shares;
};

std::optional<Finding> findingBy(const RuleInput &input, const PipelineMedians &medians, const SlowStage &slow,
                                 const Mending &mending) {
    const double threshold = input.parameter(mending.threshold);
    auto finding = findingOf(input, slow);
    finding.facts = factsOf(input, medians, slow, mending.fact, threshold);
    finding.cure = cureOf(input, mending.shares);
    if (auto loss = isLastStage(input, slow.stage) ? lossFact(input, slow) : std::nullopt) {
        finding.facts.insert(finding.facts.begin() + 1, std::move(*loss));
    }
    if (auto layers = layersFact(input, slow)) {
        finding.facts.insert(finding.facts.begin() + 1, std::move(*layers));
    }
    finding.assumptions.emplace_back(mending.assumption);
    if (input.stragglers && !input.stragglers->canTellWorkers()) {
        finding.assumptions.emplace_back("finding.stage_imbalance.assumes.one_pipeline");
    }
    return input.price(finding, threshold) ? std::optional(std::move(finding)) : std::nullopt;
}

/// Work that could be spread better, else a stage at a pace of its own: spread over all, a little more work costs
/// little, but waiting for it may cost much.
std::vector<Finding> runStageImbalance(const RuleInput &input) {
    auto medians = pipelineMedians(input);
    if (!medians) {
        return {};
    }
    if (hasSlowWorkers(input)) {
        leaveOutSlowWorkers(input, *medians);
    }
    const auto slow = slowStage(medians->busy);
    if (!hasSlowWorkers(input) && !isBeyondScatter(input, slow.stage)) {
        return {};
    }
    auto found = findingBy(input, *medians, slow,
                           {"finding.stage_imbalance.fact.window", "finding.stage_imbalance.assumes",
                            "stage_imbalance.share", sharesBeyondMean(medians->busy)});
    if (!found && slow.ratio >= input.parameter("stage_imbalance.ratio")) {
        std::vector<double> shares(medians->busy.size(), 0);
        shares[slow.stage] = 1 - 1 / slow.ratio;
        found = findingBy(input, *medians, slow,
                          {"finding.stage_imbalance.fact.pace", "finding.stage_imbalance.assumes.pace",
                           "stage_imbalance.saved", std::move(shares)});
    }
    return found ? std::vector{std::move(*found)} : std::vector<Finding>{};
}

}  // namespace

Rule makeStageImbalanceRule() {
    return {.id = "stage_imbalance",
            .parameters = {{"stage_imbalance.share", 0.03, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum saving with evenly spread work (share of the step); less is "
                                              "within the step-to-step variation.")},
                           {"stage_imbalance.ratio", 1.05, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Work of a stage relative to the median of the others, as for slow "
                                              "ranks; embedding and loss of deep models cost less.")},
                           {"stage_imbalance.saved", 0.01, "",
                            QT_TRANSLATE_NOOP(
                                "Message",
                                "Minimum cost of the stage (share of the step), replayed at the pace of the others.")}},
            .run = &runStageImbalance,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(logitsWork(capture, input.stop)); },
            .unanswered = &lacksStageWork,
            .standing = {Subject::Work, Nearness::Comparison}};
}

}  // namespace stagescope
