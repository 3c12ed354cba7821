#include "core/analysis/pipeline/recognition/pipeline_phases.h"

#include <algorithm>
#include <array>
#include <map>

namespace stagescope {

namespace {

bool hasForward(CellKind kind) { return kind == CellKind::Forward || kind == CellKind::Overlapped; }
bool hasBackward(CellKind kind) { return givesGradient(kind) || kind == CellKind::Overlapped; }

using CellPointers = std::vector<const PipelineCell *>;

/// Scheduled cells of one rank and step, in order.
void addPhases(std::vector<PhaseSpan> &spans, const CellPointers &cells) {
    const auto firstBackward =
        std::find_if(cells.begin(), cells.end(), [](const auto *c) { return hasBackward(c->kind); });
    const auto lastForward =
        std::find_if(cells.rbegin(), cells.rend(), [](const auto *c) { return hasForward(c->kind); }).base();
    if (firstBackward == cells.end() || lastForward == cells.begin()) {
        return;
    }
    // Without a steady phase the forwards end before the first backward begins (GPipe).
    const auto steadyEnd = std::max(firstBackward, lastForward);
    const std::array bounds{cells.begin(), firstBackward, steadyEnd, cells.end()};
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
        if (bounds[i] == bounds[i + 1]) {
            continue;
        }
        const auto &first = **bounds[i];
        auto end = first.range.end;
        for (auto it = bounds[i]; it != bounds[i + 1]; ++it) {
            end = std::max(end, (*it)->range.end);
        }
        spans.push_back({first.rank, first.step, static_cast<PipelinePhase>(i), {first.range.begin, end}});
    }
}

}  // namespace

std::string_view phaseText(PipelinePhase phase) {
    constexpr std::array<std::string_view, 3> kTexts{"warmup", "steady", "cooldown"};
    return kTexts[static_cast<std::size_t>(phase)];
}

std::vector<PhaseSpan> pipelinePhases(const PipelineChart &chart) {
    std::map<std::pair<int, std::int64_t>, CellPointers> cellsOf;
    for (const auto &cell : chart.cells) {
        if (isScheduled(cell.kind)) {
            cellsOf[{cell.rank, cell.step}].push_back(&cell);
        }
    }
    std::vector<PhaseSpan> spans;
    for (const auto &[place, cells] : cellsOf) {
        addPhases(spans, cells);
    }
    std::sort(spans.begin(), spans.end(), [](const PhaseSpan &a, const PhaseSpan &b) {
        return std::pair(a.rank, a.range.begin) < std::pair(b.rank, b.range.begin);
    });
    return spans;
}

}  // namespace stagescope
