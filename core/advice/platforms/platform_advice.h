#pragma once

#include "core/analysis/run/platform_texts.h"
#include "core/base/message.h"

#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// Texts of findings that differ by platform: "finding.<rule>.remedy"; findingTexts() has them by platformId.
[[nodiscard]] std::span<const PlatformText> platformAdvice();
/// A text of a finding in the words of a platform, where it has such; others are the same for all.
[[nodiscard]] Message inWordsOf(Platform platform, Message message);
/// A text in the words of all platforms, each wording once, for where no profile is open; one where they share it.
[[nodiscard]] std::vector<Message> everyWording(const std::string &id);

}  // namespace stagescope
