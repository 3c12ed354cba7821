#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/recognition/cell_transfers.h"
#include "core/session/loading/load_job.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_demo_transfers {

using namespace stagescope;

/// Sends wait for their link where it is busy, receives for their rank: each still belongs to the cells that it joins.
class DemoTransfersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachJoinsItsCells_data() {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("fault");
        for (const auto kind : scheduleKinds()) {
            const auto schedule = QString::fromUtf8(scheduleKindText(kind).data());
            for (const auto *fault : {"", "slow-link=1-2:4", "slow-link=0-1:10", "slow-rank=1:1.5"}) {
                QTest::addRow("%s %s", qPrintable(schedule), fault) << schedule << QString::fromLatin1(fault);
            }
        }
    }
    void eachJoinsItsCells() {
        QFETCH(QString, schedule);
        QFETCH(QString, fault);
        Pairs options{{"schedule", schedule.toStdString()}, {"pp", "4"}, {"dp", "1"}, {"steps", "2"}, {"layers", "1"}};
        if (!fault.isEmpty()) {
            options.emplace_back("fault", fault.toStdString());
        }
        const Demo demo(options);
        const auto run = loadRun(demo.folder().toStdString(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto chart = pipelineChart(*run, pipelineGroups(*run).front());
        QCOMPARE(chart.edges.size(), cellTransfers(chart, run->clock).size());
        for (const auto &edge : chart.edges) {
            QVERIFY(edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone);
            QVERIFY(edge.producer != P2pEdge::kNone && edge.consumer != P2pEdge::kNone);
            const auto &producer = chart.cells[edge.producer];
            const auto &consumer = chart.cells[edge.consumer];
            QVERIFY2(chart.p2p[edge.send].range.begin >= producer.range.end, producer.name.c_str());
            QVERIFY2(chart.p2p[edge.receive].range.end <= consumer.range.begin, consumer.name.c_str());
            // A rank posts the receive behind the cell before: nothing of its own lies between it and its consumer.
            const bool isNext = std::none_of(chart.cells.begin(), chart.cells.end(), [&](const PipelineCell &cell) {
                return cell.rank == consumer.rank && cell.range.begin >= chart.p2p[edge.receive].range.begin &&
                       cell.range.begin < consumer.range.begin;
            });
            QVERIFY2(isNext, consumer.name.c_str());
        }
    }
};

TEST_SUITE(DemoTransfersTest)

}  // namespace tst_demo_transfers

#include "tst_demo_transfers.moc"
