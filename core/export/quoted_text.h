#pragma once

#include <string>
#include <string_view>

namespace stagescope {

/// A field of CSV (RFC 4180): in quotes where it holds a comma, quote or line break. Bytes that are no UTF-8 become
/// U+FFFD. O(bytes).
void appendCsvField(std::string &out, std::string_view field);
/// A text of JSON in quotes, control characters escaped; the same of UTF-8.
void appendJsonText(std::string &out, std::string_view text);

}  // namespace stagescope
