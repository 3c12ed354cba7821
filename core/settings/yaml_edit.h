#pragma once

#include "core/settings/setting_text.h"

#include <string>
#include <string_view>

namespace stagescope {

/// The text with one value; every other byte stays as it is. A key that is missing is put behind the last one of its
/// mapping. Errors: those of readYamlText; BadArgument where the path leads through what is no mapping. O(bytes).
[[nodiscard]] Result<std::string> yamlWithValue(const std::string &text, std::string_view path, const TextNode &value);

}  // namespace stagescope
