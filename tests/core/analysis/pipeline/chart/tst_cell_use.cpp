#include "core/analysis/pipeline/chart/cell_use.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_cell_use {

using namespace stagescope;

namespace {

struct Op {
    SliceClass klass = SliceClass::Computing;
    std::string_view name;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

RankCapture captureOf(const std::vector<Op> &ops) {
    TraceBuilder builder;
    const auto process = builder.intern("device");
    for (const auto &op : ops) {
        const bool computes = op.klass == SliceClass::Computing;
        const auto track = builder.track({computes ? TrackKind::DeviceStream : TrackKind::CommGroup, process,
                                          builder.intern(computes ? "stream" : "group")});
        builder.slice(track, op.begin, op.end - op.begin, builder.intern(op.name), op.klass, 0);
    }
    auto capture = planted::capture(0, {});
    capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
    return capture;
}

PipelineCell cellOf(std::int64_t begin, std::int64_t end, CellEvidence evidence = CellEvidence::Named) {
    PipelineCell cell;
    cell.kind = CellKind::Forward;
    cell.evidence = evidence;
    cell.range = {rankTime(begin), rankTime(end)};
    return cell;
}

constexpr auto kCompute = SliceClass::Computing;
constexpr auto kComm = SliceClass::Communication;

}  // namespace

class TestCellUse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Kernels that overlap count once, a collective beside them does not count, a receive posted early is no work of
    /// the cell, and what reaches over its ends is cut there.
    void partsOfACell() {
        const auto capture = captureOf({{kCompute, "MatMul", 900, 1200},
                                        {kCompute, "Add", 1100, 1300},
                                        {kComm, "hcom_allReduce__1", 1250, 1500},
                                        {kComm, "hcom_receive__1", 1000, 2500},
                                        {kCompute, "MatMul", 1950, 2100}});
        std::vector<PipelineCell> cells{cellOf(1000, 2000), cellOf(1000, 2000, CellEvidence::HostRange),
                                        cellOf(1000, 2000, CellEvidence::FlowArrows), cellOf(3000, 3100)};
        measureUse(capture, cells);
        QVERIFY(cells[0].use.has_value());
        QCOMPARE(cells[0].use->busy, Nanos{350});
        QCOMPARE(cells[0].use->exposed, Nanos{200});
        QCOMPARE(cells[0].use->rest, Nanos{450});
        QVERIFY(!cells[1].use && !cells[2].use);
        QCOMPARE(cells[3].use->rest, Nanos{100});
    }
    /// Merged intervals of a small database, without a trace.
    void fromTables() {
        TableBuilder busy(TableKind::BusyIntervals);
        busy.set("kind", std::int64_t{0}).set("begin_ns", std::int64_t{10}).set("end_ns", std::int64_t{30}).endRow();
        busy.set("kind", std::int64_t{1}).set("begin_ns", std::int64_t{20}).set("end_ns", std::int64_t{90}).endRow();
        TableBuilder p2p(TableKind::P2pOps);
        p2p.set("name", std::string_view("hcom_send__1"))
            .set("begin_ns", std::int64_t{50})
            .set("end_ns", std::int64_t{90})
            .endRow();
        std::vector<PipelineCell> cells{cellOf(0, 100)};
        measureUse(planted::capture(0, {planted::shared(busy), planted::shared(p2p)}), cells);
        QCOMPARE(cells[0].use->busy, Nanos{20});
        QCOMPARE(cells[0].use->exposed, Nanos{20});
        QCOMPARE(cells[0].use->rest, Nanos{60});
    }
    void nothingLoadedTellsNothing() {
        std::vector<PipelineCell> cells{cellOf(0, 100)};
        measureUse(planted::capture(0, {}), cells);
        QVERIFY(!cells[0].use);
    }
    /// Against counting each ns, over random work.
    void identity() {
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            std::vector<Op> ops;
            for (int i = 0; i < 12; ++i) {
                const auto begin = static_cast<std::int64_t>(random() % 100);
                ops.push_back({random() % 2 == 0 ? kCompute : kComm, "op", begin,
                               begin + static_cast<std::int64_t>(random() % 20)});
            }
            ops.push_back({kCompute, "op", 1, 2});
            std::vector<PipelineCell> cells{cellOf(20, 80)};
            measureUse(captureOf(ops), cells);
            std::array<int, 3> expected{};
            for (std::int64_t t = 20; t < 80; ++t) {
                const auto covers = [&](SliceClass klass) {
                    return std::any_of(ops.begin(), ops.end(),
                                       [&](const Op &op) { return op.klass == klass && op.begin <= t && t < op.end; });
                };
                ++expected.at(covers(kCompute) ? 0 : covers(kComm) ? 1 : 2);
            }
            QCOMPARE(cells[0].use->busy.count(), std::int64_t{expected[0]});
            QCOMPARE(cells[0].use->exposed.count(), std::int64_t{expected[1]});
            QCOMPARE(cells[0].use->rest.count(), std::int64_t{expected[2]});
        }
    }
};

TEST_SUITE(TestCellUse)

}  // namespace tst_cell_use

#include "tst_cell_use.moc"
