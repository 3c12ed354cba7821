#pragma once

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/environment.h"
#include "core/analysis/run/time_split.h"
#include "core/base/item_ref.h"
#include "core/base/message.h"
#include "core/session/workspace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One side of a comparison: a rank of a run, its step and where that step's time went.
struct CompareSide {
    RankRef rank;
    std::string run;         ///< label of the run
    bool found = false;      ///< the run holds this rank
    bool isTwoRuns = false;  ///< the other side is of another run, so that the run must be named
    std::optional<TimeSplit> split;
    BusyIntervals busy;         ///< clock of the rank
    AlignedTime origin;         ///< begin of the step on the run's clock; what both sides are aligned at
    std::int64_t originNs = 0;  ///< the same on the clock of the rank
};

/// Two ranks of one or of two runs. A plain value, made on the pool. left is the reference: differences are right
/// minus left.
struct CompareModel {
    CompareSide left;
    CompareSide right;
    std::vector<EnvironmentDifference> profiler;     ///< settings of the profiler: figures may differ because of them
    std::vector<EnvironmentDifference> environment;  ///< versions, variables, sizes

    [[nodiscard]] bool isEmpty() const { return !left.split && !right.split; }
    /// Longest of both steps.
    [[nodiscard]] Nanos span() const;
};

/// `step`: taken where a side has it, else that side's typical one (typical_step.h). O(rows of the shallow tables of
/// two ranks). Any thread.
[[nodiscard]] CompareModel compareModel(const Workspace &workspace, RankRef left, RankRef right,
                                        std::optional<std::int64_t> step, const std::stop_token &stop = {});

/// What to compare at first, the reference before the rank in question: the same rank in baseline and main run, else
/// two ranks of the main run. `rank` and `peer` are those to look at first, as far as they are known and the runs have
/// them; else the first ones.
[[nodiscard]] std::optional<std::array<RankRef, 2>> defaultComparison(const Workspace &workspace,
                                                                      std::optional<int> rank = std::nullopt,
                                                                      std::optional<int> peer = std::nullopt);

/// One line of the table of differences; in the order of the bar, total last.
struct SplitDifference {
    Message name;
    std::int64_t left = 0;   ///< in units of the last decimal of the format
    std::int64_t right = 0;  ///< same
};
struct MillisFormat;
/// Rounded so that the parts of a side add up to its total as shown.
[[nodiscard]] std::vector<SplitDifference> splitDifferences(const CompareModel &model, const MillisFormat &format);

}  // namespace stagescope
