#pragma once

#include "core/analysis/tables/analysis.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace stagescope {

/// Whether the rows of each rank in a table of timelines need the timeline of that rank alone, in this run, so that
/// runByRank gives what its function gives of all of them at once.
[[nodiscard]] bool isMadeByRank(const AnalysisEntry &entry, const Run &run);

/// Puts the timeline of a capture of the main run into the workspace for as long as what it returns lives.
using LendTimeline = std::function<std::shared_ptr<const void>(const RankCapture &capture)>;

/// The table of all ranks that are asked about, of which one timeline at a time is in memory. Each note is told once.
/// Errors: as of the entry's own function. One thread.
[[nodiscard]] Result<ResultTable> runByRank(const AnalysisEntry &entry, AnalysisInput input, const LendTimeline &lend,
                                            const std::stop_token &stop = {});

}  // namespace stagescope
