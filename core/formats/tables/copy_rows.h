#pragma once

#include "core/store/sink.h"
#include "core/store/tables/copy_record.h"
#include "core/store/trace/trace_builder.h"
#include "core/store/trace/trace_health.h"
#include "core/store/trace/trace_store.h"

#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// Between which memories a copy goes. Texts that live for ever, as CopyRecord has them; empty where it is not known.
struct CopyWay {
    std::string_view direction{};
    std::string_view memory{};
};

/// Out of the name or an argument of a copy, however it is spelled: Kineto ("Memcpy HtoD (Pageable -> Device)", "DtoD",
/// "Memcpy M2D"), ROCm ("CopyHostToDevice"), Ascend ("host to device", "addr device to device"), fills ("Memset
/// (Device)", "MEMSET_ASYNC"). O(length).
[[nodiscard]] CopyWay copyWay(std::string_view text);

/// Counters of a process: the rate of all its copies of a direction at each moment, in GB/s (10^9 bytes); 0 between
/// them. Copies without bytes or duration have no rate. `copies` are those of the process in any order. O(n log n).
void addCopyRates(std::span<const CopyRecord> copies, StringId process, TraceBuilder &builder);

/// The Copies table; none where there are no copies.
void addCopyTable(std::span<const CopyRecord> copies, Sink &sink);
/// The same of copies with times as in their file, once their slices lie in a trace: those that the check of streams
/// left out are none, those that it cut are as long as their slices. O(copies log slices of streams with trouble).
void addCopyTable(std::vector<CopyRecord> copies, const TraceStore &trace, const TraceHealth &health, Sink &sink);

}  // namespace stagescope
