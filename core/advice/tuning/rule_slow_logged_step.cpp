#include "core/advice/rule_list.h"
#include "core/analysis/training/captured_steps.h"
#include "core/analysis/training/logged_steps.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/base/words/ranges_text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr const char *kLoggedFactor = "slow_logged_step.factor";

Nanos nanosOf(double ns) { return Nanos{std::llround(ns)}; }

double extraOf(const LoggedSeries &log, const LoggedPace &pace, std::size_t at) {
    return (log.steps[at].stepTime - pace.median) * static_cast<double>(stepsOfTime(log, at));
}

/// Where it was recorded, or what is nearest to it.
void addCapture(const RuleInput &input, const LoggedSeries &log, const LoggedStep &slow, Finding &finding) {
    const auto captured = capturedSteps(input.run, log);
    const auto *nearest = captured.nearest(slow.step);
    if (nearest == nullptr) {
        finding.remedy = Message("finding.slow_logged_step.remedy.uncaptured", {std::to_string(slow.step)});
        return;
    }
    const auto away = std::abs(nearest->inLog - slow.step);
    const auto step = stepText(nearest->step);
    const auto rank = std::to_string(captured.rank);
    if (away == 0) {
        finding.facts.emplace_back("finding.slow_logged_step.fact.captured", std::vector{step, rank});
    } else {
        finding.facts.emplace_back("finding.slow_logged_step.fact.away",
                                   std::vector{step, rank, std::to_string(nearest->inLog), std::to_string(away)});
    }
    finding.evidence.step = nearest->step;
    finding.evidence.ranks = {{input.run.id, captured.rank}};
    finding.evidence.items = {StepRef{input.run.id, nearest->step}};
    finding.remedy = Message("finding.slow_logged_step.remedy");
}

void addOtherSlowSteps(const LoggedSeries &log, const LoggedPace &pace, Finding &finding) {
    constexpr std::size_t kMostNamed = 20;
    std::vector<std::int64_t> others;
    double extra = 0;
    for (const auto at : pace.slow) {
        extra += extraOf(log, pace, at);
        if (at != pace.slow.front() && others.size() < kMostNamed) {
            others.push_back(log.steps[at].step);
        }
    }
    if (!others.empty()) {
        const auto count = pace.slow.size() - 1;
        finding.facts.emplace_back(
            "finding.slow_logged_step.fact.others",
            std::vector{std::to_string(count), rangesText(others) + (count > others.size() ? " ..." : ""),
                        timeText(nanosOf(extra))});
    }
    for (const auto &interval : pace.intervals) {
        finding.facts.emplace_back("finding.slow_logged_step.fact.interval",
                                   std::vector{std::to_string(interval.count), std::to_string(interval.every),
                                               timeText(nanosOf(interval.extra))});
    }
}

std::vector<Finding> runSlowLoggedStep(const RuleInput &input) {
    const auto all = loggedSeries(input.run);
    const auto *log = mainSeries(all);
    const double factor = input.parameter(kLoggedFactor);
    const auto pace = log == nullptr ? LoggedPace{} : loggedPace(*log, factor);
    if (pace.slow.empty()) {
        return {};
    }
    const auto at = pace.slow.front();
    const auto &slow = log->steps[at];
    Finding finding;
    finding.rule = "slow_logged_step";
    finding.title = Message("finding.slow_logged_step", {std::to_string(slow.step), timeText(nanosOf(slow.stepTime)),
                                                         timeText(nanosOf(pace.median))});
    double extra = 0;
    double steps = 0;
    for (const auto each : pace.slow) {
        extra += extraOf(*log, pace, each);
    }
    for (std::size_t i = 0; i < log->steps.size(); ++i) {
        steps += std::isnan(log->steps[i].stepTime) ? 0 : static_cast<double>(stepsOfTime(*log, i));
    }
    finding.impact = nanosOf(extra / steps);  // lost but once each: over all steps
    finding.share = extra / pace.total;
    finding.severity = severityOfShare(*finding.share);
    finding.certainty = log->isByClock ? Certainty::Inferred : Certainty::Measured;
    finding.facts.emplace_back("finding.slow_logged_step.fact",
                               std::vector{timeText(nanosOf(extraOf(*log, pace, at))), std::to_string(pace.timed),
                                           timeText(nanosOf(pace.median)), valueText(factor), std::string(log->file)});
    if (const auto mean = stepsOfTime(*log, at); mean > 1) {
        finding.facts.emplace_back("finding.slow_logged_step.fact.mean", std::vector{std::to_string(mean)});
    }
    addCapture(input, *log, slow, finding);
    addOtherSlowSteps(*log, pace, finding);
    if (log->isByClock) {
        finding.assumptions = {Message("finding.slow_logged_step.assumes")};
    }
    finding.place = "table/training_steps";
    return {std::move(finding)};
}

std::optional<Message> lacksStepTimes(const RuleInput &input) {
    const auto all = loggedSeries(input.run);
    const auto *log = mainSeries(all);
    const bool isTimed =
        log != nullptr && std::any_of(log->steps.begin(), log->steps.end(),
                                      [](const LoggedStep &step) { return !std::isnan(step.stepTime); });
    return isTimed ? std::nullopt : std::optional(Message("finding.slow_logged_step.unanswered"));
}

}  // namespace

Rule makeSlowLoggedStepRule() {
    return {.id = "slow_logged_step",
            .parameters = {{kLoggedFactor, kSlowStepFactor, "x",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum time of a logged step (multiple of the median); usual jitter is "
                                              "smaller.")}},
            .run = &runSlowLoggedStep,
            .unanswered = &lacksStepTimes,
            .standing = {.nearness = Nearness::Effect},
            .concerns = &hasTrainingLog};
}

}  // namespace stagescope
