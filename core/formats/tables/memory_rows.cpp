#include "core/formats/tables/memory_rows.h"

#include "core/store/tables/table_store.h"

namespace stagescope {

std::string_view levelOfRecord(std::string_view component) {
    return component == "APP" ? std::string_view("process") : std::string_view("allocator");
}

void addMemorySample(TableBuilder &table, const MemorySampleRow &row) {
    table.set("level", row.level).set("component", row.component).set("stream", row.stream);
    table.set("device", row.device).set("at_ns", row.at);
    table.set("allocated", row.allocated).set("reserved", row.reserved).set("active", row.active).endRow();
}

void addMemoryOp(TableBuilder &table, const MemoryOpRow &row) {
    table.set("name", row.name).set("bytes", row.bytes).set("allocated_ns", row.allocated);
    table.set("released_ns", row.released).set("active_released_ns", row.activeReleased);
    table.set("at_allocated", row.at.allocated).set("at_reserved", row.at.reserved).set("at_active", row.at.active);
    table.set("then_allocated", row.then.allocated).set("then_reserved", row.then.reserved);
    table.set("then_active", row.then.active).set("stream", row.stream).set("device", row.device).endRow();
}

}  // namespace stagescope
