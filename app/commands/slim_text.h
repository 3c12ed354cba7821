#pragma once

#include "app/command_line.h"
#include "core/export/slim/slim_loss.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// "pipeline", "pipeline,memory". Errors: BadArgument.
[[nodiscard]] Result<std::vector<SlimAnswer>> parseAnswers(const std::string &text);
/// What --for and --ranks say. Errors: BadArgument.
[[nodiscard]] Result<SlimChoice> slimChoice(const Arguments &arguments);

/// "3.5 %"
[[nodiscard]] std::string portionText(std::uint64_t part, std::uint64_t whole);
/// A line for each reason to leave files out.
[[nodiscard]] std::string leftOutText(const SlimSums &sums);

}  // namespace stagescope
