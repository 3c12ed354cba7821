#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/schedule/simulator.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

/// A schedule alone, as if it had been measured: ranks 0 .. p - 1, all cells in step 0 and named, times from zero, with
/// the `match` that it is. Errors of simulateSchedule. O(actions). `options` is what the schedule was generated from.
[[nodiscard]] Result<PipelineChart> theoryChart(const ScheduleOptions &options, const Schedule &schedule,
                                                const UniformCosts &costs);

/// Durations that the ideal of a measured step takes.
enum class IdealCosts : std::uint8_t {
    UniformMeans,  ///< per kind the mean over all cells of the step: what a balanced pipeline would do
    StageMeans,    ///< per kind, rank and chunk: what this one would do without variation and transfers
};

/// One cell of the schedule where it should have been.
struct IdealCell {
    int rank = 0;  ///< global
    CellKind kind = CellKind::Forward;
    int microbatch = -1;
    int chunk = -1;
    int backwardMicrobatch = -1;
    int backwardChunk = -1;
    AlignedRange range;
    std::optional<std::size_t> measured{};  ///< index into PipelineChart::cells; nothing when it was not found
    /// Begin of the measured cell - begin of this one; zero without a measured cell.
    Nanos lateness{0};
};

/// The step as its recognised schedule (chart.match, the best candidate) would have run with the step's own mean
/// durations and no time for transfers, beginning with the first scheduled cell of the step. Cells in order of rank,
/// then time. A measured cell counts for the action that its number makes it, since marks do not tell I from B. Kinds
/// that were not seen are made up from those that were (B = I + W, I = W = B / 2, O = F + B). Empty
/// when nothing was recognised, when it is custom, or when its p is not the size of the group. Any thread,
/// O(cells log cells).
[[nodiscard]] std::vector<IdealCell> idealCells(const PipelineChart &chart, std::int64_t step,
                                                const ClockAlignment &clock, IdealCosts costs);

}  // namespace stagescope
