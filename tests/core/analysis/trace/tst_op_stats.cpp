#include "core/analysis/trace/op_stats.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_op_stats {

using namespace stagescope;

class OpStatsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void operatorsAreCountedOnceAndByKind() {
        const auto space = planted::workspace({plantedCapture()});
        const auto stats = opStats(space.runs[0].captures[0], {});
        QCOMPARE(stats.size(), std::size_t{3});
        QCOMPARE(stats[0].name, std::string("hcom_allReduce"));
        QCOMPARE(stats[0].count, std::uint64_t{2});
        QCOMPARE(stats[0].total.count(), std::int64_t{7000});
        QCOMPARE(stats[1].name, std::string("MatMul"));
        QCOMPARE(stats[1].count, std::uint64_t{3});
        QCOMPARE(stats[1].total.count(), std::int64_t{6000});
        QCOMPARE(stats[1].min.count(), std::int64_t{1000});
        QCOMPARE(stats[1].max.count(), std::int64_t{3000});
        QCOMPARE(stats[2].name, std::string("Add"));
        QCOMPARE(opStats(space.runs[0].captures[0], {.byCommunicationKind = false}).size(), std::size_t{4});
    }

    void onlyNumberedNamesAreCut() {
        QCOMPARE(communicationKind("hcom_allReduce__865_0_1"), std::string_view("hcom_allReduce"));
        for (const std::string_view name :
             {"ncclDevKernel_AllReduce", "combine<8, __nv_bfloat16>", "hcom_x__", "a__b"}) {
            QCOMPARE(communicationKind(name), name);
        }
    }

    void theTableSharesAmongTheClass() {
        const auto space = planted::workspace({plantedCapture()});
        const auto table = planted::table("op_stats", {.workspace = &space});
        QCOMPARE(table.text(0, "op_class"), std::string("communication"));
        QCOMPARE(table.text(0, "class_share_percent"), std::string("100"));
        QCOMPARE(table.text(1, "total_us"), std::string("6"));
        QCOMPARE(table.text(1, "mean_us"), std::string("2"));
        QCOMPARE(table.text(1, "class_share_percent"), std::string("75"));
    }

    void rangeAndStepSelectByBegin() {
        const auto space = planted::workspace({plantedCapture()});
        const auto ranged = planted::table(
            "op_stats", {.workspace = &space, .range = AlignedRange{alignedTime(10000), alignedTime(12000)}});
        QCOMPARE(ranged.rows.size(), std::size_t{1});
        QCOMPARE(ranged.text(0, "name"), std::string("MatMul"));
        QCOMPARE(ranged.text(0, "count"), std::string("1"));
        const auto step = planted::table("op_stats", {.workspace = &space, .step = 2});
        QCOMPARE(step.rows.size(), std::size_t{2});
        QVERIFY(planted::table("op_stats", {.workspace = &space, .step = 9}).rows.empty());
    }

    void withoutGroupsStreamsTellTheCommunication() {
        TraceBuilder builder;
        const auto stream = builder.track({TrackKind::DeviceStream, builder.intern("gpu"), builder.intern("7")});
        builder.slice(stream, 5, 10, builder.intern("ncclDevKernel_AllReduce"), SliceClass::Communication, 0);
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto stats = opStats(capture, {});
        QCOMPARE(stats.size(), std::size_t{1});
        QCOMPARE(stats[0].klass, SliceClass::Communication);
    }

private:
    static RankCapture plantedCapture() {
        TraceBuilder builder;
        const auto device = builder.intern("device");
        const auto one = builder.track({TrackKind::DeviceStream, device, builder.intern("1")});
        const auto two = builder.track({TrackKind::DeviceStream, device, builder.intern("2")});
        const auto group = builder.track({TrackKind::CommGroup, device, builder.intern("Group 0")});
        const auto overlap = builder.track({TrackKind::Overlap, device, builder.intern("Computing")});
        const auto matmul = builder.intern("MatMul");
        builder.slice(one, 1000, 1000, matmul, SliceClass::Computing, 0);
        builder.slice(one, 10000, 2000, matmul, SliceClass::Computing, 1);
        builder.slice(one, 13000, 500, builder.intern("EVENT_WAIT"), SliceClass::Event, 2);
        builder.slice(two, 20000, 3000, matmul, SliceClass::Computing, 3);
        builder.slice(two, 24000, 2000, builder.intern("Add"), SliceClass::Computing, 4);
        builder.slice(one, 30000, 4000, builder.intern("hcom_allReduce__865_0_1"), SliceClass::Communication, 5);
        builder.slice(group, 1500, 3000, builder.intern("hcom_allReduce__865_0_1"), SliceClass::Communication, 6);
        builder.slice(group, 5000, 4000, builder.intern("hcom_allReduce__865_1_1"), SliceClass::Communication, 7);
        builder.slice(overlap, 1000, 9000, builder.intern("Computing"), SliceClass::Overlap, 8);
        TableBuilder steps(TableKind::Steps);
        steps.set("step", std::int64_t{1}).set("begin_ns", std::int64_t{0}).set("end_ns", std::int64_t{15000}).endRow();
        steps.set("step", std::int64_t{2})
            .set("begin_ns", std::int64_t{15000})
            .set("end_ns", std::int64_t{20001})
            .endRow();
        auto capture = planted::capture(0, {planted::shared(steps)});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        return capture;
    }
};

TEST_SUITE(OpStatsTest)

}  // namespace tst_op_stats

#include "tst_op_stats.moc"
