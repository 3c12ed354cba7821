#pragma once

#include "core/base/item_ref.h"
#include "core/session/workspace.h"

#include <string>

namespace stagescope {

/// Whether slices like this one may mark steps: ranges that last, not work of a device. Any thread. O(1).
[[nodiscard]] bool canMarkSteps(const Workspace &workspace, const SliceRef &slice);
/// The pattern of steps (StepPattern) that takes such ranges: those of its lane whose names differ in numbers alone.
/// Empty where it is not loaded. Any thread. O(slices of the lane).
[[nodiscard]] std::string stepPatternOf(const Workspace &workspace, const SliceRef &slice);

}  // namespace stagescope
