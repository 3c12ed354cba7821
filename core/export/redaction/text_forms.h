#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What begins at a place of a text and names a machine or a folder by its form.
struct TextForm {
    std::size_t size = 0;   ///< bytes of the text that are replaced; what follows is read on
    std::string standIn{};  ///< instead of them
};

/// Mail, MAC and IP addresses, UUIDs, URLs of any scheme, places as git and ssh write them (user@host:path), absolute
/// paths of POSIX and Windows, UNC paths, each with or without blanks in the names of folders. Of paths and URLs the
/// last part stays to be read on. `at`: where a word or a mark begins. O(bytes of the form), at most some hundred
/// without one. Any thread.
[[nodiscard]] std::optional<TextForm> formAt(std::string_view text, std::size_t at);

/// Letters and digits, and all that is no ASCII but marks (arrows, dots): what words consist of.
[[nodiscard]] bool isWordByte(std::string_view text, std::size_t at);
/// Bytes of the mark that is no ASCII there; 0: none is.
[[nodiscard]] std::size_t markSize(std::string_view text, std::size_t at);
/// Where the word that begins there ends.
[[nodiscard]] std::size_t wordEnd(std::string_view text, std::size_t at);

}  // namespace stagescope
