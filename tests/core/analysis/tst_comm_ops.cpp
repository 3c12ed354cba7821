#include "core/analysis/comm_op.h"

#include <QtTest/QTest>

using namespace stagescope;

namespace {

void give(TableBuilder &table, std::string_view name, std::int64_t begin, std::int64_t end, std::string_view group) {
    table.set("name", name).set("begin_ns", begin).set("end_ns", end).set("group", group).endRow();
}

Run runOf(TableBuilder ops, bool withSteps) {
    TableBuilder steps(TableKind::Steps);
    steps.set("step", std::int64_t{7}).set("begin_ns", std::int64_t{100}).set("end_ns", std::int64_t{200}).endRow();
    RankCapture capture;
    capture.rank = 3;
    capture.state = LoadState::Shallow;
    LoadedSource loaded{SourceId{0}, {}, {std::make_shared<const TableStore>(ops.take())}};
    if (withSteps) {
        loaded.tables.push_back(std::make_shared<const TableStore>(steps.take()));
    }
    capture.files.push_back(FileSource{});
    capture.files.back().id = SourceId{0};
    capture.files.back().chosen = true;
    capture.files.back().format = "trace_json";
    capture.loaded.push_back(std::move(loaded));
    Run run;
    run.captures.push_back(std::move(capture));
    return run;
}

}  // namespace

class CommOpsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersEqualNamesByBegin() {
        TableBuilder table(TableKind::CommOps);
        give(table, "a", 300, 310, "g");
        give(table, "a", 150, 260, "g");
        give(table, "a", 160, 170, "h");
        const auto ops = commOps(runOf(std::move(table), true));
        QCOMPARE(ops.size(), std::size_t{3});
        QCOMPARE(ns(ops[0].range.begin), std::int64_t{150});
        QCOMPARE(ops[0].rank, 3);
        QCOMPARE(ops[0].nth, 0);
        QCOMPARE(ops[0].step, std::int64_t{7});
        QCOMPARE(ops[1].group, std::string("h"));
        QCOMPARE(ops[1].nth, 0);
        QCOMPARE(ops[2].nth, 1);
        QCOMPARE(ops[2].step, kNoStep);
        QCOMPARE(ops[2].bytes, std::int64_t{-1});  // the file does not tell
    }

    void tracesNeedDeepLoading() {
        QVERIFY(needsDeepForCommOps(runOf(TableBuilder(TableKind::P2pOps), false)));
        TableBuilder table(TableKind::CommOps);
        give(table, "a", 1, 2, "g");
        QVERIFY(!needsDeepForCommOps(runOf(std::move(table), false)));
    }
};

QTEST_GUILESS_MAIN(CommOpsTest)
#include "tst_comm_ops.moc"
