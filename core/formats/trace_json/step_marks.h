#pragma once

#include "core/formats/trace_json/launches.h"
#include "core/store/trace/trace_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stagescope {

/// Steps that a trace marks, one entry for each mark, by begin: the ranges that the user chose (StepPattern), else the
/// profiler's own marks (what a device ran in them, where the host numbers them and no call tells what it launched),
/// else ranges by which programs mark their steps (program_steps of the dialects). Marks without a number are numbered
/// in their order, from 0. Never ranges of a stream. O(slices).
[[nodiscard]] std::vector<HostStep> stepMarks(const TraceStore &trace);

/// Which step a moment belongs to. Borrows the steps, which are by begin.
class MarkedTime {
public:
    explicit MarkedTime(std::span<const HostStep> steps);
    /// What a mark leaves up to the next one belongs to it, but not where marks are missing between the two; else
    /// kNoStep. O(log steps).
    [[nodiscard]] std::int64_t stepAt(std::int64_t time) const;

private:
    std::span<const HostStep> m_steps;
    std::int64_t m_stride = 1;  ///< by which the numbers of the marks count
};

}  // namespace stagescope
