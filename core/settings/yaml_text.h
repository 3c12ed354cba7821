#pragma once

#include "core/settings/setting_text.h"

#include <string_view>

namespace stagescope {

/// A mapping of YAML as PyYAML's safe_load reads it, in the part of the language that settings are written in: nested
/// mappings and lists, in lines or in brackets, plain and quoted scalars, blocks of text, comments; anchors are passed
/// over. Aliases and tags are Expressions. A reader of our own: files are changed where a value stands, so that ends of
/// values and of what is in lines below a key matter, and one more library in each package would serve this file alone.
/// Errors: Malformed ("line 3: ..."), Limit for more than 64 levels or 4096 keys of one mapping. O(bytes).
[[nodiscard]] Result<SettingText> readYamlText(std::string_view text);

}  // namespace stagescope
