#pragma once

#include "core/advice/communication/comm_study.h"
#include "core/analysis/communication/alone_collectives.h"
#include "core/analysis/pipeline/replay/cure.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// Of one group in one step: those of each rank, in order, by aligned clocks.
using CollectivesByRank = std::map<int, std::vector<ExposedCollective>>;
using StepOfGroup = std::pair<std::int64_t, std::string>;

/// Of the groups for which `isAsked` is true, by step and the group's id. Operators outside of all steps and ranks
/// whose computing is unknown are left out. O(operators x log intervals).
[[nodiscard]] std::map<StepOfGroup, CollectivesByRank> exposedCollectives(
    const RuleInput &input, const CommGroups &groups, const std::function<bool(const std::string &group)> &isAsked);

/// What each of them costs: the rank that waited least for the others tells.
[[nodiscard]] std::vector<Nanos> leastExposed(const CollectivesByRank &collectives);
/// Takes the last of what is exposed of the i-th out of each rank: all end together, so that what a rank waited for the
/// others before that stays.
void takeLast(const CollectivesByRank &collectives, std::size_t i, Nanos time, Cure &cure);

}  // namespace stagescope
