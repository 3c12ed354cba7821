#pragma once

#include "core/store/trace/slice_table.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// One slice before nesting.
struct SliceRow {
    std::int64_t begin = 0;
    std::int64_t duration = 0;
    std::uint64_t row = 0;
    StringId name;
    SliceClass klass = SliceClass::Other;
};

/// Sorts, nests and indexes the slices of one track. Times must lie within +-2^62 ns and durations be >= 0.
class SliceTableBuilder {
public:
    static constexpr std::uint32_t kMaxDepth = 1024;

    /// What did not nest: told to the log by the caller.
    struct Anomalies {
        std::uint64_t overlaps = 0;  ///< slices that overlap an earlier one without nesting
        std::int64_t firstOverlap = 0;
        std::uint64_t tooDeep = 0;  ///< slices below kMaxDepth, left out
    };

    /// Nothing when stopped. O(n) for rows sorted by (begin, longest first), else O(n log n).
    [[nodiscard]] static std::optional<SliceTable> build(std::vector<SliceRow> rows, Anomalies &anomalies,
                                                         const std::stop_token &stop);

private:
    friend class StoreArchive;

    static void buildPyramids(SliceTable &table);
    /// The block of blocks (or slices) first .. end - 1 of the level below, whose last slice is lastSlice.
    static SliceTable::Block joined(const SliceTable &table, const std::vector<std::vector<SliceTable::Block>> &levels,
                                    std::uint32_t base, std::uint32_t first, std::uint32_t end,
                                    std::uint32_t lastSlice);
};

}  // namespace stagescope
