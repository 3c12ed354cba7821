#include "core/advice/rule_study.h"

#include "core/advice/explained_findings.h"
#include "core/advice/findings.h"
#include "core/advice/number_texts.h"
#include "core/advice/own_findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/advice/unchecked_rules.h"
#include "core/advice/usual_step.h"
#include "core/analysis/overview/rank_coverage.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/ranks.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/trace_health.h"
#include "core/analysis/run/typical_step.h"
#include "core/analysis/tables/rank_by_rank.h"
#include "core/base/extra_threads.h"
#include "core/base/number_text.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

namespace stagescope {

namespace {

GroupStudy studyPipeline(const Run &run, const PipelineGroup &group, const std::stop_token &stop) {
    GroupStudy study;
    study.chart = pipelineChart(run, group, stop);
    for (const auto step : study.chart.steps) {
        if (stop.stop_requested()) {
            return study;
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
    return study;
}

/// What rests on a trace with times that cannot be is not measured, whatever the rule believes.
void doubt(const Run &run, Finding &finding) {
    std::vector<int> ranks;
    std::ranges::transform(finding.evidence.ranks, std::back_inserter(ranks), &RankRef::rank);
    for (const int rank : ranks.empty() && finding.bytes == 0 ? run.ranks() : ranks) {  // of none: of all
        const auto *capture = run.capture(rank);
        const auto health = capture == nullptr ? std::vector<TraceTrouble>{} : traceHealth(*capture);
        if (!std::ranges::any_of(health, &TraceTrouble::touchesFigures)) {
            continue;
        }
        finding.certainty = Certainty::Inferred;
        finding.facts.emplace_back("finding.doubtful_times", std::vector{std::to_string(rank)});
        return;
    }
}

/// The step that the shares of a list are of. Where some steps are much longer, what is lost per step is of the mean of
/// all steps: the usual one has none of it. Rules judge by the usual one: a first step that compiles for minutes hides
/// nothing of what each step loses.
Nanos baseOf(const std::vector<Finding> &findings, const std::vector<StepLength> &lengths, Nanos usual) {
    const bool isUneven =
        std::ranges::any_of(findings, [](const Finding &finding) { return finding.rule == "step_deviation"; });
    return isUneven && !lengths.empty() ? std::max(usual, meanLength(lengths)) : usual;
}

/// All of one list are shares of one step, as far as they are parts of it: rules weigh by the mean of all steps what
/// they sum over all, and pauses in a log by that of the log.
void shareOut(std::vector<Finding> &findings, Nanos step) {
    for (auto &finding : findings) {
        if (finding.share && finding.impact > Nanos{0} && finding.impact <= step) {
            finding.share = shareOf(finding.impact, step);
            finding.severity = severityOfShare(*finding.share);
        }
    }
}

}  // namespace

std::vector<GroupStudy> studyPipelines(const Run &run, const std::stop_token &stop) {
    const auto groups = pipelineGroups(run);
    std::vector<GroupStudy> result(groups.size());
    takeInTurns(groups.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        result[i] = studyPipeline(run, groups[i], stop);
        return !stop.stop_requested();
    });
    std::erase_if(result, [](const GroupStudy &study) { return study.steps.empty(); });
    return result;
}

CuredJob curedJob(const Run &run, const std::vector<GroupStudy> &pipelines) {
    std::vector<JobStep> steps;
    for (const auto &group : pipelines) {
        for (const auto &step : group.steps) {
            auto range = step.graph.window;
            for (const auto &account : step.accounts) {
                range = {std::min(range.begin, account.range.begin), std::max(range.end, account.range.end)};
            }
            steps.push_back({&group.chart, &step.graph, range});
        }
    }
    return {run, steps};
}

namespace {

std::vector<ClockOffset> clocksOf(const Run &run, const std::stop_token &stop) {
    auto offsets = hasSeveralClocks(run) ? offsetsOf(run, stop) : std::vector<ClockOffset>{};
    std::erase_if(offsets, [&](const ClockOffset &offset) { return run.capture(offset.rank) == nullptr; });
    return offsets;
}

}  // namespace

namespace {

JobPipeline pipelineOf(const GroupStudy &group, bool whole) {
    JobPipeline pipeline{&group.chart, {}};
    for (const auto &step : group.steps) {
        if (step.parts.has_value() == whole) {
            pipeline.steps.push_back(&step.graph);
        }
    }
    return pipeline;
}

}  // namespace

std::vector<JobPipeline> jobPipelines(const std::vector<GroupStudy> &pipelines) {
    std::vector<JobPipeline> job;
    for (const auto &group : pipelines) {
        if (auto pipeline = pipelineOf(group, true); !pipeline.steps.empty()) {
            job.push_back(std::move(pipeline));
        }
    }
    return job;
}

std::vector<JobPipeline> partialPipelines(const std::vector<GroupStudy> &pipelines) {
    std::vector<JobPipeline> job;
    for (const auto &group : pipelines) {
        if (auto pipeline = pipelineOf(group, false); pipeline.steps.size() == group.steps.size()) {
            job.push_back(std::move(pipeline));
        }
    }
    return job;
}

namespace {

ToldGaps toldGapsOf(const Run &run, const std::vector<GroupStudy> &pipelines) {
    ToldGaps told;
    for (const auto &group : pipelines) {
        for (const auto &step : group.steps) {
            addToldGaps(run, group.chart, step.bubbles, told);
        }
    }
    addRoleGaps(run, told);
    return told;
}

RuleValues valuesOf(const Rule &rule, const RuleValues &parameters) {
    RuleValues values;
    for (const auto &parameter : rule.parameters) {
        const auto set = parameters.find(parameter.name);
        values[parameter.name] = set == parameters.end() ? parameter.value : set->second;
    }
    return values;
}

}  // namespace

namespace {

/// What rules find out of a timeline rests on their thresholds and the clocks: the facts of a study are also those of
/// the next one with the same.
Run withOwnFacts(Run run, const RuleValues &values) {
    if (!run.readTimeline) {
        return run;
    }
    std::ostringstream what;
    for (const auto &[name, value] : values) {
        what << name << '=' << std::hexfloat << value << ';';
    }
    for (const int rank : run.ranks()) {
        what << run.clock.offset(rank).count() << ',';
    }
    const auto key = std::to_string(std::hash<std::string>{}(what.str()));
    for (auto &capture : run.captures) {
        capture.facts = capture.facts == nullptr ? nullptr : capture.facts->restingOn(key);
    }
    return run;
}

/// What a study asks of a timeline itself; that it is there also tells that rules have looked.
struct Looked {
    std::optional<RankGapSummary> gaps;
};
constexpr std::string_view kLooked = "checked by rules";

/// As the rule's defaults: what is mostly freed and what hardly grows is not worth a word.
std::vector<UncheckedLeaks> uncheckedLeaks(const MemoryStudy &memory) {
    constexpr double kMostFreed = 0.5;
    constexpr double kLeastGrowth = 1 << 20;
    std::vector<UncheckedLeaks> unchecked;
    for (const auto &study : memory.snapshots) {
        if (!study.leaks.isBySteps()) {
            const auto &candidates = study.leaks.candidates;
            const auto it = std::ranges::find_if(candidates, [](const LeakCandidate &candidate) {
                return candidate.freedShare <= kMostFreed && candidate.bytesPerStep >= kLeastGrowth;
            });
            unchecked.push_back({study.snapshot, study.device, it == candidates.end() ? "" : it->name,
                                 it == candidates.end() ? 0 : it->bytesPerStep});
        }
    }
    return unchecked;
}

}  // namespace

namespace {

void sayInWordsOf(Platform platform, Finding &finding) {
    finding.title = inWordsOf(platform, std::move(finding.title));
    finding.remedy = inWordsOf(platform, std::move(finding.remedy));
    for (auto *messages : {&finding.facts, &finding.assumptions}) {
        for (auto &message : *messages) {
            message = inWordsOf(platform, std::move(message));
        }
    }
}

}  // namespace

RuleStudy::RuleStudy(const Run &run, const RuleValues &values, const std::stop_token &stop)
    : m_run(withOwnFacts(withoutCutRanks(run), values)),
      m_whole(m_run.captures.size() < run.captures.size() ? std::optional(run) : std::nullopt),
      m_values(values),
      m_stop(stop),
      m_pipelines(studyPipelines(m_run, m_stop)),
      m_job(curedJob(m_run, m_pipelines)),
      m_told(toldGapsOf(m_run, m_pipelines)) {
    // None looks at what another measures; the longest comes first.
    const std::array<std::function<void()>, 5> studies{
        [this] {
            m_stragglers = stragglersOf(jobPipelines(m_pipelines), m_run, {}, m_stop, partialPipelines(m_pipelines));
        },
        [this] { m_gaps = m_run.readTimeline ? std::vector<RankGapSummary>{} : gapSummaries(m_run, m_told, m_stop); },
        [this] { m_clocks = clocksOf(m_run, m_stop); },
        [this] { m_memory = studyMemory(m_run, m_values, m_stop); },
        [this] {
            m_step = usualStep(m_run, m_pipelines, m_stop);
            const auto lengths = stepLengths(timeSplits(m_run, m_stop));
            const auto *typical = typicalStep(lengths);
            m_typical = typical == nullptr ? std::nullopt : typical->step;
        },
    };
    takeInTurns(studies.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        studies[i]();
        return true;
    });
    if (m_run.readTimeline) {
        lookAtTimelines();
    }
}

void RuleStudy::lookAtTimelines() {
    std::vector<RuleValues> values;
    for (const auto &rule : ruleList()) {
        values.push_back(valuesOf(rule, m_values));
    }
    for (std::size_t i = 0; i < m_run.captures.size() && !m_stop.stop_requested(); ++i) {
        const auto &capture = m_run.captures[i];
        if (m_run.capture(capture.rank) != &capture) {
            continue;
        }
        const auto *looked = capture.facts == nullptr ? nullptr : capture.facts->known<Looked>(kLooked);
        const auto timeline = looked == nullptr ? openTimeline(m_run, i) : nullptr;
        const auto gaps = looked == nullptr ? gapSummary(m_run, capture, m_told, m_stop) : looked->gaps;
        if (gaps) {
            m_gaps.push_back(*gaps);  // rules look at it, too
        }
        for (std::size_t k = 0; k < values.size() && timeline != nullptr; ++k) {
            if (const auto &look = ruleList()[k].look) {
                look(input(values[k]), capture);
            }
        }
        if (timeline != nullptr && !m_stop.stop_requested()) {
            static_cast<void>(capture.facts->of(kLooked, m_stop, [&] { return Looked{gaps}; }));
        }
    }
}

Nanos RuleInput::saved(const Cure &cure, double least) const {
    const auto isEnough = [&](Nanos saving) { return millis(saving) >= least * millis(step); };
    const auto alone = job.saved(cure);
    if (isEnough(alone)) {
        return alone;
    }
    if (mayBeHidden != nullptr) {
        *mayBeHidden = true;
    }
    if (others.empty()) {
        return alone;
    }
    std::vector<const Cure *> all(others.begin(), others.end());
    const auto without = job.saved(all);
    all.push_back(&cure);
    return std::max(alone, job.saved(all) - without);
}

namespace {

void fillIn(Message &text, Nanos price, Nanos step) {
    for (auto &argument : text.args) {
        argument = argument == kPrice      ? millisText(price)
                   : argument == kStepThen ? millisText(step - price)
                                           : std::move(argument);
    }
}

}  // namespace

bool RuleInput::price(Finding &finding, double least, Nanos lost, Nanos ofStep) const {
    if (wantsSuspects) {
        return !finding.cure.isEmpty();
    }
    const auto whole = std::max(step, ofStep);
    const auto most = whole > Nanos{0} ? whole : Nanos::max();
    finding.impact = finding.cure.isEmpty() ? std::min(lost, most) : saved(finding.cure, least);
    finding.isHidden = !finding.cure.isEmpty() && finding.impact > job.saved(finding.cure);
    if (finding.isHidden) {
        finding.facts.emplace_back("finding.hidden");
    }
    finding.share = whole > Nanos{0} ? std::optional(shareOf(finding.impact, whole)) : std::nullopt;
    finding.severity = severityOfShare(finding.share.value_or(1));
    fillIn(finding.title, finding.impact, whole);
    fillIn(finding.remedy, finding.impact, whole);
    for (auto *texts : {&finding.facts, &finding.assumptions}) {
        for (auto &text : *texts) {
            fillIn(text, finding.impact, whole);
        }
    }
    return finding.impact > Nanos{0} && finding.share.value_or(0) >= least;
}

std::vector<Finding> RuleStudy::judge(const Rule &rule, RuleOutcome &outcome, const Asked &asked) const {
    const auto values = valuesOf(rule, m_values);
    auto input = this->input(values);
    input.others = asked.others;
    input.mayBeHidden = asked.mayBeHidden;
    input.wantsSuspects = asked.wantsSuspects;
    outcome.rule = rule.id;
    outcome.isForeign = !rule.appliesTo(m_run);
    if (outcome.isForeign) {
        return {};
    }
    outcome.unanswered = rule.unanswered == nullptr ? std::nullopt : rule.unanswered(input);
    if (rule.comparesRanks && hasGuessedRanks(m_run)) {
        outcome.unanswered = Message("finding.unanswered.ranks");
    }
    auto found = outcome.unanswered ? std::vector<Finding>{} : rule.run(input);
    for (auto &finding : found) {
        if (m_job.saved(finding.cure) < Nanos{0}) {
            finding.cure = {};  // the replay is of another job than the rule sees: steps or stages differ
        }
    }
    return found;
}

namespace {

constexpr int kMostPasses = 8;  ///< so long a chain of troubles that hide each other is followed

/// Of one rank or link: what can hide behind what another pipeline has.
bool isOfOnePlace(const Finding &finding) {
    return !finding.cure.isEmpty() && (finding.evidence.ranks.size() == 1 || !finding.cure.links.empty());
}

}  // namespace

FoundByRule RuleStudy::suspects(const FoundByRule &found, const std::vector<Look> &looks) const {
    FoundByRule suspects(found.size());
    for (std::size_t i = 0; i < found.size() && !m_stop.stop_requested(); ++i) {
        RuleOutcome outcome;
        if (looks[i].mayBeHidden && found[i].empty()) {
            suspects[i] = judge(ruleList()[i], outcome, {.wantsSuspects = true});
            std::erase_if(suspects[i], [](const Finding &finding) { return !isOfOnePlace(finding); });
        }
    }
    return suspects;
}

FoundByRule RuleStudy::lookOnTop(const FoundByRule &found, const FoundByRule &suspects,
                                 std::vector<RuleOutcome> &outcomes, const std::vector<Look> &looks) const {
    FoundByRule told;
    for (std::size_t i = 0; i < found.size(); ++i) {
        told.push_back(unexplained(i, found, m_job));
    }
    auto again = found;
    takeInTurns(looks.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        std::vector<const Cure *> others;
        const auto add = [&](const FoundByRule &list) {
            for (std::size_t other = 0; other < list.size() && looks[i].mayBeHidden; ++other) {
                for (const auto &finding : list[other]) {
                    if (other != i && !finding.cure.isEmpty()) {
                        others.push_back(&finding.cure);
                    }
                }
            }
        };
        add(told);
        if (!suspects[i].empty()) {
            add(suspects);
        }
        const bool isFoundOnTop = std::ranges::any_of(found[i], &Finding::isHidden);
        if (!others.empty() || isFoundOnTop) {
            again[i] = judge(ruleList()[i], outcomes[i], {.others = others});
        }
        return !m_stop.stop_requested();
    });
    return again;
}

void RuleStudy::lookBehind(FoundByRule &found, std::vector<RuleOutcome> &outcomes,
                           const std::vector<Look> &looks) const {
    if (std::ranges::none_of(looks, &Look::mayBeHidden)) {
        return;
    }
    const auto suspected = suspects(found, looks);
    const auto several = std::ranges::count_if(suspected, [](const auto &of) { return !of.empty(); }) > 1;
    if (several) {
        found = lookOnTop(found, suspected, outcomes, looks);
    }
    // They stay where what hides them is found, too: what goes takes along what it alone hid.
    bool hasGone = true;
    for (int passes = 0; hasGone && passes < kMostPasses && !m_stop.stop_requested(); ++passes) {
        auto next = lookOnTop(found, FoundByRule(found.size()), outcomes, looks);
        hasGone = !std::ranges::equal(found, next, [](const auto &a, const auto &b) { return b.size() >= a.size(); });
        found = std::move(next);
    }
}

namespace {

/// What ends the job, what saves time alone, what others hide, what costs no time.
void sortByWeight(std::vector<Finding> &findings) {
    const auto placeOf = [](const Finding &finding) {
        return finding.endsJob ? 0 : finding.isHidden ? 2 : finding.impact > Nanos{0} ? 1 : 3;
    };
    std::stable_sort(findings.begin(), findings.end(), [&](const Finding &a, const Finding &b) {
        return placeOf(a) != placeOf(b) ? placeOf(a) < placeOf(b)
               : a.impact != b.impact   ? a.impact > b.impact
                                        : a.severity < b.severity;
    });
}

}  // namespace

Advice RuleStudy::advice() const {
    Advice advice;
    advice.changed = changedThresholds(m_values);
    const auto &rules = ruleList();
    FoundByRule found(rules.size());
    advice.rules.resize(rules.size());
    std::vector<Look> looks(rules.size());
    const bool isWhole = takeInTurns(rules.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        if (m_stop.stop_requested()) {
            return false;  // no rule looks at studies that were broken off
        }
        found[i] = judge(rules[i], advice.rules[i], {.mayBeHidden = &looks[i].mayBeHidden});
        return true;
    });
    if (!isWhole) {
        return {};
    }
    lookBehind(found, advice.rules, looks);
    for (std::size_t i = 0; i < advice.rules.size(); ++i) {
        for (const auto &finding : unexplained(i, found, m_job)) {
            ++advice.rules[i].findings;
            advice.findings.push_back(finding);
            doubt(m_run, advice.findings.back());
        }
    }
    std::erase_if(advice.rules, [](const RuleOutcome &outcome) { return outcome.isForeign; });
    const auto platform = platformOf(m_run);
    for (auto &finding : advice.findings) {
        sayInWordsOf(platform, finding);
    }
    advice.unchecked = uncheckedGroups(m_run, advice.rules);
    const auto splits = timeSplits(m_run, m_stop);
    const auto lengths = stepLengths(splits);
    advice.step = baseOf(advice.findings, lengths, m_step);
    shareOut(advice.findings, advice.step);
    addOwnFindings(m_run, advice.step, advice, m_stop);
    advice.leaks = uncheckedLeaks(m_memory);
    const auto unchecked = uncheckedRules(advice);
    advice.verdict =
        verdictOn(m_whole ? *m_whole : m_run, {advice.rules.size() - unchecked, unchecked, advice.leaks.size()});
    sortByWeight(advice.findings);
    nestCauses(advice.findings, m_job);
    std::vector<const Cure *> cures;
    for (const auto &finding : advice.findings) {
        if (!finding.cure.isEmpty()) {
            cures.push_back(&finding.cure);
        }
    }
    advice.joint = cures.empty() ? Nanos{0} : std::clamp(m_job.saved(cures), Nanos{0}, advice.step);
    advice.focus = focusOf(advice.findings, m_pipelines, m_run.id, m_typical);
    for (auto &note :
         {advice.findings.empty() ? std::nullopt : stepNote(lengths, advice.step), profilerNote(splits, m_typical)}) {
        if (note) {
            advice.verdict.notes.push_back(*note);
        }
    }
    return advice;
}

}  // namespace stagescope
