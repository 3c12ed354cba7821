#include "core/advice/gate/gate_tokens.h"

#include "core/base/text.h"

#include <charconv>
#include <limits>

namespace stagescope {

namespace {

bool beginsWord(char c) { return (lowerCase(c) >= 'a' && lowerCase(c) <= 'z') || c == '_'; }

/// Units hold a slash: "GB/s".
bool isOfWord(char c) { return beginsWord(c) || isDigit(c) || c == '/'; }

GateToken numberAt(std::string_view text, std::size_t at, std::size_t &after) {
    GateToken token{GateToken::Kind::Number, {}, at, 0};
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

GateToken gateTokenAt(std::string_view text, std::size_t at, std::size_t &after) {
    const auto first = text.find_first_not_of(kBlanks, at);
    if (first == std::string_view::npos) {
        after = text.size();
        return {GateToken::Kind::End, {}, text.size(), 0};
    }
    const char c = text[first];
    if (isDigit(c) || (c == '.' && first + 1 < text.size() && isDigit(text[first + 1]))) {
        return numberAt(text, first, after);
    }
    if (c == '"' || c == '\'') {
        const auto end = text.find(c, first + 1);
        after = end == std::string_view::npos ? text.size() : end + 1;
        const auto kind = end == std::string_view::npos ? GateToken::Kind::Unfinished : GateToken::Kind::Text;
        return {kind, text.substr(first + 1, end == std::string_view::npos ? end : end - first - 1), first, 0};
    }
    if (beginsWord(c)) {
        after = first + 1;
        while (after < text.size() && isOfWord(text[after])) {
            ++after;
        }
        return {GateToken::Kind::Word, text.substr(first, after - first), first, 0};
    }
    const bool isDouble = first + 1 < text.size() && text[first + 1] == '=' && contains("<>=!", text.substr(first, 1));
    after = first + (isDouble ? 2 : 1);
    return {GateToken::Kind::Sign, text.substr(first, after - first), first, 0};
}

}  // namespace stagescope
