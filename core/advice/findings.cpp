#include "core/advice/findings.h"

#include <algorithm>
#include <iterator>

namespace stagescope {

std::vector<GroupStudy> studyPipelines(const Run &run, const std::stop_token &stop) {
    std::vector<GroupStudy> result;
    for (const auto &group : pipelineGroups(run)) {
        GroupStudy study;
        study.chart = pipelineChart(run, group, stop);
        for (const auto step : study.chart.steps) {
            if (stop.stop_requested()) {
                return result;
            }
            if (auto graph = measuredGraph(study.chart, step, run.clock)) {
                StepStudy one;
                one.accounts = stepAccounts(run, study.chart, *graph, stop);
                one.parts = counterfactuals(study.chart, *graph);
                one.graph = std::move(*graph);
                study.steps.push_back(std::move(one));
            }
        }
        if (!study.steps.empty()) {
            result.push_back(std::move(study));
        }
    }
    return result;
}

std::vector<Finding> findings(const Run &run, const std::map<std::string, double> &parameters,
                              const std::stop_token &stop) {
    const auto pipelines = studyPipelines(run, stop);
    std::vector<Finding> result;
    for (const auto &rule : ruleList()) {
        std::map<std::string, double> values;
        for (const auto &parameter : rule.parameters) {
            const auto set = parameters.find(parameter.name);
            values[parameter.name] = set == parameters.end() ? parameter.value : set->second;
        }
        if (!stop.stop_requested()) {
            auto found = rule.run({run, pipelines, values, stop});
            std::move(found.begin(), found.end(), std::back_inserter(result));
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Finding &a, const Finding &b) { return a.impact > b.impact; });
    return result;
}

}  // namespace stagescope
