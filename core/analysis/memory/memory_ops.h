#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What is known of an operator's memory, in the order of the profiler's own table. Times are ns of the rank's clock.
enum class MemoryOpColumn : std::uint8_t {
    Name,
    Bytes,
    Allocated,
    Released,
    ActiveReleased,
    Duration,        ///< allocation to release
    ActiveDuration,  ///< allocation to the last use
    AtAllocated,     ///< the allocator's totals after the allocation ...
    AtReserved,
    AtActive,
    ThenAllocated,  ///< ... and after the release
    ThenReserved,
    ThenActive,
    Stream,
    Device,
    Graph,  ///< of static graphs, as the next two
    NodeBegin,
    NodeEnd,
};
inline constexpr std::size_t kMemoryOpColumns = 18;

/// All allocations of operators that a capture's files tell, as columns: those of the first kind of file that has any,
/// in order of the files. A row's number names it (MemoryOpRef). Cheap to make and to copy, keeps the tables alive;
/// O(1) a cell. Empty until deep loading. Any thread.
class OperatorMemory {
public:
    OperatorMemory() = default;
    explicit OperatorMemory(const RankCapture &capture);

    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] std::string_view text(std::uint32_t row, MemoryOpColumn column) const;
    [[nodiscard]] std::string_view name(std::uint32_t row) const { return text(row, MemoryOpColumn::Name); }
    [[nodiscard]] std::int64_t bytes(std::uint32_t row) const { return number(row, MemoryOpColumn::Bytes).value_or(0); }
    /// Nothing where the file has none, and for texts.
    [[nodiscard]] std::optional<std::int64_t> number(std::uint32_t row, MemoryOpColumn column) const;
    /// "4 / 2" of device 4 and stream 2; what of these is known, empty when nothing is.
    [[nodiscard]] std::string place(std::uint32_t row) const;
    /// Each place once, in order of appearance. O(rows).
    [[nodiscard]] std::vector<std::string> places() const;

    /// The values of a column of texts, each once, with a number for each row of a part.
    struct Part {
        std::shared_ptr<const TableStore> table;
        std::uint32_t first = 0;
        std::array<IntView, kMemoryOpColumns> numbers{};
        std::array<const TableStore::Texts *, kMemoryOpColumns> texts{};
    };
    [[nodiscard]] const std::vector<Part> &parts() const { return m_parts; }

private:
    [[nodiscard]] const Part &partOf(std::uint32_t row) const;

    std::vector<Part> m_parts;
    std::uint32_t m_size = 0;
};

/// What operators are looked for.
struct MemoryOpFilter {
    std::string name{};   ///< part of the name, whatever its case; empty: any
    std::string place{};  ///< as OperatorMemory::place; empty: any
    std::int64_t leastBytes = INT64_MIN;
    std::int64_t mostBytes = INT64_MAX;
    bool isUnreleased = false;             ///< not released within the capture
    std::optional<RankTime> aliveAt{};     ///< allocated by then and not released; an unknown end lies beyond
    std::optional<RankRange> range{};      ///< whose life touches it
    std::optional<RankRange> changedIn{};  ///< allocated or released in it
    std::optional<RankRange> allocatedIn{};
    bool operator==(const MemoryOpFilter &) const = default;
};

/// Rows that pass, ascending; of static graphs too where no time is asked for. O(rows); names are looked at once each.
[[nodiscard]] std::vector<std::uint32_t> memoryOps(const OperatorMemory &memory, const MemoryOpFilter &filter,
                                                   const std::stop_token &stop = {});
/// Sorts rows; equal ones stay in their order, those without a value come last. O(n log n).
void sortMemoryOps(std::vector<std::uint32_t> &rows, const OperatorMemory &memory, MemoryOpColumn column,
                   bool isDescending, const std::stop_token &stop = {});

struct MemoryOpSum {
    std::uint64_t count = 0;
    std::int64_t bytes = 0;
};
[[nodiscard]] MemoryOpSum sumOf(const OperatorMemory &memory, std::span<const std::uint32_t> rows);

}  // namespace stagescope
