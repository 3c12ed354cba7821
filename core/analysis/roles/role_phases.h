#pragma once

#include "core/base/item_ref.h"
#include "core/base/words/dialect.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a rank did for reinforcement learning: a range of its program that the words of a producer know (`roles` in
/// resources/dialects).
struct RolePhase {
    int rank = -1;
    std::string host;  ///< may be empty
    RoleWork work = RoleWork::Rollout;
    std::string name;  ///< as the program has it
    AlignedRange range{};
    SliceRef evidence;  ///< the range
};

/// For leanRun: whatever rolePhases asks of a capture, measured. O(slices of the host).
void measureRoles(const RankCapture &capture, const std::stop_token &stop);

/// Of all ranks, by rank and begin; those of one rank do not overlap: a range inside another one is a part of it, one
/// that begins before its predecessor ends counts from there. Empty unless the run shows a rollout and what follows
/// one, or an update and what judges samples (log-probabilities, reference, reward, advantage): single names like these
/// occur elsewhere, too. O(slices of the host) once, then O(phases).
[[nodiscard]] std::vector<RolePhase> rolePhases(const Run &run, const std::stop_token &stop = {});

/// Whether there are any.
[[nodiscard]] bool hasRoles(const Run &run);

}  // namespace stagescope
