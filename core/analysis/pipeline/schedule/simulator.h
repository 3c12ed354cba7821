#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"
#include "core/base/time.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What the simulator plays a schedule with. Called once per action (per dependency that crosses ranks).
struct SimulationCosts {
    std::function<Nanos(const PipelineAction &action)> duration;
    /// From the end of the producer until the consumer on another rank may begin; empty = 0. Turn-arounds that stay on
    /// a rank cost nothing.
    std::function<Nanos(const PipelineAction &producer, const PipelineAction &consumer)> transfer{};
};
/// Costs per chunk of a rank that are alike on all of them. overlapped 0 = forward + backward; backward 0 =
/// backwardInput + backwardWeight.
struct UniformCosts {
    Nanos forward{0};
    Nanos backwardInput{0};
    Nanos backwardWeight{0};
    Nanos backward{0};
    Nanos overlapped{0};
    Nanos loss{0};
    Nanos transfer{0};
};
[[nodiscard]] SimulationCosts simulationCosts(const UniformCosts &costs);

struct ActionTimes {
    Nanos begin{0};
    Nanos end{0};
};

/// Times of a schedule when each action starts as soon as its producers and the action before it on its rank are done;
/// zero = begin of the first. times[rank][position] matches schedule.ranks.
struct Simulation {
    std::vector<std::vector<ActionTimes>> times;
    Nanos makespan{0};
};
/// Dependencies: F(s) on F(s-1); B and I of s on that of s+1, on the last stage on F(s); W on its I; O needs the inputs
/// of both halves and gives both outputs at its end. O(actions). Errors: Cancelled; BadArgument for a deadlock, with
/// the action at which each rank stands.
[[nodiscard]] Result<Simulation> simulateSchedule(const Schedule &schedule, const SimulationCosts &costs,
                                                  const std::stop_token &stop = {});

/// Figures of one rank in a simulation. Global idle = makespan - busy; inner idle = (last end - first begin) - busy,
/// what zero-bubble papers count. Peak activations counts stage (chunk) activations held at once: from the begin of F
/// to the end of its B or W; `freedByInput` lets I release them.
struct RankFigures {
    Nanos busy{0};
    Nanos globalIdle{0};
    Nanos innerIdle{0};
    int peakActivations = 0;
};
[[nodiscard]] std::vector<RankFigures> rankFigures(const Schedule &schedule, const Simulation &simulation,
                                                   bool freedByInput = false);

}  // namespace stagescope
