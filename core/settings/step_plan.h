#pragma once

#include "core/settings/setting_check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

enum class StepState : std::uint8_t {
    Skipped,  ///< the profiler is off
    WarmUp,   ///< it runs, and what it sees is deleted
    Recorded,
    Saved,    ///< recorded, and the last of its capture, which is written then
    Cut,      ///< recorded, of a capture that the job ends too early to complete
    Deleted,  ///< warm-up of a capture of which nothing is recorded: its folder is deleted
};

/// Which steps a profiler records: skipFirst, then `repeat` times wait, warmup, active (0 = for ever). Formula: state
/// of step s is that of (s - skipFirst) mod (wait + warmup + active); torch.profiler.schedule and those made after it.
struct StepPlan {
    std::int64_t first = 0;  ///< number of the first step: torch counts from 0, MindSpore's monitor from 1
    std::int64_t skipFirst = 0;
    std::int64_t wait = 0;
    std::int64_t warmup = 0;
    std::int64_t active = 1;
    std::int64_t repeat = 1;

    [[nodiscard]] std::int64_t cycle() const { return wait + warmup + active; }
    /// Steps that the job must have to complete all captures (one if they go on for ever); clamped to 2^62.
    [[nodiscard]] std::int64_t needed() const;
    /// Of step 0 ... steps - 1 of a job with that many; O(1).
    [[nodiscard]] StepState stateOf(std::int64_t step, std::int64_t steps) const;
    /// Recorded steps of a job with so many, cut captures included; O(1).
    [[nodiscard]] std::int64_t recorded(std::int64_t steps) const;
};

/// The last step that MindSpore's monitor records: stop_step, or start_step + iterations - 1 of a request.
[[nodiscard]] std::int64_t lastMonitoredStep(const SettingSheet &sheet);
/// Nothing where these settings record no steps, or not yet: the profiler is off, or a later change starts it.
[[nodiscard]] std::optional<StepPlan> stepPlan(const SettingSheet &sheet);
/// How the plan fits a job of so many steps: "settings.problem.steps.<...>".
[[nodiscard]] std::vector<SettingProblem> stepProblems(const StepPlan &plan, std::int64_t steps);

/// Equal states in a row.
struct StepStretch {
    std::int64_t begin = 0;  ///< numbers as the program counts them
    std::int64_t end = 0;    ///< behind the last
    StepState state = StepState::Skipped;
};
/// The first `most` stretches of a job of so many steps. O(most).
[[nodiscard]] std::vector<StepStretch> stepStretches(const StepPlan &plan, std::int64_t steps, std::size_t most);
/// One letter a step of the first `most`, in tens: ". . . . w R S": skipped ".", warm-up "w", deleted "x", recorded
/// "R", saved "S", cut "c".
[[nodiscard]] std::string stepStrip(const StepPlan &plan, std::int64_t steps, std::int64_t most);

}  // namespace stagescope
