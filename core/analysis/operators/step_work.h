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
    Nanos judged{0};    ///< of that, what is known to do: matrix work with FLOP, and work without matrix units
    Nanos matrix{0};    ///< of that, matrix work with FLOP
    Nanos unjudged{0};  ///< matrix work whose FLOP are not known
    double flop = 0;    ///< of matrix work
    std::optional<double> recomputed{};  ///< of that, in activations computed once more; nothing where not known

    /// flop / (time x peak): the share that the hardware did; of the model alone without what was recomputed.
    [[nodiscard]] std::optional<double> hardwareShare(const ChipPeak &peak) const;
    [[nodiscard]] std::optional<double> modelShare(const ChipPeak &peak) const;
};

/// One entry per step of the capture that has kernels. O(n log n) of the kernels. Any thread.
[[nodiscard]] std::vector<StepWork> stepWork(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
