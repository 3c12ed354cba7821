#include "core/scene/pipeline_scene.h"

#include <algorithm>

namespace stagescope {

PipelineInput pipelineInput(const Run &run, const PipelineGroup &group, std::optional<std::int64_t> step,
                            const std::stop_token &stop) {
    PipelineInput input;
    input.run = run.id;
    input.chart = pipelineChart(run, group, stop);
    input.clock = run.clock;
    for (const int rank : group.ranks) {
        if (const auto *capture = run.capture(rank)) {
            if (!capture->host.empty()) {
                input.hosts[rank] = capture->host;
            }
        } else {
            input.missing.push_back(rank);
        }
    }
    const auto &steps = input.chart.steps;
    const bool isKnown = step && std::find(steps.begin(), steps.end(), *step) != steps.end();
    if (!steps.empty()) {
        // Cells outside of all steps come first in the list and are the last choice.
        const auto first = std::find_if(steps.begin(), steps.end(), [](std::int64_t s) { return s != kNoStep; });
        input.step = isKnown ? *step : first == steps.end() ? steps.front() : *first;
    }
    if (input.step) {
        input.bubbles = stepBubbles(input.chart, *input.step, run.clock);
    }
    return input;
}

}  // namespace stagescope
