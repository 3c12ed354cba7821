#pragma once

#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"

#include <cstdint>
#include <string_view>

namespace stagescope {

/// One row of TableKind::MemorySamples; what a file does not tell stays as it is here. Bytes.
struct MemorySampleRow {
    std::string_view level;
    std::string_view component;
    std::string_view stream;
    std::int64_t device = -1;
    std::int64_t at = 0;
    std::int64_t allocated = kNoBytes;
    std::int64_t reserved = kNoBytes;
    std::int64_t active = kNoBytes;
};
void addMemorySample(TableBuilder &table, const MemorySampleRow &row);

/// "process" for components that the driver counts (APP), "allocator" for those of a record of allocators.
[[nodiscard]] std::string_view levelOfRecord(std::string_view component);

/// The allocator's totals as an operator's memory is given or taken. Bytes.
struct MemoryTotals {
    std::int64_t allocated = kNoBytes;
    std::int64_t reserved = kNoBytes;
    std::int64_t active = kNoBytes;
};
/// One row of TableKind::MemoryOps of a graph that runs in time.
struct MemoryOpRow {
    std::string_view name;
    std::int64_t bytes = 0;
    std::int64_t allocated = kNoMemoryTime;
    std::int64_t released = kNoMemoryTime;
    std::int64_t activeReleased = kNoMemoryTime;
    MemoryTotals at;
    MemoryTotals then;
    std::string_view stream;
    std::int64_t device = -1;
};
void addMemoryOp(TableBuilder &table, const MemoryOpRow &row);

}  // namespace stagescope
