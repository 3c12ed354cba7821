#pragma once

#include "core/analysis/pipeline/replay/stage_costs.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/base/message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace stagescope {

/// What each pass of a chunk takes more; below 0: less.
struct PassChange {
    Nanos forward{0};
    Nanos backward{0};
};

/// One question. Defaults change nothing.
struct WhatIf {
    std::optional<ScheduleOptions> schedule{};  ///< another order, m, v; p must stay
    bool balanced = false;                      ///< every chunk takes the mean of all
    std::optional<int> fixedRank{};             ///< position of a rank that is mended
    /// What its chunks cost then; empty = the median of the other ranks.
    std::vector<ChunkCosts> fixedCosts{};
    std::vector<int> layers{};                      ///< as they lie on the ranks now, by position
    std::vector<int> newLayers{};                   ///< as they shall; empty = as now
    std::vector<std::vector<PassChange>> passes{};  ///< by position and chunk; empty = nothing changes
    std::vector<double> wonBytes{};                 ///< of the peak, by position; empty = none
    double transferFactor = 1;                      ///< 0 = free transfers
    /// Transfers between two ranks (the smaller one first) that would take that long at most; only a replay can tell.
    std::map<std::pair<int, int>, Nanos> links{};
    double inputShare = 0.5;  ///< I of a whole backward, where only B was measured
    /// Eta of an overlapped cell: max(computing, communication) + (1 - eta) min of the two, over both halves. Nothing =
    /// the share that the measured ones hide.
    std::optional<double> overlapGain{};
};

/// Whether it leaves the order of the cells as it was measured, so that the measured steps can be replayed with it.
[[nodiscard]] bool keepsOrder(const WhatIf &question);

/// What the simulator says about a question. All times per step.
struct WhatIfResult {
    ScheduleOptions schedule;
    Nanos makespan{0};
    Nanos busyMax{0};        ///< the longest busy time of a rank: no order can be shorter
    double bubbleShare = 0;  ///< mean over ranks of idle / makespan
    std::vector<RankFigures> ranks;
    std::vector<double> activations;  ///< peak of each rank, 1 = all of a rank's layers for one microbatch
    std::size_t transfers = 0;        ///< between ranks, per step
    /// Position of the rank whose work is clearly longer than the others' and that hardly waits between its cells: no
    /// order can do much about it.
    std::optional<int> boundBy{};
    std::vector<std::vector<ChunkCosts>> costs{};  ///< [position][chunk of the measured schedule], as asked for
    Schedule order;                                ///< for the ghost chart
    Simulation simulation;
    std::vector<Message> assumptions{};  ///< what_if.assumes...
};
/// A rank bounds a step when it works this much longer than the median of the others,
inline constexpr double kBoundExcess = 1.05;
/// and waits between its cells for at most this share of the makespan.
inline constexpr double kBoundIdleShare = 0.03;

/// `measured` is the schedule that the costs come from. Errors: BadArgument for a schedule whose preconditions fail or
/// whose p differs, for layers that do not fit; Cancelled. O(actions).
[[nodiscard]] Result<WhatIfResult> whatIf(const StageCosts &costs, const ScheduleOptions &measured,
                                          const WhatIf &question, const std::stop_token &stop = {});

/// The answer laid into a measured step: its cells from the step's first scheduled cell on, by rank, then begin. Empty
/// for a step without scheduled cells. O(cells + actions).
[[nodiscard]] std::vector<IdealCell> whatIfCells(const WhatIfResult &result, const PipelineChart &chart,
                                                 std::int64_t step, const ClockAlignment &clock);

}  // namespace stagescope
