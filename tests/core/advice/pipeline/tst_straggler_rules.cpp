#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/rule_list.h"
#include "core/advice/usual_step.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/core/analysis/played_job.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace tst_straggler_rules {

using namespace stagescope;

namespace {

Run demoOf(const DemoOptions &options, const std::set<int> &missing = {}) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    auto run = placeDemo(path, options) ? loadRun(path, RunId{0}, LoadDepth::Deep) : Result<Run>(Run{});
    if (!run) {
        return {};
    }
    std::erase_if(run->captures, [&](const RankCapture &capture) { return missing.contains(capture.rank); });
    return std::move(*run);
}
std::vector<Finding> findingsOf(const DemoOptions &options, const std::set<int> &missing = {}) {
    return findings(demoOf(options, missing));
}

DemoFault fault(DemoFault::Kind kind, int first, double factor) {
    return {.kind = kind, .first = first, .second = 0, .factorPpm = static_cast<std::int64_t>(factor * 1e6)};
}

std::vector<std::string> rulesOf(const std::vector<Finding> &found) {
    std::vector<std::string> rules;
    for (const auto &finding : found) {
        rules.push_back(finding.rule);
    }
    return rules;
}

std::vector<int> ranksOf(const Finding &finding) {
    std::vector<int> ranks;
    for (const auto &rank : finding.evidence.ranks) {
        ranks.push_back(rank.rank);
    }
    return ranks;
}

/// What one rule says of a job that was played.
std::vector<Finding> saidOf(const Rule &rule, const MeasuredJob &job) {
    Run run;
    for (const auto &chart : job.charts) {
        for (const int rank : chart.group.ranks) {
            RankCapture capture;
            capture.rank = rank;
            run.captures.push_back(capture);
        }
    }
    std::vector<GroupStudy> pipelines;
    for (std::size_t i = 0; i < job.charts.size(); ++i) {
        pipelines.push_back({job.charts[i], {}});
        for (const auto &graph : job.graphs[i]) {
            pipelines.back().steps.push_back(
                {graph, stepAccounts(run, job.charts[i], graph), counterfactuals(job.charts[i], graph)});
        }
    }
    std::map<std::string, double> values;
    for (const auto &parameter : rule.parameters) {
        values[parameter.name] = parameter.value;
    }
    const auto stragglers = stragglersOf(job.pipelines(), {});
    const std::stop_token stop;
    const std::vector<ClockOffset> clocks;
    const std::vector<RankGapSummary> gaps;
    const MemoryStudy memory;
    const auto replay = curedJob(run, pipelines);
    const RuleInput input{run,   pipelines, gaps, values, stop, clocks, stragglers, memory, usualStep(run, pipelines),
                          replay};
    return rule.unanswered(input) ? std::vector<Finding>{} : rule.run(input);
}

using Rules = std::vector<std::string>;

}  // namespace

class StragglerRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What one cause does is said once.
    void oneSlowRank() {
        DemoOptions options;
        options.steps = 3;
        options.faults = {fault(DemoFault::Kind::SlowRank, 2, 1.3)};
        const auto found = findingsOf(options);
        QCOMPARE(rulesOf(found), (Rules{"slow_worker"}));
        QCOMPARE(ranksOf(found.front()), (std::vector<int>{2}));
        // 30 % of 8 microbatches of one stage, about 60 ms, most of which the pipeline waits for.
        QVERIFY(found.front().impact > Nanos{30'000'000} && found.front().impact < Nanos{70'000'000});
        QVERIFY(findingText(found.front().title).find('2') != std::string::npos);
    }

    /// A pipeline that lacks a rank is in no replay; its ranks are compared with their stages all the same.
    void slowRankBesideAMissingOne() {
        DemoOptions options;
        options.dp = 4;
        options.steps = 3;
        options.faults = {fault(DemoFault::Kind::SlowRank, 3, 1.4)};
        const auto whole = findingsOf(options);
        QCOMPARE(rulesOf(whole), (Rules{"slow_worker"}));
        QVERIFY(whole.front().assumptions.front().id == "finding.slow_worker.assumes");
        const auto fact = findingText(whole.front().facts.front());
        for (const int missing : {7, 2}) {
            const auto found = findingsOf(options, {missing});
            QCOMPARE(rulesOf(found), (Rules{"slow_worker"}));
            QCOMPARE(ranksOf(found.front()), (std::vector<int>{3}));
            QCOMPARE(found.front().evidence.group, whole.front().evidence.group);
            QCOMPARE(findingText(found.front().facts.front()), fact);  // of stage 0, replica 3
            const auto ratio = double(found.front().impact.count()) / double(whole.front().impact.count());
            QVERIFY2(ratio > 0.95 && ratio < 1.05, qPrintable(QString::number(ratio)));
            QCOMPARE(found.front().cure.isEmpty(), missing == 7);
        }
        Workspace workspace;
        workspace.runs.push_back(demoOf(options, {7, 2}));
        const auto table = analysisById("stragglers")->run({.workspace = &workspace}, {});
        QVERIFY(table);
        std::vector<std::string> slow;
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            if (table->text(row, "verdict") == "slow_worker") {
                slow = {table->text(row, "rank"), table->text(row, "replica"), table->text(row, "slowdown")};
            }
        }
        QCOMPARE(slow, (std::vector<std::string>{"3", "3", ""}));
    }

    void slowRanksInBothReplicas() {
        DemoOptions options;
        options.steps = 3;
        options.faults = {fault(DemoFault::Kind::SlowRank, 2, 1.3), fault(DemoFault::Kind::SlowRank, 5, 1.5)};
        const auto found = findingsOf(options);
        QCOMPARE(rulesOf(found), (Rules{"slow_worker", "slow_worker"}));
        QCOMPARE(ranksOf(found[0]), (std::vector<int>{5}));
        QCOMPARE(ranksOf(found[1]), (std::vector<int>{2}));
    }

    void slowRankBesideASlowStage() {
        DemoOptions options;
        options.steps = 3;
        options.faults = {fault(DemoFault::Kind::SlowRank, 2, 2.0), fault(DemoFault::Kind::SlowStage, 3, 1.4)};
        const auto found = findingsOf(options);
        QCOMPARE(rulesOf(found), (Rules{"slow_worker", "stage_imbalance"}));
        QCOMPARE(ranksOf(found[0]), (std::vector<int>{2}));
        QCOMPARE(ranksOf(found[1]), (std::vector<int>{6, 7}));
    }

    void microbatchesOfUnequalLength() {
        DemoOptions options;
        options.steps = 3;
        options.faults = {fault(DemoFault::Kind::UnevenData, 0, 1.5), fault(DemoFault::Kind::UnevenData, 1, 1.5)};
        const auto uneven = findingsOf(options);
        QCOMPARE(rulesOf(uneven), (Rules{"data_imbalance"}));
        QVERIFY(uneven.front().impact > Nanos{5'000'000});
        QVERIFY(!uneven.front().cure.isEmpty());
        const auto rule = makeDataImbalanceRule();
        const auto even = saidOf(rule, played::jobOf(2, 6, [](auto, int, const PipelineCell &) { return 1.0; }));
        QVERIFY(even.empty());
        const auto slow = saidOf(rule, played::jobOf(2, 6, [](auto, int step, const PipelineCell &cell) {
                                     return cell.rank == 1 && step > 2 ? 1.5 : 1.0;
                                 }));
        QVERIFY(slow.empty());
    }

    /// Of many replicas one whose data vary is named and shown, however little it is among all.
    void theReplicaOfUnevenMicrobatchesIsNamed() {
        const auto rule = makeDataImbalanceRule();
        const auto lengthOf = [](std::size_t step, int microbatch) {
            return std::pow(1.25, ((static_cast<int>(step) * 2 + microbatch * 3) % 5 - 2) / 2.0);
        };
        for (const std::size_t replicas : {2, 4, 16}) {
            for (const std::size_t uneven : {std::size_t{0}, replicas - 1}) {
                const auto job = played::jobOf(
                    static_cast<int>(replicas), 6, [&](std::size_t replica, int step, const PipelineCell &cell) {
                        return replica == uneven ? lengthOf(std::size_t(step), cell.microbatch) : 1.0;
                    });
                const auto found = saidOf(rule, job);
                QCOMPARE(found.size(), std::size_t{1});
                QCOMPARE(found[0].title.id, std::string("finding.data_imbalance.replicas"));
                QCOMPARE(found[0].title.args.back(), std::to_string(uneven));
                const auto &group = job.charts[uneven].group;
                QCOMPARE(ranksOf(found[0]), group.ranks);
                QCOMPARE(found[0].evidence.group, group.id);
                QCOMPARE(found[0].evidence.items.size(), std::size_t{1});
            }
        }
        // A place that is always longer there, and a step that is slow as a whole, vary within no replica.
        for (const bool isPlace : {false, true}) {
            const auto alike = saidOf(rule, played::jobOf(8, 6, [&](auto replica, int step, const PipelineCell &cell) {
                                          const bool isLong = isPlace ? cell.microbatch == 1 : step == 2;
                                          return replica == 3 && isLong ? 1.4 : 1.0;
                                      }));
            for (const auto &finding : alike) {
                QCOMPARE(finding.title.id, std::string("finding.data_imbalance"));
            }
        }
    }

    /// More layers are more work: said where attention kernels tell how many, and of stages that differ only.
    void layersOfASlowStage() {
        const auto rules = makeStageImbalanceRule();
        for (const int slow : {0, 1, 3}) {
            for (const int more : {0, 1, 3}) {
                auto job = played::jobOf(
                    2, 3, [&](auto, int, const PipelineCell &cell) { return cell.rank == slow ? 1.5 : 1.0; });
                const auto layerFacts = [&] {
                    const auto found = saidOf(rules, job);
                    std::vector<std::string> args;
                    for (const auto &fact : found.empty() ? std::vector<Message>{} : found.front().facts) {
                        args = fact.id == "finding.stage_imbalance.fact.layers" ? fact.args : args;
                    }
                    return found.empty() ? std::vector<std::string>{"no finding"} : args;
                };
                QVERIFY(layerFacts().empty());  // unknown
                for (auto &chart : job.charts) {
                    std::vector<PipelineCell> cells(chart.cells.begin(), chart.cells.end());
                    for (auto &cell : cells) {
                        const int layers = 8 + (cell.rank % played::kStages == slow ? more : 0);
                        cell.parts.assign(cell.kind == CellKind::Forward ? static_cast<std::size_t>(layers) : 0,
                                          {CellKind::Forward, CellPart::Lane::Compute, false, cell.range,
                                           std::string(kAttentionPart), Nanos{0}});
                    }
                    chart.cells = std::move(cells);
                }
                const auto facts = layerFacts();
                QCOMPARE(facts.empty(), more == 0);
                QVERIFY(more == 0 ||
                        (facts[0] == std::to_string(slow) && facts[1] == std::to_string(8 + more) && facts[2] == "8"));
            }
        }
    }

    /// Nothing to compare with: the stage is named, and that it may be the rank.
    void onePipeline() {
        DemoOptions options;
        options.dp = 1;
        options.steps = 3;
        options.faults = {fault(DemoFault::Kind::SlowRank, 2, 1.3)};
        const auto found = findingsOf(options);
        QCOMPARE(rulesOf(found), (Rules{"stage_imbalance"}));
        QCOMPARE(ranksOf(found.front()), (std::vector<int>{2}));
        const auto &assumptions = found.front().assumptions;
        QVERIFY(std::any_of(assumptions.begin(), assumptions.end(), [](const Message &message) {
            return message.id == "finding.stage_imbalance.assumes.one_pipeline";
        }));
    }
};

TEST_SUITE(StragglerRulesTest)

}  // namespace tst_straggler_rules

#include "tst_straggler_rules.moc"
