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

}  // namespace stagescope
