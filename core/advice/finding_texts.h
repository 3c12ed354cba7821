#pragma once

#include "core/base/words/message_list.h"

#include <string>
#include <vector>

namespace stagescope {

/// The English text of a message with its arguments (textWithId); the id itself when there is none (a test fails on
/// that).
[[nodiscard]] std::string findingText(const Message &message);
/// All of them, for tests.
[[nodiscard]] std::vector<MessageEntry> allTexts();

}  // namespace stagescope
