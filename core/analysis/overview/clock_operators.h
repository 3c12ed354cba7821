#pragma once

#include "core/analysis/communication/ops/comm_op.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Group of what hostOperators gives.
inline constexpr std::string_view kHostGroup = "host";

/// Operators by which clocks can be compared (clock_offsets.h): those of timelines, and barriers, all-reduces and
/// all-gathers of libraries of the host (Gloo, MPI, UCC), which all ranks leave at the same time; where a rank has
/// none, also the collectives that the profiler's own analysis of communication lists for all ranks, begin + elapsed
/// time. The groups of the latter have names of their own, so that the two are never taken for one another. Any thread,
/// O(n log n).
[[nodiscard]] std::vector<CommOp> clockOperators(const Run &run, const std::stop_token &stop = {});

/// Collectives of libraries of the host in which ranks wait for others, group kHostGroup: those that no rank leaves
/// before the last one has come (barriers, all-reduces, all-gathers, reduce-scatters, all-to-alls), and those with a
/// root. O(slices of the host).
[[nodiscard]] std::vector<CommOp> hostOperators(const Run &run, const std::stop_token &stop = {});
/// Those of one rank, by begin.
[[nodiscard]] std::vector<CommOp> hostOperators(const RankCapture &capture, const std::stop_token &stop = {});

/// Those that only the profiler's own analysis lists.
[[nodiscard]] std::vector<CommOp> operatorsOfFiles(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
