#include "core/analysis/trace/logits_work.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_device_tables {

using namespace stagescope;

namespace {

/// name, type, core, shapes, begin, duration; step 1, stream 2.
std::shared_ptr<const TableStore> kernels(
    const std::vector<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, int, int>>
        &rows) {
    TableBuilder builder(TableKind::Kernels);
    for (const auto &[name, type, core, shapes, begin, duration] : rows) {
        builder.set("name", name).set("type", type).set("core", core).set("cube", std::int64_t{0});
        builder.set("stream", std::int64_t{2}).set("step", std::int64_t{1});
        builder.set("begin_ns", std::int64_t{begin}).set("duration_ns", std::int64_t{duration});
        builder.set("wait_ns", std::int64_t{-1}).set("input_shapes", shapes).set("output_shapes", shapes).endRow();
    }
    return planted::shared(builder);
}

std::shared_ptr<const TableStore> someKernels() {
    return kernels({{"Default/network-Net/a-Dense/MatMul-op1", "MatMul", "AI_CORE", "2,3", 1000, 500},
                    {"Default/network-Net/b-Dense/MatMul-op2", "MatMul", "AI_CORE", "4,3", 2000, 700},
                    {"Add_1", "Add", "AI_VECTOR_CORE", "2,3", 3000, 100},
                    {"hcom_allReduce__1_2_3", "hcom_allReduce_", "COMMUNICATION", "", 3500, 900}});
}

}  // namespace

class DeviceTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Kernels as wide as the largest matrix product are the loss, fused or written out.
    void lossInSingleKernels() {
        const auto workOf = [](std::string_view type) {
            return logitsWork(planted::capture(0, {kernels({{"a", "MatMulV3", "AI_CORE", "8,64", 0, 100},
                                                            {"b", "MatMulV3", "AI_CORE", "8,16", 100, 50},
                                                            {"c", type, "AI_VECTOR_CORE", "8,64", 200, 30},
                                                            {"d", "ReduceSum", "AI_VECTOR_CORE", "\"8,64;8\"", 300, 20},
                                                            {"e", "Add", "AI_VECTOR_CORE", "8,16", 400, 10}})}));
        };
        const auto single = workOf("Exp");
        QVERIFY(single.has_value());
        QCOMPARE(single->vocabulary, std::int64_t{64});
        QCOMPARE(single->time, Nanos{50});
        QCOMPARE(single->kernels, std::size_t{2});
        QVERIFY(single->isUnfusedLoss);
        QVERIFY(!workOf("SoftmaxCrossEntropyWithLogits")->isUnfusedLoss);
        QVERIFY(!logitsWork(planted::capture(0, {kernels({{"e", "Add", "AI_VECTOR_CORE", "8,16", 0, 10}})})));
    }
    void kernelsByTypeShapeAndName() {
        const auto space = planted::workspace({planted::capture(0, {someKernels()})});
        const auto types = planted::table("kernel_stats", {.workspace = &space});
        QCOMPARE(types.rows.size(), std::size_t{2});
        QCOMPARE(types.text(0, "type"), std::string("MatMul"));
        QCOMPARE(types.text(0, "count"), std::string("2"));
        QCOMPARE(types.text(0, "total_us"), std::string("1.2"));
        QCOMPARE(types.text(0, "mean_us"), std::string("0.6"));
        QCOMPARE(types.text(0, "min_us"), std::string("0.5"));
        QCOMPARE(types.text(0, "max_us"), std::string("0.7"));
        QCOMPARE(types.text(1, "core"), std::string("AI_VECTOR_CORE"));
        const auto shapes = planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", "shape"}}});
        QCOMPARE(shapes.rows.size(), std::size_t{3});
        QCOMPARE(shapes.text(0, "input_shapes"), std::string("4,3"));
        // Two layers, one operator.
        const auto names = planted::table("kernel_stats", {.workspace = &space, .parameters = {{"by", "name"}}});
        QCOMPARE(names.rows.size(), std::size_t{2});
        QCOMPARE(names.text(0, "name"), std::string("MatMul"));
        QVERIFY(!analysisById("kernel_stats")->run({.workspace = &space, .parameters = {{"by", "colour"}}}, {}));
    }

    void kernelsOneByOne() {
        const auto space = planted::workspace({planted::capture(0, {someKernels()})});
        const auto all = planted::table("kernels", {.workspace = &space});
        QCOMPARE(all.rows.size(), std::size_t{4});
        QCOMPARE(all.text(0, "name"), std::string("MatMul"));
        QCOMPARE(all.text(0, "path"), std::string("Default/network-Net/a-Dense"));
        QCOMPARE(all.text(0, "begin_ns"), std::string("1000"));
        QCOMPARE(all.text(0, "wait_us"), std::string());
        const auto some = planted::table("kernels", {.workspace = &space, .parameters = {{"type", "Mat"}}});
        QCOMPARE(some.rows.size(), std::size_t{2});
        const auto few = planted::table("kernels", {.workspace = &space, .parameters = {{"rows", "1"}}});
        QCOMPARE(few.rows.size(), std::size_t{1});
        QCOMPARE(few.notes.size(), std::size_t{1});
        const auto ranged = planted::table(
            "kernels", {.workspace = &space, .range = AlignedRange{alignedTime(1500), alignedTime(3000)}});
        QCOMPARE(ranged.rows.size(), std::size_t{1});
    }

    void tracesTellKernelsToo() {
        planted::RecordedRank rank;
        rank.direct("aten::mul", "elementwise", 0, 10, 1000, 1500);
        const auto space = planted::workspace({rank.capture()});
        const auto table = planted::table("kernels", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "name"), std::string("elementwise"));
        QCOMPARE(table.text(0, "stream"), std::string("7"));
        QCOMPARE(table.text(0, "input_shapes"), std::string());
    }

    void selfTimeIsOfTheLayer() {
        planted::RecordedRank rank;
        rank.host("aten::linear", 0, 1000).host("aten::addmm", 100, 700);
        rank.host("cudaLaunchKernel", 200, 300, SliceClass::Runtime);
        rank.host("nn.Module: Linear", 0, 2000, SliceClass::Python, "thread 2");
        rank.host("forward", 500, 1500, SliceClass::Python, "thread 2");
        const auto space = planted::workspace({rank.capture()});
        const auto table = planted::table("api_stats", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{5});
        std::map<std::string, std::string> self;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            self[table.text(row, "layer") + " " + table.text(row, "name")] = table.text(row, "self_us");
        }
        QCOMPARE(self["framework aten::linear"], std::string("0.4"));
        QCOMPARE(self["framework aten::addmm"], std::string("0.6"));
        QCOMPARE(self["driver cudaLaunchKernel"], std::string("0.1"));
        QCOMPARE(self["python nn.Module: Linear"], std::string("1"));
        QCOMPARE(self["python forward"], std::string("1"));
        QCOMPARE(table.text(0, "layer_share_percent"), std::string("40"));
    }

    /// What was not recorded is not 0.
    void callsWithoutDurations() {
        planted::RecordedRank rank;
        rank.host("aten::mm", 0, 0).host("aten::mm", 500, 500);
        rank.host("aten::add", 0, 0, SliceClass::HostOp, "thread 2")
            .host("aten::add", 500, 600, SliceClass::HostOp, "thread 2");
        const auto space = planted::workspace({rank.capture()});
        const auto table = planted::table("api_stats", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{2});
        for (std::size_t row = 0; row < 2; ++row) {
            const bool isTimed = table.text(row, "name") == "aten::add";
            QCOMPARE(table.text(row, "count"), std::string("2"));
            for (const char *column : {"total_us", "mean_us", "min_us", "max_us", "deviation_us", "q1_us", "median_us",
                                       "q3_us", "self_us", "layer_share_percent"}) {
                QVERIFY2(table.text(row, column).empty() != isTimed, column);
            }
        }
    }

    void communicationAndItsTasks() {
        TraceBuilder builder;
        const auto process = builder.intern("Communication");
        const auto group = builder.track({TrackKind::CommGroup, process, builder.intern("Group 0")});
        const auto plane = builder.track({TrackKind::CommPlane, process, builder.intern("Plane 0")});
        builder.slice(group, 0, 100, builder.intern("hcom_allReduce__1_0_1"), SliceClass::Communication, 0);
        builder.slice(group, 200, 50, builder.intern("hcom_send__1_1_1"), SliceClass::Communication, 0);
        builder.slice(plane, 10, 20, builder.intern("Notify_Wait"), SliceClass::CommTask, 0);
        builder.slice(plane, 40, 40, builder.intern("Notify_Wait"), SliceClass::CommTask, 0);
        builder.slice(plane, 210, 5, builder.intern("Memcpy"), SliceClass::CommTask, 0);
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto space = planted::workspace({capture});
        const auto table = planted::table("comm_summary", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(table.text(0, "operator"), std::string("hcom_allReduce"));
        QCOMPARE(table.text(0, "task"), std::string());
        QCOMPARE(table.text(1, "task"), std::string("Notify_Wait"));
        QCOMPARE(table.text(1, "count"), std::string("2"));
        QCOMPARE(table.text(1, "total_us"), std::string("0.06"));
        QCOMPARE(table.text(3, "operator"), std::string("hcom_send"));
        QCOMPARE(table.text(3, "task"), std::string("Memcpy"));
        QVERIFY(!table.text(0, "group").empty());
    }
    /// The same operator in two groups is one row, as runs that name their groups otherwise are compared.
    void communicationOfAllGroups() {
        TraceBuilder builder;
        for (const auto *group : {"Group a", "Group b"}) {
            const auto lane = builder.track({TrackKind::CommGroup, builder.intern("comm"), builder.intern(group)});
            builder.slice(lane, 0, 100, builder.intern("hcom_send__1"), SliceClass::Communication, 0);
        }
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto space = planted::workspace({capture});
        QCOMPARE(planted::table("comm_summary", {.workspace = &space}).rows.size(), std::size_t{2});
        const auto table = planted::table("comm_summary", {.workspace = &space, .parameters = {{"by", "kind"}}});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "group"), std::string());
        QCOMPARE(table.text(0, "count"), std::string("2"));
        QCOMPARE(table.text(0, "total_us"), std::string("0.2"));
        const AnalysisInput unknown{.workspace = &space, .parameters = {{"by", "colour"}}};
        QCOMPARE(analysisById("comm_summary")->run(unknown, {}).error().kind, ErrorKind::BadArgument);
    }
};

TEST_SUITE(DeviceTablesTest)

}  // namespace tst_device_tables

#include "tst_device_tables.moc"
