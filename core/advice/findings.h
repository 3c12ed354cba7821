#pragma once

#include "core/advice/rule.h"

namespace stagescope {

/// The pipelines of a run, studied for rules. Steps without scheduled cells are left out. O(cells log cells).
[[nodiscard]] std::vector<GroupStudy> studyPipelines(const Run &run, const std::stop_token &stop = {});

/// All verdicts on a run, most impact first. `parameters` override defaults by name; unknown names are ignored.
/// Incomplete when stopped. Any thread.
[[nodiscard]] std::vector<Finding> findings(const Run &run, const std::map<std::string, double> &parameters = {},
                                            const std::stop_token &stop = {});

}  // namespace stagescope
