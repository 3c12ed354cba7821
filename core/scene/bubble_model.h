#pragma once

#include "core/analysis/pipeline/counterfactuals.h"
#include "core/analysis/pipeline/step_account.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Where the time of one step of one pipeline went, for the page of bubbles. A plain value; made on the pool.
struct BubbleModel {
    RunId run;
    std::string group;
    std::optional<std::int64_t> step;  ///< nothing when there are no scheduled cells
    std::vector<StepAccount> accounts;
    std::optional<Counterfactuals> parts;  ///< nothing when the step cannot be replayed
};
/// `group` empty = the first one; `step` nothing or without cells = the step of median length. O(cells log cells).
[[nodiscard]] BubbleModel bubbleModel(const Run &run, const std::string &group, std::optional<std::int64_t> step,
                                      const std::stop_token &stop = {});

}  // namespace stagescope
