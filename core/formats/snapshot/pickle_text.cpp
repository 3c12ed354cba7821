#include "core/formats/snapshot/pickle_text.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

namespace stagescope {

namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t kWordBytes = 8;

PickleNumber saturated(bool negative) {
    return negative ? PickleNumber{PickleValue::number(std::numeric_limits<std::int64_t>::min()), true}
                    : PickleNumber{{Kind::Unsigned, std::numeric_limits<std::uint64_t>::max()}, true};
}

PickleValue ofUnsigned(std::uint64_t value) { return {value >> 63 == 0 ? Kind::Int : Kind::Unsigned, value}; }

void appendUtf8(std::uint32_t code, std::string &text) {
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | (code >> 6));
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | (code >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0 | ((code >> 18) & 7));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::optional<std::uint32_t> hexNumber(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// What stands behind a backslash at text[i]; moves i to its last character.
std::string escaped(std::string_view text, std::size_t &i) {
    const char c = text[++i];
    switch (c) {
        case 'n':
            return "\n";
        case 't':
            return "\t";
        case 'r':
            return "\r";
        case 'x':
            if (const auto value = i + 2 < text.size() ? hexNumber(text.substr(i + 1, 2)) : std::nullopt) {
                i += 2;
                return {static_cast<char>(*value)};
            }
            return "\\x";
        default:
            return c == '\\' || c == '\'' || c == '"' ? std::string{c} : std::string{'\\', c};
    }
}

}  // namespace

PickleNumber numberFromBytes(std::string_view bytes) {
    const bool negative = !bytes.empty() && (static_cast<std::uint8_t>(bytes.back()) & 0x80) != 0;
    const char fill = negative ? '\xff' : '\0';
    std::size_t size = bytes.size();
    while (size > 0 && bytes[size - 1] == fill) {
        --size;
    }
    if (size > kWordBytes) {
        return saturated(negative);
    }
    std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto shift = 8 * i;
        value =
            (value & ~(std::uint64_t{0xff} << shift)) | (std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << shift);
    }
    if (negative) {
        return value >> 63 != 0 ? PickleNumber{{Kind::Int, value}, false} : saturated(true);
    }
    return {ofUnsigned(value), false};
}

std::optional<PickleNumber> numberFromText(std::string_view text) {
    if (text == "00" || text == "01") {
        return PickleNumber{{Kind::Bool, text == "01" ? 1U : 0U}, false};
    }
    if (text.ends_with('L')) {
        text.remove_suffix(1);
    }
    const char *const end = text.data() + text.size();
    std::int64_t whole = 0;
    const auto [at, error] = std::from_chars(text.data(), end, whole);
    if (error == std::errc{} && at == end) {
        return PickleNumber{PickleValue::number(whole), false};
    }
    if (error != std::errc::result_out_of_range || at != end) {
        return std::nullopt;
    }
    std::uint64_t large = 0;
    const auto [stop, failure] = std::from_chars(text.data(), end, large);
    return failure == std::errc{} && stop == end ? PickleNumber{ofUnsigned(large), false}
                                                 : saturated(text.starts_with('-'));
}

std::optional<PickleValue> realFromText(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return PickleValue{Kind::Real, std::bit_cast<std::uint64_t>(value)};
}

PickleValue realFromBytes(const std::uint8_t *bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < kWordBytes; ++i) {
        value = (value << 8) | bytes[i];
    }
    return {Kind::Real, value};
}

std::optional<std::string> textFromQuoted(std::string_view text) {
    if (text.size() < 2 || text.front() != text.back() || (text.front() != '\'' && text.front() != '"')) {
        return std::nullopt;
    }
    text = text.substr(1, text.size() - 2);
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            result += escaped(text, i);
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string textFromRawUnicode(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto rest = text.substr(i);
        const std::size_t digits = rest.starts_with("\\u") ? 4 : rest.starts_with("\\U") ? 8 : 0;
        const auto code = digits > 0 && rest.size() >= 2 + digits ? hexNumber(rest.substr(2, digits)) : std::nullopt;
        if (code && *code <= 0x10ffff) {
            appendUtf8(*code, result);
            i += 1 + digits;
        } else {
            appendUtf8(static_cast<std::uint8_t>(text[i]), result);
        }
    }
    return result;
}

}  // namespace stagescope
