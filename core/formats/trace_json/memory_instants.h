#pragma once

#include "core/formats/trace_json/trace_event.h"
#include "core/store/sink.h"
#include "core/store/tables/table_kind.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// An instant "[memory]" of a Kineto trace: one allocation (bytes > 0) or release (bytes < 0) as PyTorch's profiler saw
/// it, and the allocator's totals afterwards.
struct MemoryInstant {
    std::uint64_t offset = 0;  ///< of the event
    std::int64_t time = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t allocated = kNoBytes;
    std::int64_t reserved = kNoBytes;
    std::int64_t deviceType = 0;  ///< as PyTorch numbers them: 0 the host, 1 CUDA, 20 an NPU
    std::int64_t device = -1;
    std::uint64_t process = 0;  ///< hash of its id: addresses are those of a process
};

/// Nothing for events of another name, those that tell no bytes, and memory of the host: millions of small pieces that
/// no device sees. O(arguments).
[[nodiscard]] std::optional<MemoryInstant> memoryInstant(const EventWindow &window, const TraceEvent &event,
                                                         std::int64_t time);
/// Whose memory instants tell, and the names of these.
struct MemoryTeller {
    std::string_view component = "PyTorch";
    std::vector<std::string_view> names{"[memory]"};
};
/// MemorySamples of level allocator and the teller's component, and MemoryOps: a
/// release ends the last allocation of its address in its process, the operator is the innermost one of the framework
/// around the allocation. Instants in any order. O(instants log instants x depth).
void addMemoryTables(const TraceStore &trace, std::vector<MemoryInstant> instants, Sink &sink,
                     const MemoryTeller &teller = {});

}  // namespace stagescope
