#pragma once

#include "core/advice/rule_values.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// The pipeline that the tab shows, by the text of its group; empty = the first. `step` nothing = a usual one.
struct ShownPipeline {
    std::string group;
    std::optional<std::int64_t> step;
};
/// What was asked for, else what is to be looked at first by these thresholds: the same for the chart and all pages.
/// Waits for the judgement of the workspace; on the pool.
[[nodiscard]] ShownPipeline shownPipeline(const std::shared_ptr<const Workspace> &workspace, const ShownPipeline &asked,
                                          const RuleValues &values, const std::stop_token &stop);

}  // namespace stagescope
