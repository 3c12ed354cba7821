#pragma once

#include "core/advice/rule.h"

namespace stagescope {

// One factory per rule, each defined in core/advice/rule_<name>.cpp and listed in rule_list.cpp.
[[nodiscard]] Rule makeStageImbalanceRule();

}  // namespace stagescope
