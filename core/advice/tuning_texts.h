#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// Texts of the rules in tuning/: a part of findingTexts().
[[nodiscard]] std::span<const FindingText> tuningTexts();

}  // namespace stagescope
