#pragma once

#include "core/analysis/roles/role_rounds.h"
#include "core/scene/kit/scene_pen.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What the ranks of a run do for reinforcement learning.
struct RoleChart {
    std::vector<RolePhase> phases;  ///< by rank and begin
    RoleRounds rounds;
};
/// Empty without such ranges. O(slices of the host) at first. Any thread.
[[nodiscard]] RoleChart roleChart(const Run &run, const std::stop_token &stop = {});

/// "role.rollout": a kind of work for people.
[[nodiscard]] Message roleWorkMessage(RoleWork work);

struct RoleChartLayout {
    Scene scene{};
    Box plot{};  ///< of all ranks
    AlignedRange range{};
    std::size_t rows = 0;

    /// The phase at a pixel; null between phases.
    [[nodiscard]] const RolePhase *phaseAt(const RoleChart &chart, int x, int y) const;
    /// Of the rank at this position in RoleRounds::ranks.
    [[nodiscard]] Box row(std::size_t at) const;
};
/// A row for each rank, as high as there is room for, one pixel at least. Hits: the ranges. O(phases).
[[nodiscard]] RoleChartLayout layOutRoleChart(const RoleChart &chart, int width, int height, const SceneStyle &style);

}  // namespace stagescope
