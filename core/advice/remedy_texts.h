#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// Texts of what exchanges memory for time: a part of findingTexts().
[[nodiscard]] std::span<const FindingText> remedyTexts();

}  // namespace stagescope
