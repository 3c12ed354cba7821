#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// "; did you mean step_us or steps?": up to three names of a list that differ from a mistyped one in at most a third
/// of its letters (Levenshtein's distance), or hold it, the nearest first; empty where none does. O(names x letters^2).
[[nodiscard]] std::string nearestNames(std::string_view mistyped, std::span<const std::string> names);

}  // namespace stagescope
