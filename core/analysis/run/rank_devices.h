#pragma once

#include "core/analysis/run/dispatch_paths.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <map>
#include <stop_token>
#include <utility>
#include <vector>

namespace stagescope {

/// The devices that a rank has work on, ascending, where its file tells of several: a process may drive many, and files
/// of several processes are joined by people. Empty where there is one alone, or none is told: all of the rank's work
/// is of its device then. O(kernels) once. Any thread.
[[nodiscard]] std::vector<std::int64_t> devicesOf(const RankCapture &capture);

/// The device of each stream of these paths, by the kernels that the paths are. Empty where devicesOf is. O(kernels).
using StreamDevices = std::map<std::pair<SourceId, TrackId>, std::int64_t>;
[[nodiscard]] StreamDevices streamDevices(const RankCapture &capture, const std::vector<DispatchPath> &paths,
                                          const std::stop_token &stop = {});

}  // namespace stagescope
