#pragma once

#include "core/analysis/host/host_activity.h"
#include "core/analysis/run/dispatch_paths.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Why a device neither computes nor communicates. Exactly one per gap, the first of these rules that holds; "most"
/// means at least half of the gap:
///  0. What the pipeline tells (ToldGap) holds for the part of the gap that it covers: PipelineWait where no data was
///     there, whatever the host did meanwhile; HostLaunch where all was there and the launch came late (of these rules
///     the host's one that holds, if one does); Other where it did not, and a rule would blame the host.
///  1. Copy: copies of the device fill most of it.
///  2. Where the work that ends the gap was launched when at least half of the gap had gone by, or no launch of it is
///     known, the host may be the cause: DataLoading when ranges of a data loader fill most of it; CommunicationWait
///     when the host sat most of it in a collective of its own (gloo, a barrier); Synchronisation when a call that
///     waits for the device covers the gap's begin or fills most of it; else HostLaunch where the launch is known.
///     Where steps meet a wait for the whole device is the loop's own, and so is the idle time before the first work of
///     a capture: StepEdge up to kStepEdge of the step, beyond that HostLaunch where the launch is known.
///  3. Else CommunicationWait when tasks that wait for other ranks or streams fill most of the gap, else Other (the
///     device's own scheduling), or Unknown where no launch is known.
enum class FreeCause : std::uint8_t {
    HostLaunch,
    Synchronisation,
    DataLoading,
    StepEdge,
    CommunicationWait,
    PipelineWait,
    Copy,
    Other,
    Unknown,
};
constexpr std::size_t kFreeCauses = 9;
/// A host needs some time from the begin of a step to its first launch, whatever it does.
constexpr double kStepEdge = 0.1;
/// "host_launch", "synchronisation", "data_loading", "step_edge", "communication_wait", "pipeline_wait", "copy",
/// "other", "unknown"
[[nodiscard]] std::string_view freeCauseText(FreeCause cause);
/// HostLaunch, Synchronisation, DataLoading.
[[nodiscard]] bool isHostCause(FreeCause cause);

/// What a pipeline tells of a range of one rank (pipeline/told_gaps.h).
struct ToldGap {
    RankRange range;
    FreeCause cause = FreeCause::PipelineWait;  ///< PipelineWait, CommunicationWait, HostLaunch or Other
    bool fillsHead = false;                     ///< holds from the begin of the step on that it lies in
};

struct FreeGap {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    RankRange range;  ///< cut at the step's ends
    RankRange whole;  ///< uncut: from work to work
    FreeCause cause = FreeCause::Unknown;
    FreeCause hidden = FreeCause::Unknown;  ///< what it would be called if no pipeline told
    std::size_t before = kNone;             ///< index into RankGaps::paths: the work that ends where the gap begins
    std::size_t after = kNone;              ///< the work that begins where it ends
    std::optional<Nanos> hostLate{};  ///< from the gap's begin until the launch call of `after` returned; within whole
};

/// The gaps of one step. range = busy + sum of gaps, to the nanosecond.
struct StepGaps {
    std::optional<std::int64_t> step;  ///< nothing: the whole capture, since no steps are known
    RankRange range;                   ///< as TimeSplit: the step on the host, or longer where the device lags behind
    Nanos busy{0};                     ///< union of computing and communication
    std::vector<FreeGap> gaps;         ///< by begin
    /// What no compute fills and only sends that nothing waits for do, judged as if they were not there; no part of the
    /// sum. By begin.
    std::vector<FreeGap> behindSends{};
    std::optional<std::int64_t> device{};  ///< of whose work; nothing: of all of the rank

    [[nodiscard]] std::array<Nanos, kFreeCauses> byCause() const;
};

struct RankGaps {
    std::vector<DispatchPath> paths;  ///< all device work by begin; empty where no trace is loaded
    std::vector<StepGaps> steps;      ///< by begin; empty where nothing tells when the device worked
    HostActivities host;              ///< what the host did meanwhile
};

/// Gaps of the union of the device's work (busyIntervals), per step of timeSplits. The peer's free_analysis takes gaps
/// of the same union and names long ones "no task dispatched" or "long time between two launches", both HostLaunch
/// here; it looks at any task within a gap where rule 1 asks for half of it. A gap that what is told covers in parts is
/// cut there. Any thread, O(n log n).
[[nodiscard]] RankGaps freeGaps(const RankCapture &capture, const std::vector<ToldGap> &told,
                                const std::stop_token &stop = {});
[[nodiscard]] RankGaps freeGaps(const RankCapture &capture, const std::stop_token &stop = {});
/// The same of each device by itself where the rank has several (rank_devices.h): while one works, another may idle.
[[nodiscard]] RankGaps freeGapsByDevice(const RankCapture &capture, const std::vector<ToldGap> &told,
                                        const std::stop_token &stop = {});

/// The host's slice that tells best what it did in a range: the shortest one that fills most of it, else the one that
/// fills most. Framework operators, calls of driver and Python, queue. O(log n + slices in the range).
struct HostCall {
    SourceId source;
    TrackId track;
    SliceId slice;
    std::string_view name;  ///< lives as long as the trace
};
[[nodiscard]] std::optional<HostCall> hostCallIn(const RankCapture &capture, RankRange range);
/// The innermost frame of Python that lasts as long as a range: of those that cover nearly all of it the shortest, on
/// any thread. Nothing where Python was not recorded. O(tracks x depth x log n).
[[nodiscard]] std::optional<HostCall> codeAround(const RankCapture &capture, RankRange range);

}  // namespace stagescope
