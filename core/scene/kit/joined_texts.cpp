#include "core/scene/kit/joined_texts.h"

namespace stagescope {

void joinText(std::string &texts, std::string_view text, Join join, const MessageText &message) {
    if (!texts.empty()) {
        texts += message(Message(join == Join::Comma ? "join.comma" : "join.semicolon"));
    }
    texts += text;
}

}  // namespace stagescope
