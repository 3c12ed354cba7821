#include "core/advice/finding_texts.h"

#include "core/advice/platforms/shipped_rules.h"

namespace stagescope {

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
