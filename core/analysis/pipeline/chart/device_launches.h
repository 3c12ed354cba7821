#pragma once

#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Work of the device and when the host launched it.
struct DeviceLaunch {
    RankTime launched;  ///< of several arrows to the same work (framework, driver) the earliest
    RankRange range;
    StringId name;
    SliceClass klass = SliceClass::Other;
};

/// Kernels, copies and communication operators that an arrow leads to from a track of the host, by time of launch; each
/// once, whichever thread launched it. Any thread, O(arrows log arrows).
[[nodiscard]] std::vector<DeviceLaunch> deviceLaunches(const TraceStore &trace, const std::stop_token &stop = {});

}  // namespace stagescope
