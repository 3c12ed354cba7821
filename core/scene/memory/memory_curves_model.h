#pragma once

#include "core/analysis/memory/memory_series.h"
#include "core/scene/memory/step_curve.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What curves are taken away from others: a rank, or of another run the rank of the same number.
struct CurveBaseline {
    RunId run;
    std::optional<int> rank{};
    bool operator==(const CurveBaseline &) const = default;
};

/// Which curves of the profiler's record are drawn over one another.
struct MemoryCurveQuestion {
    std::vector<int> ranks{};  ///< empty: all
    std::vector<int> lines{};  ///< of too many ranks for lines, those that get one all the same
    std::string component{};   ///< empty: the totals, of the framework's allocators and of the process
    bool byCategory = false;   ///< in place of components: allocators, and what their memory is for
    std::vector<MemoryMeasure> measures{MemoryMeasure::Allocated, MemoryMeasure::Reserved};
    bool byStream = false;
    std::optional<CurveBaseline> baseline{};  ///< that is taken away from all others
    bool operator==(const MemoryCurveQuestion &) const = default;
};

/// One curve of one rank over that rank's clock, in bytes.
struct RankCurve {
    int rank = 0;
    MemoryCurveKey key;
    Nanos offset{0};  ///< to the aligned clock
    std::shared_ptr<const CounterTable> samples;
};

/// From the least to the most of the ranks of one stage, on the aligned clock.
struct RankBand {
    std::optional<int> stage{};  ///< nothing: of all ranks, since stages are not known
    std::vector<int> ranks;
    MemoryCurveKey key;
    CurveBand of;
};

struct MemoryCurves {
    static constexpr std::size_t kMostLines = 4;  ///< ranks

    RunId run;
    std::vector<int> ranksKnown;   ///< that have a record, ascending
    std::vector<int> ranksUnread;  ///< whose record is not loaded
    std::optional<RunId> baselineRun;
    std::vector<int> baselineKnown;  ///< its ranks that have a record
    std::vector<int> baselineUnread;
    std::vector<std::string> components;    ///< that hold anything, allocators first; no categories
    bool hasCategories = false;             ///< anybody tells what memory is for
    std::vector<int> ranks;                 ///< of the curves, ascending
    std::vector<int> lines;                 ///< of these, those drawn as lines: all, or some over bands
    std::vector<MemoryCurveKey> keys;       ///< that occur, in order; each the same look in all ranks
    std::vector<RankCurve> curves;          ///< by rank, then by key; of ranks without lines the main one only
    std::vector<RankBand> bands;            ///< of the main curves, where there are too many ranks for lines
    std::optional<CurveBaseline> baseline;  ///< the curves are differences to it
    std::optional<AlignedRange> bounds;     ///< of the curves

    [[nodiscard]] std::size_t keyIndex(const MemoryCurveKey &key) const;
    [[nodiscard]] bool isLine(int rank) const;
    /// The curve of a rank that its peak is told of: the first. Null for a rank without one.
    [[nodiscard]] const RankCurve *mainCurve(int rank) const;
    /// The rank whose main curve rises highest within a range (of all time without one), and where.
    struct Top {
        int rank = 0;
        CurvePeak peak;
    };
    [[nodiscard]] std::optional<Top> top(const std::optional<AlignedRange> &range) const;
    /// The most of a rank's main curve within a range.
    [[nodiscard]] std::optional<CurvePeak> peakOf(int rank, const std::optional<AlignedRange> &range) const;
};
/// Of the main run. A baseline of another run is laid over it step by step, since its clock is another one; as a whole
/// where steps are not known. Any thread. O(samples of the ranks x curves of each).
[[nodiscard]] MemoryCurves memoryCurves(const Workspace &workspace, const MemoryCurveQuestion &question,
                                        const std::stop_token &stop = {});

}  // namespace stagescope
