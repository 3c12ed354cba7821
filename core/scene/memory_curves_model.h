#pragma once

#include "core/analysis/memory/memory_series.h"
#include "core/scene/curve_points.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Which curves of the profiler's record are drawn over one another.
struct MemoryCurveQuestion {
    std::vector<int> ranks{};  ///< empty: all
    std::string component{};   ///< empty: the totals, of the framework's allocators and of the process
    std::vector<MemoryMeasure> measures{MemoryMeasure::Allocated, MemoryMeasure::Reserved};
    bool byStream = false;
    std::optional<int> baseline{};  ///< rank that is taken away from all others
    bool operator==(const MemoryCurveQuestion &) const = default;
};

/// One curve of one rank over that rank's clock, in bytes.
struct RankCurve {
    int rank = 0;
    MemoryCurveKey key;
    Nanos offset{0};  ///< to the aligned clock
    std::shared_ptr<const CounterTable> samples;
};

struct MemoryCurves {
    static constexpr std::size_t kMostRanks = 8;

    RunId run;
    std::vector<int> ranksKnown;          ///< that have a record, ascending
    std::vector<int> ranksUnread;         ///< whose record is not loaded
    std::vector<std::string> components;  ///< that hold anything, allocators first
    std::vector<int> ranks;               ///< of the curves; of too many those with the greatest peaks
    std::vector<MemoryCurveKey> keys;     ///< that occur, in order; each the same look in all ranks
    std::vector<RankCurve> curves;        ///< by rank, then by key
    std::optional<int> baseline;          ///< the curves are differences to this rank
    std::optional<AlignedRange> bounds;   ///< of the curves

    [[nodiscard]] std::size_t keyIndex(const MemoryCurveKey &key) const;
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
/// Any thread. O(samples of the ranks that are drawn x curves of each).
[[nodiscard]] MemoryCurves memoryCurves(const Run &run, const MemoryCurveQuestion &question,
                                        const std::stop_token &stop = {});

}  // namespace stagescope
