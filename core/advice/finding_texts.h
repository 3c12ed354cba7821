#pragma once

#include "core/base/message.h"

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// English texts of findings by message id; %1, %2 ... stand for arguments. In a text with %n the first argument is
/// that number, by which each "(s)" is an ending or nothing, and %1 is the second; in others "(s)" goes by the argument
/// before it: "%1 step(s)". The window translates them in
/// context "Message" (translations/stagescope_en.ts has both English forms; a test compares them with these).
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
