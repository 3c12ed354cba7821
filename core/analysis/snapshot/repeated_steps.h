#pragma once

#include "core/analysis/snapshot/snapshot_source.h"

#include <cstdint>
#include <vector>

namespace stagescope {

/// The last event of each repetition of a history, for those whose steps nothing marks: the rarest place in the program
/// (stack; size where none was recorded) that allocates at even distances, five times at least, such that neighbouring
/// repetitions allocate much the same and most of it is freed again: what builds a model repeats as well, but frees
/// nothing. The first two repetitions may differ. Empty when there is none. O(events x candidates), of which at most 32
/// are tried.
[[nodiscard]] std::vector<std::uint32_t> repetitionEnds(const SnapshotSource &source);

}  // namespace stagescope
