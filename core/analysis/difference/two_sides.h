#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/base/result.h"

#include <memory>
#include <utility>
#include <vector>

namespace stagescope {

/// The two questions of a comparison. Each has a workspace of its own, whose main run is that side's.
struct TwoSides {
    std::shared_ptr<const Workspace> workspaceBefore;
    std::shared_ptr<const Workspace> workspaceAfter;
    AnalysisInput before;
    AnalysisInput after;
};
/// What a question with a baseline, or with ComparedWith, compares. Copies runs, which share what they hold.
/// BadArgument where there is neither a baseline nor another rank or step.
[[nodiscard]] Result<TwoSides> twoSides(const AnalysisInput &input);

/// Ranks of both sides that belong together: the same where both sides ask for the same, else in their order.
[[nodiscard]] std::vector<std::pair<int, int>> pairedRanks(const TwoSides &sides);

}  // namespace stagescope
