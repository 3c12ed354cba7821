#pragma once

#include "core/advice/gate/gate.h"
#include "core/export/junit_writer.h"

#include <string>
#include <vector>

namespace stagescope {

/// "212 ms, baseline 200 ms, +12.0 ms (+6.0 %), limit 206 ms, noise 1.2 ms; worst: rank 3, step 5: 214 ms", or why
/// there is no value.
[[nodiscard]] std::string gateResultText(const GateResult &result);
/// A line each, what is violated first.
[[nodiscard]] std::string gateText(const std::vector<GateResult> &results);
/// `allowsMissing`: figures without data are skipped, not errors.
[[nodiscard]] std::vector<JunitCase> gateCases(const std::vector<GateResult> &results, bool allowsMissing);
/// The grammar and all short names, for the help and the manual page.
[[nodiscard]] std::string gateHelp();

}  // namespace stagescope
