#pragma once

#include "core/advice/rule.h"

#include <cstddef>
#include <vector>

namespace stagescope {

using FoundByRule = std::vector<std::vector<Finding>>;  ///< in the order of ruleList()

/// Those findings of a rule that no others explain. What explains are findings of the same subject that stand nearer to
/// the cause (Standing). Where a replay can judge, their cures are taken out of the run first: a finding is explained
/// when less than kLeastLeft of what it costs alone is left. Else, as in memory, on links and where something else
/// hides it from the job, it is explained when each rank that it blames is blamed by such as cost kLeastLeft of it at
/// least; one that blames no rank is about all, and of two on memory snapshots the one explains the other only where it
/// is the same snapshot.
[[nodiscard]] std::vector<Finding> unexplained(std::size_t rule, const FoundByRule &found, const CuredJob &job);

/// Puts behind each finding those that are its cause (Finding::partOf): of the same subject, nearer to the cause, and
/// with its cure taken out of the run less than kLeastLeft of what they save alone is left; and those that are pieces
/// of it (Finding::isPiece) by what their own rule says. A piece of what is not found stands by itself. Keeps the order
/// otherwise.
/// O(n^2) replays of findings of one subject.
void nestCauses(std::vector<Finding> &findings, const CuredJob &job);

inline constexpr double kLeastLeft = 0.5;

}  // namespace stagescope
