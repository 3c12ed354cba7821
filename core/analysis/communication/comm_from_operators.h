#pragma once

#include "core/analysis/communication/comm_tables_of_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

// NCCL and RCCL write no analysis of their communication. What HCCL's files say of it follows from the operators of all
// ranks: all of a group start to transfer when the last one has arrived, so that the shortest stay of an operator over
// its ranks is the transfer, and what a rank stays longer it waited. With the operator of one rank alone the transfer
// is not known to be shorter than the stay.

/// Rows of a kind (CommTimes, CommBandwidths, CommLinks) by rank, made of the operators of NCCL and RCCL; empty for
/// other runs and kinds. Links only where peers are known: transfers, and exchanges of all with all. Sizes are those
/// that nccl-tests divides by. O(operators log operators).
[[nodiscard]] std::vector<RankTables> tablesOfOperators(const Run &run, TableKind kind);

/// What tables of such rows say of groups of which only one rank is here; empty when there are none.
[[nodiscard]] std::string loneRanksNote(const Run &run);

/// Bus bandwidth over algorithm bandwidth, by nccl-tests: 2 (n - 1) / n for an all-reduce, (n - 1) / n for all-gather,
/// reduce-scatter and all-to-all, 1 for the rest. `name` of an operator or its type; 0 where n is not known.
[[nodiscard]] double busFactor(std::string_view name, std::size_t ranks);

/// Whether such rows may appear by deep loading.
[[nodiscard]] bool needsDeepForGpuComm(const Run &run);

/// Whether the run has operators of NCCL or RCCL.
[[nodiscard]] bool hasNcclOperators(const Run &run);

/// Transport of such rows.
constexpr std::string_view kNcclTransport = "NCCL";
/// Why operators of NCCL all stand in one group of that name, without size and bus bandwidth.
constexpr std::string_view kNoGroupsNote =
    "These traces have no communication groups (neither Process Group arguments nor pg_config): all operators of NCCL "
    "are in one group NCCL, whose ranks and size are unknown, so that there is no bus bandwidth.";

}  // namespace stagescope
