#pragma once

#include "core/advice/rule_study.h"
#include "core/analysis/tables/analysis.h"

#include <cstdint>
#include <optional>

namespace stagescope {

/// One sentence on one device of a memory snapshot: what its weightiest finding says, or that nothing is amiss, how
/// much was in use and who held most of it. That nothing is amiss is said only of what was read whole and checked for
/// leaks, never where another device of the file ran out of memory.
struct SnapshotVerdict {
    Message text;
    std::optional<FindingSeverity> severity{};  ///< nothing where no finding is about it
};
/// `advice` on the run; null: it was not judged, and what was in use is all that is told. `snapshot` and `device` as in
/// SnapshotEventRef, those of a loaded one. Findings on the snapshot itself come first, then those on the memory of its
/// rank. O(allocations). Any thread.
[[nodiscard]] SnapshotVerdict snapshotVerdict(const Run &run, const Advice *advice, std::uint32_t snapshot,
                                              std::uint32_t device);

}  // namespace stagescope
