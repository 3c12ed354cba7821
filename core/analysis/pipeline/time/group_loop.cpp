#include "core/analysis/pipeline/time/group_loop.h"

#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <vector>

namespace stagescope {

tl::unexpected<Error> noSuchGroup(const Run &run, const std::string &name) {
    std::vector<std::string> ids;
    for (const auto &group : pipelineGroups(run)) {
        ids.push_back(group.id);
    }
    constexpr std::size_t kMost = 8;
    std::string others = ids.empty() ? "; none is known" : ids.size() == 1 ? "; there is " : "; there are ";
    for (std::size_t i = 0; i < std::min(ids.size(), kMost); ++i) {
        others += (i == 0 ? "" : ", ") + ids[i];
    }
    return fail(ErrorKind::BadArgument, "there is no pipeline group '" + name + "' in this run" +
                                            nearestNames(name, ids) + others + (ids.size() > kMost ? " ..." : ""));
}

Status forEachPipelineStep(const AnalysisInput &input, const std::stop_token &stop, const StepVisitor &visit) {
    const auto *run = input.run();
    if (run == nullptr) {
        return {};
    }
    const auto groups = groupsAskedFor(*run, input.group);
    for (const auto &group : groups) {
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
    return groups.empty() && !input.group.empty() ? Status(noSuchGroup(*run, input.group)) : Status{};
}

}  // namespace stagescope
