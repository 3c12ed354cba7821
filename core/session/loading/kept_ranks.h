#pragma once

#include "core/base/result.h"
#include "core/session/discovery/ranks_by_hand.h"

#include <string>
#include <vector>

namespace stagescope {

/// Ranks by hand as the user's data folder keeps them, by whole paths; empty where none are kept or they cannot be
/// read. They are never written into a profile.
[[nodiscard]] std::vector<RankByHand> keptRanks();
/// Keeps them, each in place of what was kept of its path; a rank below 0 forgets it. For all programs of the user.
/// Errors: as SharedFile.
[[nodiscard]] Status keepRanks(const std::vector<RankByHand> &ranks);
/// Where they are kept.
[[nodiscard]] std::string keptRanksPath();

}  // namespace stagescope
