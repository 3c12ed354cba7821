#pragma once

#include "core/base/words/message_list.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// The English text with an id, also a sentence of resources/rules; null where there is none. Any thread.
[[nodiscard]] const char *textWithId(std::string_view id);
/// Such a text with its arguments; the id itself when there is none (a test fails on that).
[[nodiscard]] std::string findingText(const Message &message);
/// All of them, for tests.
[[nodiscard]] std::vector<MessageEntry> allTexts();

}  // namespace stagescope
