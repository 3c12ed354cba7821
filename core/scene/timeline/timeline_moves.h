#pragma once

#include "core/scene/timeline/timeline_layout.h"

#include <optional>
#include <vector>

namespace stagescope {

/// Rows among which a row can be moved, from top to bottom, itself included: what is pinned, or what is shown below the
/// same node. Empty for a node without a row.
[[nodiscard]] std::vector<TimelineNode> rowsToMoveAmong(const TimelineLayout &layout,
                                                        const TimelineArrangement &arrangement,
                                                        const TimelineNode &node);
/// Puts a row before another of rowsToMoveAmong, or last.
void moveRow(TimelineArrangement &arrangement, const TimelineLayout &layout, const TimelineNode &node,
             const std::optional<TimelineNode> &before);
/// One up (-1) or down (1) among rowsToMoveAmong.
void moveRowBy(TimelineArrangement &arrangement, const TimelineLayout &layout, const TimelineNode &node, int by);
/// Every rank, process and track, also those that are hidden.
void foldAll(TimelineArrangement &arrangement, const TimelineLayout &layout, bool folded);
/// Brings back what is hidden directly below a node.
void showHiddenBelow(TimelineArrangement &arrangement, const TimelineLayout &layout, const TimelineNode &parent);
/// Moves ranks so that each begins when the first one does.
void alignToStart(TimelineArrangement &arrangement, const TimelineLayout &layout);

/// The ranks with each rank of the run followed by the same rank of the baseline; those without a partner last. Empty
/// when there is no baseline.
[[nodiscard]] std::vector<TimelineNode> pairedRanks(const TimelineLayout &layout);

}  // namespace stagescope
