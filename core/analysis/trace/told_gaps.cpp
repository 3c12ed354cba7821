#include "core/analysis/trace/told_gaps.h"

#include <optional>

namespace stagescope {

namespace {

/// A rank that begins the pipeline waits for none while it fills.
std::optional<FreeCause> freeCauseOf(const CausedGap &gap) {
    switch (gap.cause) {
        case BubbleCause::Head:
            return gap.producer == MeasuredGraph::kNone ? std::nullopt : std::optional(FreeCause::PipelineWait);
        case BubbleCause::DependencyWait:
        case BubbleCause::RendezvousWait:
        case BubbleCause::Transfer:
        case BubbleCause::Tail:
            return FreeCause::PipelineWait;
        case BubbleCause::HostLaunch:
            return FreeCause::HostLaunch;
        case BubbleCause::LateStart:
            return FreeCause::Other;
        case BubbleCause::OtherWork:
        case BubbleCause::Unknown:
            break;
    }
    return std::nullopt;
}

}  // namespace

void addToldGaps(const Run &run, const PipelineChart &chart, const std::vector<RowBubbles> &rows, ToldGaps &told) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const int rank = chart.group.ranks[row];
        for (const auto &gap : rows[row].gaps) {
            if (const auto cause = freeCauseOf(gap)) {
                const bool fillsHead = gap.cause == BubbleCause::Head && &gap == &rows[row].gaps.front();
                told[rank].push_back({run.clock.toRank(rank, gap.range), *cause, fillsHead});
            }
        }
    }
}

ToldGaps toldGaps(const Run &run, const std::stop_token &stop) {
    ToldGaps told;
    for (const auto &group : pipelineGroups(run)) {
        const auto chart = pipelineChart(run, group, stop);
        for (const auto step : chart.steps) {
            if (const auto graph = measuredGraph(chart, step, run.clock); graph && !stop.stop_requested()) {
                addToldGaps(run, chart, bubbleCauses(chart, *graph, run.clock), told);
            }
        }
    }
    return told;
}

}  // namespace stagescope
