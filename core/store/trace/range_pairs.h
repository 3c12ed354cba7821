#pragma once

#include "core/base/ids.h"
#include "core/store/trace/slice_table_builder.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

enum class EdgePhase : std::uint8_t { Begin, End, AsyncBegin, AsyncEnd };

/// The begin or end of a range of one track.
struct RangeEdge {
    std::int64_t time = 0;
    std::uint64_t row = 0;
    StringId name{};  ///< of an end: 0 where it tells none
    StringId id{};    ///< of asynchronous ones
    EdgePhase phase = EdgePhase::Begin;
    SliceClass klass = SliceClass::Other;
};

struct PairedRanges {
    std::vector<SliceRow> rows;
    std::vector<SliceRow> open;  ///< that nothing ends, by (begin, row): without duration yet
    std::uint64_t lostEnds = 0;  ///< that nothing began
    std::int64_t firstLost = 0;  ///< time of the first of these
};

/// Ranges of the edges of one track, in any order, paired by (time, row): an end closes the range that was begun last,
/// an asynchronous one the last of its id that has its name (the last of all where it tells no name). Nothing when
/// stopped. O(n log n).
[[nodiscard]] std::optional<PairedRanges> pairRanges(std::vector<RangeEdge> edges, const std::stop_token &stop);

}  // namespace stagescope
