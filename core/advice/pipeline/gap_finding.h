#pragma once

#include "core/advice/pipeline/host_delays.h"

#include <optional>
#include <string>

namespace stagescope {

/// The verdict on gaps of the device by one cause, of the rank that is worse than the others or of all alike; nothing
/// where they cost less than parameter "<rule>.share" of the step. Ranks whose hosts are slow in all they do are left
/// to host_launch ("<rule>.slow_host"). Texts: `id` (rank and ms), `id`.all (ms), `id`.remedy.
[[nodiscard]] std::optional<Finding> gapFinding(const RuleInput &input, FreeCause cause, const std::string &rule,
                                                const std::string &id);
/// These two parameters of a rule.
[[nodiscard]] std::vector<RuleParameter> gapParameters(const std::string &rule);

}  // namespace stagescope
