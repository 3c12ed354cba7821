#pragma once

#include "core/advice/rule.h"

#include <optional>
#include <string>

namespace stagescope {

// What the rules on memory snapshots share.

/// The first failed allocation of a device with that cause; null when there is none.
[[nodiscard]] const OomExplanation *failureBy(const SnapshotStudy &study, OomCause cause);

/// A finding about a moment of a device: rank and event as evidence. Measured; high when an allocation failed.
[[nodiscard]] Finding snapshotFinding(const RuleInput &input, const SnapshotStudy &study, std::string rule,
                                      std::uint32_t event, bool hasFailed);

/// "Of the driver's memory ... reserved, ... free on the device" at a failed allocation.
[[nodiscard]] Message failureFact(const OomExplanation &failure);

}  // namespace stagescope
