#pragma once

#include "core/base/io/database_writer.h"
#include "core/demo/rank_recording.h"

#include <string>

namespace stagescope {

/// The message that the instrumented training loop marks a cell with: a Python dictionary's text, {'name':
/// 'forward_step'}, with the names that msprof-analyze's recipes know (forward_backward_overlaping is spelled so
/// there).
[[nodiscard]] std::string cellMessage(const DemoOptions &options, const PipelineAction &action);

/// The table StepTaskInfo as the recipe pp_chart adds it to a rank's database, device times: labels and phases of a
/// DualPipeV by its position in the order, FP and BP for all others.
void writeStepTaskInfo(DatabaseWriter &database, const RankRecording &recording);

}  // namespace stagescope
