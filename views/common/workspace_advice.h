#pragma once

#include "core/advice/findings.h"
#include "core/session/workspace.h"

#include <memory>
#include <stop_token>

namespace stagescope {

/// What the rules say of the main run with these thresholds, worked out once per workspace however many views ask: who
/// comes while another works it out waits for that one. Empty without a main run; incomplete when stopped. Thread-safe;
/// on the pool.
[[nodiscard]] std::shared_ptr<const Advice> workspaceAdvice(const std::shared_ptr<const Workspace> &workspace,
                                                            const RuleValues &values, const std::stop_token &stop = {});

}  // namespace stagescope
