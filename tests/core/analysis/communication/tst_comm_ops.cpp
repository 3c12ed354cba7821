#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_comm_ops {

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

/// A rank with an all-reduce of 8 MB that it stays in so long, and an exchange of all with all.
RankCapture ncclRank(int rank, std::int64_t stay) {
    TableBuilder ops(TableKind::CommOps);
    const auto add = [&](std::string_view name, std::string_view type, std::int64_t begin, std::int64_t duration,
                         std::string_view splits) {
        ops.set("name", name).set("type", type).set("group", std::string_view("0")).set("p2p", std::string_view{});
        ops.set("begin_ns", begin).set("end_ns", begin + duration).set("bytes", std::int64_t{8'000'000});
        ops.set("members", std::string_view("0,1")).set("peer", std::int64_t{-1});
        ops.set("library", std::string_view("NCCL")).set("splits", splits).endRow();
    };
    add("allreduce__0_1_1", "allreduce", 10'000'000 - stay, stay, {});
    add("alltoall__0_2_1", "alltoall", 20'000'000, 1'000'000, rank == 0 ? "3,1" : "");
    RankCapture capture;
    capture.rank = rank;
    capture.state = LoadState::Deep;
    capture.loaded.push_back(
        {SourceId{static_cast<std::uint32_t>(rank)}, {}, {std::make_shared<const TableStore>(ops.take())}});
    return capture;
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

    /// All start to transfer when the last one has come: what a rank stays longer than the shortest stay it waited.
    void stayOfNcclSplitsIntoWaitAndTransfer() {
        Run run;
        run.captures = {ncclRank(0, 4'000'000), ncclRank(1, 1'000'000)};
        run.groups.push_back({"0", "default_pg", {0, 1}});
        const auto times = commTimes(run);
        const auto first = std::find_if(times.begin(), times.end(),
                                        [](const CommTime &t) { return t.rank == 0 && t.name == "allreduce__0_1_1"; });
        QVERIFY(first != times.end());
        QCOMPARE(first->transitMs, 1.0);
        QCOMPARE(first->waitMs, 3.0);
        QCOMPARE(first->elapsedMs, 4.0);
        const auto bandwidths = commBandwidths(run);
        QVERIFY(!bandwidths.empty());
        QCOMPARE(bandwidths.front().gbps, 8.0);  // 8 MB in the 1 ms of the transfer
        QCOMPARE(busFactor("allreduce__0_1_1", 4), 1.5);
        QCOMPARE(busFactor("reduce_scatter", 4), 0.75);
        QCOMPARE(busFactor("broadcast", 4), 1.0);
        const auto links = commMatrix(run).links;
        const auto link = std::find_if(links.begin(), links.end(),
                                       [](const CommLink &l) { return l.source == 0 && l.destination == 1; });
        QVERIFY(link != links.end());
        QCOMPARE(link->sizeMb, 2.0);  // a quarter goes to the other rank
        QCOMPARE(commGroups(run).size(), std::size_t{1});
        QCOMPARE(commGroups(run).front().ranks, (std::vector<int>{0, 1}));
    }

    void tracesNeedDeepLoading() {
        QVERIFY(needsDeepForCommOps(runOf(TableBuilder(TableKind::P2pOps), false)));
        TableBuilder table(TableKind::CommOps);
        give(table, "a", 1, 2, "g");
        QVERIFY(!needsDeepForCommOps(runOf(std::move(table), false)));
    }
};

TEST_SUITE(CommOpsTest)

}  // namespace tst_comm_ops

#include "tst_comm_ops.moc"
