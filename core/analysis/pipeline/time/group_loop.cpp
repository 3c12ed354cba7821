#include "core/analysis/pipeline/time/group_loop.h"

namespace stagescope {

Status forEachPipelineStep(const AnalysisInput &input, const std::stop_token &stop, const StepVisitor &visit) {
    const auto *run = input.run();
    if (run == nullptr) {
        return {};
    }
    bool isFound = input.group.empty();
    for (const auto &group : pipelineGroups(*run)) {
        if (!input.group.empty() && input.group != group.id) {
            continue;
        }
        isFound = true;
        const auto chart = pipelineChart(*run, group, stop);
        for (const auto step : chart.steps) {
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled");
            }
            const auto graph = !input.step || *input.step == step ? measuredGraph(chart, step, run->clock)
                                                                  : std::optional<MeasuredGraph>();
            if (graph) {
                visit(*run, chart, *graph);
            }
        }
    }
    return isFound ? Status{} : fail(ErrorKind::BadArgument, "no pipeline group '" + input.group + "' in this run");
}

}  // namespace stagescope
