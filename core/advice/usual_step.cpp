#include "core/advice/usual_step.h"

#include "core/advice/pipeline_medians.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
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
    std::vector<Nanos> steps;
    std::vector<Nanos> captures;  // of which no steps are known
    for (const auto &split : timeSplits(run, stop)) {
        if (split.parts.total > Nanos{0}) {
            (split.step ? steps : captures).push_back(split.parts.total);
        }
    }
    if (steps.empty()) {
        steps = pipelineSteps(pipelines);
    }
    for (const int rank : steps.empty() ? run.ranks() : std::vector<int>{}) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            steps.push_back(step.range.duration());
        }
    }
    if (steps.empty()) {
        steps = std::move(captures);
    }
    return upperMedian(std::move(steps));
}

}  // namespace stagescope
