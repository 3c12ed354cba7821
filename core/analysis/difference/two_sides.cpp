#include "core/analysis/difference/two_sides.h"

#include <algorithm>

namespace stagescope {

namespace {

std::shared_ptr<const Workspace> workspaceOf(const Run &run) {
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(run);
    workspace->runs.front().role = RunRole::None;
    return workspace;
}

std::vector<int> ranksOf(const AnalysisInput &input) {
    return input.ranks.empty() ? input.run()->ranks() : input.ranks;
}

}  // namespace

Result<TwoSides> twoSides(const AnalysisInput &input) {
    const auto *baseline = input.baseline();
    if (input.run() == nullptr || (baseline == nullptr && !input.comparedWith)) {
        return fail(
            ErrorKind::BadArgument,
            "Nothing to compare with: it takes a baseline (--baseline PATH), or another rank or step (--against "
            "rank=0, --against step=3).");
    }
    TwoSides sides;
    sides.workspaceBefore = workspaceOf(baseline == nullptr ? *input.run() : *baseline);
    sides.workspaceAfter = workspaceOf(*input.run());
    sides.before = input;
    sides.before.workspace = sides.workspaceBefore.get();
    sides.after = input;
    sides.after.workspace = sides.workspaceAfter.get();
    sides.before.comparedWith.reset();
    sides.after.comparedWith.reset();
    if (input.comparedWith) {
        const auto &[ranks, step] = *input.comparedWith;
        sides.before.ranks = ranks.empty() ? input.ranks : ranks;
        sides.before.step = step ? step : input.step;
    }
    return sides;
}

std::vector<std::pair<int, int>> pairedRanks(const TwoSides &sides) {
    const auto before = ranksOf(sides.before);
    const auto after = ranksOf(sides.after);
    const bool isByNumber = sides.before.ranks == sides.after.ranks;
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (isByNumber && std::find(before.begin(), before.end(), after[i]) != before.end()) {
            pairs.emplace_back(after[i], after[i]);
        } else if (!isByNumber && i < before.size()) {
            pairs.emplace_back(before[i], after[i]);
        }
    }
    return pairs;
}

}  // namespace stagescope
