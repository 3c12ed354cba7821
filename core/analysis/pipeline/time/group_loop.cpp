#include "core/analysis/pipeline/time/group_loop.h"

#include "core/base/words/nearest_names.h"

#include <vector>

namespace stagescope {

tl::unexpected<Error> noSuchGroup(const Run &run, const std::string &name) {
    std::vector<std::string> ids;
    for (const auto &group : pipelineGroups(run)) {
        ids.push_back(group.id);
    }
    std::string others;
    for (const auto &id : ids) {
        others += (others.empty() ? "; there are " : ", ") + id;
    }
    return fail(ErrorKind::BadArgument,
                "no pipeline group '" + name + "' in this run" + nearestNames(name, ids) + others);
}

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
    return isFound ? Status{} : Status(noSuchGroup(*run, input.group));
}

}  // namespace stagescope
