#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace stagescope {

/// Where the tokens of a piece of JSON begin: brackets, colons, commas, opening quotes and first characters of numbers
/// and words, strings and escapes told apart exactly. Runs simdjson's stage 1 with the kernel that suits the machine
/// (several GB/s). One thread at a time; positions stay valid until the next scan.
class JsonTokens {
public:
    /// Writable bytes that must follow the text; `scan` overwrites them.
    static constexpr std::size_t kPadding = 128;

    JsonTokens();
    ~JsonTokens();
    JsonTokens(JsonTokens &&) noexcept;
    JsonTokens &operator=(JsonTokens &&) noexcept;

    /// `text` must begin outside of strings; it may end anywhere, also inside of one. Control characters, which JSON
    /// forbids in strings and simdjson refuses, are replaced by blanks and punctuation. At most 4 GiB. False when
    /// memory is short. O(size).
    [[nodiscard]] bool scan(char *text, std::size_t size);

    /// Ascending. The last one may be a string or a word that goes on beyond the text.
    [[nodiscard]] std::span<const std::uint32_t> positions() const { return m_positions; }
    /// Some string is not UTF-8 (or the text ends within a character).
    [[nodiscard]] bool hasBadUtf8() const { return m_badUtf8; }
    [[nodiscard]] bool hadControls() const { return m_hadControls; }

private:
    struct Scanner;
    std::unique_ptr<Scanner> m_scanner;
    std::span<const std::uint32_t> m_positions;
    bool m_badUtf8 = false;
    bool m_hadControls = false;
};

/// States and moves of JsonGrammar. A state is the number of bits by which the moves of a token are shifted, so that a
/// step is one shift instead of a walk through a table.
namespace json_moves {
inline constexpr std::uint64_t kStateMask = 63;
enum State : std::uint8_t {
    kError = 0,
    kFirstKey = 6,  ///< after {
    kKey = 12,      ///< after a comma in an object
    kColon = 18,
    kMember = 24,  ///< after a colon, and before the first token of all
    kAfterMember = 30,
    kFirstItem = 36,  ///< after [
    kItem = 42,       ///< after a comma in an array
    kAfterItem = 48,
};
constexpr std::uint64_t move(State from, State to) { return std::uint64_t{to} << from; }
constexpr std::uint64_t bit(std::uint8_t state) { return std::uint64_t{1} << state; }
inline constexpr std::uint64_t kValue =
    move(kMember, kAfterMember) | move(kFirstItem, kAfterItem) | move(kItem, kAfterItem);
inline constexpr std::uint64_t kString = kValue | move(kFirstKey, kColon) | move(kKey, kColon);
inline constexpr std::uint64_t kComma = move(kAfterMember, kKey) | move(kAfterItem, kItem);
/// By JsonGrammar::Token; brackets are taken another way.
inline constexpr std::array<std::uint64_t, 8> kMoves{kValue, kString, 0, 0, 0, 0, move(kColon, kMember), kComma};
inline constexpr std::uint64_t kMayOpen = bit(kMember) | bit(kFirstItem) | bit(kItem);
inline constexpr std::uint64_t kMayEndObject = bit(kFirstKey) | bit(kAfterMember);
inline constexpr std::uint64_t kMayEndArray = bit(kFirstItem) | bit(kAfterItem);
}  // namespace json_moves

/// The order of tokens that JSON allows, one token after the other, O(1) each. Kinds of brackets are checked, contents
/// of numbers and words are not. Starts before a value.
class JsonGrammar {
public:
    static constexpr std::uint32_t kMaxDepth = 1024;

    enum class Token : std::uint8_t { Word, String, BeginObject, EndObject, BeginArray, EndArray, Colon, Comma };
    [[nodiscard]] static Token tokenOf(char first) { return kTokens[static_cast<unsigned char>(first)]; }

    /// Takes the next token; false when it cannot stand here (the state is then meaningless).
    bool take(Token token) {
        if (isBracket(token)) {
            return takeBracket(token);
        }
        m_state = static_cast<std::uint8_t>((json_moves::kMoves[static_cast<std::size_t>(token)] >> m_state) &
                                            json_moves::kStateMask);
        return m_state != json_moves::kError;
    }
    [[nodiscard]] std::uint32_t depth() const { return m_depth; }
    /// The next string is a key.
    [[nodiscard]] bool expectsKey() const { return m_state == json_moves::kFirstKey || m_state == json_moves::kKey; }
    /// The next token begins a value of an object.
    [[nodiscard]] bool expectsMember() const { return m_state == json_moves::kMember; }

private:
    static constexpr std::array<Token, 256> makeTokens() {
        std::array<Token, 256> tokens{};
        tokens['"'] = Token::String;
        tokens['{'] = Token::BeginObject;
        tokens['}'] = Token::EndObject;
        tokens['['] = Token::BeginArray;
        tokens[']'] = Token::EndArray;
        tokens[':'] = Token::Colon;
        tokens[','] = Token::Comma;
        // simdjson's SIMD kernels take these controls for ':' and ','.
        tokens['\x1a'] = Token::Colon;
        tokens['\x0c'] = Token::Comma;
        return tokens;
    }
    static const std::array<Token, 256> kTokens;

    static bool isBracket(Token token) { return token >= Token::BeginObject && token <= Token::EndArray; }
    bool takeBracket(Token token) {
        if (token == Token::BeginObject || token == Token::BeginArray) {
            if ((json_moves::kMayOpen & json_moves::bit(m_state)) == 0 || m_depth == kMaxDepth) {
                return false;
            }
            m_after[m_depth++] = m_state == json_moves::kMember ? json_moves::kAfterMember : json_moves::kAfterItem;
            m_state = token == Token::BeginObject ? json_moves::kFirstKey : json_moves::kFirstItem;
            return true;
        }
        const auto may = token == Token::EndObject ? json_moves::kMayEndObject : json_moves::kMayEndArray;
        if ((may & json_moves::bit(m_state)) == 0) {
            return false;
        }
        m_state = m_after[--m_depth];
        return true;
    }

    std::uint8_t m_state = json_moves::kMember;
    std::uint32_t m_depth = 0;
    std::array<std::uint8_t, kMaxDepth>
        m_after;  ///< state to go on with after each open bracket; set before it is read
};

inline constexpr std::array<JsonGrammar::Token, 256> JsonGrammar::kTokens = JsonGrammar::makeTokens();

}  // namespace stagescope
