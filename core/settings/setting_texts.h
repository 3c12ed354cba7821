#pragma once

#include "core/advice/finding_texts.h"

#include <span>
#include <string>

namespace stagescope {

/// English texts of what keys mean ("setting.<role>") and of problems ("settings.problem.<...>"), by id; the window
/// translates them in context "Message".
[[nodiscard]] std::span<const FindingText> settingTexts();
/// The text with its arguments; the id itself when there is none (a test fails on that).
[[nodiscard]] std::string settingText(const Message &message);

}  // namespace stagescope
