#include "core/analysis/pipeline/time/step_bubbles.h"

#include "core/analysis/run/time_split.h"
#include "core/analysis/run/typical_step.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <map>

namespace stagescope {

const RowBubbles *StepBubbles::of(int rank) const {
    const auto it =
        std::find_if(ranks.begin(), ranks.end(), [rank](const RowBubbles &row) { return row.rank == rank; });
    return it == ranks.end() ? nullptr : &*it;
}

StepBubbles stepBubbles(const PipelineChart &chart, const MeasuredGraph &graph, const ClockAlignment &clock) {
    return {graph.step, graph.window, bubbleCauses(chart, graph, clock)};
}

std::optional<StepBubbles> stepBubbles(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock) {
    const auto graph = measuredGraph(chart, step, clock);
    return graph ? std::optional(stepBubbles(chart, *graph, clock)) : std::nullopt;
}

std::vector<StepWindow> stepWindows(const PipelineChart &chart, const ClockAlignment &clock) {
    struct Spans {
        std::optional<AlignedRange> scheduled;
        std::optional<AlignedRange> all;
    };
    const auto cover = [](std::optional<AlignedRange> &span, AlignedRange range) {
        span = span ? AlignedRange{std::min(span->begin, range.begin), std::max(span->end, range.end)} : range;
    };
    std::map<std::int64_t, Spans> steps;
    for (const auto &cell : chart.cells) {
        if (cell.step != kNoStep) {
            auto &spans = steps[cell.step];
            const auto range = clock.toAligned(cell.rank, cell.range);
            cover(spans.all, range);
            if (isScheduled(cell.kind)) {
                cover(spans.scheduled, range);
            }
        }
    }
    std::vector<StepWindow> result;
    for (const auto &[step, spans] : steps) {
        result.push_back({step, spans.scheduled.value_or(*spans.all)});
    }
    std::sort(result.begin(), result.end(),
              [](const StepWindow &a, const StepWindow &b) { return a.window.begin < b.window.begin; });
    return result;
}

std::optional<std::int64_t> medianStep(const std::vector<StepWindow> &windows) {
    if (windows.empty()) {
        return std::nullopt;
    }
    const auto isShorter = [](const StepWindow &a, const StepWindow &b) {
        return std::pair(a.window.duration(), a.step) < std::pair(b.window.duration(), b.step);
    };
    return lowerMedian(windows, isShorter).step;
}

std::optional<std::int64_t> typicalStepOf(const Run &run, const std::vector<StepWindow> &windows,
                                          const std::stop_token &stop) {
    const auto lengths = knownSteps(run, timeSplits(run, stop));
    const auto *typical = typicalStep(lengths);
    const bool isThere = typical != nullptr && typical->step &&
                         std::any_of(windows.begin(), windows.end(),
                                     [&](const StepWindow &window) { return window.step == *typical->step; });
    return isThere ? typical->step : medianStep(windows);
}

}  // namespace stagescope
