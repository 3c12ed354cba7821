#pragma once

#include "core/analysis/run/facts.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>

namespace stagescope {

/// Facts of the memory that an operator was given, and of all operators of its name; nothing when it is not loaded.
/// O(rows).
[[nodiscard]] std::optional<ItemFacts> memoryOpFacts(const Run &run, const MemoryOpRef &op,
                                                     const std::stop_token &stop = {});
/// What was alive at a moment, as far as the files tell. O(rows + samples).
[[nodiscard]] std::optional<ItemFacts> momentFacts(const Run &run, const MomentRef &moment,
                                                   const std::stop_token &stop = {});

}  // namespace stagescope
