#pragma once

#include "core/analysis/pipeline/replay/what_if_study.h"
#include "core/analysis/tables/analysis.h"

#include <map>
#include <string>

namespace stagescope {

/// What the table what_if can be asked.
[[nodiscard]] std::vector<ParameterSpec> whatIfParameters();
/// Whether one of them asks a question, or they only tell facts (layers, capacity_gib, split, overlap).
[[nodiscard]] bool asksWhatIf(const std::map<std::string, std::string> &parameters);
/// Gives the study the facts that the parameters tell: layers, capacity. Errors: BadArgument.
[[nodiscard]] Status tellFacts(const std::map<std::string, std::string> &parameters, WhatIfStudy &study);
/// The question that the parameters ask together. Errors: BadArgument for a value that cannot be read, a rank that is
/// not in the group, layers that are not known.
[[nodiscard]] Result<WhatIfScenario> whatIfQuestion(const std::map<std::string, std::string> &parameters,
                                                    const Run &run, const WhatIfStudy &study,
                                                    const std::stop_token &stop = {});

}  // namespace stagescope
