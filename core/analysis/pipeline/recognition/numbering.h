#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <stop_token>

namespace stagescope {

/// What metadata says about the schedule (pp_info); zero and nothing = unknown.
struct ScheduleHint {
    std::optional<ScheduleKind> kind{};
    int microbatches = 0;
};
[[nodiscard]] ScheduleHint scheduleHint(const Run &run, const PipelineGroup &group);

/// Recognises the schedule of a chart and numbers its cells by it: sets microbatch, chunk and numbering of the cells
/// that no file names, and fills `match`, `unmatched` and `nth` of each cell. Cells and P2P operations of the chart
/// must be there and sorted. Numbers that files give are kept and used as anchors, unless they contradict their count
/// (name_trust.h). Any thread.
void numberCells(PipelineChart &chart, const ScheduleHint &hint, const ClockAlignment &clock,
                 const std::stop_token &stop = {});

}  // namespace stagescope
