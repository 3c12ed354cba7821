#include "core/formats/trace_json/trace_event.h"

namespace stagescope {

namespace {

using Token = JsonGrammar::Token;

bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Four letters as one number; windows have padding behind them, so that there always are four.
constexpr std::uint32_t letters(const char *at) {
    const auto letter = [&](int i) { return std::uint32_t{static_cast<unsigned char>(at[i])} << (8 * i); };
    return letter(0) | letter(1) | letter(2) | letter(3);
}
constexpr std::uint32_t kThree = 0xffffff;

/// Where a scalar member of the event belongs; null for members that are not used. `key` is behind the opening quote:
/// compared with the closing one, it needs no end. A call of memcmp per member would show in the profile.
JsonScalar *memberOf(TraceEvent &event, const char *key) {
    const auto four = letters(key);
    switch (four & kThree) {
        case letters("ph\"") & kThree:
            return &event.phaseText;
        case letters("ts\"") & kThree:
            return &event.time;
        case letters("id\"") & kThree:
            return &event.id;
        default:
            break;
    }
    switch (four) {
        case letters("pid\""):
            return &event.process;
        case letters("tid\""):
            return &event.thread;
        case letters("dur\""):
            return &event.duration;
        case letters("cat\""):
            return &event.category;
        case letters("name"):
            return key[4] == '"' ? &event.name : nullptr;
        case letters("bind"):
            return std::string_view(key + 4, 4) == "_id\"" ? &event.bindId : nullptr;
        default:
            return nullptr;
    }
}

void takeNested(TraceEvent &event, const char *key, std::uint32_t first, std::uint32_t last) {
    if (letters(key) == letters("args") && key[4] == '"') {
        event.argsFirst = first;
        event.argsLast = last;
    } else if (letters(key) == letters("id2\"")) {
        event.idFirst = first;
        event.idLast = last;
    }
}

/// The scalar that begins at `begin`, with the next token at `end`. Written where it belongs: a copy of it, read as a
/// whole right after its parts were written, would wait for them, which took half of the time of parseTraceEvent.
inline void setScalar(JsonScalar &scalar, const char *begin, const char *end) {
    while (end > begin && isBlank(end[-1])) {
        --end;
    }
    scalar.isString = *begin == '"';
    if (!scalar.isString) {
        scalar.text = {begin, static_cast<std::size_t>(end - begin)};
        return;
    }
    // The character before the next token is the closing quote: the grammar was checked.
    const auto length = end - begin - 2;
    scalar.text = {begin + 1, static_cast<std::size_t>(length < 0 ? 0 : length)};
}

}  // namespace

JsonScalar scalarAt(const EventWindow &window, std::uint32_t token, std::uint32_t next) {
    const auto all = window.tokens.positions();
    const char *text = window.text.get();
    JsonScalar scalar;
    setScalar(scalar, text + all[token], text + (next < all.size() ? all[next] : window.size));
    return scalar;
}

TraceEvent parseTraceEvent(const EventWindow &window, const EventWindow::Event &at) {
    const auto *positions = window.tokens.positions().data();
    const char *text = window.text.get();
    TraceEvent event;
    event.offset = window.base + positions[at.first];
    event.first = at.first;
    event.last = at.last;
    auto close = at.firstClose;
    // key, colon, value (one token, or up to its closing bracket), comma or the closing brace
    for (std::uint32_t token = at.first + 1; token + 2 < at.last;) {
        const char *key = text + positions[token] + 1;
        const std::uint32_t value = token + 2;
        const auto kind = JsonGrammar::tokenOf(text[positions[value]]);
        if (kind == Token::BeginObject || kind == Token::BeginArray) {
            const auto last = window.closes[close++];
            if (kind == Token::BeginObject) {
                takeNested(event, key, value, last);
            }
            token = last + 2;
            continue;
        }
        if (auto *member = memberOf(event, key)) {
            setScalar(*member, text + positions[value], text + positions[value + 1]);  // a comma or brace follows
        }
        token = value + 2;
    }
    event.isEmpty = at.first + 1 == at.last;
    event.phase = event.phaseText.isString && event.phaseText.text.size() == 1 ? event.phaseText.text.front() : '\0';
    return event;
}

}  // namespace stagescope
