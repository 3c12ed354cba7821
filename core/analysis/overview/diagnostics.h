#pragma once

#include "core/session/workspace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// One kind of trouble in one file, and the rank it belongs to where it has one.
struct Diagnostic {
    std::optional<int> rank;
    ImportEntry entry;
};

/// Everything that discovery and loading did not take as it stood, worst first, then by rank, source and code.
[[nodiscard]] std::vector<Diagnostic> diagnostics(const Run &run);
/// The first of them where it is data loss. Copies no other entries: quick also for thousands of ranks.
[[nodiscard]] std::optional<Diagnostic> firstLoss(const Run &run);
/// "info", "error", "data loss"
[[nodiscard]] std::string_view severityText(Severity severity);

}  // namespace stagescope
