#pragma once

#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/tables/analysis.h"

#include <functional>
#include <string>

namespace stagescope {

/// What a name that is no group's is told: the nearest ones, and all that the run has.
[[nodiscard]] tl::unexpected<Error> noSuchGroup(const Run &run, const std::string &name);

/// fn(chart) for each group that is asked about. BadArgument for a group that the run does not have.
template <class Fn>
[[nodiscard]] Status forEachPipelineChart(const AnalysisInput &input, const std::stop_token &stop, const Fn &fn) {
    const auto groups = groupsAskedFor(*input.run(), input.group);
    for (const auto &group : groups) {
        if (const auto chart = pipelineChart(*input.run(), group, stop); !stop.stop_requested()) {
            fn(chart);
        }
    }
    return groups.empty() && !input.group.empty() ? Status(noSuchGroup(*input.run(), input.group)) : Status{};
}

/// What a table over pipelines walks: each group that is asked for, each step of it that is.
using StepVisitor = std::function<void(const Run &run, const PipelineChart &chart, const MeasuredGraph &graph)>;
/// Steps without scheduled cells are left out. Errors: Cancelled; BadArgument for a group that the run does not have.
[[nodiscard]] Status forEachPipelineStep(const AnalysisInput &input, const std::stop_token &stop,
                                         const StepVisitor &visit);

}  // namespace stagescope
