#pragma once

#include "core/store/trace/plausible_times.h"
#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/trace_health.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace stagescope {

/// What a check of a stream needs to know beside its rows.
struct StreamCheck {
    PlausibleTimes times;     ///< of the whole trace, as the file counts them
    std::int64_t origin = 0;  ///< added to these in the rows
    /// Whether two works, given by their rows, were launched by one call (MergeOptions::isOneLaunch).
    std::function<bool(std::uint64_t row, std::uint64_t other)> isOneLaunch{};
    /// Whether work that reaches over others is cut, and copies are work as kernels are. Streams of Ascend run copies
    /// beside one another.
    bool isStrict = false;
    bool isOfHost = false;  ///< a thread: its ranges are asked for their times alone
};

/// Makes the rows of a stream or a thread what they can be: work without a time or far from all others becomes no work
/// (class Event), and work that reaches over whole others ends where the next one begins. Only work that takes longer
/// than a microsecond and begins later than that behind another one is one that it reaches over. Rows come in the order
/// of SliceTableBuilder and keep it but for those that were cut. O(n), nothing is allocated.
[[nodiscard]] StreamTrouble checkStream(std::vector<SliceRow> &rows, const StreamCheck &check);

}  // namespace stagescope
