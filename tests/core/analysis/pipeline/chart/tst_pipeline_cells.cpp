#include "core/analysis/pipeline/chart/cell_names.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_pipeline_cells {

using namespace stagescope;

namespace {

struct PlantedCell {
    std::string name;
    std::int64_t begin;
    std::int64_t end;
    std::int64_t step = kNoStep;
    std::string evidence = "mstx_device";
    std::int64_t microbatch = -1;
};

std::shared_ptr<const TableStore> cellTable(const std::vector<PlantedCell> &cells) {
    TableBuilder builder(TableKind::PipelineCells);
    for (const auto &cell : cells) {
        const bool isNamed = cell.evidence == "step_task_info";
        builder.set("name", std::string_view(isNamed ? cell.name : std::string{}));
        builder.set("message", std::string_view(isNamed ? std::string{} : "{'name': '" + cell.name + "'}"));
        builder.set("begin_ns", cell.begin).set("end_ns", cell.end).set("step", cell.step);
        builder.set("type", std::int64_t{-1}).set("microbatch", cell.microbatch);
        builder.set("evidence", std::string_view(cell.evidence)).endRow();
    }
    return planted::shared(builder);
}

std::shared_ptr<const TableStore> stepTable() {
    TableBuilder builder(TableKind::Steps);
    builder.set("step", std::int64_t{5}).set("begin_ns", std::int64_t{0}).set("end_ns", std::int64_t{90}).endRow();
    builder.set("step", std::int64_t{6}).set("begin_ns", std::int64_t{100}).set("end_ns", std::int64_t{190}).endRow();
    return planted::shared(builder);
}

std::shared_ptr<const TableStore> parallelTable(std::string_view type, std::string_view microbatches) {
    TableBuilder builder(TableKind::Environment);
    const auto add = [&](std::string_view key, std::string_view value) {
        builder.set("section", std::string_view("parallel")).set("key", key).set("value", value).endRow();
    };
    add("pp_type", type);
    add("microbatch_num", microbatches);
    return planted::shared(builder);
}

}  // namespace

class PipelineCellsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesTellKindAndMicrobatch_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("microbatch");
        QTest::addColumn<int>("backward");
        QTest::newRow("FP") << QByteArray("FP") << QByteArray("F") << -1 << -1;
        QTest::newRow("BP") << QByteArray("BP") << QByteArray("B") << -1 << -1;
        QTest::newRow("number") << QByteArray("3") << QByteArray("F") << 3 << -1;
        QTest::newRow("7F") << QByteArray("7F") << QByteArray("F") << 7 << -1;
        QTest::newRow("13B") << QByteArray("13B") << QByteArray("B") << 13 << -1;
        QTest::newRow("10b") << QByteArray("10b") << QByteArray("I") << 10 << -1;
        QTest::newRow("10w") << QByteArray("10w") << QByteArray("W") << 10 << -1;
        QTest::newRow("both") << QByteArray("7F+13B") << QByteArray("O") << 7 << 13;
        QTest::newRow("logits") << QByteArray("logits") << QByteArray("other") << -1 << -1;
        QTest::newRow("empty") << QByteArray() << QByteArray("other") << -1 << -1;
        QTest::newRow("huge") << QByteArray("99999999999F") << QByteArray("other") << -1 << -1;
        QTest::newRow("half a pair") << QByteArray("7F+") << QByteArray("other") << -1 << -1;
    }
    void namesTellKindAndMicrobatch() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, kind);
        const auto parsed = cellNameOf(name.toStdString());
        QCOMPARE(std::string(cellKindText(parsed.kind)), kind.toStdString());
        QTEST(parsed.microbatch, "microbatch");
        QTEST(parsed.backwardMicrobatch, "backward");
    }

    void messagesTellTheKind() {
        const auto kind = [](std::string_view message) { return std::string(cellKindText(messageKind(message))); };
        QCOMPARE(kind("{'name': 'forward_step'}"), std::string("F"));
        QCOMPARE(kind("{'name': 'Backward_step_with_model_graph'}"), std::string("B"));
        QCOMPARE(kind("{'name': 'forward_backward_overlaping'}"), std::string("O"));
        QCOMPARE(kind("{'name': 'WeightGradStore.pop'}"), std::string("W"));
        QCOMPARE(kind("forward_backward_func"), std::string("other"));
        QCOMPARE(kind("optimizer"), std::string("other"));
    }

    void rangesAreNumberedByOrderInEachStep() {
        // Not in order of time in the file; one of them wrapped twice; step 6 reaches beyond its end on the host.
        auto space =
            planted::workspace({planted::capture(2, {stepTable(), cellTable({{"backward_step", 40, 60, 5},
                                                                             {"forward_step", 10, 20, 5},
                                                                             {"forward_step_no_model_graph", 12, 19, 5},
                                                                             {"forward_step", 25, 35, 5},
                                                                             {"forward_step", 110, 120},
                                                                             {"backward_step", 180, 205}})})});
        const auto groups = pipelineGroups(space.runs[0]);
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].id, std::string("all"));
        QCOMPARE(groups[0].origin, GroupOrigin::AllRanks);
        const auto chart = pipelineChart(space.runs[0], groups[0]);
        QCOMPARE(chart.nestedCells, std::size_t{1});
        QCOMPARE(chart.cells.size(), std::size_t{5});
        QCOMPARE(chart.steps, (std::vector<std::int64_t>{5, 6}));
        const auto table = planted::table("pipeline_cells", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{5});
        const std::vector<std::array<std::string, 5>> expected = {{"5", "F", "0", "FP", "10"},
                                                                  {"5", "F", "1", "FP", "25"},
                                                                  {"5", "B", "0", "BP", "40"},
                                                                  {"6", "F", "0", "FP", "110"},
                                                                  {"6", "B", "0", "BP", "180"}};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const std::array<std::string, 5> row = {table.text(i, "step"), table.text(i, "kind"),
                                                    table.text(i, "microbatch"), table.text(i, "name"),
                                                    table.text(i, "start_ns")};
            QCOMPARE(row, expected[i]);
            QCOMPARE(table.text(i, "numbering"), std::string("by_order"));
            QCOMPARE(table.text(i, "cell_evidence"), std::string("device_range"));
            QCOMPARE(table.text(i, "type"), std::string(row[1] == "F" ? "0" : "1"));
        }
        QCOMPARE(table.text(4, "evidence"), std::string("cell:0/all/6/2/B/-1/0/0"));
        QVERIFY(itemFromText(table.text(4, "evidence")).has_value());
        const auto oneStep = planted::table("pipeline_cells", {.workspace = &space, .step = 6});
        QCOMPARE(oneStep.rows.size(), std::size_t{2});
    }

    void namedCellsWinOverRanges() {
        const auto space = planted::workspace(
            {planted::capture(0, {cellTable({{"forward_step", 1, 2}, {"7F+3B", 5, 9, 1, "step_task_info"}}),
                                  parallelTable("DualPipeV", "4")})});
        const auto chart = pipelineChart(space.runs[0], pipelineGroups(space.runs[0]).front());
        QCOMPARE(chart.cells.size(), std::size_t{1});
        QCOMPARE(chart.cells[0].kind, CellKind::Overlapped);
        QCOMPARE(chart.cells[0].chunk, 1);
        QCOMPARE(chart.cells[0].microbatch, 3);
        QCOMPARE(chart.cells[0].backwardMicrobatch, 3);
        QCOMPARE(chart.cells[0].numbering, Numbering::Named);
    }

    void stepsWithSeveralChunksAreNotNumbered() {
        const auto count = [](std::string_view microbatches) {
            const auto space = planted::workspace({planted::capture(
                0, {cellTable({{"forward_step", 1, 2, 1}, {"forward_step", 3, 4, 1}, {"forward_step", 5, 6, 1}}),
                    parallelTable("1f1b", microbatches)})});
            const auto chart = pipelineChart(space.runs[0], pipelineGroups(space.runs[0]).front());
            return std::count_if(chart.cells.begin(), chart.cells.end(),
                                 [](const PipelineCell &c) { return c.numbering == Numbering::ByOrder; });
        };
        QCOMPARE(count("3"), 3);
        QCOMPARE(count("2"), 0);
    }

    void groupsComeFromMetadataThenFromSizes() {
        auto space = planted::workspace({});
        auto &run = space.runs[0];
        for (const int rank : {0, 1, 2, 3}) {
            run.captures.push_back(planted::capture(rank, {cellTable({{"forward_step", 1, 2}})}));
        }
        run.parallel = {.tp = 1, .pp = 2, .dp = 2, .cp = 1, .ep = 1, .world = 4};
        auto groups = pipelineGroups(run);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[1].id, std::string("pp(1,3)"));
        QCOMPARE(groups[1].origin, GroupOrigin::ParallelSizes);
        run.groups = {{"group_name_19", "pp", {2, 0}}, {"group_name_5", "dp", {0, 1}}, {"again", "pp", {2, 0}}};
        groups = pipelineGroups(run);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].id, std::string("pp(2,0)"));
        QCOMPARE(groups[0].origin, GroupOrigin::Metadata);
        QCOMPARE(groups[1].id, std::string("all"));
        QCOMPARE(groups[1].ranks, (std::vector<int>{1, 3}));
        const auto table = planted::table("pipeline_cells", {.workspace = &space, .ranks = {0}, .group = "pp(2,0)"});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "stage"), std::string("1"));
        run.groups.clear();
        run.parallel.world = 5;  // does not multiply: not believed
        QCOMPARE(pipelineGroups(run).front().origin, GroupOrigin::AllRanks);
    }

    void anUnknownGroupIsAnError() {
        const auto space = planted::workspace({});
        const auto result = analysisById("pipeline_cells")->run({.workspace = &space, .group = "pp(9)"}, {});
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().kind, ErrorKind::BadArgument);
    }

    void pointToPointOperationsComeFromTableOrTrace() {
        TableBuilder builder(TableKind::P2pOps);
        const auto add = [&](std::string_view name, std::int64_t begin) {
            builder.set("name", name).set("begin_ns", begin).set("end_ns", begin + 5).endRow();
        };
        add("hcom_send__344_0_1", 30);
        add("hcom_receive__344_0_1", 10);
        add("hcom_send__344_0_1", 20);
        TraceBuilder traces;
        const auto track =
            traces.track({TrackKind::CommGroup, traces.intern("Communication"), traces.intern("Group 0")});
        traces.slice(track, 5, 10, traces.intern("hcom_batchSendRecv__1"), SliceClass::Communication, 0);
        traces.slice(track, 20, 10, traces.intern("hcom_allReduce__1"), SliceClass::Communication, 1);
        auto fromTrace = planted::capture(1, {});
        fromTrace.loaded[0].traces.push_back(planted::trace(std::move(traces)));
        const auto space = planted::workspace({planted::capture(0, {planted::shared(builder)}), fromTrace});
        const auto table = planted::table("p2p_ops", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(table.text(0, "kind"), std::string("receive"));
        QCOMPARE(table.text(1, "evidence"), std::string("op:0/0/0/hcom_send__344_0_1"));
        QCOMPARE(table.text(2, "evidence"), std::string("op:0/0/1/hcom_send__344_0_1"));
        QCOMPARE(table.text(3, "kind"), std::string("batch"));
        QCOMPARE(table.text(3, "duration_us"), std::string("0.01"));
    }
};

TEST_SUITE(PipelineCellsTest)

}  // namespace tst_pipeline_cells

#include "tst_pipeline_cells.moc"
