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

std::optional<Message> lacksPipeline(const RuleInput &input) {
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            if (step.parts) {
                return std::nullopt;
            }
        }
    }
    return Message(input.pipelines.empty() ? "capability.pipeline.remedy" : "finding.unanswered.cells");
}

Advice adviceFor(const Run &run, const std::map<std::string, double> &parameters, const std::stop_token &stop) {
    const auto pipelines = studyPipelines(run, stop);
    Advice advice;
    for (const auto &rule : ruleList()) {
        std::map<std::string, double> values;
        for (const auto &parameter : rule.parameters) {
            const auto set = parameters.find(parameter.name);
            values[parameter.name] = set == parameters.end() ? parameter.value : set->second;
        }
        if (stop.stop_requested()) {
            break;
        }
        const RuleInput input{run, pipelines, values, stop};
        RuleOutcome outcome{rule.id, rule.unanswered == nullptr ? std::nullopt : rule.unanswered(input), 0};
        if (!outcome.unanswered) {
            auto found = rule.run(input);
            outcome.findings = found.size();
            std::move(found.begin(), found.end(), std::back_inserter(advice.findings));
        }
        advice.rules.push_back(std::move(outcome));
    }
    std::stable_sort(advice.findings.begin(), advice.findings.end(),
                     [](const Finding &a, const Finding &b) { return a.impact > b.impact; });
    return advice;
}

std::vector<Finding> findings(const Run &run, const std::map<std::string, double> &parameters,
                              const std::stop_token &stop) {
    return adviceFor(run, parameters, stop).findings;
}

Message topicOf(const std::string &rule) { return Message("finding." + rule + ".topic"); }

}  // namespace stagescope
