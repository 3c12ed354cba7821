#pragma once

#include "core/base/item_ref.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <optional>
#include <string>

namespace stagescope {

/// Whether slices like this one may mark steps: ranges that last, not work of a device. Any thread. O(1).
[[nodiscard]] bool canMarkSteps(const Workspace &workspace, const SliceRef &slice);
/// The pattern of steps (StepPattern) that takes such ranges: those of its lane whose names differ in numbers alone.
/// Empty where it is not loaded. Any thread. O(slices of the lane).
[[nodiscard]] std::string stepPatternOf(const Workspace &workspace, const SliceRef &slice);

/// Ranges of a program that follow one another for most of its recording, where nothing marks steps.
struct StepSuggestion {
    int rank = -1;
    std::string pattern;  ///< StepPattern
    std::size_t count = 0;
};
/// Of the first rank that has any; nothing where a rank has steps. O(slices of the host's threads).
[[nodiscard]] std::optional<StepSuggestion> suggestedSteps(const Run &run);

}  // namespace stagescope
