#include "core/analysis/communication/comm_compare.h"
#include "tests/core/advice/comm_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_comm_compare {

using namespace stagescope;
using Metric = CommDifference::Metric;
using Kind = CommDifference::Kind;

namespace {

/// Two ranks, a step with two operators numbered from `first`, the second `ms` long; 100 MB from 0 to 1 in `linkMs`.
Run runOf(std::string_view step, int first, std::string_view group, double ms, double linkMs) {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        for (int op = 0; op < 2; ++op) {
            const auto name = "hcom_allReduce__" + std::string(group) + "_" + std::to_string(first + op) + "_1";
            ranks.back().time(step, group, name, 1000, op == 0 ? 10 : ms);
        }
        ranks.back().link(step, group, rank, rank, 100, 0.1, "LOCAL");
    }
    ranks[0].link(step, group, 0, 1, 100, linkMs);
    ranks[0].sent(step, group, "hcom_allReduce__" + std::string(group) + "_" + std::to_string(first) + "_1", "HCCS", 50,
                  5);
    return planted::commRun(std::move(ranks));
}

std::vector<CommDifference> rowsOf(const std::vector<CommDifference> &rows, Kind kind, Metric metric, int rank,
                                   int destination = -1) {
    std::vector<CommDifference> result;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(result), [&](const CommDifference &row) {
        return row.kind == kind && row.metric == metric && row.rank == rank && row.destination == destination;
    });
    return result;
}

}  // namespace

class CommCompareTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsCompareCellByCellThoughGroupsAndNumbersDiffer() {
        const auto run = runOf("7", 40, "123", 30, 5);
        const auto baseline = runOf("3", 8, "456", 20, 4);
        const auto rows = compareComm(run, baseline, pairedSteps(run, baseline));
        const auto times = rowsOf(rows, Kind::Operator, Metric::Elapsed, 1);
        QCOMPARE(times.size(), std::size_t{3});  // two operators and their sum
        QCOMPARE(times[1].name, std::string("hcom_allReduce__123_41_1"));
        QCOMPARE(times[1].step, std::string("7"));
        QCOMPARE(times[1].baselineStep, std::string("3"));
        QCOMPARE(*times[1].value, 30.0);
        QCOMPARE(*times[1].baseline, 20.0);
        QCOMPARE(*times[1].difference(), 10.0);
        QCOMPARE(*times[1].ratio(), 1.5);
        QCOMPARE(*times[2].difference(), 10.0);
        const auto links = rowsOf(rows, Kind::Link, Metric::Bandwidth, 0, 1);
        QCOMPARE(links.size(), std::size_t{2});
        QCOMPARE(*links[0].value, 20.0);
        QCOMPARE(*links[0].baseline, 25.0);
        QCOMPARE(*rowsOf(rows, Kind::Transport, Metric::Bandwidth, 0)[0].ratio(), 1.0);
        QVERIFY(std::all_of(rows.begin(), rows.end(), [](const auto &row) { return row.value && row.baseline; }));
    }

    void whatOnlyOneHasIsThereWithoutTheOther() {
        auto run = runOf("7", 0, "123", 30, 5);
        auto baseline = runOf("7", 0, "123", 30, 5);
        run.captures.erase(run.captures.begin() + 1);
        run.groups = baseline.groups = {{"123", "dp", {0, 1}}};
        const auto rows = compareComm(run, baseline, pairedSteps(run, baseline));
        const auto times = rowsOf(rows, Kind::Operator, Metric::Elapsed, 1);
        QCOMPARE(times.size(), std::size_t{3});
        QVERIFY(!times[0].value && !times[0].difference() && !times[0].ratio());
        QCOMPARE(*times[0].baseline, 10.0);
        QCOMPARE(*rowsOf(rows, Kind::Operator, Metric::Elapsed, 0)[0].difference(), 0.0);
    }

    void twoStepsOfARunCompare() {
        std::vector<planted::CommRank> ranks;
        ranks.emplace_back(0);
        for (int step = 1; step <= 2; ++step) {
            for (int op = 0; op < 2; ++op) {
                ranks.back().time(std::to_string(step), "g", "hcom_send__123_" + std::to_string(2 * step + op) + "_1",
                                  1000, 10 * step + op);
            }
        }
        Workspace space;
        space.runs.push_back(planted::commRun(std::move(ranks)));
        space.runs[0].id = RunId{0};
        const auto table = planted::table(
            "comm_compare", {.workspace = &space,
                             .step = 2,
                             .parameters = {{"baseline_step", "1"}, {"kind", "operator"}, {"metric", "elapsed"}}});
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.text(1, "value"), std::string("21"));
        QCOMPARE(table.text(1, "baseline"), std::string("11"));
        QCOMPARE(table.text(1, "difference"), std::string("10"));
        const auto alone = analysisById("comm_compare")->run({.workspace = &space}, {});
        QVERIFY(alone && alone->rows.empty() && alone->notes.size() == 1);  // says what it needs
    }
};

TEST_SUITE(CommCompareTest)

}  // namespace tst_comm_compare

#include "tst_comm_compare.moc"
