#include "core/formats/io/json_compact.h"

#include "core/formats/io/json_text.h"

#include <string_view>

namespace stagescope {

bool readCompact(JsonStream &json, JsonStream::Token first, std::string &text, std::size_t most) {
    using Token = JsonStream::Token;
    const auto add = [&](std::string_view piece) {
        const bool needsComma = !text.empty() && text.back() != '[' && piece != "]";
        if (text.size() < most) {
            text.append(needsComma ? ", " : "").append(piece.substr(0, most - text.size()));
        }
    };
    if (first == Token::BeginObject) {
        return json.skip(first);
    }
    if (first == Token::String || first == Token::Word) {
        std::string plain;
        unescapeJson(json.text(), plain);
        add(plain);
        return true;
    }
    if (first != Token::BeginArray) {
        return false;  // no token, no text: that of the last one is gone
    }
    add("[");
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token == Token::End || !readCompact(json, token, text, most)) {
            return false;
        }
    }
    add("]");
    return true;
}

}  // namespace stagescope
