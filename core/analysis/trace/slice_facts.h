#pragma once

#include "core/analysis/run/facts.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace stagescope {

/// "Process / track".
[[nodiscard]] std::string trackPath(const TraceStore &trace, TrackId track);
/// Time of a slice that no slice one depth below covers. O(log n + children).
[[nodiscard]] Nanos selfTime(const SliceTable &slices, const Slice &slice);
/// The innermost slice that covers a point of its track; where none does, the innermost that ends there.
/// O(depths * log n).
[[nodiscard]] std::optional<SliceId> innermostAt(const SliceTable &slices, RankTime time);
/// Self time, nesting, others of the same name on the track, arrows (with where they lead): appended to `facts`.
/// O(slices of the track).
void addSliceFacts(const TraceStore &trace, const SliceRef &ref, const Slice &slice, ItemFacts &facts,
                   const std::stop_token &stop);
/// What the profiler tells of a kernel beside its place on the time axis: type, core, wait, shapes, types, formats.
/// Nothing for slices that no table of kernels holds at that name and time. O(log kernels).
void addKernelFacts(const RankCapture &capture, std::string_view name, const Slice &slice, ItemFacts &facts);
/// "2024-05-01 12:34:56.123456789" in UTC; empty for times that are no wall clock.
[[nodiscard]] std::string wallClockText(RankTime time);

}  // namespace stagescope
