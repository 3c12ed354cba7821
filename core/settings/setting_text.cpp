#include "core/settings/setting_text.h"

#include "core/base/text.h"
#include "core/settings/request_text.h"
#include "core/settings/yaml_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

constexpr int kMaxLevels = 64;
constexpr std::size_t kMaxKeys = 4096;  ///< of one object: each is compared with all before it
constexpr std::size_t kMaxCalls = 16;

bool isNamePart(char c) { return isDigit(c) || c == '_' || (lowerCase(c) >= 'a' && lowerCase(c) <= 'z'); }

void appendUtf8(std::string &text, unsigned code) {
    const auto put = [&](unsigned byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | (code >> 6));
        put(0x80 | (code & 0x3F));
    } else {
        if (code < 0x10000) {
            put(0xE0 | (code >> 12));
        } else {
            put(0xF0 | (code >> 18));
            put(0x80 | ((code >> 12) & 0x3F));
        }
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

/// One pass over the text with one byte of look-ahead. After an error `failed` holds it and nothing moves any more.
class TextReader {
public:
    TextReader(std::string_view text, bool isScript) : m_text(text), m_isScript(isScript) {}

    Result<SettingText> document() {
        if (m_text.starts_with("\xEF\xBB\xBF")) {
            m_at = 3;
            flaw("bom");
        }
        skipBlanks();
        if (peek() != '{') {
            error("an object in braces is expected");
        } else {
            m_result.root = value(0);
        }
        skipBlanks();
        if (m_error.empty() && m_at < m_text.size()) {
            error("text after the end of the object");
        }
        if (!m_error.empty()) {
            return fail(m_isLimit ? ErrorKind::Limit : ErrorKind::Malformed, m_error);
        }
        return std::move(m_result);
    }

    /// From behind "name(" on.
    TextNode arguments(std::size_t at) {
        m_at = at;
        m_line =
            1 + static_cast<int>(std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        TextNode call;
        call.type = NodeType::Object;
        call.line = m_line;
        call.begin = at;
        members(call, ')', 0);
        call.end = m_at;
        return call;
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    [[nodiscard]] bool startsWith(std::string_view part) const { return m_text.substr(m_at).starts_with(part); }
    void next() {
        m_line += peek() == '\n' ? 1 : 0;
        ++m_at;
    }
    void error(const std::string &what) {
        if (m_error.empty()) {
            m_error =
                "line " + std::to_string(m_line) + ": " + (m_at < m_text.size() ? what : what + ", the text ends");
        }
        m_at = m_text.size();
    }
    void flaw(const char *what, std::vector<std::string> args = {}, std::string path = {}) {
        const bool isDouble = std::string_view(what) == "twice";
        m_result.problems.push_back({isDouble ? SettingVerdict::Ignored : SettingVerdict::Stops, m_line,
                                     std::move(path),
                                     Message("settings.problem." + std::string(what), std::move(args))});
    }
    void skipComment() {
        if (!m_isScript && !m_isCommented) {
            flaw("comment");
            m_isCommented = true;
        }
        const std::string_view end = startsWith("/*") ? "*/" : "\n";
        const auto stop = m_text.find(end, m_at);
        while (m_at < std::min(stop, m_text.size())) {
            next();
        }
        m_at = std::min(m_at + (end == "*/" ? 2 : 0), m_text.size());
    }
    void skipBlanks() {
        while (m_at < m_text.size()) {
            if (contains(kBlanks, m_text.substr(m_at, 1))) {
                next();
            } else if (peek() == '#' || (!m_isScript && (startsWith("//") || startsWith("/*")))) {
                skipComment();
            } else {
                return;
            }
        }
    }

    TextNode value(int level) {
        TextNode node;
        node.begin = m_at;
        node.line = m_line;
        if (level > kMaxLevels) {
            m_isLimit = true;
            error("more than 64 levels");
        } else if (peek() == '{' || peek() == '[') {
            node.type = peek() == '{' ? NodeType::Object : NodeType::List;
            next();
            members(node, node.type == NodeType::Object ? '}' : ']', level + 1);
        } else if (peek() == '"' || (m_isScript && peek() == '\'')) {
            node.type = NodeType::Text;
            node.text = quoted();
        } else {
            scalar(node);
        }
        node.end = m_at;
        if (m_isScript) {
            finishExpression(node);
        }
        return node;
    }

    /// Of a script: whatever goes on behind a literal makes it an expression.
    void finishExpression(TextNode &node) {
        skipBlanks();
        int depth = 0;
        while (m_at < m_text.size() && (depth > 0 || !contains(",)]}", m_text.substr(m_at, 1)))) {
            node.type = NodeType::Expression;
            depth += contains("([{", m_text.substr(m_at, 1)) ? 1 : contains(")]}", m_text.substr(m_at, 1)) ? -1 : 0;
            next();
            node.end = m_at;
        }
        node.text = node.type == NodeType::Expression ? std::string(m_text.substr(node.begin, node.end - node.begin))
                                                      : node.text;
    }

    void members(TextNode &node, char close, int level) {
        skipBlanks();
        bool isLastComma = false;
        while (m_at < m_text.size() && peek() != close) {
            TextMember member;
            member.begin = m_at;
            member.line = m_line;
            if (node.type == NodeType::Object) {
                key(member, node);
            }
            member.value = value(level);
            node.members.push_back(std::move(member));
            skipBlanks();
            isLastComma = peek() == ',';
            if (isLastComma) {
                next();
                skipBlanks();
            } else if (peek() != close) {
                error("a comma or the closing bracket is expected");
            }
        }
        if (isLastComma && !m_isScript && peek() == close) {
            flaw("comma");
        }
        if (peek() != close) {
            error("the closing bracket is missing");
        } else {
            next();
        }
    }

    void key(TextMember &member, const TextNode &object) {
        if (m_isScript) {
            scriptKey(member);
            return;
        }
        if (peek() != '"') {
            error("a key in double quotes is expected");
            return;
        }
        member.key = quoted();
        member.end = m_at;
        if (object.members.size() >= kMaxKeys) {
            m_isLimit = true;
            error("more than 4096 keys in one object");
            return;
        }
        if (object.member(member.key) != nullptr) {
            flaw("twice", {std::to_string(object.member(member.key)->line)}, member.key);
        }
        skipBlanks();
        if (peek() != ':') {
            error("a colon is expected");
            return;
        }
        next();
        skipBlanks();
    }
    /// "name=" in front of a value; a position has none.
    void scriptKey(TextMember &member) {
        auto end = m_at;
        while (end < m_text.size() && isNamePart(m_text[end])) {
            ++end;
        }
        const auto equals = m_text.find_first_not_of(" \t", end);
        if (equals == std::string_view::npos || m_text[equals] != '=' || m_text.substr(equals).starts_with("==")) {
            return;
        }
        member.key = std::string(m_text.substr(m_at, end - m_at));
        member.end = end;
        m_at = equals + 1;
        skipBlanks();
    }

    std::string quoted() {
        const char quote = peek();
        std::string result;
        next();
        while (m_at < m_text.size() && peek() != quote) {
            if (peek() == '\\') {
                next();
                escaped(result);
            } else if (peek() == '\n') {
                error("a text ends with its line");
            } else {
                result += peek();
                next();
            }
        }
        if (m_at >= m_text.size()) {
            error("the closing quote is missing");
        } else {
            next();
        }
        return result;
    }
    /// The letter of two escapes; the first alone where no second follows.
    unsigned withLowSurrogate(unsigned high) {
        unsigned low = 0;
        const auto digits = startsWith("\\u") ? m_text.substr(m_at + 2, 4) : std::string_view{};
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), low, 16);
        if (status != std::errc{} || end != digits.data() + 4 || low < 0xDC00 || low > 0xDFFF) {
            return high;
        }
        m_at += 6;
        return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
    }
    void escaped(std::string &result) {
        constexpr std::string_view kLetters = "nrtbf";
        constexpr std::string_view kMeant = "\n\r\t\b\f";
        if (peek() == 'u') {
            unsigned code = 0;
            const auto digits = m_text.substr(m_at + 1, 4);
            const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
            if (status != std::errc{} || digits.size() < 4 || end != digits.data() + 4) {
                error("four hexadecimal digits are expected");
                return;
            }
            m_at += 5;
            appendUtf8(result, code >= 0xD800 && code < 0xDC00 ? withLowSurrogate(code) : code);
            return;
        }
        const auto found = kLetters.find(peek());
        result += found == std::string_view::npos ? peek() : kMeant[found];
        next();
    }

    void scalar(TextNode &node) {
        while (m_at < m_text.size() && (isNamePart(peek()) || contains("+-.", m_text.substr(m_at, 1)))) {
            node.text += peek();
            next();
        }
        struct Word {
            std::string_view json;
            std::string_view python;
            NodeType type;
        };
        constexpr std::array<Word, 3> kWords{
            {{"true", "True", NodeType::Flag}, {"false", "False", NodeType::Flag}, {"null", "None", NodeType::Null}}};
        for (const auto &word : kWords) {
            if (node.text == (m_isScript ? word.python : word.json)) {
                node.type = word.type;
                node.text = word.json;
                return;
            }
        }
        const char first = node.text.empty() ? '\0' : node.text.front();
        double number = 0;
        const auto [end, status] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), number);
        const bool isPadded = first == '0' && node.text.size() > 1 && isDigit(node.text[1]);
        // 1E400 is one, too, if a large one.
        const bool isNumber = (isDigit(first) || first == '-') && !isPadded && status != std::errc::invalid_argument &&
                              end == node.text.data() + node.text.size();
        node.type = !isNumber                                 ? NodeType::Expression
                    : containsAny(node.text, {".", "e", "E"}) ? NodeType::Number
                                                              : NodeType::Integer;
        if (!isNumber && !m_isScript) {
            error("a value is expected");
        }
    }

    std::string_view m_text;
    bool m_isScript;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_isCommented = false;
    bool m_isLimit = false;
    std::string m_error;
    SettingText m_result;
};

}  // namespace

std::string_view verdictText(SettingVerdict verdict) {
    constexpr auto kTexts = std::to_array<std::string_view>({"warning", "ignored", "reset", "stops"});
    return kTexts.at(static_cast<std::size_t>(verdict));
}

const TextMember *TextNode::lastMember(std::string_view key) const {
    const auto it = std::find_if(members.rbegin(), members.rend(), [&](const TextMember &m) { return m.key == key; });
    return it == members.rend() || type != NodeType::Object ? nullptr : &*it;
}

const TextNode *TextNode::member(std::string_view key) const {
    const auto *found = lastMember(key);
    return found == nullptr ? nullptr : &found->value;
}

const TextNode *TextNode::at(std::string_view path) const {
    const auto *node = this;
    while (node != nullptr && !path.empty()) {
        const auto dot = std::min(path.find('.'), path.size());
        node = node->member(path.substr(0, dot));
        path = path.substr(std::min(dot + 1, path.size()));
    }
    return node;
}

Result<SettingText> readSettingText(std::string_view text) { return readSettingText(text, syntaxOf(text)); }

Result<SettingText> readSettingText(std::string_view text, SettingSyntax syntax) {
    if (text.size() > kMaxSettingBytes) {
        return fail(ErrorKind::Limit, "more than 16 MiB are no settings");
    }
    switch (syntax) {
        case SettingSyntax::Yaml:
            return readYamlText(text);
        case SettingSyntax::Request:
            return readRequestText(text);
        case SettingSyntax::Json:
            break;
    }
    return TextReader(text, false).document();
}

std::vector<TextNode> readCalls(std::string_view script, std::string_view function) {
    std::vector<TextNode> calls;
    const auto head = std::string(function) + "(";
    for (auto at = script.find(head); at != std::string_view::npos && calls.size() < kMaxCalls;
         at = script.find(head, at + 1)) {
        const auto line = script.rfind('\n', at) + 1;  // npos + 1 = 0
        const auto before = script.substr(line, at - line);
        const bool isWhole = at == 0 || !isNamePart(script[at - 1]);
        if (isWhole && !contains(before, "#") && !trimmed(before).starts_with("def")) {
            calls.push_back(TextReader(script, true).arguments(at + head.size()));
        }
    }
    return calls;
}

}  // namespace stagescope
