#pragma once

#include "core/advice/findings.h"
#include "core/analysis/difference/ledger.h"
#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

/// The report in three lines, in the language that is set: what the main run is; how long its step takes and where the
/// time goes (shares of the steps of all ranks, timeSplits); the largest cause, or with a baseline what changed (of a
/// ledger that is not empty). A line of which nothing is known is left out. Texts as the profile has them, neither
/// filtered nor escaped. GUI thread, for the language.
[[nodiscard]] std::vector<std::string> reportVerdict(const Workspace &workspace, const Advice &advice,
                                                     const Ledger &ledger);

}  // namespace stagescope
