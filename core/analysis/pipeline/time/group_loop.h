#pragma once

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/tables/analysis.h"

#include <functional>

namespace stagescope {

/// What a table over pipelines walks: each group that is asked for, each step of it that is.
using StepVisitor = std::function<void(const Run &run, const PipelineChart &chart, const MeasuredGraph &graph)>;
/// Steps without scheduled cells are left out. Errors: Cancelled; BadArgument for a group that the run does not have.
[[nodiscard]] Status forEachPipelineStep(const AnalysisInput &input, const std::stop_token &stop,
                                         const StepVisitor &visit);

}  // namespace stagescope
