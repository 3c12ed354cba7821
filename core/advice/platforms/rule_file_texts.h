#pragma once

#include <span>
#include <string_view>

namespace stagescope {

/// The files of resources/rules in the order of their names, as core/CMakeLists.txt builds them in.
[[nodiscard]] std::span<const std::string_view> ruleFileTexts();

}  // namespace stagescope
