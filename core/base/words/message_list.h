#pragma once

#include "core/base/message.h"

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// The English text of messages with an id: a line of resources/texts, whose README says how one is written.
struct MessageEntry {
    const char *id;
    const char *english;
};
/// THE list of texts, but for the sentences of resources/rules (core/advice/finding_texts.h). The window translates
/// them in context "Message" (translations/stagescope_en.ts has both English forms of those with a number).
[[nodiscard]] std::span<const MessageEntry> messageEntries();
/// Null where no text has this id. O(1), any thread.
[[nodiscard]] const char *englishOf(std::string_view id);

/// A text with its arguments (filledMessage): in one with %n the first is that number, and %1 is the second.
[[nodiscard]] std::string filledText(std::string_view english, std::span<const std::string> arguments);
/// The text of a message with its arguments; its id where there is none (a test fails on that).
[[nodiscard]] std::string englishText(const Message &message);

}  // namespace stagescope
