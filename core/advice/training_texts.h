#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// What is said of training logs: a part of findingTexts().
[[nodiscard]] std::span<const FindingText> trainingTexts();

}  // namespace stagescope
