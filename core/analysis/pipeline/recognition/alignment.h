#pragma once

#include "core/analysis/pipeline/recognition/expected_order.h"

#include <functional>
#include <span>
#include <vector>

namespace stagescope {

/// Expected cells from `first` to `last`.
struct ExpectedRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// One rank in one step: what was seen, and what its schedule orders there.
struct AlignmentTask {
    const std::vector<ObservedCell> &observed;
    const ExpectedOrder &expected;
    const std::vector<double> &begins;  ///< by expected cell: simulated begin, ns from any zero
    double unit = 1;                    ///< ns: the rank's shortest usual cell; times are compared in it
    /// What speaks against a cell being an expected one, whatever its neighbours are; infinity = it cannot be.
    std::function<double(std::size_t observed, std::size_t expected)> matchCost;
    /// By observed cell, where an alignment of the same orders has told it (CellAlignment); empty = nothing is known.
    std::span<const ExpectedRange> ranges{};
    /// Whether the recording may have begun or ended within the step: only within its first or last one.
    bool mayLackBegin = true;
    bool mayLackEnd = true;
};

/// For each observed cell the expected one, and how much worse the best alignment is that gives it another one.
struct CellMatch {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t expected = kNone;  ///< kNone: a cell too many
    double margin = 0;

    [[nodiscard]] bool isMatched() const { return expected != kNone; }
};

/// The cheapest alignment in order, by observed cell, by dynamic programming. Cost of a path:
///     sum of matchCost + kSkipExpected per missing cell + kSkipObserved per cell too many
///     + kCut where the first and where the last cells are missing; where the recording went on there, kLostAtEnd up to
///       kMaxSkip of them and kBreak beyond
///     + for each two matches that follow each other: min(kBreak, kSlope * |observed distance - simulated distance| /
///     unit).
/// Distances between neighbours, not times since the begin of the step, are compared: a stall or drift of the whole
/// pipeline then costs once, and a gap as long as a lost cell is where the cell was lost. Costs forward and backward
/// together give for every pair the cheapest path through it, from which the margins come.
/// O(observed * (missing + too many) * kMaxSkip); with `ranges` these count.
struct CellAlignment {
    std::vector<CellMatch> matches;
    /// What a cell may be on paths that cost up to kPlausible more than the cheapest, and kRangeMargin to either side;
    /// empty where all that are compared are fewer than kWorthNarrowing.
    std::vector<ExpectedRange> ranges;
};
[[nodiscard]] CellAlignment alignCells(const AlignmentTask &task);
/// The cost of that alignment: half the time, and no memory but a few rows.
[[nodiscard]] double alignedCost(const AlignmentTask &task);
/// The cost when each observed cell is the expected one at its place. O(observed).
[[nodiscard]] double costInPlace(const AlignmentTask &task);

inline constexpr double kSkipExpected = 1;
inline constexpr double kSkipObserved = 3;
/// A recording cut at one end is likelier than one cut at both.
inline constexpr double kCut = 0.5;
/// Less than the gap that a cell lost elsewhere leaves.
inline constexpr double kLostAtEnd = 1;
/// No gap tells more than this; a stall is as good as any.
inline constexpr double kBreak = 2;
/// To leave the right path, to come back to it, and as much again for the doubts of a first round.
inline constexpr double kPlausible = 4 * kBreak;
inline constexpr std::size_t kRangeMargin = 4;
inline constexpr std::ptrdiff_t kWorthNarrowing = 50'000;  ///< observed cells x width of the band
inline constexpr double kSlope = 1.5;
/// Runs of missing cells up to this are measured by their gap, longer ones are a break.
inline constexpr std::size_t kMaxSkip = 4;

}  // namespace stagescope
