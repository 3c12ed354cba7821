#include "core/analysis/pipeline/recognition/cell_transfers.h"

#include <algorithm>
#include <compare>
#include <map>

namespace stagescope {

namespace {

/// Work on one microbatch at one stage of one step. Direction only where stages count per direction (DualPipe).
struct StagePass {
    std::int64_t step = 0;
    bool isForward = false;
    int direction = 0;
    int stage = 0;
    int microbatch = 0;
    auto operator<=>(const StagePass &) const = default;
};

class Passes {
public:
    explicit Passes(const PipelineChart &chart) : m_placement(placementOf(chart.match->best().kind)) {
        const auto &ranks = chart.group.ranks;
        m_count = static_cast<int>(ranks.size());
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            m_positions[ranks[r]] = static_cast<int>(r);
        }
        for (std::size_t i = 0; i < chart.cells.size(); ++i) {
            add(chart.cells[i], i);
        }
    }

    [[nodiscard]] std::vector<CellTransfer> transfers(const PipelineChart &chart) const {
        std::vector<CellTransfer> result;
        for (const auto &[pass, cell] : m_cells) {
            auto next = pass;
            next.stage += pass.isForward ? 1 : -1;
            const auto it = m_cells.find(next);
            if (it != m_cells.end() && chart.cells[it->second].rank != chart.cells[cell].rank) {
                result.push_back({cell, it->second,
                                  pass.isForward ? P2pEdge::Direction::Activation : P2pEdge::Direction::Gradient,
                                  pass.microbatch});
            }
        }
        return result;
    }

private:
    void add(const PipelineCell &cell, std::size_t index) {
        const bool isBoth = cell.kind == CellKind::Overlapped;
        if (cell.kind == CellKind::Forward || isBoth) {
            addPass(cell, index, true, cell.chunk, cell.microbatch);
        }
        if (givesGradient(cell.kind)) {
            addPass(cell, index, false, cell.chunk, cell.microbatch);
        } else if (isBoth) {
            addPass(cell, index, false, cell.backwardChunk, cell.backwardMicrobatch);
        }
    }
    void addPass(const PipelineCell &cell, std::size_t index, bool isForward, int chunk, int microbatch) {
        const auto position = m_positions.find(cell.rank);
        if (position == m_positions.end() || microbatch < 0 || (chunk < 0 && m_placement != StagePlacement::Linear)) {
            return;
        }
        const int own = std::max(chunk, 0);
        const int direction = m_placement == StagePlacement::Dual ? own : 0;
        m_cells.try_emplace(
            {cell.step, isForward, direction, stageOf(m_placement, m_count, position->second, own), microbatch}, index);
    }

    StagePlacement m_placement;
    int m_count = 0;
    std::map<int, int> m_positions;
    std::map<StagePass, std::size_t> m_cells;
};

}  // namespace

std::vector<CellTransfer> cellTransfers(const PipelineChart &chart, const ClockAlignment &clock) {
    if (!chart.match || chart.match->isCustom) {
        return {};
    }
    auto result = Passes(chart).transfers(chart);
    const auto end = [&](const CellTransfer &transfer) {
        const auto &cell = chart.cells[transfer.producer];
        return clock.toAligned(cell.rank, cell.range.end);
    };
    std::stable_sort(result.begin(), result.end(), [&](const auto &a, const auto &b) { return end(a) < end(b); });
    return result;
}

}  // namespace stagescope
