#include "core/advice/rule_measures.h"

#include "core/analysis/communication/alone_collectives.h"
#include "core/analysis/communication/comm_overlap.h"
#include "core/analysis/memory/memory_series.h"
#include "core/analysis/memory/step_memory.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/roles/role_phases.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/core_frequency.h"
#include "core/analysis/run/rank_devices.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/trace_health.h"

namespace stagescope {

void measureForRules(const Run &one, const std::stop_token &stop) {
    const auto &capture = one.captures.front();
    static_cast<void>(busyIntervals(capture, stop));
    static_cast<void>(timeSplits(capture, stop));
    static_cast<void>(rankSteps(capture));
    static_cast<void>(commOverlaps(capture, stop));
    static_cast<void>(aloneCollectives(capture, stop));
    measureRoles(capture, stop);
    static_cast<void>(traceHealth(capture));
    static_cast<void>(devicesOf(capture));
    static_cast<void>(frequencySpans(capture, stop));
    static_cast<void>(memoryPeak(capture, stop));
    static_cast<void>(memoryPeaksByDevice(capture, stop));
    static_cast<void>(stepMemory(capture, stop));
    static_cast<void>(rankRow(capture, stop));
    static_cast<void>(capabilities(one));
}

}  // namespace stagescope
