#include "core/analysis/pipeline/time/bubble_facts.h"

#include "core/analysis/pipeline/time/cell_facts.h"
#include "core/analysis/pipeline/time/step_bubbles.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

BubbleFacts factsOf(const PipelineChart &chart, const MeasuredGraph &graph, const RowBubbles &row,
                    const Bubble &bubble) {
    BubbleFacts result{chart.group.id, bubble.range, {}};
    const auto window = graph.window.duration();
    result.facts.emplace_back("share_of_window",
                              shareText(bubble.range.duration(), window) + " (" + durationText(window) + ")");
    std::array<Nanos, kBubbleCauses> causes{};
    for (auto i = bubble.firstGap; i < bubble.endGap; ++i) {
        causes[static_cast<std::size_t>(row.gaps[i].cause)] += row.gaps[i].range.duration();
    }
    for (std::size_t i = 0; i < kBubbleCauses; ++i) {
        if (causes[i].count() > 0) {
            result.facts.emplace_back("cause_" + std::string(bubbleCauseText(static_cast<BubbleCause>(i))),
                                      durationText(causes[i]));
        }
    }
    if (row.inherent) {
        result.facts.emplace_back("inherent", durationText(bubble.inherent));
    }
    if (bubble.blamed != MeasuredGraph::kNone) {
        const auto &cell = chart.cells[graph.nodes[bubble.blamed].cell];
        result.facts.emplace_back("owed_to", "rank " + std::to_string(cell.rank) + ": " + cellTitle(cell) + ", " +
                                                 durationText(cell.range.duration()));
    }
    return result;
}

}  // namespace

std::optional<BubbleFacts> bubbleFacts(const Run &run, const BubbleRef &ref, const std::stop_token &stop) {
    for (const auto &group : groupsAskedFor(run, ref.group)) {
        const auto chart = pipelineChart(run, group, stop);
        const auto graph = measuredGraph(chart, ref.step, run.clock);
        if (!graph) {
            return std::nullopt;
        }
        const auto bubbles = stepBubbles(chart, *graph, run.clock);
        const auto *row = bubbles.of(ref.rank);
        const auto nth = static_cast<std::size_t>(ref.nth);
        if (row == nullptr || ref.nth < 0 || nth >= row->bubbles.size()) {
            return std::nullopt;
        }
        return factsOf(chart, *graph, *row, row->bubbles[nth]);
    }
    return std::nullopt;
}

}  // namespace stagescope
