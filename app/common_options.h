#pragma once

#include "app/command_line.h"

#include <string>

namespace stagescope {

/// Options that several commands share, with the same words in each. Those of one subject stand beside what reads them:
/// clockOption, ruleOption, memoryOption, captureOption ...

[[nodiscard]] OptionSpec baselineOption();
/// `name`: "--rank" or "--ranks", as the command lists it; both are taken.
[[nodiscard]] OptionSpec ranksSpec(const std::string &name);
[[nodiscard]] OptionSpec stepSpec();
[[nodiscard]] OptionSpec stepRangeSpec();
[[nodiscard]] OptionSpec rangeOption();
[[nodiscard]] OptionSpec groupOption();

}  // namespace stagescope
