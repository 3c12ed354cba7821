#pragma once

#include "core/analysis/analysis.h"
#include "core/store/table_kind.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What operators are looked for.
struct MemoryOpFilter {
    std::string name{};  ///< part of the name, whatever its case; empty: any
    std::int64_t leastBytes = INT64_MIN;
    std::optional<RankTime> aliveAt{};  ///< allocated by then and not released; an unknown end lies beyond the capture
    std::optional<RankRange> range{};   ///< whose life touches it
};

/// One operator's allocation: a row of a table that lives as long as this.
struct MemoryOp {
    std::shared_ptr<const TableStore> table;
    std::size_t row = 0;

    [[nodiscard]] std::string_view name() const { return table->text(row, "name"); }
    [[nodiscard]] std::int64_t bytes() const { return table->number(row, "bytes"); }
    /// Nothing where the file has none.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view column) const;
};

/// Allocations of operators that pass, in order of the file; of static graphs too where no time is asked for. Where a
/// capture has several kinds of files, the first kind tells. Empty until deep loading. O(rows). Any thread.
[[nodiscard]] std::vector<MemoryOp> memoryOps(const RankCapture &capture, const MemoryOpFilter &filter,
                                              const std::stop_token &stop = {});

}  // namespace stagescope
