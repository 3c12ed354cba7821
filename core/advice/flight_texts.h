#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// What is said of dumps of flight recorders: a part of findingTexts().
[[nodiscard]] std::span<const FindingText> flightTexts();

}  // namespace stagescope
