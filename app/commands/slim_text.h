#pragma once

#include "app/command_line.h"
#include "core/export/slim/slim_plan.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stagescope {

/// Files of one reason to leave them out.
struct LeftOut {
    std::size_t files = 0;
    std::uint64_t bytes = 0;

    void add(std::uint64_t size) {
        ++files;
        bytes += size;
    }
};

/// "pipeline", "pipeline,memory". Errors: BadArgument.
[[nodiscard]] Result<std::vector<SlimAnswer>> parseAnswers(const std::string &text);
/// What --for and --ranks say. Errors: BadArgument.
[[nodiscard]] Result<SlimChoice> slimChoice(const Arguments &arguments);

/// "3.5 %"
[[nodiscard]] std::string portionText(std::uint64_t part, std::uint64_t whole);
/// A line for each reason.
[[nodiscard]] std::string leftOutText(const std::map<SlimReason, LeftOut> &leftOut);

}  // namespace stagescope
