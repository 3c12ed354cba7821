#include "core/scene/pipeline/pipeline_baseline.h"

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/base/number_text.h"
#include "core/scene/pipeline/pipeline_input.h"

#include <algorithm>

namespace stagescope {

namespace {

std::optional<PipelineGroup> groupLike(const Run &run, const PipelineGroup &wanted) {
    const auto groups = pipelineGroups(run);
    auto it = std::find_if(groups.begin(), groups.end(),
                           [&](const PipelineGroup &group) { return group.ranks == wanted.ranks; });
    if (it == groups.end()) {
        it = std::find_if(groups.begin(), groups.end(),
                          [&](const PipelineGroup &group) { return group.ranks.size() == wanted.ranks.size(); });
    }
    return it == groups.end() ? std::nullopt : std::optional(*it);
}

std::optional<std::int64_t> stepLike(const Run &run, const PipelineChart &chart, std::int64_t wanted) {
    if (wanted != kNoStep && std::find(chart.steps.begin(), chart.steps.end(), wanted) != chart.steps.end()) {
        return wanted;
    }
    return typicalStepOf(run, stepWindows(chart, run.clock));
}

}  // namespace

std::optional<PipelineBaseline> pipelineBaseline(const Run &baseline, const PipelineInput &input,
                                                 const std::stop_token &stop) {
    const auto group = input.bubbles ? groupLike(baseline, input.chart.group) : std::nullopt;
    if (!group) {
        return std::nullopt;
    }
    const auto chart = pipelineChart(baseline, *group, stop);
    const auto step = stepLike(baseline, chart, input.bubbles->step);
    const auto bubbles = step ? stepBubbles(chart, *step, baseline.clock) : std::nullopt;
    if (!bubbles) {
        return std::nullopt;
    }
    PipelineBaseline result;
    result.step = *step;
    result.window = bubbles->window.duration();
    const Nanos shift = input.bubbles->window.begin - bubbles->window.begin;
    std::map<int, int> own;  // by rank of the baseline
    for (std::size_t stage = 0; stage < group->ranks.size(); ++stage) {
        own[group->ranks[stage]] = input.chart.group.ranks[stage];
    }
    for (const auto &row : bubbles->ranks) {
        if (row.hasCells) {
            result.bubbles[own[row.rank]] = row.idle();
        }
    }
    for (const auto &cell : chart.cells) {
        if (cell.step != *step) {
            continue;
        }
        const auto range = baseline.clock.toAligned(cell.rank, cell.range);
        result.cells.push_back({own[cell.rank],
                                cell.kind,
                                cell.microbatch,
                                cell.chunk,
                                cell.backwardMicrobatch,
                                cell.backwardChunk,
                                {range.begin + shift, range.end + shift}});
    }
    std::stable_sort(result.cells.begin(), result.cells.end(), [](const IdealCell &a, const IdealCell &b) {
        return std::pair(a.rank, a.range.begin) < std::pair(b.rank, b.range.begin);
    });
    return result;
}

Message baselineNote(const PipelineInput &input) {
    const auto own = input.bubbles->window.duration();
    const auto theirs = input.baseline->window;
    const auto format = MillisFormat::forSize(std::max(own, theirs));
    const auto more = format.rounded(own) - format.rounded(theirs);
    const auto share =
        static_cast<double>((own - theirs).count()) / static_cast<double>(std::max(theirs, Nanos{1}).count());
    return Message("pipeline.baseline.note",
                   {format.text(own), format.text(theirs), signedFigure(format.textOf(more)), signedText(100 * share)});
}

}  // namespace stagescope
