#include "core/ask/ask_tokens.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace stagescope {

namespace {

/// Letters of all languages: bytes that UTF-8 has beyond ASCII.
bool isForeign(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 && byte <= 0xf4;
}

bool beginsWord(char c) { return (lowerCase(c) >= 'a' && lowerCase(c) <= 'z') || c == '_' || isForeign(c); }

bool isOfWord(char c) { return beginsWord(c) || isDigit(c); }

/// The byte behind a word. Units hold a slash: "GB/s".
std::size_t wordEnd(std::string_view text, std::size_t at) {
    const auto end = [&](std::size_t from) {
        while (from < text.size() && isOfWord(text[from])) {
            ++from;
        }
        return from;
    };
    const auto after = end(at);
    const bool isRate = text.substr(after, 2) == "/s" && end(after + 1) == after + 2;
    return isRate ? after + 2 : after;
}

bool isDoubleSign(std::string_view sign) {
    constexpr std::array<std::string_view, 7> kDoubles{"<=", ">=", "==", "!=", "<>", "||", "->"};
    return std::find(kDoubles.begin(), kDoubles.end(), sign) != kDoubles.end();
}

AskToken numberAt(std::string_view text, std::size_t at, std::size_t &after) {
    AskToken token{AskToken::Kind::Number, {}, at, 0};
    const auto *const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data() + at, end, token.number);
    if (error != std::errc{}) {
        token.number = std::numeric_limits<double>::infinity();
    }
    after = static_cast<std::size_t>(last - text.data());
    token.text = text.substr(at, after - at);
    return token;
}

}  // namespace

AskToken askTokenAt(std::string_view text, std::size_t at, std::size_t &after) {
    const auto first = text.find_first_not_of(kBlanks, at);
    if (first == std::string_view::npos) {
        after = text.size();
        return {AskToken::Kind::End, {}, text.size(), 0};
    }
    const char c = text[first];
    if (isDigit(c) || (c == '.' && first + 1 < text.size() && isDigit(text[first + 1]))) {
        return numberAt(text, first, after);
    }
    if (c == '"' || c == '\'') {
        const auto end = text.find(c, first + 1);
        after = end == std::string_view::npos ? text.size() : end + 1;
        const auto kind = end == std::string_view::npos ? AskToken::Kind::Unfinished : AskToken::Kind::Text;
        return {kind, text.substr(first + 1, end == std::string_view::npos ? end : end - first - 1), first, 0};
    }
    if (beginsWord(c)) {
        after = wordEnd(text, first);
        return {AskToken::Kind::Word, text.substr(first, after - first), first, 0};
    }
    after = first + (isDoubleSign(text.substr(first, 2)) ? 2 : 1);
    return {AskToken::Kind::Sign, text.substr(first, after - first), first, 0};
}

}  // namespace stagescope
