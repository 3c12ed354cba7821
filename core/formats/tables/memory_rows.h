#pragma once

#include "core/store/sink.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"

#include <string_view>

namespace stagescope {

/// The tables of memory of one file. One thread.
struct MemoryTables {
    TableWriter<MemorySampleRecord> samples;
    TableWriter<MemoryOpRecord> ops;

    /// Hands over what is there. Call once.
    void give(Sink &sink) {
        sink.addTable(samples.take());
        sink.addTable(ops.take());
    }
};

/// The allocator's totals. Bytes.
struct MemoryTotals {
    std::int64_t allocated = kNoBytes;
    std::int64_t reserved = kNoBytes;
    std::int64_t active = kNoBytes;
};
/// As an operator's memory was given, and as it was taken back.
void setTotalsAt(MemoryOpRecord &op, const MemoryTotals &totals);
void setTotalsThen(MemoryOpRecord &op, const MemoryTotals &totals);

/// "process" for components that the driver counts (APP), "allocator" for those of a record of allocators.
[[nodiscard]] std::string_view levelOfRecord(std::string_view component);

}  // namespace stagescope
