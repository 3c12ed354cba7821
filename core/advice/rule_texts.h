#pragma once

#include "core/advice/finding_texts.h"

#include <span>

namespace stagescope {

/// What the page of a rule says whatever it finds, a part of findingTexts(): "finding.<rule>.formula" (what of its time
/// counts), ".source" (where rule and remedy come from), ".unless" (when not to follow it).
[[nodiscard]] std::span<const FindingText> ruleTexts();
}  // namespace stagescope
