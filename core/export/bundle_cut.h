#pragma once

#include "core/base/result.h"
#include "core/session/workspace.h"
#include "core/store/bundle/bundle_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// What of a run goes into a bundle.
struct BundleChoice {
    std::vector<int> ranks{};                                      ///< empty = all
    std::optional<std::pair<std::int64_t, std::int64_t>> steps{};  ///< first and last
    std::optional<AlignedRange> range{};
    bool redacts = false;  ///< names of hosts, users and folders become neutral ones (Redactor), everywhere
};

/// One part for each rank that is chosen: traces and tables of its capture in use. A step reaches from its begin to the
/// begin of the next one, and to the end of the device work that was launched in it; rows of tables that name a step
/// are kept by it (of a range by their time where they tell it), others by their time, those without a time all. What a
/// slice was called with is not kept, and neither are memory snapshots and the files of the cluster. Errors: NotFound
/// for a rank of which nothing is loaded and where none has these steps. O(rows). Any thread.
[[nodiscard]] Result<std::vector<BundlePart>> bundleParts(const Run &run, const BundleChoice &choice);

}  // namespace stagescope
