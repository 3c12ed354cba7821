#pragma once

#include "core/analysis/memory/memory_series.h"
#include "core/base/message.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stop_token>

namespace stagescope {

/// Memory of one rank, to be drawn as a strip below what the rank did. Curves are null where there is no record.
struct MemoryLane {
    std::uint64_t version = 0;  ///< of the capture that it was read from
    std::shared_ptr<const CounterTable> allocated;
    std::shared_ptr<const CounterTable> reserved;
    double least = 0;  ///< allocated at its lowest within the rank's steps: what stays from step to step
};
/// By rank; immutable once made.
struct MemoryLanes {
    std::map<int, MemoryLane> lanes;
    std::map<int, Message> reasons;  ///< of the ranks that have no lane
    double span = 0;  ///< the greatest amount that any rank has above its least: the one scale, so that ranks compare

    [[nodiscard]] const MemoryLane *of(int rank) const;
    /// Why a rank has no lane.
    [[nodiscard]] Message whyNot(int rank) const;
};
/// What the framework's allocator gave out and held on these ranks; lanes of `before` are taken over where nothing was
/// loaded since. Without any record there are no lanes. Any thread. O(samples).
[[nodiscard]] MemoryLanes memoryLanes(const Run &run, std::span<const int> ranks, const MemoryLanes &before,
                                      const std::stop_token &stop = {});

/// What is given out above the lane's least as a grey area of at least a pixel, what was between the least and the most
/// of a pixel paler, reserved as a line where it is in reach, the peak as a mark; the box is as high as `span`.
/// `offset` is that of the rank's clock. O(width x log samples).
void drawMemoryLane(ScenePen &pen, const MemoryLane &lane, double span, Nanos offset, const TimeAxis &axis,
                    const Box &box);

}  // namespace stagescope
