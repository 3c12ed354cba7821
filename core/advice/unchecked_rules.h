#pragma once

#include "core/advice/findings.h"

#include <vector>

namespace stagescope {

/// Rules that could not look, gathered by what would help: the setting for the first question that a rule needs and
/// this run does not answer, else the rule's own reason. In the order of the list. O(rules + what capabilities cost).
[[nodiscard]] std::vector<UncheckedGroup> uncheckedGroups(const Run &run, const std::vector<RuleOutcome> &rules);

}  // namespace stagescope
