#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// Texts of the scenes of communication, sorted by id.
[[nodiscard]] std::span<const MessageEntry> communicationEntries();

}  // namespace stagescope
