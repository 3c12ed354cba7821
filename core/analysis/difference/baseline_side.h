#pragma once

#include "core/analysis/difference/two_sides.h"
#include "core/analysis/tables/analysis.h"

#include <optional>

namespace stagescope {

/// The rank of another run that stands beside a rank: the same, or that run's only one. Null where there is none.
/// O(ranks).
[[nodiscard]] const RankCapture *counterpartOf(const Run &other, int rank);

/// What a page of one rank shows of the baseline beside its own figures: the same question about the counterpart there.
struct BaselineSide {
    TwoSides sides;                        ///< keeps the runs alive
    const RankCapture *capture = nullptr;  ///< in sides.before.run(); never null

    [[nodiscard]] const AnalysisInput &input() const { return sides.before; }
    /// What stands beside another rank; null where there is none.
    [[nodiscard]] const RankCapture *captureOf(int rank) const { return counterpartOf(*sides.before.run(), rank); }
};
/// Nothing without a baseline that has such a rank, and of a range: the runs have no time in common. Any thread.
[[nodiscard]] std::optional<BaselineSide> baselineSide(const AnalysisInput &input, int rank);

/// kernel_stats of one rank with what the baseline's groups took: columns baseline_us and change_us (own - baseline),
/// for groups that both have or one lacks, whose time there is 0. Groups of the baseline alone are rows at the end,
/// whose other figures are empty. Groups are the same by type, core, name and shapes. Empty where the baseline has no
/// kernels. O(rows log rows). Any thread.
[[nodiscard]] ResultTable withBaseline(ResultTable own, const ResultTable &baseline);

}  // namespace stagescope
