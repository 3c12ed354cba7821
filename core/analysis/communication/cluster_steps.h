#pragma once

#include "core/analysis/communication/cluster_comm.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One rank of one step as the profiler's own analysis splits its time, or the maxima over the ranks of a stage.
struct StepTraceRow {
    std::string step;
    bool isStage = false;
    std::vector<int> ranks;  ///< one, or those of the stage
    /// computing, communication not overlapped, overlapped, communication, free,
    /// stage, bubble, not overlapped without receives, preparing; ns, -1 unknown.
    std::array<std::int64_t, 9> ns{};
    int dp = -1;  ///< with context parallelism folded in; -1 unknown
    int pp = -1;
    int tp = -1;
};

/// Rows of the ranks, then of the stages. Figures of ranks are those of step_trace_time.csv or analysis.db. Stages:
/// groups of P2P operators whose name begins with "pp", united where they share a rank, are pipelines; groups of
/// collectives with at most one rank in each pipeline, united likewise, are stages, numbered by their first rank.
/// Indices: Megatron's order (tensor, then data, then pipeline), where the sizes multiply to the world. As
/// msprof-analyze's step_trace_time. O(rows x log).
[[nodiscard]] std::vector<StepTraceRow> stepTraceRows(const Run &run, CommSource source = CommSource::Any,
                                                      const std::stop_token &stop = {});

/// Median over ranks and steps of computing + not overlapped + free, what the profiler's own analysis takes for a step;
/// nothing without such rows.
[[nodiscard]] std::optional<Nanos> medianProfiledStep(const Run &run, const std::stop_token &stop = {});

/// Ranks of each stage, by the groups that communicated; empty when no pipeline is known.
[[nodiscard]] std::vector<std::vector<int>> stagesOfGroups(const std::vector<CommGroupRow> &groups);

}  // namespace stagescope
