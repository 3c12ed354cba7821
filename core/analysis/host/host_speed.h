#pragma once

#include "core/session/workspace.h"

#include <optional>
#include <span>
#include <stop_token>

namespace stagescope {

/// Hosts that differ by less are alike.
constexpr double kSameHostSpeed = 1.1;

/// How many times as long calls of the host take in `after` as the same calls (operators of the framework and calls of
/// the driver, by name) do in `before`: of each name the medians are compared, of all names the ratio in the middle by
/// the time spent in them. Waits are no calls of this kind. Ranks: empty = all. Nothing where both have too few calls
/// in common, or keep no timelines. O(n log n) of the slices of the host. Any thread. Stopped: nothing.
[[nodiscard]] std::optional<double> hostRatio(const Run &before, std::span<const int> ranksBefore, const Run &after,
                                              std::span<const int> ranksAfter, const std::stop_token &stop = {});

}  // namespace stagescope
