#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// The kind and stage whose cells scatter most in a step, its longest cell and its shortest.
struct Scatter {
    Nanos least{0};
    Nanos most{0};
    std::size_t longest = MeasuredGraph::kNone;  ///< node
    std::size_t shortest = MeasuredGraph::kNone;
};

Scatter widest(const MeasuredGraph &graph) {
    std::map<std::tuple<CellKind, std::size_t, int>, Scatter> classes;
    Scatter result;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        const auto time = node.duration();
        auto &scatter = classes[{node.kind, node.row, node.stage}];
        if (scatter.longest == MeasuredGraph::kNone) {
            scatter = {time, time, i, i};
        } else if (time > scatter.most) {
            scatter.most = time;
            scatter.longest = i;
        }
        if (time < scatter.least) {
            scatter.least = time;
            scatter.shortest = i;
        }
        if (result.longest == MeasuredGraph::kNone || scatter.most - scatter.least > result.most - result.least) {
            result = scatter;
        }
    }
    return result;
}

/// Each cell as long as the mean of its kind on its rank and stage.
Cure evenCells(const RuleInput &input) {
    Cure cure;
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            const auto means = stageDurations(step.graph);
            for (std::size_t i = 0; i < means.size(); ++i) {
                const auto &node = step.graph.nodes[i];
                const auto begin = ns(node.range.begin);
                if (node.cost() > Nanos{0}) {
                    cure.pace[group.chart.group.ranks[node.row]].push_back(
                        {{begin, begin + 1}, 1 - millis(means[i]) / millis(node.cost())});
                }
            }
        }
    }
    return cure;
}

/// Whether cells are that unequal in more than half of a pipeline's steps: one of two that was disturbed is not the
/// usual one. Each pipeline by itself, since the job takes as long as its longest.
bool isInMostSteps(const GroupStudy &group, double threshold) {
    std::ptrdiff_t all = 0;
    std::ptrdiff_t uneven = 0;
    for (const auto &step : group.steps) {
        if (step.parts) {
            ++all;
            uneven += millis(step.parts->variability()) >= threshold * millis(step.parts->window) ? 1 : 0;
        }
    }
    return 2 * uneven > all;
}

Nanos variabilityOf(const Counterfactuals &parts) { return parts.variability(); }

std::vector<Finding> runVariability(const RuleInput &input) {
    const auto medians = pipelineMedians(input);
    const double threshold = input.parameter("variability.share");
    if (!medians) {
        return {};
    }
    const GroupStudy *group = nullptr;
    const StepStudy *step = nullptr;
    for (const auto &study : input.pipelines) {
        const auto *usual = isInMostSteps(study, threshold) ? medianStep(study, variabilityOf) : nullptr;
        if (usual != nullptr && (step == nullptr || variabilityOf(*usual->parts) > variabilityOf(*step->parts))) {
            group = &study;
            step = usual;
        }
    }
    if (step == nullptr) {
        return {};
    }
    const auto scatter = widest(step->graph);
    const auto &node = step->graph.nodes[scatter.longest];
    const auto &cell = group->chart.cells[node.cell];
    const auto &other = group->chart.cells[step->graph.nodes[scatter.shortest].cell];
    Finding finding;
    finding.rule = "variability";
    finding.cure = evenCells(input);
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = group->chart.group.id;
    finding.evidence.step = step->graph.step;
    finding.evidence.ranks = {{input.run.id, cell.rank}};
    finding.evidence.items = {cellRef(input.run.id, group->chart.group, cell),
                              cellRef(input.run.id, group->chart.group, other)};
    finding.title = Message("finding.variability", {std::string(kPrice)});
    finding.facts = {
        Message("finding.variability.fact", {std::to_string(cell.rank), std::string(cellKindText(cell.kind)),
                                             msText(scatter.least), msText(scatter.most)}),
        Message("finding.variability.fact.window",
                {msText(input.step), std::string(kStepThen), oneDecimal(100 * threshold)})};
    finding.remedy = Message("finding.variability.remedy");
    finding.assumptions = {Message("finding.variability.assumes")};
    return input.price(finding, threshold) ? std::vector{finding} : std::vector<Finding>{};
}

}  // namespace

Rule makeVariabilityRule() {
    return {.id = "variability",
            .parameters =
                {{"variability.share", 0.03, "",
                  QT_TRANSLATE_NOOP(
                      "Message",
                      "Minimum cost of uneven cells (share of the step); less is within the step-to-step variation.")}},
            .run = &runVariability,
            .unanswered = &lacksStageWork,
            .standing = {Subject::Work, Nearness::Effect}};
}

}  // namespace stagescope
