#pragma once

#include "core/analysis/roles/role_phases.h"

#include <optional>
#include <vector>

namespace stagescope {

/// One kind of work within a round, over all ranks that do it.
struct RoleShare {
    RoleWork work = RoleWork::Rollout;
    std::vector<RolePhase> phases;  ///< those of the round, cut to it, by rank and begin
    AlignedRange range{};           ///< from the first begin to the last end
    Nanos sum{0};                   ///< over all ranks
    std::size_t ranks = 0;
    Nanos median{0};  ///< over its ranks: time of a rank
    Nanos longest{0};
    int longestRank = -1;
    SliceRef evidence;  ///< the last range of that rank
    /// How much earlier the last rank would end if its time were the median of the others, as far as all of those wait
    /// meanwhile: none is in its own part, or has gone on. 0 where none is known to go on.
    Nanos tail{0};
    int tailRank = -1;  ///< the rank that ends last; -1 without a tail
};

/// A stretch of the job that ends when the weights are updated. Rounds lie side by side: times of works and of waiting
/// add up to the round on every rank.
struct RoleRound {
    int number = 0;  ///< from 1
    AlignedRange range{};
    bool isWhole = true;            ///< neither the start nor the end of the record cuts it
    std::vector<RoleShare> shares;  ///< by begin

    [[nodiscard]] const RoleShare *share(RoleWork work) const;
};

struct RoleRounds {
    std::vector<int> ranks;  ///< that have phases
    std::vector<RoleRound> rounds;
};

/// A round ends with the last update that runs beside others of its kind; without updates, where rollouts begin anew,
/// or whatever comes first. What reaches over the end of a round is cut there. O(phases log phases).
[[nodiscard]] RoleRounds roleRounds(const std::vector<RolePhase> &phases);

}  // namespace stagescope
