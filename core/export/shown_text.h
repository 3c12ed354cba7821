#pragma once

#include <string>
#include <string_view>

namespace stagescope {

/// A text of a profile as a terminal or a spreadsheet may get it: what would steer either (control characters, line
/// ends among them, and marks that reverse the direction of what follows) is replaced by its picture (U+241B for ESC)
/// or by U+FFFD, so that it is seen and does nothing. UTF-8; bytes that are none become U+FFFD. O(bytes).
[[nodiscard]] std::string shownText(std::string_view text);
/// The same for a text of several lines: line ends and tabs stay.
[[nodiscard]] std::string shownLines(std::string_view text);

}  // namespace stagescope
