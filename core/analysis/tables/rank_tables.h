#pragma once

#include "core/analysis/tables/analysis.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace stagescope {

/// Whether the table that is asked for is made of timelines one after the other.
[[nodiscard]] bool isMadeByRank(const AnalysisEntry &entry, const AnalysisInput &input);

/// Puts the timeline of a capture of the main run into the workspace for as long as what it returns lives.
using LendTimeline = std::function<std::shared_ptr<const void>(const RankCapture &capture)>;

/// Shows a table that was begun all ranks of its question and ends it. One timeline at a time is borrowed, twice where
/// the table needs a survey; without `lend` all are there already. Errors: those of an entry's function. One thread.
[[nodiscard]] Result<ResultTable> runByRank(TableByRank &table, const AnalysisInput &input, const LendTimeline &lend,
                                            const std::stop_token &stop = {});

}  // namespace stagescope
