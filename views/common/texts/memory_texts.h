#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// Texts of messages about memory: "memory...." and details of blocks, segments and events.
[[nodiscard]] std::span<const MessageEntry> memoryEntries();

}  // namespace stagescope
