#pragma once

#include "core/settings/setting_text.h"

#include <string>
#include <string_view>

namespace stagescope {

/// One value that was put into a text.
struct TextEdit {
    std::string_view path;  ///< "a.b"
    TextNode value{};       ///< as the text's own reader must find it there
};

/// Reads a text that was changed and compares it with the one before: the value is there, and all else, in its order,
/// says what it said, with the same comments; bytes outside of the value are the same, and no line ends in another way
/// than before. Whoever changes a user's text asks this before it is written. Errors: those of readSettingText for
/// either text; BadArgument ("line 3: ...") where more would change than the value. O(bytes).
[[nodiscard]] Status readBack(const std::string &before, const std::string &after, SettingSyntax syntax,
                              const TextEdit &edit);

}  // namespace stagescope
