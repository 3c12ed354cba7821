#pragma once

#include "core/advice/finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

struct GroupStudy;

/// Where to look first: what charts, comparisons and reports show where nothing was chosen. A plain value.
struct Focus {
    std::string group;                   ///< of pipelines; empty where there is none
    std::optional<std::int64_t> step{};  ///< nothing: the typical one
    std::optional<RankRef> rank{};       ///< that is blamed, or works most
    std::optional<RankRef> peer{};       ///< that it is measured by
    bool operator==(const Focus &) const = default;
};
/// Of the first finding that is about a rank or a pipeline, in the step that stands for all (`typical`), not in the one
/// where the finding is best seen: that is what Show leads to, and every page begins with the same step. Where there is
/// none the pipeline whose usual step takes longest, its rank that works most, and that one's stage in the quickest
/// pipeline. O(steps).
[[nodiscard]] Focus focusOf(const std::vector<Finding> &findings, const std::vector<GroupStudy> &pipelines, RunId run,
                            std::optional<std::int64_t> typical);

}  // namespace stagescope
