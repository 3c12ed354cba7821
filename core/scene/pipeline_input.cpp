#include "core/scene/pipeline_input.h"

#include <algorithm>

namespace stagescope {

std::optional<std::int64_t> medianStep(const std::vector<StepWindow> &windows) {
    if (windows.empty()) {
        return std::nullopt;
    }
    auto sorted = windows;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end(), [](const StepWindow &a, const StepWindow &b) {
        return std::pair(a.window.duration(), a.step) < std::pair(b.window.duration(), b.step);
    });
    return middle->step;
}

PipelineInput pipelineInput(const Run &run, const PipelineGroup &group, std::optional<std::int64_t> step,
                            const std::stop_token &stop) {
    PipelineInput input;
    input.run = run.id;
    input.chart = pipelineChart(run, group, stop);
    input.clock = run.clock;
    input.digest = pipelineDigest(input.chart, input.clock);
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
    if (step && std::find(steps.begin(), steps.end(), *step) != steps.end()) {
        input.step = step;
    } else if (!steps.empty()) {
        // Cells outside of all steps are the last choice.
        input.step = medianStep(input.digest.windows).value_or(steps.front());
    }
    if (input.step) {
        input.bubbles = stepBubbles(input.chart, *input.step, run.clock);
    }
    return input;
}

}  // namespace stagescope
