#pragma once

#include "core/advice/findings.h"
#include "core/session/workspace.h"

#include <memory>
#include <stop_token>

namespace stagescope {

class OpenRuns;

/// What the rules say of the main run with these thresholds, worked out once per workspace however many views ask: who
/// comes while another works it out waits for that one. Empty without a main run; incomplete when stopped. Thread-safe;
/// on the pool.
[[nodiscard]] std::shared_ptr<const Advice> workspaceAdvice(const std::shared_ptr<const Workspace> &workspace,
                                                            const RuleValues &values, const std::stop_token &stop = {});

/// Has workspaceAdvice give this, which was worked out of more than the workspace holds, until another one is judged.
void keepAdvice(const std::shared_ptr<const Workspace> &workspace, const RuleValues &values, Advice advice);

/// Why the main run cannot be judged now (notJudgedYet); nothing without one. `runs` may be null: all is read then.
[[nodiscard]] std::optional<Message> unjudged(const Workspace *workspace, const OpenRuns *runs);
/// Whether both look at the same run, as it was opened once.
[[nodiscard]] bool isOfSameRun(const std::shared_ptr<const Workspace> &a, const std::shared_ptr<const Workspace> &b);

}  // namespace stagescope
