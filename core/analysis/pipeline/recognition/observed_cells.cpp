#include "core/analysis/pipeline/recognition/observed_cells.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

using Cells = std::vector<ObservedCell>;

/// More than half of the shorter one's time.
bool isSameTime(const ObservedCell &a, const ObservedCell &b) {
    const auto shared = std::min(a.end, b.end) - std::max(a.begin, b.begin);
    return 2 * shared > std::min(a.end - a.begin, b.end - b.begin);
}

bool isHalf(CellKind kind) { return kind == CellKind::Forward || givesGradient(kind); }

/// Whether `b`, which begins later, marks the work of `a` again.
bool isEcho(const ObservedCell &a, const ObservedCell &b) {
    const bool isAlike = a.kind == b.kind || (givesGradient(a.kind) && givesGradient(b.kind));
    return (isAlike || (a.kind == CellKind::Overlapped && isHalf(b.kind))) && isSameTime(a, b);
}

/// How many kept cells before a new one are compared with it; longer nests are echoes of the ones in between.
constexpr std::size_t kNeighbours = 4;

/// Numbers that files give tell two cells apart whatever their times are.
bool contradict(const PipelineCell &a, const PipelineCell &b) {
    return a.numbering == Numbering::Named && b.numbering == Numbering::Named &&
           (a.microbatch != b.microbatch || (a.chunk >= 0 && b.chunk >= 0 && a.chunk != b.chunk));
}

void keepFirstMarks(const PipelineChart &chart, ObservedRank &rank) {
    Cells kept;
    for (const auto &cell : rank.cells) {
        const std::size_t first = kept.size() > kNeighbours ? kept.size() - kNeighbours : 0;
        const bool isKnown = std::any_of(
            kept.begin() + static_cast<std::ptrdiff_t>(first), kept.end(), [&](const ObservedCell &earlier) {
                return isEcho(earlier, cell) && !contradict(chart.cells[earlier.cell], chart.cells[cell.cell]);
            });
        if (isKnown) {
            rank.echoes.push_back(cell.cell);
        } else {
            kept.push_back(cell);
        }
    }
    rank.cells = std::move(kept);
}

/// Whether one range of the host was parted into these two since it waited in between (cell_use.h).
bool isOneMark(const PipelineCell &a, const PipelineCell &b) {
    return a.hostRange && a.hostRange == b.hostRange && !a.message.empty() && a.message == b.message;
}

/// Reads a forward and a backward of the same time, or of one mark, as one O. Whether any was found.
bool joinOverlapped(const PipelineChart &chart, ObservedRank &rank) {
    Cells joined;
    bool isFound = false;
    for (const auto &cell : rank.cells) {
        const bool isPair =
            !joined.empty() && isHalf(joined.back().kind) && isHalf(cell.kind) &&
            (joined.back().kind == CellKind::Forward) != (cell.kind == CellKind::Forward) &&
            (isSameTime(joined.back(), cell) || isOneMark(chart.cells[joined.back().cell], chart.cells[cell.cell]));
        if (!isPair) {
            joined.push_back(cell);
            continue;
        }
        auto &both = joined.back();
        const bool isForwardFirst = both.kind == CellKind::Forward;
        both.second = isForwardFirst ? cell.cell : both.cell;
        both.cell = isForwardFirst ? both.cell : cell.cell;
        both.kind = CellKind::Overlapped;
        both.end = std::max(both.end, cell.end);
        isFound = true;
    }
    rank.cells = std::move(joined);
    return isFound;
}

void noteKind(VisibleKinds &visible, CellKind kind) {
    visible.inputs = visible.inputs || kind == CellKind::BackwardInput;
    visible.weights = visible.weights || kind == CellKind::BackwardWeight;
    visible.overlaps = visible.overlaps || kind == CellKind::Overlapped;
}

}  // namespace

Observation observePipeline(const PipelineChart &chart, const ClockAlignment &clock, bool withLosses) {
    Observation result;
    result.visible.losses = withLosses;
    const auto &ranks = chart.group.ranks;
    std::map<std::int64_t, std::size_t> indexOf;
    for (const auto step : chart.steps) {
        indexOf[step] = result.steps.size();
        result.steps.push_back({step, std::vector<ObservedRank>(ranks.size())});
    }
    std::map<int, std::size_t> positionOf;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        positionOf[ranks[i]] = i;
    }
    for (std::size_t i = 0; i < chart.cells.size(); ++i) {
        const auto &cell = chart.cells[i];
        const auto step = indexOf.find(cell.step);
        const auto position = positionOf.find(cell.rank);
        if (step == indexOf.end() || position == positionOf.end()) {
            continue;
        }
        const bool isLoss = cell.kind == CellKind::Loss;
        result.hasLossFirst = result.hasLossFirst || (isLoss && position->second == 0);
        if (!isScheduled(cell.kind) && !(isLoss && withLosses)) {
            continue;
        }
        const auto range = clock.toAligned(cell.rank, cell.range);
        auto &rank = result.steps[step->second].ranks[position->second];
        rank.cells.push_back({cell.kind, ns(range.begin), ns(range.end), i, ObservedCell::kNone});
    }
    for (auto &step : result.steps) {
        for (auto &rank : step.ranks) {
            std::stable_sort(rank.cells.begin(), rank.cells.end(), [](const auto &a, const auto &b) {
                return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
            });
            keepFirstMarks(chart, rank);
            result.visible.halves = joinOverlapped(chart, rank) || result.visible.halves;
            for (const auto &cell : rank.cells) {
                noteKind(result.visible, cell.kind);
            }
        }
    }
    return result;
}

}  // namespace stagescope
