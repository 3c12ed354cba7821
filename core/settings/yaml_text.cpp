#include "core/settings/yaml_text.h"

#include "core/base/text.h"
#include "core/settings/yaml_scalar.h"

#include <yaml.h>

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr int kMaxYamlLevels = 64;
constexpr std::size_t kMaxYamlKeys = 4096;  ///< of one mapping
constexpr std::size_t kMaxDirectives = 64;  ///< each %TAG is compared with all before it
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kStandardTag = "tag:yaml.org,2002:";

std::string wordOf(const yaml_char_t *text) {
    return text == nullptr ? std::string() : reinterpret_cast<const char *>(text);
}

/// libyaml counts characters, texts are changed by bytes.
class ByteCursor {
public:
    explicit ByteCursor(std::string_view text) : m_text(text) {}

    std::size_t byteOf(std::size_t character) {
        while (m_character < character && m_byte < m_text.size()) {
            do {
                ++m_byte;
            } while (isInside(m_byte));
            ++m_character;
        }
        while (m_character > character) {
            do {
                --m_byte;
            } while (isInside(m_byte));
            --m_character;
        }
        return m_byte;
    }

private:
    [[nodiscard]] bool isInside(std::size_t byte) const {
        return byte < m_text.size() && (static_cast<unsigned char>(m_text[byte]) & 0xC0U) == 0x80U;
    }
    std::string_view m_text;
    std::size_t m_character = 0;
    std::size_t m_byte = 0;
};

/// libyaml's parser and the event that it stands at, freed with it.
class YamlEvents {
public:
    explicit YamlEvents(std::string_view text) {
        yaml_parser_initialize(&m_parser);
        yaml_parser_set_encoding(&m_parser, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char *>(text.data()), text.size());
    }
    ~YamlEvents() {
        clear();
        yaml_parser_delete(&m_parser);
    }
    YamlEvents(const YamlEvents &) = delete;
    YamlEvents &operator=(const YamlEvents &) = delete;

    /// False at an error; then nothing moves any more.
    bool next() {
        clear();
        m_isHeld = m_parser.error == YAML_NO_ERROR && yaml_parser_parse(&m_parser, &m_event) == 1;
        return m_isHeld;
    }
    [[nodiscard]] yaml_event_type_t type() const { return m_isHeld ? m_event.type : YAML_NO_EVENT; }
    [[nodiscard]] const yaml_event_t &event() const { return m_event; }
    [[nodiscard]] const yaml_parser_t &parser() const { return m_parser; }

private:
    void clear() {
        if (m_isHeld) {
            yaml_event_delete(&m_event);
        }
        m_isHeld = false;
    }
    yaml_parser_t m_parser{};
    yaml_event_t m_event{};
    bool m_isHeld = false;
};

/// What an event says of a node before its content.
struct YamlNodeHead {
    std::string anchor;
    std::string tag;
};

/// One pass over the events. After an error nothing moves any more.
class YamlReader {
public:
    explicit YamlReader(std::string_view text)
        : m_text(text),
          m_bom(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0),
          m_gap(m_bom),
          m_events(text.substr(m_bom)),
          m_bytes(text.substr(m_bom)) {}

    Result<SettingText> document() {
        m_result.syntax = SettingSyntax::Yaml;
        if (m_text.size() > kMaxYamlBytes || directives() > kMaxDirectives) {
            return fail(ErrorKind::Limit, "more than 4 MiB, or than 64 directives, are no settings in YAML");
        }
        m_result.root = {.type = NodeType::Object, .begin = m_text.size(), .end = m_text.size(), .members = {}};
        advance();
        advance();
        if (type() == YAML_DOCUMENT_START_EVENT) {
            readRoot();
        }
        skipGap(m_text.size());
        if (!m_error.empty()) {
            return fail(m_isLimit ? ErrorKind::Limit : ErrorKind::Malformed, m_error);
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] yaml_event_type_t type() const { return m_error.empty() ? m_events.type() : YAML_NO_EVENT; }
    [[nodiscard]] int line() const { return static_cast<int>(m_events.event().start_mark.line) + 1; }
    std::size_t at(const yaml_mark_t &mark) { return m_bom + m_bytes.byteOf(mark.index); }

    [[nodiscard]] std::size_t directives() const {
        std::size_t count = 0;
        for (auto at = m_text.find('%'); at != std::string_view::npos; at = m_text.find('%', at + 1)) {
            count += at == m_bom || m_text[at - 1] == '\n' || m_text[at - 1] == '\r' ? 1 : 0;
        }
        return count;
    }
    [[nodiscard]] int lineAt(std::size_t byte) const {
        const auto before = m_text.substr(0, byte);
        return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    }

    void error(int line, const std::string &what) {
        if (m_error.empty()) {
            m_error = "line " + std::to_string(line) + ": " + what;
        }
    }
    void limit(const std::string &what) {
        m_isLimit = m_isLimit || m_error.empty();
        error(line(), what);
    }
    void advance() {
        if (!m_error.empty() || m_events.next()) {
            return;
        }
        const auto &parser = m_events.parser();
        const std::string_view problem = parser.problem == nullptr ? "out of memory" : parser.problem;
        // An open quote, or a key without a colon, is found long after the line where it begins.
        const bool isFoundLate =
            parser.error == YAML_SCANNER_ERROR && parser.context != nullptr &&
            (problem == "could not find expected ':'" || problem == "found unexpected end of stream");
        const auto &mark = isFoundLate ? parser.context_mark : parser.problem_mark;
        const bool isOfBytes = parser.error == YAML_READER_ERROR;
        error(isOfBytes ? lineAt(m_bom + parser.problem_offset) : static_cast<int>(mark.line) + 1,
              std::string(problem));
    }

    void readRoot() {
        advance();
        const bool isEmpty = type() == YAML_SCALAR_EVENT && m_events.event().data.scalar.length == 0;
        if (!isEmpty && type() != YAML_MAPPING_START_EVENT && m_error.empty()) {
            error(line(), "a key and a colon are expected");
        }
        auto root = node(0);
        if (root.type == NodeType::Object) {
            m_result.root = std::move(root);
        } else if (root.type != NodeType::Null) {
            error(root.line, "a key and a colon are expected");
        }
        advance();  // to the stream's end
        if (type() == YAML_DOCUMENT_START_EVENT) {
            error(line(), "a second document");
        }
    }

    void refuseTab(std::size_t at) { error(lineAt(at), "a tab between words, which PyYAML does not take"); }
    /// Notes the comments between two scalars; PyYAML takes no tab there.
    void skipGap(std::size_t end) {
        for (auto at = m_gap; at < end && m_error.empty();) {
            if (m_text[at] == '\t') {
                refuseTab(at);
            } else if (m_text.substr(at).starts_with(kByteOrderMark)) {
                error(lineAt(at), "a byte order mark after the start of the text");
            } else if (m_text[at] == '#') {
                const auto stop = std::min(m_text.find_first_of("\r\n", at), m_text.size());
                m_result.comments.push_back({at, stop});
                at = stop;
            } else {
                ++at;
            }
        }
        m_gap = std::max(m_gap, end);
    }

    /// Of the event that is there, past it and all below it.
    TextNode node(int level) {
        TextNode node{.line = line(), .members = {}};
        if (level > kMaxYamlLevels) {
            limit("more than 64 levels");
            return node;
        }
        switch (type()) {
            case YAML_ALIAS_EVENT:
                readAlias(node);
                break;
            case YAML_SCALAR_EVENT:
                readScalar(node);
                break;
            case YAML_SEQUENCE_START_EVENT:
            case YAML_MAPPING_START_EVENT:
                readCollection(node, level);
                break;
            default:
                break;
        }
        return node;
    }

    void readAlias(TextNode &node) {
        const auto name = wordOf(m_events.event().data.alias.anchor);
        const auto found = m_anchors.find(name);
        if (found == m_anchors.end()) {
            error(node.line, "no value has the anchor " + name);
            return;
        }
        m_result.aliased.push_back(found->second);
        take(node, at(m_events.event().start_mark));
        node.type = NodeType::Expression;
        node.text = "*" + name;
        advance();
    }
    /// From `begin` to the end of the event.
    void take(TextNode &node, std::size_t begin) {
        node.begin = begin;
        skipGap(begin);
        node.end = std::max(begin, at(m_events.event().end_mark));
        m_gap = node.end;
    }

    /// Past blanks, ends of lines and comments, as far as `end`.
    [[nodiscard]] std::size_t contentFrom(std::size_t begin, std::size_t end) const {
        while (begin < end && contains(" \t\r\n#", m_text.substr(begin, 1))) {
            begin = m_text[begin] == '#' ? std::min(m_text.find_first_of("\r\n", begin), end) : begin + 1;
        }
        return begin;
    }
    /// Where a scalar or brackets begin behind their anchor; empty ones directly behind it.
    std::size_t beginBehind(const std::string &anchor) {
        const auto begin = at(m_events.event().start_mark);
        if (anchor.empty() || m_text[begin] != '&') {
            return begin;
        }
        const auto behind = begin + 1 + anchor.size();
        const auto end = at(m_events.event().end_mark);
        const auto content = contentFrom(behind, end);
        return content < end ? content : behind;
    }
    /// Where a block begins behind its anchor and its tag. libyaml ends a list that stands no deeper than its key
    /// behind the first dash.
    std::size_t beginOfBlock(const YamlNodeHead &head) {
        const auto begin = at(m_events.event().start_mark);
        if (head.anchor.empty() && head.tag.empty()) {
            return begin;
        }
        const auto end = at(m_events.event().end_mark);
        const bool isBehindDash = type() == YAML_SEQUENCE_START_EVENT && !m_text.substr(end).starts_with('-');
        return isBehindDash && end > 0 ? end - 1 : end;
    }
    void noteAnchor(const TextNode &node, const std::string &anchor) {
        if (!anchor.empty() && !m_anchors.emplace(anchor, node.begin).second) {
            error(node.line, "the anchor " + anchor + " is set twice");
        }
    }

    void readScalar(TextNode &node) {
        const auto &scalar = m_events.event().data.scalar;
        const YamlNodeHead head{wordOf(scalar.anchor), wordOf(scalar.tag)};
        const bool isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
        const bool isBlock = scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE;
        node.type = NodeType::Text;
        node.text.assign(reinterpret_cast<const char *>(scalar.value), scalar.length);
        take(node, beginBehind(head.anchor));
        noteAnchor(node, head.anchor);
        auto written = m_text.substr(node.begin, node.end - node.begin);
        if (isBlock) {
            noteBlockHead(node.begin, written);
            written = trimmed(written);
            node.end = node.begin + written.size();
        }
        if (!head.tag.empty() && head.tag != "!" && head.tag != std::string(kStandardTag) + "str") {
            node.type = NodeType::Expression;
            node.text = written;
        } else if (isPlain && head.tag.empty()) {
            if (const auto tab = written.find('\t'); tab != std::string_view::npos) {
                refuseTab(node.begin + tab);
            }
            resolveYamlScalar(node);
        }
        advance();
    }
    /// Behind the `|` a comment may stand.
    void noteBlockHead(std::size_t begin, std::string_view written) {
        const auto head = written.substr(0, written.find_first_of("\r\n"));
        if (const auto comment = head.find(" #"); comment != std::string_view::npos) {
            m_result.comments.push_back({begin + comment + 1, begin + head.size()});
        }
        if (const auto tab = head.substr(0, head.find('#')).find('\t'); tab != std::string_view::npos) {
            refuseTab(begin + tab);
        }
    }

    void readCollection(TextNode &node, int level) {
        const auto &event = m_events.event();
        const bool isMapping = type() == YAML_MAPPING_START_EVENT;
        const auto head =
            isMapping ? YamlNodeHead{wordOf(event.data.mapping_start.anchor), wordOf(event.data.mapping_start.tag)}
                      : YamlNodeHead{wordOf(event.data.sequence_start.anchor), wordOf(event.data.sequence_start.tag)};
        const bool isFlow = isMapping ? event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                                      : event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        node.type = isMapping ? NodeType::Object : NodeType::List;
        node.begin = node.end = isFlow ? beginBehind(head.anchor) : beginOfBlock(head);
        noteAnchor(node, head.anchor);
        advance();
        readMembers(node, isMapping, level);
        const auto &end = m_events.event();
        if (m_error.empty() && isFlow) {
            node.end = at(end.end_mark);
            skipGap(node.end);
        }
        if (!head.tag.empty()) {
            node.type = NodeType::Expression;
            node.text = m_text.substr(node.begin, node.end - node.begin);
            node.members.clear();
        }
        advance();
    }
    void readMembers(TextNode &node, bool isMapping, int level) {
        std::map<std::string, int, std::less<>> lines;
        while (m_error.empty() && type() != YAML_MAPPING_END_EVENT && type() != YAML_SEQUENCE_END_EVENT) {
            TextMember member{.line = line()};
            if (isMapping) {
                readKey(member, lines);
            }
            member.value = this->node(level + 1);
            if (!isMapping) {
                member.begin = member.value.begin;
            }
            node.end = std::max({node.end, member.value.end, member.end});
            node.members.push_back(std::move(member));
        }
    }
    void readKey(TextMember &member, std::map<std::string, int, std::less<>> &lines) {
        if (type() != YAML_SCALAR_EVENT && type() != YAML_ALIAS_EVENT) {
            error(member.line, "a key that is no word");
            return;
        }
        const auto key = node(0);
        member.begin = key.begin;
        member.end = key.end;
        member.key = key.type == NodeType::Text ? key.text : std::string(m_text.substr(key.begin, key.end - key.begin));
        const auto [known, isNew] = lines.emplace(member.key, member.line);
        if (!isNew && member.key != "<<") {
            m_result.problems.push_back({SettingVerdict::Ignored, member.line, member.key,
                                         Message("settings.problem.twice", {std::to_string(known->second)})});
        }
        known->second = member.line;
        if (lines.size() > kMaxYamlKeys) {
            limit("more than 4096 keys in one object");
        }
    }

    std::string_view m_text;
    std::size_t m_bom;
    std::size_t m_gap;  ///< behind the last scalar
    YamlEvents m_events;
    ByteCursor m_bytes;
    std::map<std::string, std::size_t, std::less<>> m_anchors;  ///< where their values begin
    bool m_isLimit = false;
    std::string m_error;
    SettingText m_result;
};

}  // namespace

Result<SettingText> readYamlText(std::string_view text) { return YamlReader(text).document(); }

}  // namespace stagescope
