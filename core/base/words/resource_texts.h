#pragma once

#include <span>
#include <string_view>

namespace stagescope {

/// The files of a folder of resources in the order of their names, as packaging/cmake/resource_texts.cmake builds them
/// in: "dialects", "rules", "settings", "views", "words". None for another name.
[[nodiscard]] std::span<const std::string_view> resourceTexts(std::string_view folder);

}  // namespace stagescope
