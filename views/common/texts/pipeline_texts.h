#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// Texts of the pipeline chart and of the page of bubbles, sorted by id.
[[nodiscard]] std::span<const MessageEntry> pipelineEntries();

}  // namespace stagescope
