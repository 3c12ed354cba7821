#include "core/analysis/pipeline/step_bubbles.h"

#include <algorithm>
#include <map>

namespace stagescope {

std::optional<StepBubbles> stepBubbles(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock) {
    std::map<int, std::vector<Interval>> cellsOf;
    std::optional<AlignedRange> window;
    for (const auto &cell : chart.cells) {
        if (cell.step != step) {
            continue;
        }
        const auto range = clock.toAligned(cell.rank, cell.range);
        cellsOf[cell.rank].push_back({ns(range.begin), ns(range.end)});
        window = window ? AlignedRange{std::min(window->begin, range.begin), std::max(window->end, range.end)} : range;
    }
    if (!window) {
        return std::nullopt;
    }
    StepBubbles result{step, *window, {}};
    const IntervalSet whole = merged({{ns(window->begin), ns(window->end)}});
    for (const int rank : chart.group.ranks) {
        const auto found = cellsOf.find(rank);
        RankBubble bubble;
        bubble.rank = rank;
        bubble.hasCells = found != cellsOf.end();
        if (bubble.hasCells) {
            const auto busy = merged(std::move(found->second));
            bubble.gaps = subtracted(whole, busy);
            bubble.busy = Nanos{totalLength(busy)};
            bubble.bubble = window->duration() - bubble.busy;
        }
        result.ranks.push_back(std::move(bubble));
    }
    return result;
}

std::vector<StepWindow> stepWindows(const PipelineChart &chart, const ClockAlignment &clock) {
    std::map<std::int64_t, AlignedRange> windows;
    for (const auto &cell : chart.cells) {
        if (cell.step != kNoStep) {
            const auto range = clock.toAligned(cell.rank, cell.range);
            const auto it = windows.try_emplace(cell.step, range).first;
            it->second = {std::min(it->second.begin, range.begin), std::max(it->second.end, range.end)};
        }
    }
    std::vector<StepWindow> result;
    for (const auto &[step, window] : windows) {
        result.push_back({step, window});
    }
    std::sort(result.begin(), result.end(),
              [](const StepWindow &a, const StepWindow &b) { return a.window.begin < b.window.begin; });
    return result;
}

std::optional<std::int64_t> medianStep(const std::vector<StepWindow> &windows) {
    if (windows.empty()) {
        return std::nullopt;
    }
    auto sorted = windows;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end(), [](const StepWindow &a, const StepWindow &b) {
        return std::pair(a.window.duration(), a.step) < std::pair(b.window.duration(), b.step);
    });
    return middle->step;
}

}  // namespace stagescope
