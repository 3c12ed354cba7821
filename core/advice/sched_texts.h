#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// What is said of records of the Linux scheduler: a part of findingTexts().
[[nodiscard]] std::span<const FindingText> schedTexts();

}  // namespace stagescope
