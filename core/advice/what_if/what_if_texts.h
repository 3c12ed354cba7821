#pragma once

#include "core/advice/finding_texts.h"

namespace stagescope {

/// English texts of what-if questions, assumptions and refusals (what_if_study.h) by message id.
[[nodiscard]] std::span<const FindingText> whatIfTexts();
/// The text with its arguments; the id itself when there is none.
[[nodiscard]] std::string whatIfText(const Message &message);

}  // namespace stagescope
