#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// What the page Ledger says, sorted by id.
[[nodiscard]] std::span<const MessageEntry> differenceEntries();

}  // namespace stagescope
