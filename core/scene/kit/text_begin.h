#pragma once

#include <cstddef>
#include <string_view>

namespace stagescope {

/// At most so many bytes of a text, whole characters of UTF-8.
[[nodiscard]] inline std::string_view textBegin(std::string_view text, std::size_t most) {
    while (most > 0 && most < text.size() && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) {
        --most;
    }
    return text.substr(0, most);
}

}  // namespace stagescope
