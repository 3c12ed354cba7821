#pragma once

#include "core/formats/io/json_text.h"
#include "core/formats/trace_json/event_scanner.h"

#include <cstdint>

namespace stagescope {

/// Of damaged text, that the log of the import quotes.
inline constexpr std::size_t kSampleBytes = 60;

/// The members of one trace event that we use, as views into its window; absent ones have no text.
struct TraceEvent {
    std::uint64_t offset = 0;  ///< of its opening brace in the stream
    char phase = 0;            ///< 0 = absent or longer than a letter
    bool isEmpty = false;      ///< an object without members
    JsonScalar phaseText;
    JsonScalar name;
    JsonScalar category;
    JsonScalar process;
    JsonScalar thread;
    JsonScalar time;
    JsonScalar duration;
    JsonScalar id;
    JsonScalar bindId;        ///< an arrow of the second version of the format touches the event
    std::uint32_t first = 0;  ///< tokens of its opening and closing brace
    std::uint32_t last = 0;
    std::uint32_t argsFirst = 0;  ///< token of the opening brace of the arguments, when they are an object; else 0
    std::uint32_t argsLast = 0;
    std::uint32_t idFirst = 0;  ///< the same for "id2"
    std::uint32_t idLast = 0;
};

/// A member of an object of the window: key (still escaped), and its value when that is not an object or array.
struct JsonMember {
    std::string_view key;
    JsonScalar value;
};

/// The scalar that begins at a token of the window. `next` is the token behind it.
[[nodiscard]] JsonScalar scalarAt(const EventWindow &window, std::uint32_t token, std::uint32_t next);
/// One pass over the tokens of the event outside of nested values. O(members).
[[nodiscard]] TraceEvent parseTraceEvent(const EventWindow &window, const EventWindow::Event &event);
/// Calls fn(const JsonMember &) for the scalar members of a flat object; members of nested values are passed over.
template <class Fn>
void forEachScalar(const EventWindow &window, std::uint32_t first, std::uint32_t last, Fn &&fn) {
    const auto positions = window.tokens.positions();
    std::uint32_t depth = 0;
    for (std::uint32_t token = first + 1; token + 2 < positions.size() && token + 2 < last + 1; ++token) {
        const auto kind = JsonGrammar::tokenOf(window.text[positions[token]]);
        depth += kind == JsonGrammar::Token::BeginObject || kind == JsonGrammar::Token::BeginArray ? 1 : 0;
        depth -= depth > 0 && (kind == JsonGrammar::Token::EndObject || kind == JsonGrammar::Token::EndArray) ? 1 : 0;
        const bool isKey = depth == 0 && kind == JsonGrammar::Token::String &&
                           JsonGrammar::tokenOf(window.text[positions[token + 1]]) == JsonGrammar::Token::Colon;
        if (!isKey) {
            continue;
        }
        const auto key = scalarAt(window, token, token + 1).text;
        const auto valueKind = JsonGrammar::tokenOf(window.text[positions[token + 2]]);
        if (valueKind <= JsonGrammar::Token::String) {
            fn(JsonMember{key, scalarAt(window, token + 2, token + 3)});
            token += 2;
        } else {
            token += 1;
        }
    }
}

}  // namespace stagescope
