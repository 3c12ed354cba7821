#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// A regular expression of PCRE2's kind over UTF-8 text, compiled to machine code where the machine allows it. Bytes
/// that are not UTF-8 match nothing; a text on which matching exceeds our limits of tries, depth and memory is no
/// match. Movable; one thread at a time.
class BytePattern {
public:
    enum class Case : bool { Ignore, Heed };

    BytePattern(std::string_view pattern, Case letters);
    ~BytePattern();
    BytePattern(BytePattern &&) noexcept;
    BytePattern &operator=(BytePattern &&) noexcept;
    BytePattern(const BytePattern &) = delete;
    BytePattern &operator=(const BytePattern &) = delete;

    /// Why the pattern is none, in PCRE2's English words; empty = it is one.
    [[nodiscard]] const std::string &error() const { return m_error; }
    /// Whether the text holds a match anywhere; never for a pattern that is none.
    [[nodiscard]] bool isIn(std::string_view text);
    /// What the group of that name, (?<name>...), holds in the first match; nothing where there is none.
    [[nodiscard]] std::optional<std::string_view> group(std::string_view text, const char *name);

private:
    struct Compiled;
    std::unique_ptr<Compiled> m_compiled;
    std::string m_error;
};

}  // namespace stagescope
