#pragma once

#include "core/analysis/run/platform_texts.h"
#include "core/base/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A text of a finding in the words of a platform (platformId), where it has such; others are the same for all.
[[nodiscard]] Message inWordsOf(Platform platform, Message message);
/// A text in the words of all platforms, each wording once, for where no profile is open; one where they share it.
[[nodiscard]] std::vector<Message> everyWording(const std::string &id);

/// Commands, settings or lines of code of a rule's remedy on a platform, to be copied, each in a line; capitals stand
/// for what the user knows. Empty where there are none.
[[nodiscard]] std::string_view ruleCommands(std::string_view rule, Platform platform);

/// Those of all platforms, each line once: for a page that is about no profile.
[[nodiscard]] std::string everyCommand(std::string_view rule);

}  // namespace stagescope
