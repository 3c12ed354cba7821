#pragma once

#include "core/advice/finding_texts.h"

#include <span>
#include <string_view>

namespace stagescope {

/// What the page of a rule says whatever it finds, a part of findingTexts(): "finding.<rule>.formula" (what of its time
/// counts), ".source" (where rule and remedy come from), ".unless" (when not to follow it).
[[nodiscard]] std::span<const FindingText> ruleTexts();
/// Commands, settings or lines of code of a rule's remedy, to be copied, each in a line; capitals stand for what the
/// user knows. Empty for a rule that is not in the list.
[[nodiscard]] std::string_view ruleCommands(std::string_view rule);

}  // namespace stagescope
