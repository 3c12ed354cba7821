#pragma once

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/tables/analysis.h"

#include <string_view>

namespace stagescope {

// What the tables of communication have in common.

/// source = any, database, text.
[[nodiscard]] ParameterSpec commSourceParameter();
/// BadArgument for another word.
[[nodiscard]] Result<CommSource> commSourceOf(const AnalysisInput &input);
/// Whether a step of communication files is the one that is asked about.
[[nodiscard]] bool wantsStep(const AnalysisInput &input, std::string_view step);
/// "0,2"
[[nodiscard]] std::string joinedRanks(const std::vector<int> &ranks);

}  // namespace stagescope
