#pragma once

#include "core/analysis/snapshot/snapshot_history.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <optional>
#include <span>

namespace stagescope {

struct EventListOptions {
    int width = 0;
    int height = 0;
    std::size_t firstRow = 0;
    std::uint32_t moment = 0;  ///< its event is marked
};

/// A stretch of a list of events with what each did and the totals after it. O(rows in sight).
struct EventListScene {
    Scene scene;
    int top = 0;  ///< of the first row
    int rowHeight = 1;
    std::size_t rows = 0;  ///< in sight

    /// Of those in sight.
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
};
/// Rows that fit whole.
[[nodiscard]] std::size_t eventRowsIn(int height, const SceneStyle &style);
[[nodiscard]] EventListScene buildEventListScene(const SnapshotHistory &history, std::span<const std::uint32_t> events,
                                                 const EventListOptions &options, const SceneStyle &style);

}  // namespace stagescope
