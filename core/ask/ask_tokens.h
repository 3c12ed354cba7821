#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stagescope {

/// A word, number, quoted text or sign of an expression that a user writes: of a gate, or a filter of rows. `text` is a
/// view into the expression, quotes cut off.
struct AskToken {
    enum class Kind : std::uint8_t { Word, Number, Text, Sign, Unfinished, End };
    Kind kind = Kind::End;
    std::string_view text;
    std::size_t at = 0;  ///< where it begins, quotes included
    double number = 0;   ///< of a number; infinite where it does not fit

    [[nodiscard]] bool isWord(std::string_view word) const { return kind == Kind::Word && text == word; }
    [[nodiscard]] bool isSign(std::string_view sign) const { return kind == Kind::Sign && text == sign; }
};

/// The token at or after byte `at`; `after` becomes the byte behind it. Bytes that begin no other token are signs of
/// their own; a text without its closing quote is Unfinished. O(token).
[[nodiscard]] AskToken askTokenAt(std::string_view text, std::size_t at, std::size_t &after);

}  // namespace stagescope
