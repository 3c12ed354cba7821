#include "core/formats/io/json_text.h"

#include "core/base/io/little_endian.h"
#include "core/base/text.h"
#include "core/base/time.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace stagescope {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// The value of eight characters when all are digits, in three multiplications instead of eight: the digits of a pair,
/// of two pairs and of two fours are added side by side in one word.
std::optional<std::uint32_t> eightDigits(const char *at) {
    constexpr std::uint64_t kZeros = 0x3030303030303030;
    constexpr std::uint64_t kHighNibbles = 0xf0f0f0f0f0f0f0f0;
    constexpr std::uint64_t kSixes = 0x0606060606060606;  // ':' and above leave the row of digits
    auto word = littleAt<std::uint64_t>(at);              // the first digit stands in the lowest byte
    if ((word & kHighNibbles) != kZeros || ((word + kSixes) & kHighNibbles) != kZeros) {
        return std::nullopt;
    }
    word -= kZeros;
    word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ff;
    word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
    return static_cast<std::uint32_t>(word * 10000 + (word >> 32));
}

void appendCodePoint(std::uint32_t c, std::string &into) {
    const auto tail = [&](int shift) { into.push_back(static_cast<char>(0x80U | ((c >> shift) & 0x3fU))); };
    if (c < 0x80) {
        into.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
        into.push_back(static_cast<char>(0xc0U | (c >> 6)));
        tail(0);
    } else if (c < 0x10000) {
        into.push_back(static_cast<char>(0xe0U | (c >> 12)));
        tail(6);
        tail(0);
    } else {
        into.push_back(static_cast<char>(0xf0U | (c >> 18)));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::optional<std::uint32_t> hex4(std::string_view text) {
    std::uint32_t value = 0;
    const auto digits = text.substr(0, 4);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return digits.size() == 4 && error == std::errc{} && end == digits.data() + 4 ? std::optional(value) : std::nullopt;
}

/// `text` begins with "\u"; returns the number of characters used, 0 when it is broken.
std::size_t unescapeUnicode(std::string_view text, std::string &into) {
    const auto unit = hex4(text.substr(2));
    if (!unit) {
        return 0;
    }
    if (*unit < 0xd800 || *unit > 0xdfff) {
        appendCodePoint(*unit, into);
        return 6;
    }
    const auto low = text.size() >= 12 && text[6] == '\\' && text[7] == 'u' ? hex4(text.substr(8)) : std::nullopt;
    if (*unit > 0xdbff || !low || *low < 0xdc00 || *low > 0xdfff) {
        into += kReplacement;
        return 6;
    }
    appendCodePoint(0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00), into);
    return 12;
}

/// Length of the UTF-8 sequence at the start, 0 when there is none.
std::size_t sequenceLength(std::string_view s) {
    const auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U; };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                               : (first & 0xf0U) == 0xe0       ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) {
            return 0;
        }
    }
    const unsigned second = byte(1);
    const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f;
    return overlong || surrogate || (first == 0xf4 && second > 0x8f) ? 0 : length;
}

}  // namespace

void unescapeJson(std::string_view escaped, std::string &into) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
    std::size_t at = 0;
    while (at < escaped.size()) {
        const auto slash = std::min(escaped.find('\\', at), escaped.size());
        into += escaped.substr(at, slash - at);
        at = slash;
        if (at + 1 >= escaped.size()) {
            into += escaped.substr(at);
            return;
        }
        const auto name = kNames.find(escaped[at + 1]);
        std::size_t used = name == std::string_view::npos ? 0 : 2;
        if (used == 2) {
            into.push_back(kValues[name]);
        } else if (escaped[at + 1] == 'u') {
            used = unescapeUnicode(escaped.substr(at), into);
        }
        if (used == 0) {
            into += escaped.substr(at, 2);
            used = 2;
        }
        at += used;
    }
}

void appendAsUtf8(std::string_view bytes, std::string &into) {
    while (!bytes.empty()) {
        const auto length = sequenceLength(bytes);
        into += length == 0 ? kReplacement : bytes.substr(0, length);
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                                     : std::nullopt;
}

std::optional<std::int64_t> parseMicros(std::string_view text) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 1000 - 1;
    std::int64_t value = 0;
    std::size_t i = 0;
    const std::size_t wholeEnd = std::min<std::size_t>(text.size(), 16);
    for (; i + 8 <= wholeEnd; i += 8) {
        const auto eight = eightDigits(text.data() + i);
        if (!eight) {
            break;
        }
        value = value * 100'000'000 + *eight;
    }
    for (; i < wholeEnd && isDigit(text[i]); ++i) {
        value = value * 10 + (text[i] - '0');
    }
    if (i == 0 || value > kMost || (i < text.size() && text[i] != '.')) {
        return microsToNs(text);
    }
    std::size_t fraction = 0;
    if (i < text.size()) {
        for (++i; i < text.size() && fraction < 3 && isDigit(text[i]); ++i, ++fraction) {
            value = value * 10 + (text[i] - '0');
        }
    }
    if (i < text.size()) {
        return microsToNs(text);  // more digits, to be rounded, or an exponent
    }
    for (; fraction < 3; ++fraction) {
        value *= 10;
    }
    return value;
}

std::optional<double> parseReal(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber =
        !text.empty() && error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
    return isNumber ? std::optional(value) : std::nullopt;
}

std::uint64_t hashText(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return hash;
}

}  // namespace stagescope
