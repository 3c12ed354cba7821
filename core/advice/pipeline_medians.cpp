#include "core/advice/pipeline_medians.h"

#include "core/base/statistics.h"

#include <map>

namespace stagescope {

std::optional<PipelineMedians> pipelineMedians(const RuleInput &input) {
    std::vector<Nanos> windows;
    std::map<std::size_t, std::vector<Nanos>> busy;
    std::map<std::size_t, std::vector<Nanos>> work;
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            if (!step.parts) {
                continue;
            }
            windows.push_back(step.parts->window);
            for (std::size_t row = 0; row < step.graph.rows.size(); ++row) {
                busy[row].push_back(step.graph.busy(row));
                work[row].push_back(Nanos{0});
                for (const auto node : step.graph.rows[row]) {
                    work[row].back() += step.graph.nodes[node].work;
                }
            }
        }
    }
    if (windows.empty()) {
        return std::nullopt;
    }
    PipelineMedians result{lowerMedian(windows), {}, {}};
    for (auto &[row, values] : busy) {
        result.busy.push_back(lowerMedian(values));
        result.work.push_back(lowerMedian(work[row]));
    }
    return result;
}

const StepStudy *medianStep(const GroupStudy &group, Nanos (*valueOf)(const Counterfactuals &parts)) {
    std::vector<const StepStudy *> steps;
    for (const auto &step : group.steps) {
        if (step.parts) {
            steps.push_back(&step);
        }
    }
    return lowerMedian(steps, [&](const auto *a, const auto *b) { return valueOf(*a->parts) < valueOf(*b->parts); });
}

std::string msText(Nanos value) { return oneDecimal(millis(value)); }

}  // namespace stagescope
