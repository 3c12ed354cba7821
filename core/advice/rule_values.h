#pragma once

#include "core/base/message.h"
#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

struct RuleParameter;

/// Thresholds that a user set, by name ("slow_link.ratio"); all others have their defaults.
using RuleValues = std::map<std::string, double>;

/// Null where no rule has it.
[[nodiscard]] const RuleParameter *ruleParameter(std::string_view name);
/// As texts tell them. Errors: BadArgument for a name that no rule has and for what is no finite number.
[[nodiscard]] Result<RuleValues> ruleValuesFrom(const std::map<std::string, std::string> &texts);
/// Those that differ from their defaults, one message each, for whoever reads findings that depend on them. Unknown
/// names are left out.
[[nodiscard]] std::vector<Message> changedThresholds(const RuleValues &values);

}  // namespace stagescope
