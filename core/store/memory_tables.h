#pragma once

#include "core/store/table_kind.h"

#include <cstdint>

namespace stagescope {

// Tables of memory over time, read by deep loading only. Numbered apart from the small tables of table_kind.h: one of
// these may have as many rows as a file of a gigabyte.

/// Totals of memory as they stand after an event or at a tick of a sampler: level (text: "allocator" = a caching
/// allocator, "process" = what the device's driver gives out, "module" = one part of the software stack), component
/// (text: PTA, GE, PTA+GE, WORKSPACE; APP, device; HCCL ...), stream (text of the pointer, empty unknown), device (int,
/// -1 unknown), at_ns, allocated, reserved, active (int, bytes, kNoBytes = the file has none).
constexpr auto kMemorySamples = static_cast<TableKind>(64);

/// Allocations of operators: name (text), bytes, allocated_ns, released_ns, active_released_ns (int, kNoMemoryTime =
/// the file has none; an operator without a release lives on), and the allocator's totals at both: at_allocated,
/// at_reserved, at_active, then_allocated, then_reserved, then_active (int, bytes, kNoBytes = none), stream (text),
/// device (int, -1 unknown). Memory of static graphs, whose life is counted in nodes and not in time, gives name,
/// bytes, device and graph (text), model (text), node_begin, node_end (int, the first node after it; 4294967295 =
/// beyond the last).
constexpr auto kMemoryOps = static_cast<TableKind>(65);

constexpr std::int64_t kNoBytes = INT64_MIN;
constexpr std::int64_t kNoMemoryTime = INT64_MIN;

}  // namespace stagescope
