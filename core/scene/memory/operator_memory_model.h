#pragma once

#include "core/analysis/memory/memory_ops.h"
#include "core/base/message.h"
#include "core/base/selection_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Which of a rank's operators are shown, by time.
enum class OperatorTimes : std::uint8_t {
    All,
    AliveAtMoment,
    AliveAtPeak,
    ChangedInRange,  ///< allocated or released in the selected range
    LeftByRange,     ///< allocated in it and not released by its end
    BySelected,      ///< allocated by the selected slice, cell ...
};

/// What is asked about the memory of a rank's operators. A value: equal questions have equal answers.
struct OperatorQuestion {
    RunId run;
    int rank = 0;
    MemoryOpFilter filter{};  ///< by name, place, size, release; its times are set by the answer
    OperatorTimes times = OperatorTimes::All;
    MemoryOpColumn order = MemoryOpColumn::Allocated;
    bool isSorted = false;  ///< else in order of the file
    bool isDescending = false;
    std::optional<ItemRef> item{};        ///< that is selected
    std::optional<AlignedRange> range{};  ///< that is selected
    AlignedTime origin{};                 ///< times are shown from here
    bool operator==(const OperatorQuestion &) const = default;
};

/// Immutable; made on the pool.
struct OperatorAnswer {
    RunId run;
    int rank = -1;
    OperatorMemory memory;
    std::vector<MemoryOpColumn> columns;  ///< that the files tell
    std::vector<std::string> places;
    std::vector<std::uint32_t> rows;  ///< as asked, in order
    MemoryOpSum sum;                  ///< of them
    std::vector<std::uint32_t> made;  ///< allocated by the selected item, ascending
    MemoryOpSum madeSum;
    std::optional<RankTime> moment;  ///< begin of what is selected
    MemoryOpSum alive;               ///< at the moment, whatever the filter
    /// What the allocator says it had given out then: more than `alive` where memory is older than the capture.
    std::optional<std::int64_t> allocatedThen;
    RankTime origin{};  ///< times are shown from here

    [[nodiscard]] bool isMade(std::uint32_t row) const;
    /// Position of an operator in `rows`.
    [[nodiscard]] std::optional<std::size_t> positionOf(std::uint32_t row) const;
};

/// Sums and rows for a question; without rows when the rank is not loaded. The moment is the begin of the selected item
/// (of the selected range when no item is selected). O(rows log rows + samples).
[[nodiscard]] OperatorAnswer operatorAnswer(const Workspace &workspace, const OperatorQuestion &question,
                                            const std::stop_token &stop = {});

/// Head of a column.
[[nodiscard]] Message operatorHead(MemoryOpColumn column);
/// What a cell shows: sizes with their unit, times in ms from the origin.
[[nodiscard]] std::string operatorCell(const OperatorAnswer &answer, std::uint32_t row, MemoryOpColumn column);
[[nodiscard]] bool isNumeric(MemoryOpColumn column);

/// Ranks of a run whose operators' memory is loaded, ascending.
[[nodiscard]] std::vector<int> ranksWithOperatorMemory(const Run &run);
/// The rank that a selection is about: that of its first item, else its first rank; nothing for those of other runs.
[[nodiscard]] std::optional<int> rankSelected(const Run &run, const SelectionState &state);

}  // namespace stagescope
