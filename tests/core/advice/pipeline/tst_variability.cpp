#include "core/advice/findings.h"
#include "core/advice/rule_list.h"
#include "core/advice/usual_step.h"
#include "core/analysis/pipeline/recognition/numbering.h"
#include "core/base/number_text.h"
#include "tests/core/analysis/played_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_variability {

using namespace stagescope;

namespace {

/// Cells of one kind and stage that differ by up to `jitter`; stages alike.
GroupStudy studyWith(double jitter) {
    const ScheduleOptions options{.stages = 4, .microbatches = 8};
    GroupStudy study;
    study.chart = played::play({.options = options, .seed = 5, .jitter = jitter, .imbalance = 0}).chart;
    numberCells(study.chart, {}, {}, {});
    for (const auto step : study.chart.steps) {
        StepStudy one;
        one.graph = *measuredGraph(study.chart, step, {});
        one.parts = counterfactuals(study.chart, one.graph);
        StepAccount account;
        account.range = one.graph.window;
        one.accounts = {account};
        study.steps.push_back(std::move(one));
    }
    return study;
}

/// `saved`: by a replay with even cells.
std::vector<Finding> judged(double jitter, Nanos *saved = nullptr) {
    const auto &rules = ruleList();
    const auto rule = std::find_if(rules.begin(), rules.end(), [](const Rule &r) { return r.id == "variability"; });
    std::map<std::string, double> values;
    for (const auto &parameter : rule->parameters) {
        values[parameter.name] = parameter.value;
    }
    const Run run;
    const std::vector<GroupStudy> pipelines{studyWith(jitter)};
    const std::stop_token stop;
    const std::vector<ClockOffset> clocks;
    const std::optional<Stragglers> stragglers{};
    const std::vector<RankGapSummary> gaps;
    const MemoryStudy memory;
    const auto job = curedJob(run, pipelines);
    const RuleInput input{run, pipelines, gaps, values, stop, clocks, stragglers, memory, usualStep(run, pipelines),
                          job};
    const auto found = rule->unanswered(input) ? std::vector<Finding>{} : rule->run(input);
    if (saved != nullptr && !found.empty()) {
        *saved = job.saved(found.front().cure);
    }
    return found;
}

}  // namespace

class VariabilityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unevenCellsAreNamedWithTheLongest() {
        Nanos saved{0};
        const auto found = judged(0.4, &saved);
        QCOMPARE(found.size(), std::size_t{1});
        qInfo("told %.3f ms, replayed %.3f ms", millis(found.front().impact), millis(saved));
        QVERIFY(std::abs(millis(saved) - millis(found.front().impact)) < 0.1 * millis(found.front().impact));
        const auto &finding = found.front();
        QCOMPARE(finding.rule, std::string("variability"));
        QVERIFY(finding.impact > Nanos{0});
        QVERIFY(finding.share.has_value() && *finding.share >= 0.03 && *finding.share < 0.5);
        QCOMPARE(finding.evidence.items.size(), std::size_t{2});  // the longest and the shortest
        for (const auto &item : finding.evidence.items) {
            QVERIFY(std::holds_alternative<CellRef>(item));
        }
        QVERIFY(finding.evidence.items[0] != finding.evidence.items[1]);
        QVERIFY(finding.evidence.step.has_value());
    }
    void nearlyEvenCellsAreNoFinding() { QVERIFY(judged(0.03).empty()); }
    /// What makes cells uneven is told by rules that stand nearer to it.
    void itStandsBehindAllCauses() {
        const auto rule = std::ranges::find(ruleList(), std::string("variability"), &Rule::id);
        const auto data = std::ranges::find(ruleList(), std::string("data_imbalance"), &Rule::id);
        QVERIFY(rule->standing.subject == data->standing.subject && data->standing.nearness < rule->standing.nearness);
    }
};

TEST_SUITE(VariabilityTest)

}  // namespace tst_variability

#include "tst_variability.moc"
