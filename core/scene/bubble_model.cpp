#include "core/scene/bubble_model.h"

#include "core/analysis/pipeline/step_bubbles.h"

#include <algorithm>

namespace stagescope {

BubbleModel bubbleModel(const Run &run, const std::string &group, std::optional<std::int64_t> step,
                        const std::stop_token &stop) {
    BubbleModel model;
    model.run = run.id;
    auto groups = group.empty() ? pipelineGroups(run) : groupsAskedFor(run, group);
    if (groups.empty()) {
        return model;
    }
    const auto chart = pipelineChart(run, groups.front(), stop);
    model.group = chart.group.id;
    const bool isThere = step && std::find(chart.steps.begin(), chart.steps.end(), *step) != chart.steps.end();
    if (!isThere && !chart.steps.empty()) {
        step = medianStep(stepWindows(chart, run.clock)).value_or(chart.steps.front());
    }
    const auto graph = step ? measuredGraph(chart, *step, run.clock) : std::nullopt;
    if (graph) {
        model.step = step;
        model.accounts = stepAccounts(run, chart, *graph, stop);
        model.parts = counterfactuals(chart, *graph);
    }
    return model;
}

}  // namespace stagescope
