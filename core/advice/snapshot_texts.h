#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// What is said of a memory snapshot: a part of findingTexts().
[[nodiscard]] std::span<const FindingText> snapshotTexts();

}  // namespace stagescope
