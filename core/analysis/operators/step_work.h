#pragma once

#include "core/analysis/operators/chip_peak.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What the matrix units of a rank did in a step.
struct StepWork {
    int rank = -1;
    std::optional<std::int64_t> step{};  ///< nothing: the whole capture, since no steps are known
    Nanos time{0};                       ///< of the step, as time_split tells it
    Nanos kernels{0};                    ///< sum of kernels that began in it, without communication and copies
    Nanos judged{0};  ///< of that, of what is known what it does: matrix work with FLOP, and work without matrix units
    Nanos matrix{0};  ///< of that, matrix work with FLOP
    Nanos unjudged{0};                   ///< the rest: kernels of which nobody knows what the matrix units did
    double flop = 0;                     ///< of matrix work
    TypedFlop byType{};                  ///< the same by what is multiplied
    std::optional<double> recomputed{};  ///< of that, in activations computed once more; nothing where not known
    TypedFlop recomputedByType{};

    /// Whether hardly anything is not judged: with more of it unknown, flop and what is made of it would be too low.
    [[nodiscard]] bool isJudgedEnough() const;
    /// Time that the FLOP take at the peak of their types / time: the share that the hardware did; of the model alone
    /// without what was recomputed. Nothing where the peak of what was multiplied is not known, or more than a
    /// fiftieth of the kernels' time is unjudged.
    [[nodiscard]] std::optional<double> hardwareShare(const ChipPeak &peak) const;
    [[nodiscard]] std::optional<double> modelShare(const ChipPeak &peak) const;
};

/// One entry per step of the capture that has kernels. O(n log n) of the kernels. Any thread.
[[nodiscard]] std::vector<StepWork> stepWork(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
