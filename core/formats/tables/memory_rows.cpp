#include "core/formats/tables/memory_rows.h"

namespace stagescope {

void setTotalsAt(MemoryOpRecord &op, const MemoryTotals &totals) {
    op.atAllocated = totals.allocated;
    op.atReserved = totals.reserved;
    op.atActive = totals.active;
}

void setTotalsThen(MemoryOpRecord &op, const MemoryTotals &totals) {
    op.thenAllocated = totals.allocated;
    op.thenReserved = totals.reserved;
    op.thenActive = totals.active;
}

std::string_view levelOfRecord(std::string_view component) {
    return component == "APP" ? std::string_view("process") : std::string_view("allocator");
}

}  // namespace stagescope
