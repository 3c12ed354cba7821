#pragma once

#include "views/common/texts/import_texts.h"

#include <span>

namespace stagescope {

/// The work of kernels and what a device can do, sorted by id.
[[nodiscard]] std::span<const MessageEntry> workEntries();

}  // namespace stagescope
