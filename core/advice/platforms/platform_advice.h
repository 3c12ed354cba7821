#pragma once

#include "core/analysis/run/platform_texts.h"
#include "core/base/message.h"

#include <span>

namespace stagescope {

/// Texts of findings that differ by platform: "finding.<rule>.remedy"; findingTexts() has them by platformId.
[[nodiscard]] std::span<const PlatformText> platformAdvice();
/// A text of a finding in the words of a platform, where it has such; others are the same for all.
[[nodiscard]] Message inWordsOf(Platform platform, Message message);

}  // namespace stagescope
