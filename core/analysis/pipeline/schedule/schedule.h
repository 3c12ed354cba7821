#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/base/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One piece of work of a pipeline schedule. `rank` counts within the pipeline group. `chunk` is the virtual chunk of
/// the rank, or the direction of DualPipe; `stage` counts in the order in which a microbatch flows (per direction in
/// DualPipe). An overlapped action (O) has two halves: the fields name the forward, `backward...` the backward half;
/// in all others the latter are -1.
struct PipelineAction {
    int rank = 0;
    CellKind kind = CellKind::Forward;
    int stage = 0;
    int microbatch = 0;
    int chunk = 0;
    int backwardStage = -1;
    int backwardMicrobatch = -1;
    int backwardChunk = -1;
    bool operator==(const PipelineAction &) const = default;
};

/// Where the stages of a pipeline live, p ranks with v chunks each:
enum class StagePlacement : std::uint8_t {
    Linear,  ///< stage = rank
    Loop,    ///< stage = chunk * p + rank (interleaved)
    V,       ///< stage = rank for chunk 0, 2p - 1 - rank for chunk 1
    Dual,    ///< two copies of the weights: stage = rank in direction 0, p - 1 - rank in direction 1
};

enum class ScheduleKind : std::uint8_t {
    GPipe,                  ///< all forwards, then all backwards (fill and drain)
    OneFOneB,               ///< PipeDream-flush
    Interleaved,            ///< 1F1B over virtual chunks (Megatron's VPP)
    ZeroBubbleH1,           ///< 1F1B with B split into I and W, W behind I by the rank's number
    ZeroBubbleH2,           ///< the same with a longer warm-up: no inner idle time, more activations
    ZeroBubbleV,            ///< two chunks in V shape
    DualPipe,               ///< DeepSeek: microbatches from both ends, two copies of the weights
    DualPipeV,              ///< DeepSeek's "cut in half": two chunks in V shape
    MindSpeedDualPipeV,     ///< MindSpeed's form of it
    LoopedBfs,              ///< GPipe over virtual chunks, breadth first: chunk by chunk, back in reverse order
    InterleavedZeroBubble,  ///< Interleaved with B split into I and W, W behind I by the rank's number
};
/// "gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "zb-v", "dualpipe", "dualpipev", "mindspeed-dualpipev",
/// "looped-bfs", "interleaved-zb": the names of the command line.
[[nodiscard]] std::string_view scheduleKindText(ScheduleKind kind);
[[nodiscard]] std::optional<ScheduleKind> scheduleKindFromText(std::string_view text);
/// All of them, in order of declaration.
[[nodiscard]] std::span<const ScheduleKind> scheduleKinds();
[[nodiscard]] StagePlacement placementOf(ScheduleKind kind);

/// In which order GPipe runs its backwards: PyTorch's ScheduleGPipe ascending, the paper's figure descending. Looped
/// breadth-first is descending, all others know ascending only.
enum class DrainOrder : std::uint8_t { Ascending, Descending };

struct ScheduleOptions {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int stages = 1;        ///< p, the ranks of the group
    int microbatches = 1;  ///< m; in DualPipe of both directions together
    DrainOrder drain = DrainOrder::Ascending;
    int chunks = 0;            ///< v of Interleaved, its zero-bubble form and LoopedBfs; 0 = 2. Others have their own
    int groupSize = 0;         ///< microbatches per group of Interleaved and its zero-bubble form; 0 = p
    bool overlapsMoe = false;  ///< Interleaved: each steady pair is one overlapped action (expert all-to-all hidden)
    bool detachesWeights = false;  ///< MindSpeedDualPipeV: cool-down backwards split into I and W
    bool hasLogits = false;        ///< MindSpeedDualPipeV: rank 0 runs the loss head as a cell (kind Loss) of its own
    bool operator==(const ScheduleOptions &) const = default;
};
/// "1f1b p=4 m=8", "interleaved p=4 v=2 m=8 g=6", "mindspeed-dualpipev p=4 m=10 detach logits": defaults left out.
[[nodiscard]] std::string scheduleText(const ScheduleOptions &options);
/// Whether v can be chosen.
[[nodiscard]] constexpr bool hasChunkNumber(ScheduleKind kind) {
    return kind == ScheduleKind::Interleaved || kind == ScheduleKind::InterleavedZeroBubble ||
           kind == ScheduleKind::LoopedBfs;
}
/// Chunks (or directions) per rank: 1, v, or 2.
[[nodiscard]] int chunksOf(const ScheduleOptions &options);
/// The rank that holds a stage of a chunk (direction), and the stage that a rank holds.
[[nodiscard]] int rankOfStage(StagePlacement placement, int ranks, int stage, int chunk);
[[nodiscard]] int stageOf(StagePlacement placement, int ranks, int rank, int chunk);

/// What each rank does, in its order, without times.
struct Schedule {
    StagePlacement placement = StagePlacement::Linear;
    int chunks = 1;      ///< per rank
    int stageCount = 0;  ///< stages that a microbatch passes
    int microbatches = 0;
    std::vector<std::vector<PipelineAction>> ranks;

    [[nodiscard]] std::size_t actionCount() const;
};

/// The order in which the ranks of a pipeline work. Pure, any thread, O(actions). Errors: BadArgument for a request
/// that makes no sense, with the precondition in words (dualpipe: p even, m even, m >= 2p; interleaved: p <= g <= m and
/// a last group that is empty or >= p ...); Limit beyond kMaxScheduleActions. Sources of each order stand in its file
/// (schedule_*.cpp).
inline constexpr long long kMaxScheduleActions = 16'000'000;
[[nodiscard]] Result<Schedule> generateSchedule(const ScheduleOptions &options);
/// The errors of generateSchedule without the schedule. O(1).
[[nodiscard]] Status checkSchedule(const ScheduleOptions &options);

/// Forwards that a rank of 1F1B runs before its first backward may follow: min(stages - 1 - rank, microbatches).
[[nodiscard]] int warmupForwards(int stages, int microbatches, int rank);

}  // namespace stagescope
