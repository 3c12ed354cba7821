#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// A value as it stands in JSON text: the characters between the quotes, still escaped, or a bare word.
struct JsonScalar {
    std::string_view text;
    bool isString = false;

    [[nodiscard]] bool isAbsent() const { return text.data() == nullptr; }
};

/// Appends the text with its escapes resolved; a broken escape stays as it is, half a surrogate pair becomes U+FFFD.
void unescapeJson(std::string_view escaped, std::string &into);
/// Appends valid UTF-8: each byte that does not belong becomes U+FFFD.
void appendAsUtf8(std::string_view bytes, std::string &into);
/// A whole decimal number up to 2^64 - 1; nothing for anything else.
[[nodiscard]] std::optional<std::uint64_t> parseUnsigned(std::string_view text);
/// Microseconds as decimal text to ns, exactly: microsToNs with a short way for the usual spelling
/// ("1736408883688177.930").
[[nodiscard]] std::optional<std::int64_t> parseMicros(std::string_view text);
/// A finite number; nothing for anything else.
[[nodiscard]] std::optional<double> parseReal(std::string_view text);
/// FNV-1a, for ids that are text.
[[nodiscard]] std::uint64_t hashText(std::string_view text);

}  // namespace stagescope
