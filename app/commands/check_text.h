#pragma once

#include "core/advice/findings.h"
#include "core/analysis/overview/diagnostics.h"

#include <string>
#include <vector>

namespace stagescope {

/// What `check` prints: what this is and what was found in it first, then findings, lost data, and what the profile can
/// answer. Files, checks, notes and questions are counted, or, verbosely, listed one by one.
[[nodiscard]] std::string checkText(const Run &run, const Advice &advice, const std::vector<Diagnostic> &diagnostics,
                                    bool isVerbose);

/// Its first part alone: what is there, of a run that answers no question.
[[nodiscard]] std::string checkedFiles(const Run &run, bool isVerbose);

}  // namespace stagescope
