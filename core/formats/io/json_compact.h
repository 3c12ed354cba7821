#pragma once

#include "core/formats/io/json_stream.h"

#include <cstddef>
#include <string>

namespace stagescope {

/// Appends a value whose first token was read as short text without quotes: "[[8, 256], []]". Objects are passed over,
/// and nothing is added beyond so many bytes. False at damage. O(value).
[[nodiscard]] bool readCompact(JsonStream &json, JsonStream::Token first, std::string &text, std::size_t most = 4096);

}  // namespace stagescope
