#include "core/analysis/pipeline/time/cell_facts.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <map>

namespace tst_cell_facts {

using namespace stagescope;

namespace {

constexpr Nanos kMs{1'000'000};

/// 1F1B on two ranks; one backward of rank 0 begins and ends 7 ms late.
PipelineChart lateChart() {
    const ScheduleOptions options{.kind = ScheduleKind::OneFOneB, .stages = 2, .microbatches = 4};
    UniformCosts costs;
    costs.forward = 10 * kMs;
    costs.backward = 20 * kMs;
    auto chart = theoryChart(options, generateSchedule(options).value(), costs).value();
    for (auto &cell : chart.cells.edit()) {
        if (cell.rank == 0 && cell.kind == CellKind::Backward && cell.microbatch == 3) {
            cell.range = {cell.range.begin + 7 * kMs, cell.range.end + 7 * kMs};
        }
    }
    return chart;
}

std::size_t find(const PipelineChart &chart, int rank, CellKind kind, int microbatch) {
    for (std::size_t i = 0; i < chart.cells.size(); ++i) {
        const auto &cell = chart.cells[i];
        if (cell.rank == rank && cell.kind == kind && cell.microbatch == microbatch) {
            return i;
        }
    }
    return chart.cells.size();
}

std::map<std::string, std::string> mapped(const KeyValues &facts) { return {facts.begin(), facts.end()}; }

}  // namespace

class TestCellFacts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void latenessAgainstTheIdeal() {
        const auto chart = lateChart();
        auto facts = mapped(cellFacts(chart, find(chart, 0, CellKind::Backward, 3), {}));
        QCOMPARE(facts["lateness"], durationText(7 * kMs));
        facts = mapped(cellFacts(chart, find(chart, 1, CellKind::Forward, 1), {}));
        QCOMPARE(facts["lateness"], durationText(Nanos{0}));
        QCOMPARE(facts["numbering"], std::string("named"));
    }
    void useIsTold() {
        auto chart = lateChart();
        const auto position = find(chart, 1, CellKind::Forward, 0);
        QCOMPARE(mapped(cellFacts(chart, position, {})).count("device_busy"), std::size_t{0});
        chart.cells.edit()[position].use = CellUse{7 * kMs, 2 * kMs, 1 * kMs};
        const auto facts = mapped(cellFacts(chart, position, {}));
        QCOMPARE(facts.at("device_busy"), std::string("70.0 %"));
        QCOMPARE(facts.at("exposed_communication"), durationText(2 * kMs));
        QCOMPARE(facts.at("host_bound"), durationText(1 * kMs));
    }
    void transfersNameBothEnds() {
        auto chart = lateChart();
        P2pOp op;
        op.rank = 0;
        op.name = "send";
        chart.p2p = {op};
        P2pEdge edge;
        edge.send = 0;
        edge.from = 0;
        edge.to = 1;
        edge.producer = find(chart, 0, CellKind::Forward, 2);
        edge.consumer = find(chart, 1, CellKind::Forward, 2);
        edge.direction = P2pEdge::Direction::Activation;
        edge.transfer = 3 * kMs;
        edge.receiveWait = 2 * kMs;
        chart.edges = {edge};
        auto facts = mapped(transferFacts(chart, 0));
        QCOMPARE(facts["edge"], std::string("rank 0: F 2.0 -> rank 1: F 2.0, activation"));
        QCOMPARE(facts["receive_wait"], durationText(2 * kMs));
        facts = mapped(cellFacts(chart, edge.consumer, {}));
        QVERIFY(facts["input_from"].find("rank 0: F 2.0") == 0);
        QVERIFY(facts.count("output_to") == 0);
        facts = mapped(cellFacts(chart, edge.producer, {}));
        QVERIFY(facts["output_to"].find("rank 1: F 2.0") == 0);
    }
    void titles() {
        PipelineCell cell;
        cell.kind = CellKind::Overlapped;
        cell.microbatch = 7;
        cell.backwardMicrobatch = 3;
        cell.backwardChunk = 1;
        QCOMPARE(cellTitle(cell), std::string("F 7 & B 3.1"));
        cell.kind = CellKind::Optimizer;
        cell.microbatch = -1;
        QCOMPARE(cellTitle(cell), std::string("optimizer"));
    }
};

TEST_SUITE(TestCellFacts)

}  // namespace tst_cell_facts

#include "tst_cell_facts.moc"
