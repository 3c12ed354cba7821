#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <vector>

namespace stagescope {

/// Phases of a pipeline as the order of a rank's cells tells them, not the time: warm-up is what comes before its first
/// backward (B, I or O), cool-down what comes after its last forward (F or O), steady what lies between.
enum class PipelinePhase : std::uint8_t { Warmup, Steady, Cooldown };
/// "warmup", "steady", "cooldown"
[[nodiscard]] std::string_view phaseText(PipelinePhase phase);

/// From the begin of the first cell of a phase to the end of its last one.
struct PhaseSpan {
    int rank = 0;
    std::int64_t step = 0;
    PipelinePhase phase = PipelinePhase::Steady;
    RankRange range;
};
/// By (rank, begin); phases without cells are left out, and so are ranks and steps without forward or without backward.
/// Cells of the chart are sorted by (rank, begin). O(cells). Any thread.
[[nodiscard]] std::vector<PhaseSpan> pipelinePhases(const PipelineChart &chart);

}  // namespace stagescope
