#include "core/base/words/message_list.h"

#include <unordered_map>

namespace stagescope {

const char *englishOf(std::string_view id) {
    static const auto byId = [] {
        std::unordered_map<std::string_view, const char *> texts;
        for (const auto &entry : messageEntries()) {
            texts.emplace(entry.id, entry.english);
        }
        return texts;
    }();
    const auto it = byId.find(id);
    return it == byId.end() ? nullptr : it->second;
}

std::string filledText(std::string_view english, std::span<const std::string> arguments) {
    if (english.find("%n") != std::string_view::npos && !arguments.empty()) {
        return filledMessage(english, arguments.subspan(1), arguments.front());
    }
    return filledMessage(english, arguments);
}

std::string englishText(const Message &message) {
    const auto *english = englishOf(message.id);
    return english == nullptr ? message.id : filledText(english, message.args);
}

}  // namespace stagescope
