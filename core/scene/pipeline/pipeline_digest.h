#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/recognition/pipeline_phases.h"
#include "core/analysis/pipeline/time/step_bubbles.h"

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace stagescope {

/// What drawing a pipeline chart needs of all its cells, found once, so that a frame touches only what is in sight. A
/// plain value, valid for the chart it was made from. Made in O(cells).
struct PipelineDigest {
    /// Positions of a rank's cells and transfers in the chart.
    struct Part {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    std::map<int, Part> cellsOf;
    std::map<int, Part> p2pOf;
    std::vector<RankTime> cellReach;  ///< latest end of the rank's cells up to this one
    std::vector<RankTime> p2pReach;
    std::vector<PhaseSpan> phases;
    std::vector<StepWindow> windows;  ///< by begin; without cells outside of steps
    int chunks = 1;                   ///< virtual chunks or directions
    bool isDual = false;              ///< chunks are the two directions of DualPipe
    double forwardShare = 1.0 / 3.0;  ///< mean F / (mean F + mean B)
    std::array<bool, 9> kinds{};      ///< by CellKind, what occurs
    std::array<bool, 9> ordered{};    ///< by CellKind, what the recognised schedule orders
    std::array<bool, 6> evidence{};   ///< by CellEvidence
    std::array<bool, 5> numbering{};  ///< by Numbering, of scheduled cells
    std::array<bool, 3> p2pKinds{};   ///< by P2pOp::Kind
    bool hasParts = false;
    bool hasCommunication = false;  ///< among the parts
    bool hasRecompute = false;
    std::size_t earlyCells = 0;  ///< that begin before what they need was sent, by the clocks in use

    [[nodiscard]] bool isFor(const PipelineChart &chart) const { return cellReach.size() == chart.cells.size(); }
    /// Cells (transfers) of a rank that may touch a stretch of time: all that do, and few others. O(log cells).
    [[nodiscard]] std::span<const PipelineCell> cells(const PipelineChart &chart, int rank, RankRange range) const;
    [[nodiscard]] std::span<const P2pOp> p2p(const PipelineChart &chart, int rank, RankRange range) const;
    /// 0 to kChunkShades - 1, for Color::shade.
    [[nodiscard]] std::uint8_t shadeOf(int chunk) const;
};
[[nodiscard]] PipelineDigest pipelineDigest(const PipelineChart &chart, const ClockAlignment &clock);

}  // namespace stagescope
