#include "core/analysis/pipeline/time/bubble_model.h"

#include <algorithm>

namespace stagescope {

namespace {

std::array<Nanos, kScheduledKinds> kindsOf(const PipelineChart &chart, const MeasuredGraph &graph, std::size_t row) {
    std::array<Nanos, kScheduledKinds> kinds{};
    for (const auto node : graph.rows[row]) {
        const auto &cell = chart.cells[graph.nodes[node].cell];
        kinds[static_cast<std::size_t>(cell.kind)] += cell.work();
    }
    return kinds;
}

}  // namespace

const CausedGap *BubbleRow::widest(BubbleCause cause) const {
    const CausedGap *result = nullptr;
    for (const auto &gap : bubbles.gaps) {
        if (gap.cause == cause && (result == nullptr || gap.range.duration() > result->range.duration())) {
            result = &gap;
        }
    }
    return result;
}

BubbleModel bubbleModel(const Run &run, const std::string &group, std::optional<std::int64_t> step,
                        const std::stop_token &stop) {
    BubbleModel model;
    model.run = run.id;
    const auto groups = group.empty() ? pipelineGroups(run) : groupsAskedFor(run, group);
    if (groups.empty()) {
        return model;
    }
    const auto chart = pipelineChart(run, groups.front(), stop);
    model.group = chart.group.id;
    if (chart.match && !chart.match->isCustom) {
        model.schedule = scheduleText(chart.match->best());
    }
    const bool isThere = step && std::find(chart.steps.begin(), chart.steps.end(), *step) != chart.steps.end();
    if (!isThere && !chart.steps.empty()) {
        step = typicalStepOf(run, stepWindows(chart, run.clock), stop).value_or(chart.steps.front());
    }
    const auto graph = step ? measuredGraph(chart, *step, run.clock) : std::nullopt;
    if (!graph) {
        return model;
    }
    model.step = step;
    model.window = graph->window;
    model.parts = counterfactuals(chart, *graph);
    auto bubbles = stepBubbles(chart, *graph, run.clock).ranks;
    for (auto &account : stepAccounts(run, chart, *graph, bubbles, stop)) {
        const auto &ranks = chart.group.ranks;
        const auto stage =
            static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), account.rank) - ranks.begin());
        BubbleRow row;
        row.stage = static_cast<int>(stage);
        row.account = account;
        row.bubbles = std::move(bubbles[stage]);
        row.kinds = kindsOf(chart, *graph, stage);
        model.rows.push_back(std::move(row));
    }
    return model;
}

}  // namespace stagescope
