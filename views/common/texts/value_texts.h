#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// What stands for fixed words in cells of tables, sorted by id: "value." + column + "." + word. Files keep the words.
[[nodiscard]] std::span<const MessageEntry> valueEntries();

}  // namespace stagescope
