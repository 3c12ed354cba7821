#pragma once

#include "core/analysis/pipeline/pipeline_cell.h"
#include "core/base/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// One piece of work of a pipeline schedule. `rank` counts within the pipeline group; with one stage per rank it equals
/// `stage`. `chunk` is the virtual chunk of the rank, 0 where a rank holds one stage.
struct PipelineAction {
    int rank = 0;
    CellKind kind = CellKind::Forward;
    int stage = 0;
    int microbatch = 0;
    int chunk = 0;
    bool operator==(const PipelineAction &) const = default;
};
/// What each rank does, in its order: schedule[rank][position].
using Schedule = std::vector<std::vector<PipelineAction>>;

enum class ScheduleKind : std::uint8_t {
    GPipe,     ///< all forwards, then all backwards (fill and drain)
    OneFOneB,  ///< PipeDream-flush: after a warm-up of stages - 1 - rank forwards, one forward and one backward in turn
};
/// "gpipe", "1f1b": the names of the command line.
[[nodiscard]] std::string_view scheduleKindText(ScheduleKind kind);
[[nodiscard]] std::optional<ScheduleKind> scheduleKindFromText(std::string_view text);

/// In which order GPipe runs its backwards: PyTorch's ScheduleGPipe ascending, the paper's figure (and PyTorch's looped
/// breadth-first form) descending. 1F1B knows ascending only.
enum class DrainOrder : std::uint8_t { Ascending, Descending };

struct ScheduleOptions {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int stages = 1;        ///< p, the ranks of the group
    int microbatches = 1;  ///< m
    DrainOrder drain = DrainOrder::Ascending;
};

/// The order in which the ranks of a pipeline work, without times. Pure, any thread, O(stages x microbatches).
/// Errors: BadArgument for a request that makes no sense (also GPipe's descending drain asked of 1F1B), Limit beyond
/// kMaxScheduleActions. Sources: GPipe, arXiv 1811.06965; 1F1B, arXiv 2104.04473; Megatron clamps the warm-up to m, so
/// any m >= 1 is allowed.
inline constexpr long long kMaxScheduleActions = 16'000'000;
[[nodiscard]] Result<Schedule> generateSchedule(const ScheduleOptions &options);

/// Forwards that a rank of 1F1B runs before its first backward may follow: min(stages - 1 - rank, microbatches).
[[nodiscard]] int warmupForwards(int stages, int microbatches, int rank);

}  // namespace stagescope
