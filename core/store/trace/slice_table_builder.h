#pragma once

#include "core/store/trace/slice_table.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Times of a store lie in [-kTimeLimit, kTimeLimit), so that no difference of two of them overflows.
inline constexpr std::int64_t kTimeLimit = std::int64_t{1} << 62;

/// One slice before nesting.
struct SliceRow {
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    std::uint64_t row = 0;
    StringId name;
    SliceClass klass = SliceClass::Other;
};

/// Sorts, nests and indexes the slices of one track. Begins and ends must lie within the limit and durations be >= 0.
class SliceTableBuilder {
public:
    static constexpr std::uint32_t kMaxDepth = 1024;

    /// What did not nest: told to the log by the caller.
    struct Anomalies {
        std::uint64_t overlaps = 0;  ///< slices that overlap an earlier one without nesting
        std::int64_t firstOverlap = 0;
        std::uint64_t tooDeep = 0;    ///< slices below kMaxDepth, left out
        std::uint64_t crossings = 0;  ///< of the overlaps those by more than profilers round
        std::int64_t firstCrossing = 0;
    };

    /// Nothing when stopped. `inOrder`, where it is given, may change the sorted rows before they are nested; begins
    /// must stay. O(n) for rows sorted by (begin, longest first), else O(n log n).
    [[nodiscard]] static std::optional<SliceTable> build(
        std::vector<SliceRow> rows, Anomalies &anomalies, const std::stop_token &stop,
        const std::function<void(std::vector<SliceRow> &)> &inOrder = {});

private:
    friend class SliceTable;

    static SliceTable::Levels pyramidOf(const SliceTable &table, std::uint32_t depth);
    /// The block of blocks (or slices) first .. end - 1 of the level below, whose last slice is lastSlice.
    static SliceTable::Block joined(const SliceTable &table, const SliceTable::Levels &levels, std::uint32_t base,
                                    std::uint32_t first, std::uint32_t end, std::uint32_t lastSlice);
};

}  // namespace stagescope
