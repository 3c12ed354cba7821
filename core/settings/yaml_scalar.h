#pragma once

#include "core/settings/setting_text.h"

#include <string>

namespace stagescope {

/// Gives `node`, whose text is a plain scalar, its type by the rules of YAML 1.1, as PyYAML does: `on` is true, `010`
/// is 8, `1e3` a text, `2024-01-01` a date. O(bytes).
void resolveYamlScalar(TextNode &node);
/// A value as YAML writes it on one line, to be the same to readers of YAML 1.1 and 1.2: `[0, 4]`, `./profiling`,
/// `"on"`. O(bytes).
[[nodiscard]] std::string yamlOf(const TextNode &value);

}  // namespace stagescope
