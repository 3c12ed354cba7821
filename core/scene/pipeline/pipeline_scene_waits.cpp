// What the pipeline waits for: causes of bubbles as strokes, the critical path on the rows and as a strip of its own.
#include "core/scene/kit/cause_look.h"
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <limits>
#include <map>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kStrokesFrom = 3;  ///< narrower gaps are background only
constexpr int kStrip = 14;
constexpr int kLine = 3;
constexpr int kNameGap = 6;

using Stops = std::vector<CriticalPath::Stop>;

/// The stops that may be in sight.
std::pair<Stops::const_iterator, Stops::const_iterator> visibleStops(const ChartPen &chart) {
    const auto &timing = *chart.input.timing;
    const auto &stops = timing.path.stops;
    const auto rangeOf = [&](const CriticalPath::Stop &stop) { return timing.graph.nodes[stop.node].range; };
    const auto first = std::partition_point(
        stops.begin(), stops.end(), [&](const auto &stop) { return rangeOf(stop).end < chart.axis.range.begin; });
    auto end = std::partition_point(first, stops.end(),
                                    [&](const auto &stop) { return rangeOf(stop).begin < chart.axis.range.end; });
    return {first, end == stops.end() ? end : end + 1};  // the gap before the next one
}

void strokeCause(const ChartPen &chart, const Box &box, BubbleCause cause) {
    const auto look = lookOf(cause);
    if (look.pattern == Pattern::Solid) {
        chart.pen.fill(box, look.role);
    } else if (box.width >= kStrokesFrom) {
        chart.pen.strokes(box, Color{look.role}, look.pattern);
    }
}

/// The gap before a stop, from the end of the stop before it, by what its rank waited for.
void drawPathGap(const ChartPen &chart, const CriticalPath::Stop &stop, const Box &strip) {
    const auto &node = chart.input.timing->graph.nodes[stop.node];
    if (stop.gap.count() <= 0 || !chart.input.bubbles) {
        return;
    }
    const auto from = node.range.begin - stop.gap;
    const auto &gaps = chart.input.bubbles->ranks[node.row].gaps;
    auto it =
        std::partition_point(gaps.begin(), gaps.end(), [&](const CausedGap &gap) { return gap.range.end <= from; });
    for (; it != gaps.end() && it->range.begin < node.range.begin; ++it) {
        const AlignedRange part{std::max(from, it->range.begin), std::min(node.range.begin, it->range.end)};
        const Box box = pixelsOf(chart.axis, part, strip);
        if (stop.work.count() > 0 && it->cause == BubbleCause::OtherWork) {
            chart.pen.fill(box, ColorRole::Loss);
        } else {
            strokeCause(chart, box, it->cause);
        }
    }
}

void drawPathCell(const ChartPen &chart, const CriticalPath::Stop &stop, const Box &box) {
    auto &pen = chart.pen;
    const auto &node = chart.input.timing->graph.nodes[stop.node];
    const auto &cell = chart.input.chart.cells[node.cell];
    if (cell.kind == CellKind::Overlapped) {
        Box lower = box;
        pen.fill(lower.takeTop(box.height / 2), chart.colorOf(CellKind::Forward, cell.chunk));
        pen.fill(lower, chart.colorOf(CellKind::Backward, cell.backwardChunk));
    } else {
        pen.fill(box, chart.colorOf(cell.kind, cell.chunk));
    }
    if (box.width >= kBorderFrom) {
        pen.vertical(box.x, box.y, box.height, ColorRole::Background);
    }
    if (box.width >= kHitFrom) {
        pen.hit(box, cellRef(chart.input.run, chart.input.chart.group, cell));
    }
}

}  // namespace

void drawCauses(const ChartPen &chart, const PipelineRow &row) {
    const auto *bubbles = chart.input.bubbles ? chart.input.bubbles->of(row.rank) : nullptr;
    if (bubbles == nullptr) {
        return;
    }
    const auto &gaps = bubbles->gaps;
    auto it = std::partition_point(gaps.begin(), gaps.end(),
                                   [&](const CausedGap &gap) { return gap.range.end < chart.axis.range.begin; });
    for (; it != gaps.end() && it->range.begin < chart.axis.range.end; ++it) {
        if (it->cause != BubbleCause::OtherWork) {  // it has cells of its own
            strokeCause(chart, pixelsOf(chart.axis, it->range, row.cells), it->cause);
        }
    }
}

bool hasPath(const ChartPen &chart) {
    return chart.options.path && !chart.options.thumbnail && !hasEnvelope(chart) && chart.input.timing &&
           !chart.input.timing->path.stops.empty();
}

int heightOfPath(const ChartPen &chart) { return hasPath(chart) ? kStrip + 4 : 0; }

void drawPathStrip(const ChartPen &chart, Box box) {
    auto &pen = chart.pen;
    const Box name{box.x + kNameGap, box.y, chart.axis.left - box.x - 2 * kNameGap, box.height};
    pen.text(name, pen.words(Message("pipeline.critical_path")), ColorRole::MutedText);
    const Box strip = Box{chart.axis.left, box.y, chart.axis.width, box.height}.inset(0, 2);
    pen.setClip(strip);
    pen.fill(strip, ColorRole::AlternateBackground);
    const auto &graph = chart.input.timing->graph;
    int drawnTo = strip.x - 2;
    const auto [first, end] = visibleStops(chart);
    for (auto stop = first; stop != end; ++stop) {
        drawPathGap(chart, *stop, strip);
        const Box cell = pixelsOf(chart.axis, graph.nodes[stop->node].range, strip);
        if (!cell.isEmpty() && cell.right() > drawnTo) {
            drawnTo = cell.right();
            drawPathCell(chart, *stop, cell);
        }
    }
}

void drawPath(const ChartPen &chart, const std::vector<PipelineRow> &rows) {
    const auto &timing = *chart.input.timing;
    std::map<int, Box> lines;  ///< below the cells, by rank
    for (const auto &row : rows) {
        lines[row.rank] = Box{row.cells.x, row.cells.bottom() - kLine, row.cells.width, kLine};
    }
    const auto lineOf = [&](std::size_t node) {
        return lines[chart.input.chart.group.ranks[timing.graph.nodes[node].row]];
    };
    std::map<int, int> drawnTo;  ///< by row: cells of a pixel are drawn once
    int turnedAt = std::numeric_limits<int>::min();
    const auto [first, end] = visibleStops(chart);
    for (auto stop = first; stop != end; ++stop) {
        const Box lane = lineOf(stop->node);
        const auto &range = timing.graph.nodes[stop->node].range;
        const Box box = pixelsOf(chart.axis, range, lane);
        const auto [reached, isNew] = drawnTo.try_emplace(lane.y, std::numeric_limits<int>::min());
        if (!box.isEmpty() && box.right() > reached->second) {
            reached->second = box.right();
            chart.pen.fill(box, ColorRole::CriticalPath);
        }
        const int x = chart.axis.pixelOf(range.begin);
        if (stop == timing.path.stops.begin() || x == turnedAt) {
            continue;
        }
        const Box from = lineOf((stop - 1)->node);
        if (from.y != lane.y) {
            turnedAt = x;
            const int top = std::min(from.y, lane.y);
            chart.pen.vertical(x, top, std::max(from.y, lane.y) + kLine - top, ColorRole::CriticalPath);
            const Box gap = pixelsOf(chart.axis, {range.begin - std::max(stop->gap, Nanos{0}), range.begin}, from);
            chart.pen.fill(gap, ColorRole::CriticalPath);
        }
    }
}

}  // namespace stagescope::pipeline_scene
