#pragma once

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

// Names in profiles are compared by ASCII letters only, whatever the locale: all other bytes stay as they are.

[[nodiscard]] constexpr bool isDigit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

[[nodiscard]] constexpr char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

[[nodiscard]] inline std::string lowerCase(std::string_view text) {
    std::string result(text);
    for (auto &c : result) {
        c = lowerCase(c);
    }
    return result;
}

inline constexpr std::string_view kBlanks = " \t\r\n";

/// Without the blanks at both ends; part of the text that was given.
[[nodiscard]] inline std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks) {
    const auto first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Every text contains the empty one.
[[nodiscard]] inline bool containsIgnoringCase(std::string_view text, std::string_view part) {
    const auto isSame = [](char a, char b) { return lowerCase(a) == lowerCase(b); };
    return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end();
}

template <class Parts>
[[nodiscard]] bool containsAny(std::string_view text, const Parts &parts) {
    return std::any_of(parts.begin(), parts.end(), [text](std::string_view part) { return contains(text, part); });
}
[[nodiscard]] inline bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts) {
    return containsAny<std::initializer_list<std::string_view>>(text, parts);
}

template <class Prefixes>
[[nodiscard]] bool startsWithAny(std::string_view text, const Prefixes &prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [text](std::string_view prefix) { return text.starts_with(prefix); });
}

/// A text that is a decimal number and nothing else; nothing for one that does not fit.
template <class Int>
[[nodiscard]] std::optional<Int> wholeNumber(std::string_view text) {
    Int value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace stagescope
