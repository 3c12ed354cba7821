#pragma once

#include "core/settings/setting_text.h"

#include <string_view>

namespace stagescope {

/// The largest YAML that is read: what libyaml does for each token grows with the depth of brackets.
inline constexpr std::size_t kMaxYamlBytes = std::size_t{4} << 20;

/// A mapping of YAML as PyYAML's safe_load reads it, by libyaml, PyYAML's sister in C: of 6 000 damaged files it took
/// 61 that PyYAML refuses, all but 5 for a tab, which is refused here, and refused 15 that PyYAML takes; libfyaml 0.7
/// took 578, refused 64 and found something else in 15. Types of scalars are those of yaml_scalar; a Text is what it
/// says, however it is written. Aliases and tags other than !!str are Expressions, as they stand. Where a value stands
/// is without its anchor; a block of lines ends with its last letter, a block of text without the empty lines behind
/// it. Errors: Malformed ("line 3: ..."), also for what PyYAML refuses and libyaml does not (tabs and byte order marks
/// between words, an anchor that is set twice or nowhere, a key that is no scalar, a second document); Limit for more
/// than kMaxYamlBytes, 64 levels, 4096 keys of one mapping or 64 directives. O(bytes log keys).
[[nodiscard]] Result<SettingText> readYamlText(std::string_view text);

}  // namespace stagescope
