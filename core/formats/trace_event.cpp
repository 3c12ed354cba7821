#include "core/formats/trace_event.h"

namespace stagescope {

namespace {

using Token = JsonGrammar::Token;

bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Where a scalar member of the event belongs; null for members that are not used. By letters: a call of memcmp per
/// member would show in the profile.
JsonScalar *memberOf(TraceEvent &event, std::string_view key) {
    const char *k = key.data();
    if (key.size() == 2) {
        return k[0] == 'p' && k[1] == 'h'   ? &event.phaseText
               : k[0] == 't' && k[1] == 's' ? &event.time
               : k[0] == 'i' && k[1] == 'd' ? &event.id
                                            : nullptr;
    }
    if (key.size() == 3) {
        return k[0] == 'p' && k[1] == 'i' && k[2] == 'd'   ? &event.process
               : k[0] == 't' && k[1] == 'i' && k[2] == 'd' ? &event.thread
               : k[0] == 'd' && k[1] == 'u' && k[2] == 'r' ? &event.duration
               : k[0] == 'c' && k[1] == 'a' && k[2] == 't' ? &event.category
                                                           : nullptr;
    }
    return key == "name" ? &event.name : nullptr;
}

void takeNested(TraceEvent &event, std::string_view key, std::uint32_t first, std::uint32_t last) {
    if (key == "args") {
        event.argsFirst = first;
        event.argsLast = last;
    } else if (key == "id2") {
        event.idFirst = first;
        event.idLast = last;
    }
}

}  // namespace

JsonScalar scalarAt(const EventWindow &window, std::uint32_t token, std::uint32_t next) {
    const auto all = window.tokens.positions();
    const auto *positions = all.data();
    const char *text = window.text.get();
    const char *begin = text + positions[token];
    const char *end = text + (next < all.size() ? positions[next] : window.size);
    while (end > begin && isBlank(end[-1])) {
        --end;
    }
    if (*begin != '"') {
        return {{begin, static_cast<std::size_t>(end - begin)}, false};
    }
    // The character before the next token is the closing quote: the grammar was checked.
    const auto length = end - begin - 2;
    return {{begin + 1, static_cast<std::size_t>(length < 0 ? 0 : length)}, true};
}

TraceEvent parseTraceEvent(const EventWindow &window, const EventWindow::Event &at) {
    const auto *positions = window.tokens.positions().data();
    const char *text = window.text.get();
    TraceEvent event;
    event.offset = window.base + positions[at.first];
    auto close = at.firstClose;
    // key, colon, value (one token, or up to its closing bracket), comma or the closing brace
    for (std::uint32_t token = at.first + 1; token + 2 < at.last;) {
        const auto key = scalarAt(window, token, token + 1).text;
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
            *member = scalarAt(window, value, value + 1);
        }
        token = value + 2;
    }
    event.phase = event.phaseText.isString && event.phaseText.text.size() == 1 ? event.phaseText.text.front() : '\0';
    return event;
}

}  // namespace stagescope
