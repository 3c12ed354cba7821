#pragma once

#include "core/advice/rule_study.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Why a run cannot be judged now: more of it is being read, or loading was broken off before all ranks were read. What
/// is there by then would give verdicts that the rest may turn over.
[[nodiscard]] std::optional<Message> notJudgedYet(const Run &run, bool isBeingRead);

/// All rules on a run. `values` override defaults by name; unknown names are ignored. Incomplete when stopped. Any
/// thread.
[[nodiscard]] Advice adviceFor(const Run &run, const RuleValues &values = {}, const std::stop_token &stop = {});
/// Its findings.
[[nodiscard]] std::vector<Finding> findings(const Run &run, const RuleValues &values = {},
                                            const std::stop_token &stop = {});

/// Rules that looked and have no finding.
[[nodiscard]] std::size_t passedRules(const Advice &advice);
/// Rules that could not look.
[[nodiscard]] std::size_t uncheckedRules(const Advice &advice);

/// "finding.joint": what all findings save together of Advice::step; nothing where none of them saves time, or where
/// one that no replay can price costs more than that. It stands above each list of them.
[[nodiscard]] std::optional<Message> jointOf(const Advice &advice);

/// "finding.<rule>.topic": what a rule looks for.
[[nodiscard]] Message topicOf(const std::string &rule);

}  // namespace stagescope
