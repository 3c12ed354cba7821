#pragma once

#include "core/analysis/pipeline/measured_graph.h"
#include "core/analysis/pipeline/simulator.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What cells cost on each rank of a pipeline, for one chunk of it, as measured in one or more steps. A cost that was
/// not seen is made up: B = I + W, I = B * inputShare, O = F + B - hidden.
struct StageCosts {
    struct Rank {
        Nanos forward{0};
        Nanos backward{0};  ///< whole: I + W
        Nanos backwardInput{0};
        Nanos backwardWeight{0};
        Nanos loss{0};
        Nanos overlapped{0};  ///< 0 = none was measured
    };
    std::vector<Rank> ranks;      ///< per chunk of the measured schedule, in stage order of the group
    int chunks = 1;               ///< of the measured schedule
    Nanos transfer{0};            ///< median over the edges
    std::size_t cells = 0;        ///< that the costs come from
    bool isSplitAssumed = false;  ///< only whole backwards were seen
};
/// Means over the cells of the given steps (empty: all). Nothing when a rank has no forward or no backward.
[[nodiscard]] std::optional<StageCosts> stageCosts(const PipelineChart &chart, std::vector<std::int64_t> steps = {});

/// One question. Defaults change nothing.
struct WhatIf {
    std::optional<ScheduleOptions> schedule{};  ///< another order, m, v; p must stay
    bool balanced = false;                      ///< every rank takes the mean of all
    std::optional<int> fixedRank{};             ///< position whose costs become the median of the others
    int moveLayers = 0;                         ///< layers moved from `moveFrom` to `moveTo`, positions
    int moveFrom = 0;
    int moveTo = 0;
    std::vector<int> layers{};  ///< layers per rank, for moveLayers
    double transferFactor = 1;  ///< 0 = free transfers
    double inputShare = 0.5;    ///< I of a whole backward, where only B was measured
    double overlapGain = 0;     ///< eta of O = max(F, B) + (1 - eta) min(F, B); 0 = no overlap
};

/// What the simulator says about a question. All times per step.
struct WhatIfResult {
    ScheduleOptions schedule;
    Nanos makespan{0};
    Nanos busyMax{0};        ///< the longest busy time of a rank: no order can be shorter
    double bubbleShare = 0;  ///< mean over ranks of idle / makespan
    std::vector<RankFigures> ranks;
    std::size_t transfers = 0;     ///< between ranks, per step
    std::optional<int> boundBy{};  ///< position of the rank whose work alone takes nearly all of the makespan
    Schedule order;                ///< for the ghost chart
    Simulation simulation;
    std::vector<std::string> assumptions{};  ///< English, one sentence each
};
/// A rank bounds a step when its busy time is at least this share of the makespan.
inline constexpr double kBoundShare = 0.97;

/// Errors: BadArgument for a schedule whose preconditions fail or whose p differs, for layers that do not fit;
/// Cancelled. O(actions).
[[nodiscard]] Result<WhatIfResult> whatIf(const StageCosts &costs, const ScheduleOptions &measured,
                                          const WhatIf &question, const std::stop_token &stop = {});

}  // namespace stagescope
