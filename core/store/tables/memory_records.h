#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// Begin of MemorySampleRecord::component where a file gives only the number of a module.
inline constexpr std::string_view kUnnamedModule = "module ";
/// MemorySampleRecord::level of parts of what an allocator gave out, by what they are for.
inline constexpr std::string_view kCategoryLevel = "category";

/// Totals of memory as they stand after an event or at a tick of a sampler; ns and bytes. By deep loading only: as many
/// rows as a file of a gigabyte has.
struct MemorySampleRecord {
    /// allocator: a caching allocator; process: what the device's driver gives out; module: one part of the software
    /// stack; category: what the profiler says that memory is for
    std::string_view level{};
    std::string_view component{};  ///< PTA, GE, PTA+GE, WORKSPACE; APP, device; HCCL ...
    std::string_view stream{};     ///< text of the pointer, empty unknown
    std::int64_t device = -1;
    std::int64_t at = 0;
    std::int64_t allocated = kNoBytes;
    std::int64_t reserved = kNoBytes;
    std::int64_t active = kNoBytes;

    static constexpr TableKind kKind = TableKind::MemorySamples;
    static constexpr auto fields() {
        using R = MemorySampleRecord;
        return std::array<Field<R>, 8>{{{"level", &R::level},
                                        {"component", &R::component},
                                        {"stream", &R::stream},
                                        {"device", &R::device},
                                        {"at_ns", &R::at},
                                        {"allocated", &R::allocated},
                                        {"reserved", &R::reserved},
                                        {"active", &R::active}}};
    }
};

/// An allocation of an operator; ns and bytes. By deep loading only. Memory of static graphs, whose life is counted in
/// nodes and not in time, has a graph.
struct MemoryOpRecord {
    std::string_view name{};
    std::int64_t bytes = kNoBytes;
    std::int64_t allocated = kNoMemoryTime;
    std::int64_t released = kNoMemoryTime;  ///< an operator without a release lives on
    std::int64_t activeReleased = kNoMemoryTime;
    // The allocator's totals as the memory was given (at) and taken back (then):
    std::int64_t atAllocated = kNoBytes;
    std::int64_t atReserved = kNoBytes;
    std::int64_t atActive = kNoBytes;
    std::int64_t thenAllocated = kNoBytes;
    std::int64_t thenReserved = kNoBytes;
    std::int64_t thenActive = kNoBytes;
    std::string_view stream{};
    std::int64_t device = -1;
    // Static graphs:
    std::string_view graph{};
    std::string_view model{};
    std::int64_t nodeBegin = -1;
    std::int64_t nodeEnd = -1;  ///< the first node after it; 4294967295 = beyond the last

    static constexpr TableKind kKind = TableKind::MemoryOps;
    static constexpr auto fields() {
        using R = MemoryOpRecord;
        return std::array<Field<R>, 17>{{{"name", &R::name},
                                         {"bytes", &R::bytes},
                                         {"allocated_ns", &R::allocated},
                                         {"released_ns", &R::released},
                                         {"active_released_ns", &R::activeReleased},
                                         {"at_allocated", &R::atAllocated},
                                         {"at_reserved", &R::atReserved},
                                         {"at_active", &R::atActive},
                                         {"then_allocated", &R::thenAllocated},
                                         {"then_reserved", &R::thenReserved},
                                         {"then_active", &R::thenActive},
                                         {"stream", &R::stream},
                                         {"device", &R::device},
                                         {"graph", &R::graph},
                                         {"model", &R::model},
                                         {"node_begin", &R::nodeBegin},
                                         {"node_end", &R::nodeEnd}}};
    }
};

}  // namespace stagescope
