#pragma once

#include "core/session/workspace.h"

#include <optional>
#include <stop_token>

namespace stagescope {

/// Whether a rank's timeline shows work that only training does: a backward pass, or an optimizer, by the calls of its
/// framework or by the names of its kernels (kernelTrait). False where the framework's calls and kernels are recorded
/// and none of them is such, or where a server of models wrote the trace: inference, whose collectives carry no
/// gradients. Nothing where that cannot be told. O(names), once. Any thread.
[[nodiscard]] std::optional<bool> showsTraining(const RankCapture &capture, const std::stop_token &stop = {});

/// Whether the run may be one that trains: a rank shows it, or none can tell. O(ranks).
[[nodiscard]] bool mayTrain(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
