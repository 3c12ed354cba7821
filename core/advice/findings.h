#pragma once

#include "core/advice/focus.h"
#include "core/advice/rule.h"
#include "core/advice/rule_values.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// The pipelines of a run, studied for rules. Steps without scheduled cells are left out. O(cells log cells).
[[nodiscard]] std::vector<GroupStudy> studyPipelines(const Run &run, const std::stop_token &stop = {});

/// What became of a rule in a run.
struct RuleOutcome {
    std::string rule;
    std::optional<Message> unanswered{};  ///< why the rule could not look
    std::size_t findings = 0;
};

/// Rules that could not look and that the same would help.
struct UncheckedGroup {
    Message help;
    std::vector<std::string> rules;
};

/// What all rules say of a run. A plain value.
struct Advice {
    std::vector<Finding> findings;            ///< most impact first, then the most severe
    std::vector<RuleOutcome> rules;           ///< in the order of the list
    std::vector<UncheckedGroup> unchecked{};  ///< what would let the rest of the rules look
    std::vector<Message> changed;             ///< thresholds other than the defaults that it was judged by
    Focus focus{};                            ///< where to look first
};

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

/// "finding.<rule>.topic": what a rule looks for.
[[nodiscard]] Message topicOf(const std::string &rule);

}  // namespace stagescope
