#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// Ranges that the user takes for steps, whatever the profiler marks: one choice for the whole program, made before
/// anything is loaded. Any thread.
class StepPattern {
public:
    /// A regular expression that a range's whole name must match; a group called `step` holds its number, without one
    /// steps are counted. A text with stars that is no expression stands for names, each star for any text
    /// ("jit_decode(*"). Empty = none. BadArgument where it is neither.
    [[nodiscard]] static Status choose(const std::string &pattern);
    /// As it was chosen: what is loaded under it is another thing than what is loaded without.
    [[nodiscard]] static std::string chosen();

    /// As people read it: N where it has a number of likeName().
    [[nodiscard]] static std::string shown(const std::string &pattern);

    struct Match {
        std::optional<std::int64_t> number;
    };
    [[nodiscard]] static std::optional<Match> match(std::string_view name);
    /// The pattern of a range that a person points at: its name, where the number that varies most among `names` of the
    /// same shape ("iter 12 of 90", "iter 13 of 90") is that of the step, and others that vary count for nothing. All
    /// names where they have no numbers; one that several ranges share is the name itself. O(letters of names).
    [[nodiscard]] static std::string likeName(std::string_view name, std::span<const std::string_view> names);
};

}  // namespace stagescope
