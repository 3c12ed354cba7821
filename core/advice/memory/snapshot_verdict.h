#pragma once

#include "core/advice/finding.h"
#include "core/analysis/tables/analysis.h"

#include <cstdint>
#include <optional>
#include <span>

namespace stagescope {

/// One sentence on one device of a memory snapshot: what its weightiest finding says, or that nothing is amiss, how
/// much was in use and who held most of it; never that where another device of the file ran out of memory.
struct SnapshotVerdict {
    Message text;
    std::optional<FindingSeverity> severity{};  ///< nothing where no finding is about it
};
/// `findings` of the run as adviceFor gives them; `snapshot` and `device` as in SnapshotEventRef, those of a loaded
/// one. Findings on the snapshot itself come first, then those on the memory of its rank. O(allocations). Any thread.
[[nodiscard]] SnapshotVerdict snapshotVerdict(const Run &run, std::span<const Finding> findings, std::uint32_t snapshot,
                                              std::uint32_t device);

}  // namespace stagescope
