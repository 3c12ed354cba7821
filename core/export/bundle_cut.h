#pragma once

#include "core/base/result.h"
#include "core/export/bundle_level.h"
#include "core/session/workspace.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_notes.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// What of a run goes into a bundle.
struct BundleChoice {
    std::vector<int> ranks{};                                      ///< empty = all
    std::optional<std::pair<std::int64_t, std::int64_t>> steps{};  ///< first and last
    std::optional<AlignedRange> range{};
    BundleLevel level = BundleLevel::Full;  ///< of each rank
    bool redacts = false;                   ///< names become neutral ones, everywhere (redactedWorkspace)
    std::vector<TimeMark> marks{};          ///< of the user; those outside of what is kept are left out
    std::string report{};                   ///< what was added to it, as reportListText writes it; empty: nothing
    BundlePlace place{};                    ///< where the bundle opens
};

/// One part for each source of each rank that is chosen: traces and tables of its capture in use. Of steps each rank
/// keeps what keptSteps says; rows of tables that name a step are kept by it (of a range by their time where they tell
/// it), others by their time, those without a time all. Tables of the whole cluster lose the rows of other ranks and
/// steps. Memory snapshots of these ranks, and of unknown ones, are kept whole, for each of their events rests on those
/// before; not where names are replaced, since call stacks are full of them. What a slice was called with is
/// not kept. What a bundle lacks stands in its import log, and that it is a part. Errors: NotFound where there is
/// nothing to keep, where a rank has other steps alone and where no rank has any of these; Cancelled. O(rows). Any
/// thread.
[[nodiscard]] Result<std::vector<BundlePart>> bundleParts(const Run &run, const BundleChoice &choice,
                                                          const std::stop_token &stop = {});

}  // namespace stagescope
