#pragma once

#include "core/base/message.h"

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// English texts of findings by message id; %1, %2 ... stand for arguments. The window translates them in context
/// "Message".
struct FindingText {
    const char *id;
    const char *english;
};
[[nodiscard]] std::span<const FindingText> findingTexts();
/// The text of a message from such a list with its arguments, else that of a capability, else its id.
[[nodiscard]] std::string filledText(std::span<const FindingText> texts, const Message &message);
/// The text with its arguments, also of a remedy of core/analysis/overview/capabilities; the id itself when there is
/// none (a test fails on that).
[[nodiscard]] std::string findingText(const Message &message);

}  // namespace stagescope
