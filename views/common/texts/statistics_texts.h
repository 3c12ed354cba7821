#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// Heads of the columns of the system's statistics, sorted by id.
[[nodiscard]] std::span<const MessageEntry> statisticsEntries();

}  // namespace stagescope
