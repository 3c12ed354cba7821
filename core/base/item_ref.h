#pragma once

#include "core/base/ids.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace stagescope {

/// What can be named, selected, linked and written down. Each type has a text form that round-trips: it is `--select`,
/// a table's `evidence` column, a saved session and what tests compare. Fields that are texts are percent-escaped in
/// it. A rank number alone identifies nothing (two runs both have a rank 0), so every reference starts with its run.

/// "slice:RUN/SOURCE/TRACK/SLICE": one slice of one loaded trace.
struct SliceRef {
    RunId run;
    SourceId source;
    TrackId track;
    SliceId slice;
    auto operator<=>(const SliceRef &) const = default;
};
/// "cell:RUN/GROUP/STEP/RANK/KIND/CHUNK/MICROBATCH/NTH": a cell of the pipeline chart, by its meaning rather than by a
/// row number, so that it survives a new analysis. `kind` as in pipeline_cell.h ("F", "B", "I", "W", "O", ...).
/// microbatch and chunk are -1 where unknown; nth counts the cells of a rank and step that agree in all other fields.
struct CellRef {
    RunId run;
    std::string group;
    std::int64_t step = 0;
    int rank = 0;
    std::string kind;
    int chunk = -1;
    int microbatch = -1;
    int nth = 0;
    auto operator<=>(const CellRef &) const = default;
};
/// "bubble:RUN/GROUP/STEP/RANK/NTH": the nth bubble of a rank within the pipeline's window of a step, in order of time.
struct BubbleRef {
    RunId run;
    std::string group;
    std::int64_t step = 0;
    int rank = 0;
    int nth = 0;
    auto operator<=>(const BubbleRef &) const = default;
};
/// "op:RUN/RANK/NTH/NAME": the nth communication operation of that name on a rank, in order of start.
struct CommOpRef {
    RunId run;
    int rank = 0;
    int nth = 0;
    std::string name;
    auto operator<=>(const CommOpRef &) const = default;
};
/// "link:RUN/GROUP/STEP/NAME/SOURCE/DESTINATION": what went from one rank to another (or stayed on it), as a cell of
/// the communication matrix. Group, step and operator as the files of communication name them; empty = all of them.
struct LinkRef {
    RunId run;
    std::string group;
    std::string step;
    std::string name;
    int source = 0;
    int destination = 0;
    auto operator<=>(const LinkRef &) const = default;
};
/// "rank:RUN/RANK"
struct RankRef {
    RunId run;
    int rank = 0;
    auto operator<=>(const RankRef &) const = default;
};
/// "step:RUN/STEP"
struct StepRef {
    RunId run;
    std::int64_t step = 0;
    auto operator<=>(const StepRef &) const = default;
};

/// "moment:RUN/RANK/NS": a point in time on the clock of a rank, such as one that was clicked on a curve.
struct MomentRef {
    RunId run;
    int rank = 0;
    std::int64_t at = 0;  ///< ns
    auto operator<=>(const MomentRef &) const = default;
};
/// "memory:RUN/RANK/ROW": what an allocator gave to an operator, as the profiler wrote it down.
struct MemoryOpRef {
    RunId run;
    int rank = 0;
    std::uint32_t row = 0;  ///< position in OperatorMemory of the rank
    auto operator<=>(const MemoryOpRef &) const = default;
};

// Of memory snapshots. `snapshot` is a position in Run::snapshots, `device` one in SnapshotStore::devices.

/// "block:RUN/SNAPSHOT/DEVICE/ALLOCATION": a block of memory from being handed out until it is free again.
struct BlockRef {
    RunId run;
    std::uint32_t snapshot = 0;
    std::uint32_t device = 0;
    std::uint32_t allocation = 0;  ///< position in AllocationTable::allocations
    auto operator<=>(const BlockRef &) const = default;
};
/// "event:RUN/SNAPSHOT/DEVICE/EVENT": an event of the allocator, and the state after it.
struct SnapshotEventRef {
    RunId run;
    std::uint32_t snapshot = 0;
    std::uint32_t device = 0;
    std::uint32_t event = 0;
    auto operator<=>(const SnapshotEventRef &) const = default;
};
/// "events:RUN/SNAPSHOT/DEVICE/BEGIN/END": the events begin <= event < end.
struct EventRangeRef {
    RunId run;
    std::uint32_t snapshot = 0;
    std::uint32_t device = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    auto operator<=>(const EventRangeRef &) const = default;
};
/// "segment:RUN/SNAPSHOT/DEVICE/SPAN": memory from the driver, as long as it stayed.
struct SegmentRef {
    RunId run;
    std::uint32_t snapshot = 0;
    std::uint32_t device = 0;
    std::uint32_t span = 0;  ///< position in AllocationTable::spans
    auto operator<=>(const SegmentRef &) const = default;
};
/// "stack:RUN/SNAPSHOT/STACK": a call stack and all blocks that it made.
struct StackRef {
    RunId run;
    std::uint32_t snapshot = 0;
    std::uint32_t stack = 0;
    auto operator<=>(const StackRef &) const = default;
};

using ItemRef = std::variant<SliceRef, CellRef, CommOpRef, RankRef, StepRef, BubbleRef, LinkRef, BlockRef,
                             SnapshotEventRef, EventRangeRef, SegmentRef, StackRef, MomentRef, MemoryOpRef>;

[[nodiscard]] std::string toText(const ItemRef &item);
/// Nothing for a text of another form.
[[nodiscard]] std::optional<ItemRef> itemFromText(std::string_view text);
[[nodiscard]] RunId runOf(const ItemRef &item);
/// The rank an item lies on, where the item itself tells.
[[nodiscard]] std::optional<int> rankOf(const ItemRef &item);

}  // namespace stagescope
