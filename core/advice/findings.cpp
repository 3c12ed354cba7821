#include "core/advice/findings.h"

#include "core/advice/unchecked_rules.h"
#include "core/advice/usual_step.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/clock_operators.h"

#include <algorithm>
#include <map>
#include <set>

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
                one.bubbles = bubbleCauses(study.chart, *graph, run.clock);
                one.accounts = stepAccounts(run, study.chart, *graph, one.bubbles, stop);
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

namespace {

std::vector<ClockOffset> clocksOf(const Run &run, const std::vector<GroupStudy> &pipelines,
                                  const std::stop_token &stop) {
    if (!hasSeveralClocks(run)) {
        return {};
    }
    std::vector<PipelineChart> charts;
    for (const auto &group : pipelines) {
        charts.push_back(group.chart);
    }
    return clockOffsets(run, charts, clockOperators(run, stop), stop);
}

std::optional<Stragglers> stragglersAmong(const Run &run, const std::vector<GroupStudy> &pipelines,
                                          const std::stop_token &stop) {
    std::vector<JobPipeline> job;
    for (const auto &group : pipelines) {
        JobPipeline pipeline{&group.chart, {}};
        for (const auto &step : group.steps) {
            if (step.parts) {
                pipeline.steps.push_back(&step.graph);
            }
        }
        if (!pipeline.steps.empty()) {
            job.push_back(std::move(pipeline));
        }
    }
    return stragglersOf(job, run.clock, {}, stop);
}

RuleValues valuesOf(const Rule &rule, const RuleValues &parameters) {
    RuleValues values;
    for (const auto &parameter : rule.parameters) {
        const auto set = parameters.find(parameter.name);
        values[parameter.name] = set == parameters.end() ? parameter.value : set->second;
    }
    return values;
}

using Found = std::map<std::string, std::vector<Finding>>;  ///< by rule

/// The memory snapshot that a finding is about.
std::optional<std::uint32_t> snapshotOf(const Finding &finding) {
    for (const auto &item : finding.evidence.items) {
        if (const auto *event = std::get_if<SnapshotEventRef>(&item)) {
            return event->snapshot;
        }
    }
    return std::nullopt;
}

/// Of two findings on snapshots the one explains the other only where it is the same snapshot.
bool mayExplain(const Finding &cause, const Finding &finding) {
    const auto of = snapshotOf(finding);
    const auto by = snapshotOf(cause);
    return !of || !by || of == by;
}

/// Whether findings of these rules are about all ranks that this one is about. One that names no rank is about all.
bool isExplained(const Finding &finding, const std::vector<std::string> &causes, const Found &found,
                 Nanos least = Nanos::min()) {
    std::set<int> open;
    for (const auto &rank : finding.evidence.ranks) {
        open.insert(rank.rank);
    }
    bool hasCause = false;
    for (const auto &rule : causes) {
        const auto list = found.find(rule);
        for (const auto &cause : list == found.end() ? std::vector<Finding>{} : list->second) {
            if (!mayExplain(cause, finding) || cause.impact < least) {
                continue;
            }
            hasCause = true;
            for (const auto &rank : cause.evidence.ranks) {
                open.erase(rank.rank);
            }
            if (cause.evidence.ranks.empty()) {
                open.clear();
            }
        }
    }
    return hasCause && open.empty();
}

}  // namespace

std::optional<Message> lacksPipeline(const RuleInput &input) {
    for (const auto &group : input.pipelines) {
        for (const auto &step : group.steps) {
            if (step.parts) {
                return std::nullopt;
            }
        }
    }
    return input.pipelines.empty() ? capabilityRemedy(input.run, "pipeline") : Message("finding.unanswered.cells");
}

std::optional<Message> lacksStragglers(const RuleInput &input) {
    if (auto reason = lacksPipeline(input)) {
        return reason;
    }
    return input.stragglers ? std::nullopt : std::optional(Message("finding.unanswered.pipelines"));
}

bool areClocksApart(const RuleInput &input) {
    return !input.run.clock.isShifted() && alignmentOf(input.clocks).isShifted();
}

std::optional<Message> lacksTransfers(const RuleInput &input) {
    if (auto reason = lacksPipeline(input)) {
        return reason;
    }
    const bool hasTransfers = std::any_of(input.pipelines.begin(), input.pipelines.end(), [](const GroupStudy &group) {
        return std::any_of(group.chart.edges.begin(), group.chart.edges.end(), [](const P2pEdge &edge) {
            return edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone;
        });
    });
    if (!hasTransfers) {
        return capabilityRemedy(input.run, "p2p");
    }
    return areClocksApart(input) ? std::optional(Message("finding.unanswered.clocks")) : std::nullopt;
}

std::optional<Message> lacksSnapshot(const RuleInput &input) {
    return input.memory.snapshots.empty() ? std::optional(Message("finding.unanswered.snapshot")) : std::nullopt;
}

namespace {

ToldGaps toldGapsOf(const Run &run, const std::vector<GroupStudy> &pipelines) {
    ToldGaps told;
    for (const auto &group : pipelines) {
        for (const auto &step : group.steps) {
            addToldGaps(run, group.chart, step.bubbles, told);
        }
    }
    return told;
}

}  // namespace

std::optional<Message> notJudgedYet(const Run &run, bool isBeingRead) {
    const auto ranks = run.ranks();
    const auto isRead = [&](int rank) {
        const auto &capture = *run.capture(rank);
        const bool isWaiting = capture.state == LoadState::Listed || capture.state == LoadState::LoadingShallow ||
                               capture.state == LoadState::LoadingDeep;
        return !isWaiting || capture.files.empty();
    };
    const auto all = ranks.size();
    const auto read = static_cast<std::size_t>(std::count_if(ranks.begin(), ranks.end(), isRead));
    const std::vector<std::string> figures{std::to_string(all), std::to_string(read)};
    if (isBeingRead) {
        return all == 0 ? Message("findings.awaiting.files") : Message("findings.awaiting", figures);
    }
    return read == all ? std::nullopt : std::optional(Message("findings.partial", figures));
}

Advice adviceFor(const Run &run, const RuleValues &parameters, const std::stop_token &stop) {
    const auto pipelines = studyPipelines(run, stop);
    const auto clocks = clocksOf(run, pipelines, stop);
    const auto stragglers = stragglersAmong(run, pipelines, stop);
    const auto gaps = gapSummaries(run, toldGapsOf(run, pipelines), stop);
    const auto memory = studyMemory(run, parameters, stop);
    const auto step = usualStep(run, pipelines, stop);
    Advice advice;
    advice.changed = changedThresholds(parameters);
    Found found;
    for (const auto &rule : ruleList()) {
        if (stop.stop_requested()) {
            return {};  // no rule looks at studies that were broken off
        }
        const auto values = valuesOf(rule, parameters);
        const RuleInput input{run, pipelines, gaps, values, stop, clocks, stragglers, memory, step};
        advice.rules.push_back({rule.id, rule.unanswered == nullptr ? std::nullopt : rule.unanswered(input), 0});
        if (!advice.rules.back().unanswered) {
            found[rule.id] = rule.run(input);
        }
    }
    for (std::size_t i = 0; i < advice.rules.size(); ++i) {
        const auto &rule = ruleList()[i];
        for (const auto &finding : found[advice.rules[i].rule]) {
            if (!isExplained(finding, rule.yieldsTo, found) &&
                !isExplained(finding, rule.yieldsMostlyTo, found, finding.impact / 2)) {
                ++advice.rules[i].findings;
                advice.findings.push_back(finding);
            }
        }
    }
    advice.unchecked = uncheckedGroups(run, advice.rules);
    std::stable_sort(advice.findings.begin(), advice.findings.end(), [](const Finding &a, const Finding &b) {
        return a.impact != b.impact ? a.impact > b.impact : a.severity < b.severity;
    });
    advice.focus = focusOf(advice.findings, pipelines, run.id);
    return advice;
}

std::vector<Finding> findings(const Run &run, const RuleValues &values, const std::stop_token &stop) {
    return adviceFor(run, values, stop).findings;
}

std::size_t passedRules(const Advice &advice) {
    return static_cast<std::size_t>(
        std::count_if(advice.rules.begin(), advice.rules.end(),
                      [](const RuleOutcome &rule) { return !rule.unanswered && rule.findings == 0; }));
}

std::size_t uncheckedRules(const Advice &advice) {
    return static_cast<std::size_t>(std::count_if(advice.rules.begin(), advice.rules.end(),
                                                  [](const RuleOutcome &rule) { return rule.unanswered.has_value(); }));
}

Message topicOf(const std::string &rule) { return Message("finding." + rule + ".topic"); }

}  // namespace stagescope
