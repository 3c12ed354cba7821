#include "core/settings/yaml_text.h"

#include "core/base/text.h"
#include "core/settings/yaml_scalar.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace stagescope {

namespace {

constexpr int kMaxYamlLevels = 64;
constexpr std::size_t kMaxYamlKeys = 4096;  ///< of one mapping: each is compared with all before it

/// `''` as one quote.
std::string unquoted(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        result += text[at];
        at += text.substr(at).starts_with("''") ? 1 : 0;
    }
    return result;
}

/// One pass over the text. After an error `failed` holds it and nothing moves any more.
class YamlReader {
public:
    explicit YamlReader(std::string_view text) : m_text(text) {}

    Result<SettingText> document() {
        m_at = m_lineBegin = m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        skipToContent();
        if (isMarker("---")) {
            m_at += 3;
            skipToContent();
        }
        if (!isOver() && !isKeyAhead()) {
            error("a key and a colon are expected");
        }
        m_result.root = mapping(column(), 0);
        if (isMarker("...")) {
            m_at += 3;
            skipToContent();
        }
        if (!isOver()) {
            error(isMarker("---") ? "a second document" : "the indentation fits no key above");
        }
        if (!m_error.empty()) {
            return fail(m_isLimit ? ErrorKind::Limit : ErrorKind::Malformed, m_error);
        }
        m_result.syntax = SettingSyntax::Yaml;
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool isOver() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\n';
    }
    /// Where a scalar or an indicator has to end.
    [[nodiscard]] static bool isBlank(char c) { return contains(kBlanks, std::string_view(&c, 1)); }
    [[nodiscard]] int column() const { return static_cast<int>(m_at - m_lineBegin); }
    [[nodiscard]] bool isDash() const { return peek() == '-' && isBlank(peek(1)); }
    [[nodiscard]] bool isMarker(std::string_view marker) const {
        return column() == 0 && m_text.substr(std::min(m_at, m_text.size())).starts_with(marker) && isBlank(peek(3));
    }
    [[nodiscard]] bool isIn(int column) const {
        return !isOver() && this->column() == column && !isMarker("---") && !isMarker("...");
    }

    void error(const std::string &what) {
        if (m_error.empty()) {
            m_error = "line " + std::to_string(m_line) + ": " + what;
        }
        m_at = m_text.size();
    }
    void skipBlanksOfLine() {
        while (!isOver() && (peek() == ' ' || peek() == '\t')) {
            ++m_at;
        }
    }
    void skipLine() { m_at = std::min(m_text.find('\n', m_at), m_text.size()); }
    void nextLine() {
        m_at = std::min(m_at + 1, m_text.size());
        m_lineBegin = m_at;
        ++m_line;
    }
    /// To the next byte that is neither blank nor of a comment.
    void skipToContent() {
        while (!isOver()) {
            const bool isBegin = m_at == m_lineBegin;
            skipBlanksOfLine();
            if (isBegin && contains(m_text.substr(m_lineBegin, m_at - m_lineBegin), "\t") && !isBlank(peek()) &&
                peek() != '#') {
                error("a tab indents, which YAML does not take");
            } else if (peek() == '#' || peek() == '\r') {
                skipLine();
            } else if (peek() != '\n' || isOver()) {
                return;
            }
            if (!isOver()) {
                nextLine();
            }
        }
    }
    /// Whether nothing but a comment is left of the line.
    [[nodiscard]] bool isLineOver() {
        skipBlanksOfLine();
        return isOver() || peek() == '\n' || peek() == '\r' || peek() == '#';
    }

    /// The end of a key that begins here, where a colon is; nothing where it is no key.
    [[nodiscard]] std::optional<std::size_t> colonAhead() const {
        const auto end = std::min(m_text.find('\n', m_at), m_text.size());
        auto at = m_at;
        if (peek() == '"' || peek() == '\'') {
            at = m_text.find(peek(), m_at + 1);
            at = at == std::string_view::npos ? end : m_text.find_first_not_of(" \t", at + 1);
            return at < end && m_text[at] == ':' ? std::optional(at) : std::nullopt;
        }
        if (contains("[{&*!|>%@`", std::string_view(&m_text[m_at], 1))) {
            return std::nullopt;
        }
        for (; at < end; ++at) {
            const bool isEnd = at + 1 >= m_text.size() || isBlank(m_text[at + 1]);
            if (m_text[at] == ':' && isEnd) {
                return at;
            }
            if (m_text[at] == '#' && at > m_at && isBlank(m_text[at - 1])) {
                break;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] bool isKeyAhead() const { return !isOver() && colonAhead().has_value(); }

    bool isTooDeep(int level) {
        if (level > kMaxYamlLevels) {
            m_isLimit = true;
            error("more than 64 levels");
        }
        return level > kMaxYamlLevels;
    }

    TextNode mapping(int indent, int level) {
        TextNode node{.type = NodeType::Object, .begin = m_at, .end = m_at, .line = m_line};
        while (isIn(indent) && !isDash() && !isTooDeep(level)) {
            const auto colon = colonAhead();
            if (!colon) {
                error("a key and a colon are expected");
                break;
            }
            TextMember member{.begin = m_at, .line = m_line};
            member.key = trimmed(m_text.substr(m_at, *colon - m_at));
            member.end = m_at + member.key.size();
            if (member.key.size() > 1 && (member.key.front() == '"' || member.key.front() == '\'')) {
                member.key = member.key.substr(1, member.key.size() - 2);
            }
            m_at = *colon + 1;
            addTo(node, member, [&] { return value(indent, level, false); });
            if (!isOver() && column() > indent) {
                error("the indentation fits no key above");
            }
        }
        return node;
    }
    template <class Reading>
    void addTo(TextNode &node, TextMember &member, const Reading &readValue) {
        if (node.members.size() >= kMaxYamlKeys) {
            m_isLimit = true;
            error("more than 4096 keys in one object");
            return;
        }
        if (const auto *before = node.member(member.key)) {
            m_result.problems.push_back({SettingVerdict::Ignored, member.line, member.key,
                                         Message("settings.problem.twice", {std::to_string(before->line)})});
        }
        member.value = readValue();
        node.end = std::max(member.value.end, member.end);
        node.members.push_back(std::move(member));
    }

    TextNode sequence(int indent, int level) {
        TextNode node{.type = NodeType::List, .begin = m_at, .end = m_at, .line = m_line};
        while (isIn(indent) && isDash() && !isTooDeep(level)) {
            TextMember member{.begin = m_at, .end = m_at + 1, .line = m_line};
            ++m_at;
            member.value = value(indent, level, true);
            node.end = std::max(member.value.end, member.end);
            node.members.push_back(std::move(member));
        }
        return node;
    }

    /// Behind the colon of a key, or the dash of an item, that stands at `indent`. Ends at the next content.
    TextNode value(int indent, int level, bool isItem) {
        const auto after = m_at;
        const int line = m_line;
        skipBlanksOfLine();
        if (peek() == '&') {
            while (!isBlank(peek())) {
                ++m_at;
            }
        }
        if (isLineOver()) {
            skipToContent();
            const bool isBelow = !isOver() && column() > indent;
            const bool isListBelow = !isItem && isIn(indent) && isDash();
            if (isBelow || isListBelow) {
                return block(indent, level + 1);
            }
            return {.type = NodeType::Null, .begin = after, .end = after, .line = line, .text = "null"};
        }
        if (isItem && (isDash() || isKeyAhead())) {
            return block(indent, level + 1);
        }
        auto node = inlineValue(indent, level + 1);
        if (!isLineOver()) {
            error("text behind a value");
        }
        skipToContent();
        return node;
    }
    TextNode block(int indent, int level) {
        if (isDash()) {
            return sequence(column(), level);
        }
        if (isKeyAhead()) {
            return mapping(column(), level);
        }
        auto node = inlineValue(indent, level);
        skipToContent();
        return node;
    }

    TextNode inlineValue(int indent, int level) {
        if (peek() == '[' || peek() == '{') {
            return flow(level);
        }
        if (peek() == '"' || peek() == '\'') {
            return quotedScalar();
        }
        if (peek() == '|' || peek() == '>') {
            return textBelow(indent);
        }
        return plain(indent);
    }

    TextNode quotedScalar() {
        TextNode node{.type = NodeType::Text, .begin = m_at, .line = m_line};
        const char quote = peek();
        ++m_at;
        while (!isOver() && (peek() != quote || (quote == '\'' && peek(1) == quote))) {
            m_at += quote == '\'' ? (peek() == quote ? 1 : 0) : (peek() == '\\' ? 1 : 0);
            if (!isOver() && peek() == '\n') {
                nextLine();
            } else {
                ++m_at;
            }
        }
        if (isOver()) {
            error("the closing quote is missing");
            return node;
        }
        node.end = ++m_at;
        const auto raw = m_text.substr(node.begin, node.end - node.begin);
        const auto json =
            quote == '"' ? readSettingText("{\"v\":" + std::string(raw) + "}") : tl::make_unexpected(Error{});
        node.text = json ? json->root.members.front().value.text : std::string(raw.substr(1, raw.size() - 2));
        if (quote == '\'') {
            node.text = unquoted(node.text);
        }
        return node;
    }

    /// `|` or `>` and the deeper lines below, as they stand.
    TextNode textBelow(int indent) {
        TextNode node{.type = NodeType::Text, .begin = m_at, .line = m_line};
        skipLine();
        node.end = m_at;
        while (!isOver()) {
            const auto line = m_text.substr(m_at + 1, m_text.find('\n', m_at + 1) - m_at - 1);
            const auto first = line.find_first_not_of(" \r");
            if (first != std::string_view::npos && static_cast<int>(first) <= indent) {
                break;
            }
            nextLine();
            skipLine();
            node.end = first == std::string_view::npos ? node.end : m_at;
        }
        node.text = m_text.substr(node.begin, node.end - node.begin);
        return node;
    }

    /// To the end of the line, and deeper lines that go on with it.
    TextNode plain(int indent) {
        TextNode node{.begin = m_at, .line = m_line};
        const bool isKnown = peek() != '*' && peek() != '!';
        while (!isOver()) {
            auto end = m_at;
            while (end < m_text.size() && m_text[end] != '\n' && !(m_text[end] == '#' && isBlank(m_text[end - 1]))) {
                ++end;
            }
            const auto part = trimmed(m_text.substr(m_at, end - m_at));
            const auto colon = part.find(": ");
            if (isKnown && (colon != std::string_view::npos || part.ends_with(':'))) {
                error("a second colon in the value");
                return node;
            }
            node.text += (node.text.empty() ? "" : " ") + std::string(part);
            node.end = m_at + part.size();
            m_at = end;
            const auto [at, lineBegin, line] = std::tuple(m_at, m_lineBegin, m_line);
            skipToContent();
            const bool isCommented = contains(m_text.substr(at, m_at - at), "#");
            if (isOver() || isCommented || column() <= indent || isDash()) {
                std::tie(m_at, m_lineBegin, m_line) = std::tuple(m_error.empty() ? at : m_text.size(), lineBegin, line);
                break;
            }
        }
        node.type = NodeType::Expression;
        if (isKnown) {
            resolveYamlScalar(node);
        }
        return node;
    }

    TextNode flow(int level) {
        TextNode node{.type = peek() == '[' ? NodeType::List : NodeType::Object, .begin = m_at, .line = m_line};
        const char close = peek() == '[' ? ']' : '}';
        ++m_at;
        skipToContent();
        while (!isOver() && peek() != close && !isTooDeep(level)) {
            TextMember member{.begin = m_at, .line = m_line};
            if (node.type == NodeType::Object) {
                auto key = flowScalar();
                member.key = key.text;
                member.end = key.end;
                skipToContent();
                m_at += !isOver() && peek() == ':' ? 1 : 0;
                skipToContent();
            }
            addFlow(node, member, level);
            skipToContent();
            if (!isOver() && peek() == ',') {
                ++m_at;
                skipToContent();
            } else if (!isOver() && peek() != close) {
                error("a comma or the closing bracket is expected");
            }
        }
        if (isOver()) {
            error("the closing bracket is missing");
        } else {
            node.end = ++m_at;
        }
        return node;
    }
    void addFlow(TextNode &node, TextMember &member, int level) {
        const auto read = [&] { return peek() == '[' || peek() == '{' ? flow(level + 1) : flowScalar(); };
        if (node.type == NodeType::Object) {
            addTo(node, member, read);
        } else {
            member.value = read();
            node.members.push_back(std::move(member));
        }
    }
    TextNode flowScalar() {
        if (peek() == '"' || peek() == '\'') {
            return quotedScalar();
        }
        TextNode node{.begin = m_at, .line = m_line};
        const bool isKnown = peek() != '*' && peek() != '!' && peek() != '&';
        do {
            auto end = m_at;
            while (end < m_text.size() && !contains(",[]{}\r\n", m_text.substr(end, 1)) &&
                   !(m_text[end] == ':' && (end + 1 >= m_text.size() || isBlank(m_text[end + 1]))) &&
                   !(m_text[end] == '#' && isBlank(m_text[end - 1]))) {
                ++end;
            }
            const auto part = trimmed(m_text.substr(m_at, end - m_at));
            node.text += (node.text.empty() ? "" : " ") + std::string(part);
            node.end = m_at + part.size();
            m_at = end;
            skipToContent();
        } while (!isOver() && !contains(",[]{}:", m_text.substr(m_at, 1)) && !node.text.empty());
        node.type = NodeType::Expression;
        if (isKnown) {
            resolveYamlScalar(node);
        }
        return node;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_lineBegin = 0;
    int m_line = 1;
    bool m_isLimit = false;
    std::string m_error;
    SettingText m_result;
};

}  // namespace

Result<SettingText> readYamlText(std::string_view text) { return YamlReader(text).document(); }

}  // namespace stagescope
