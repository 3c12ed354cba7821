#pragma once

#include "core/settings/setting_check.h"

#include <string>
#include <string_view>

namespace stagescope {

// A request of msMonitor is what `dyno nputrace` sends to the training: lines KEY=VALUE whose values are texts.

/// Lines with one "=" as torch_npu and MindSpore take them; others are told. Empty lines, comments and the heading that
/// dyno prints count for nothing. Errors: Limit for more than 4096 keys. O(bytes + keys squared).
[[nodiscard]] Result<SettingText> readRequestText(std::string_view text);
/// The values as the program takes them: "True" as a flag, "0,1" as a list, "None" as nothing; what does not fit stays
/// a text, to be told. MindSpore also knows keys without what is in front of their first "_". O(bytes).
[[nodiscard]] TextNode typedRequest(const SettingProgram &program, TextNode root);

/// A value as a request writes it: `true`, `0,4`, `None`.
[[nodiscard]] std::string requestOf(const TextNode &value);
/// Whether a request can hold it.
[[nodiscard]] bool fitsRequest(std::string_view value);
/// The text with one value; every other byte stays as it is, a key that is missing comes last. Errors: those of
/// readRequestText; BadArgument for values with "=" or ends of lines, which no request can hold.
[[nodiscard]] Result<std::string> requestWithValue(const std::string &text, std::string_view key,
                                                   const TextNode &value);

/// The command that sends these settings, and a comment for each that it has no option for. O(keys).
[[nodiscard]] std::string dynoCommand(const SettingSheet &sheet);

}  // namespace stagescope
