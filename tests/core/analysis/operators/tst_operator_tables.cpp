#include "core/analysis/operators/operator_agreement.h"
#include "core/analysis/operators/operator_bounds.h"
#include "core/store/tables/task_metric_record.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_operator_tables {

using namespace stagescope;

namespace {

struct PlantedKernel {
    std::string name;
    std::string type;
    std::string core;
    std::string shapes;
    std::int64_t duration;
    std::int64_t blocks = 20;
    float mac = 0;
    float mte2 = 0;
    float vec = 0;
    float vectorMte2 = 0;
    std::string state{};
};

/// Whole: with what the advisor looks at besides, never busy; else that is not measured.
std::shared_ptr<const TableStore> kernels(const std::vector<PlantedKernel> &all, bool isWhole = false) {
    TableBuilder builder(TableKind::Kernels);
    TableStore::Measures mac, mte2, vec, vectorMte2, cycles;
    std::int64_t begin = 0;
    for (const auto &kernel : all) {
        builder.set("name", kernel.name).set("type", kernel.type).set("core", kernel.core);
        builder.set("input_shapes", kernel.shapes).set("output_shapes", std::string_view("\"8,8\""));
        builder.set("input_formats", std::string_view("ND;ND")).set("op_state", kernel.state);
        builder.set("begin_ns", begin += 1'000'000'000).set("duration_ns", kernel.duration);
        builder.set("block_dim", kernel.blocks).endRow();
        mac.push_back(kernel.mac);
        mte2.push_back(kernel.mte2);
        vec.push_back(kernel.vec);
        vectorMte2.push_back(kernel.vectorMte2);
        cycles.push_back(1000);
    }
    builder.addMeasures("aic_mac_ratio", mac);
    builder.addMeasures("aic_mte2_ratio", mte2);
    builder.addMeasures("aiv_vec_ratio", vec);
    builder.addMeasures("aiv_mte2_ratio", vectorMte2);
    for (const auto *name : {"aic_scalar_ratio", "aic_mte1_ratio", "aiv_mte3_ratio"}) {
        if (isWhole) {
            builder.addMeasures(name, TableStore::Measures(all.size(), 0));
        }
    }
    builder.addMeasures("aic_total_cycles", cycles);
    return planted::shared(builder);
}

std::shared_ptr<const TableStore> sums(
    const std::vector<std::tuple<std::string_view, std::string_view, std::string_view, int, int>> &rows) {
    TableBuilder builder(TableKind::Statistics);
    for (const auto &[of, name, group, count, total] : rows) {
        builder.set("file", of == "op" ? std::string_view("op_statistic.csv") : std::string_view("api_statistic.csv"));
        builder.set("of", of).set("name", name).set("group", group).set("count", std::int64_t{count});
        builder.set("total_ns", std::int64_t{total}).set("min_ns", std::int64_t{-1});
        builder.set("max_ns", std::int64_t{-1}).endRow();
    }
    return planted::shared(builder);
}

/// "sheet verdict name bound" of each row.
std::vector<std::string> judged(const Workspace &space, const std::map<std::string, std::string> &parameters = {}) {
    const auto table = planted::table("operator_bounds", {.workspace = &space, .parameters = parameters});
    std::vector<std::string> rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        rows.push_back(table.text(row, "sheet") + " " + table.text(row, "verdict") + " " + table.text(row, "name") +
                       " " + table.text(row, "advisor_bound"));
    }
    return rows;
}

}  // namespace

class OperatorTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsOfWhatWasMeasured() {
        const auto space = planted::workspace(
            {planted::capture(0, {kernels({{"a", "MatMul", "AI_CORE", "", 3000, 20, 0.9F},
                                           {"b", "MatMul", "AI_CORE", "", 1000, 20, 0.1F},
                                           {"c", "Add", "AI_VECTOR_CORE", "", 500, 40, 0, 0, 0.75F}})})});
        const auto all = planted::table("kernels", {.workspace = &space});
        QCOMPARE(all.text(0, "bound"), std::string("cube"));
        QCOMPARE(all.text(1, "bound"), std::string("none"));
        QCOMPARE(all.text(2, "bound"), std::string("vector"));
        QCOMPARE(all.text(0, "aic_mac_ratio"), std::string("0.9"));
        QCOMPARE(all.indexOf("aic_mte1_ratio"), all.columns.size());
        QCOMPARE(all.columns.back().name, std::string("aiv_mte2_ratio"));
        QCOMPARE(all.rows[0].size(), all.columns.size());
        const auto stats = planted::table("kernel_stats", {.workspace = &space});
        QCOMPARE(stats.text(0, "bound"), std::string("cube"));
        QCOMPARE(stats.text(0, "bound_percent"), std::string("75"));
        QCOMPARE(stats.text(0, "aic_mac_ratio"), std::string("0.7"));      // by time
        QCOMPARE(stats.text(0, "aic_total_cycles"), std::string("2000"));  // the sum
        QVERIFY(stats.notes.empty());
        const auto &documented = analysisById("kernels")->columns;
        QVERIFY(std::any_of(documented.begin(), documented.end(),
                            [](const ColumnSpec &column) { return column.name == "aic_mte1_ratio"; }));
    }

    /// Files of their own tell figures by stream and task; numbers of tasks come again.
    void figuresOfOtherFiles() {
        TableBuilder builder(TableKind::Kernels);
        std::int64_t begin = 0;
        for (const auto &[name, task] : {std::pair("a", 7), std::pair("b", 8), std::pair("a", 7), std::pair("c", 7)}) {
            builder.set("name", std::string_view(name)).set("task", std::int64_t{task}).set("stream", std::int64_t{2});
            builder.set("begin_ns", begin += 1000).set("duration_ns", std::int64_t{100}).endRow();
        }
        TableBuilder hits(TableKind::TaskMetrics);
        for (const auto &[name, task] : {std::pair("a", 7), std::pair("c", 7), std::pair("", 8), std::pair("x", 9)}) {
            hits.set("name", std::string_view(name)).set("stream", std::int64_t{2});
            hits.set("task", std::int64_t{task}).set("time_ns", kNoTaskTime).endRow();
        }
        hits.addMeasures("l2_hit_rate", {0.5F, 0.25F, 0.75F, 1.0F});
        TableBuilder cpu(TableKind::TaskMetrics);
        cpu.set("name", std::string_view()).set("stream", std::int64_t{2}).set("task", std::int64_t{7});
        cpu.set("time_ns", std::int64_t{3010}).endRow();
        cpu.addMeasures("aicpu_compute_time_us", {12.0F});
        const auto space = planted::workspace(
            {planted::capture(0, {planted::shared(builder), planted::shared(hits), planted::shared(cpu)})});
        const auto table = planted::table("kernels", {.workspace = &space});
        const std::vector<std::string> expected{"0.5", "0.75", "", "0.25"};
        for (std::size_t row = 0; row < expected.size(); ++row) {
            QCOMPARE(table.text(row, "l2_hit_rate"), expected[row]);
        }
        QCOMPARE(table.text(2, "aicpu_compute_time_us"), std::string("12"));  // the nearest in time
        QCOMPARE(table.text(0, "aicpu_compute_time_us"), std::string());
        const auto stats = planted::table("kernel_stats", {.workspace = &space});
        QCOMPARE(stats.text(1, "l2_hit_rate"), std::string("0.75"));
    }

    void callsOfOperatorsAgree() {
        planted::RecordedRank rank;
        rank.host("aten::add", 0, 100).host("aten::add", 200, 350).host("aten::mul", 400, 500);
        auto capture = rank.capture();
        TableBuilder told(TableKind::Statistics);
        for (const auto &[name, count, total] : {std::tuple("aten::add", 2, 250), std::tuple("aten::mul", 1, 90)}) {
            told.set("file", std::string_view("operator_details.csv")).set("of", std::string_view("operator"));
            told.set("name", std::string_view(name)).set("group", std::string_view("host"));
            told.set("count", std::int64_t{count}).set("total_ns", std::int64_t{total});
            told.set("min_ns", std::int64_t{-1}).set("max_ns", std::int64_t{-1}).endRow();
        }
        capture.loaded[0].tables.push_back(planted::shared(told));
        const auto space = planted::workspace({capture});
        const auto table = planted::table("operator_agreement", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.text(0, "agrees"), std::string("yes"));
        QCOMPARE(table.text(1, "agrees"), std::string("no"));
        QCOMPARE(table.text(1, "difference_us"), std::string("0.01"));
    }

    void withoutCounters() {
        TableBuilder builder(TableKind::Kernels);
        builder.set("name", std::string_view("a")).set("core", std::string_view("AI_CORE")).endRow();
        const auto space = planted::workspace({planted::capture(0, {planted::shared(builder)})});
        for (const auto *id : {"kernels", "kernel_stats"}) {
            const auto table = planted::table(id, {.workspace = &space});
            QCOMPARE(table.rows.size(), std::size_t{1});
            QCOMPARE(table.text(0, "bound"), std::string());
            QCOMPARE(table.indexOf("aic_mac_ratio"), table.columns.size());
        }
        QVERIFY(planted::table("operator_bounds", {.workspace = &space}).rows.empty());
    }

    void sheetsOfTheAdvisor() {
        const std::string large = "\"4096,8192;8192,4096\"";
        const auto space = planted::workspace({planted::capture(
            0, {kernels({{"both", "MatMulV2", "AI_CORE", large, 100, 20, 0.85F, 0.96F},
                         {"space", "MatMulV2", "AI_CORE", "\"8192,4096;4096,8192\"", 100, 20, 0.62F, 0.6F},
                         {"odd", "MatMulV2", "AI_CORE", "\"8192,5000;5000,4096\"", 100, 20, 0.99F},
                         {"tiny", "MatMulV2", "AI_CORE", "\"8,8;8,8\"", 100, 20, 0.99F},
                         {"sum", "Add", "AI_VECTOR_CORE", "\"7\"", 90, 40, 0, 0, 0.4F, 0.5F},
                         {"rare", "Sub", "AI_VECTOR_CORE", "\"7\"", 1, 40, 0, 0, 0.4F, 0.5F},
                         {"few", "Mul", "AI_VECTOR_CORE", "\"7\"", 30, 39, 0, 0, 0.9F},
                         {"slow", "Index", "AI_CPU", "\"7\"", 20'000, 0},
                         {"quick", "Index", "AI_CPU", "\"7\"", 19'999, 0}},
                        true)})});
        const std::vector<std::string> rows = judged(space);
        const std::vector<std::string> expected{"no_bound  space ",
                                                "no_bound  sum ",
                                                "no_bound  rare ",
                                                "cube unaffine odd ",
                                                "cube bound both mac_and_mte2",
                                                "cube space space ",
                                                "block_dim  few ",
                                                "aicpu  slow "};
        QCOMPARE(rows, expected);
        // With other cores no block fits.
        QVERIFY(judged(space, {{"vector_cores", "39"}}) != expected);
    }

    void typesOfLittleTimeAreNoVectorRows() {
        const auto space = planted::workspace(
            {planted::capture(0, {kernels({{"sum", "Add", "AI_VECTOR_CORE", "\"7\"", 900, 40, 0, 0, 0.4F, 0.5F},
                                           {"far", "Mul", "AI_VECTOR_CORE", "\"7\"", 90, 40, 0, 0, 0.1F, 0.5F},
                                           {"rare", "Sub", "AI_VECTOR_CORE", "\"7\"", 9, 40, 0, 0, 0.95F}},
                                          true)})});
        const auto rows = judged(space);
        const std::vector<std::string> expected{"no_bound  sum ", "no_bound  far ", "vector bound sum vec_mte2_mte3",
                                                "vector space far "};
        QCOMPARE(rows, expected);
        const auto table = planted::table("operator_bounds", {.workspace = &space});
        QCOMPARE(table.text(3, "space_percent"), std::string("70"));  // mte3 was never busy
    }

    /// What was not measured may be what bounds a kernel: it is neither 0 nor room.
    void unmeasuredPartsAreNoRoom() {
        const auto space = planted::workspace(
            {planted::capture(0, {kernels({{"sum", "Add", "AI_VECTOR_CORE", "\"7\"", 900, 40, 0, 0, 0.4F, 0.5F},
                                           {"far", "Mul", "AI_VECTOR_CORE", "\"7\"", 90, 40, 0, 0, 0.1F, 0.5F}})})});
        const std::vector<std::string> expected{"vector bound sum vec_mte2_mte3", "vector space far "};
        QCOMPARE(judged(space), expected);
        const auto table = planted::table("operator_bounds", {.workspace = &space});
        QCOMPARE(table.text(1, "space_percent"), std::string());
        QCOMPARE(table.text(1, "aiv_mte3_ratio"), std::string());
        QCOMPARE(table.text(1, "aiv_mte2_ratio"), std::string("0.5"));
    }

    void dynamicShapesAreNotTuned() {
        const auto space = planted::workspace({planted::capture(
            0, {kernels({{"a", "Add", "AI_VECTOR_CORE", "\"7\"", 90, 39, 0, 0, 0.4F, 0.5F, "dynamic"},
                         {"b", "Add", "AI_VECTOR_CORE", "\"7\"", 90, 40, 0, 0, 0.4F, 0.5F, "dynamic"}})})});
        for (const auto &row : judged(space)) {
            QVERIFY2(row.starts_with("vector"), row.c_str());
        }
    }

    void sumsOfTheProfiler() {
        planted::RecordedRank rank;
        rank.host("AscendCL@aclnnAdd", 0, 10, SliceClass::Runtime)
            .host("AscendCL@aclnnAdd", 20, 25, SliceClass::Runtime);
        rank.host("Hccl@Launch", 30, 40, SliceClass::Runtime);
        auto capture = rank.capture();
        capture.loaded[0].tables.push_back(kernels({{"a", "MatMul", "AI_CORE", "", 3000},
                                                    {"b", "MatMul", "AI_CORE", "", 1001},
                                                    {"c", "Add", "AI_VECTOR_CORE", "", 500},
                                                    {"d", "Mul", "AI_VECTOR_CORE", "", 100}}));
        capture.loaded[0].tables.push_back(sums({{"op", "MatMul", "AI_CORE", 2, 4000},  // rounded
                                                 {"op", "Add", "AI_VECTOR_CORE", 1, 490},
                                                 {"op", "Sub", "AI_VECTOR_CORE", 1, 490},
                                                 {"api", "aclnnAdd", "acl", 2, 15},
                                                 {"api", "Launch", "communication", 1, 10},
                                                 {"api", "Other", "runtime", 1, 10}}));
        const auto space = planted::workspace({capture});
        const auto table = planted::table("operator_agreement", {.workspace = &space});
        std::vector<std::string> rows;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            rows.push_back(table.text(row, "file") + " " + table.text(row, "name") + " " + table.text(row, "agrees") +
                           " " + table.text(row, "difference_us"));
        }
        const std::vector<std::string> expected{"op_statistic.csv MatMul yes 0.001", "op_statistic.csv Add no 0.01",
                                                "op_statistic.csv Sub no ",          "op_statistic.csv Mul no ",
                                                "api_statistic.csv aclnnAdd yes 0",  "api_statistic.csv Launch yes 0",
                                                "api_statistic.csv Other no "};
        QCOMPARE(rows, expected);
        const auto stats = planted::table("kernel_stats", {.workspace = &space});
        QCOMPARE(stats.notes.size(), std::size_t{1});
        QVERIFY2(stats.notes[0].starts_with("Differs from op_statistic.csv in 3 of 4 rows: Add on AI_VECTOR_CORE"),
                 stats.notes[0].c_str());
    }

    void nothingToCompareWith() {
        const auto space = planted::workspace({planted::capture(0, {sums({{"op", "MatMul", "AI_CORE", 2, 4000}})})});
        const auto table = planted::table("operator_agreement", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "agrees"), std::string());
        QVERIFY(table.notes.empty());
    }
};

TEST_SUITE(OperatorTablesTest)

}  // namespace tst_operator_tables

#include "tst_operator_tables.moc"
