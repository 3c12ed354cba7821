#include "core/advice/usual_step.h"

#include "core/analysis/run/typical_step.h"
#include "core/base/statistics.h"

namespace stagescope {

namespace {

std::vector<Nanos> pipelineSteps(const std::vector<GroupStudy> &pipelines) {
    std::vector<Nanos> steps;
    for (const auto &group : pipelines) {
        for (const auto &step : group.steps) {
            for (const auto &account : step.accounts) {
                steps.push_back(account.range.duration());
            }
        }
    }
    return steps;
}

}  // namespace

Nanos usualStep(const Run &run, const std::vector<GroupStudy> &pipelines, const std::stop_token &stop) {
    const auto lengths = knownSteps(run, timeSplits(run, stop));
    const auto *typical = typicalStep(lengths);
    if (typical != nullptr && typical->step) {
        return typical->length;
    }
    auto steps = pipelineSteps(pipelines);
    return !steps.empty() ? lowerMedian(std::move(steps)) : typical != nullptr ? typical->length : Nanos{0};
}

}  // namespace stagescope
