#include "core/advice/finding_texts.h"

#include "core/advice/platforms/shipped_rules.h"

#include <algorithm>

namespace stagescope {

const char *textWithId(std::string_view id) {
    if (const auto *english = englishOf(id)) {
        return english;
    }
    const auto it = std::ranges::find(shippedTexts(), id, &ShippedText::id);
    return it == shippedTexts().end() ? nullptr : it->english.c_str();
}

std::string findingText(const Message &message) {
    const auto *english = textWithId(message.id);
    return english == nullptr ? message.id : filledText(english, message.args);
}

std::vector<MessageEntry> allTexts() {
    const auto listed = messageEntries();
    std::vector<MessageEntry> all(listed.begin(), listed.end());
    for (const auto &text : shippedTexts()) {
        all.push_back({text.id.c_str(), text.english.c_str()});
    }
    return all;
}

}  // namespace stagescope
