#include "core/analysis/pipeline/time/group_figures.h"

#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/base/statistics.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Durations of a rank's cells by what they do.
struct KindSums {
    Nanos forward{0};
    Nanos backward{0};
    Nanos input{0};
    Nanos weight{0};
    int forwards = 0;
    int backwards = 0;
    int inputs = 0;
    int weights = 0;

    void add(const PipelineCell &cell) {
        const auto length = cell.work();
        switch (cell.kind) {
            case CellKind::Forward:
                forward += length;
                ++forwards;
                break;
            case CellKind::Backward:
                backward += length;
                ++backwards;
                break;
            case CellKind::BackwardInput:
                input += length;
                ++inputs;
                break;
            case CellKind::BackwardWeight:
                weight += length;
                ++weights;
                break;
            default:
                break;
        }
    }
    [[nodiscard]] Nanos meanForward() const { return forwards == 0 ? Nanos{0} : forward / forwards; }
    [[nodiscard]] Nanos meanBackward() const {
        if (backwards > 0) {
            return backward / backwards;
        }
        return (inputs == 0 ? Nanos{0} : input / inputs) + (weights == 0 ? Nanos{0} : weight / weights);
    }
};

std::optional<std::int64_t> stepIn(const PipelineChart &chart, const ClockAlignment &clock,
                                   std::optional<std::int64_t> step) {
    const bool isThere = step && std::find(chart.steps.begin(), chart.steps.end(), *step) != chart.steps.end();
    if (isThere || chart.steps.empty()) {
        return isThere ? step : std::nullopt;
    }
    const auto middle = medianStep(stepWindows(chart, clock));
    return middle ? middle : std::optional(chart.steps.front());
}

}  // namespace

std::vector<PipelineRankFigures> groupFigures(const PipelineChart &chart, const ClockAlignment &clock, int replica,
                                              std::optional<std::int64_t> step) {
    std::vector<PipelineRankFigures> figures;
    const auto wanted = stepIn(chart, clock, step);
    const auto bubbles = wanted ? stepBubbles(chart, *wanted, clock) : std::nullopt;
    std::map<int, KindSums> sums;
    for (const auto &cell : chart.cells) {
        if (wanted && cell.step == *wanted) {
            sums[cell.rank].add(cell);
        }
    }
    for (std::size_t stage = 0; stage < chart.group.ranks.size(); ++stage) {
        PipelineRankFigures figure;
        figure.rank = chart.group.ranks[stage];
        figure.stage = static_cast<int>(stage);
        figure.replica = replica;
        if (bubbles && bubbles->ranks[stage].hasCells) {
            figure.hasCells = true;
            figure.window = bubbles->window.duration();
            figure.busy = figure.window - bubbles->ranks[stage].idle();
            figure.meanForward = sums[figure.rank].meanForward();
            figure.meanBackward = sums[figure.rank].meanBackward();
        }
        figures.push_back(figure);
    }
    return figures;
}

void PipelineEnvelope::add(const PipelineChart &chart, std::optional<std::int64_t> step, const ClockAlignment &clock) {
    const auto wanted = stepIn(chart, clock, step);
    if (!wanted) {
        return;
    }
    const auto windows = stepWindows(chart, clock);
    const auto window =
        std::find_if(windows.begin(), windows.end(), [&](const StepWindow &w) { return w.step == *wanted; });
    if (window == windows.end()) {
        return;
    }
    ++m_replicas;
    std::map<int, int> stages;
    for (std::size_t stage = 0; stage < chart.group.ranks.size(); ++stage) {
        stages[chart.group.ranks[stage]] = static_cast<int>(stage);
    }
    for (const auto &cell : chart.cells) {
        if (cell.step != *wanted || !isScheduled(cell.kind) || cell.microbatch < 0) {
            continue;
        }
        const int stage = stages[cell.rank];
        const auto kind = static_cast<int>(cell.kind);
        const std::array key{stage, kind, cell.chunk, cell.microbatch, cell.backwardChunk, cell.backwardMicrobatch};
        const auto [it, isNew] = m_positions.try_emplace(key, m_actions.size());
        if (isNew) {
            EnvelopeSpan action;
            action.stage = stage;
            action.kind = cell.kind;
            action.microbatch = cell.microbatch;
            action.chunk = cell.chunk;
            action.backwardMicrobatch = cell.backwardMicrobatch;
            action.backwardChunk = cell.backwardChunk;
            m_actions.push_back({action, {}, {}});
        }
        const auto range = clock.toAligned(cell.rank, cell.range);
        m_actions[it->second].begins.push_back((range.begin - window->window.begin).count());
        m_actions[it->second].ends.push_back((range.end - window->window.begin).count());
    }
}

std::vector<EnvelopeSpan> PipelineEnvelope::spans() const {
    std::vector<EnvelopeSpan> spans;
    for (auto seen : m_actions) {
        auto span = seen.action;
        const auto [firstBegin, lastBegin] = std::minmax_element(seen.begins.begin(), seen.begins.end());
        const auto [firstEnd, lastEnd] = std::minmax_element(seen.ends.begin(), seen.ends.end());
        span.replicas = seen.begins.size();
        span.beginLeast = Nanos{*firstBegin};
        span.beginMost = Nanos{*lastBegin};
        span.endLeast = Nanos{*firstEnd};
        span.endMost = Nanos{*lastEnd};
        span.beginMedian = Nanos{lowerMedian(seen.begins)};
        span.endMedian = Nanos{lowerMedian(seen.ends)};
        spans.push_back(span);
    }
    std::sort(spans.begin(), spans.end(), [](const EnvelopeSpan &a, const EnvelopeSpan &b) {
        return std::pair(a.stage, a.beginMedian) < std::pair(b.stage, b.beginMedian);
    });
    return spans;
}

}  // namespace stagescope
