#pragma once

#include <string>
#include <string_view>

namespace stagescope {

/// A text of a profile for a cell of a spreadsheet, which takes what begins with = + - @ for a formula: such a text
/// gets an apostrophe before it, unless it is a number; control characters become visible (shownText).
[[nodiscard]] std::string spreadsheetText(std::string_view text);
/// A field of CSV (RFC 4180): in quotes where it holds a comma, quote or line break. Bytes that are no UTF-8 become
/// U+FFFD. O(bytes).
void appendCsvField(std::string &out, std::string_view field);
/// A text of JSON in quotes, control characters escaped; the same of UTF-8.
void appendJsonText(std::string &out, std::string_view text);

/// With U+FFFD for bytes that are no UTF-8.
[[nodiscard]] std::string validText(std::string_view text);

}  // namespace stagescope
