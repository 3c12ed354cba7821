#include "core/analysis/run/ranks.h"
#include "core/analysis/run/steps.h"
#include "core/formats/snapshot/snapshot_reader.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <set>

namespace tst_run_tables {

using namespace stagescope;

class RunTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTableIsDocumented() {
        std::set<std::string> ids;
        const auto space = planted::workspace({planted::capture(0, {})});
        for (const auto &entry : analysisList()) {
            QVERIFY2(ids.insert(entry.id).second, entry.id.c_str());
            QVERIFY(!entry.title.empty());
            std::set<std::string> names;
            for (const auto &column : entry.columns) {
                QVERIFY2(names.insert(column.name).second, column.name.c_str());
                QVERIFY2(column.meaning.size() > 5 && column.meaning.back() == '.', column.name.c_str());
                const auto needsUnit = column.unit == "ns" || column.unit == "us" || column.unit == "bytes";
                QVERIFY2(!needsUnit || column.name.ends_with("_" + column.unit), column.name.c_str());
                QVERIFY2(column.unit != "%" || column.name.ends_with("_percent"), column.name.c_str());
            }
            const auto table = entry.run({.workspace = &space}, {});
            QVERIFY2(table.has_value(), entry.id.c_str());
            QCOMPARE(table->id, entry.id);
            for (const auto &row : table->rows) {
                QCOMPARE(row.size(), entry.columns.size());
            }
        }
        const Workspace empty;
        for (const auto &entry : analysisList()) {
            const bool isOfRun = entry.id != "rule_parameters";  // what the rules ask is the same for all
            QVERIFY2(entry.run({.workspace = &empty}, {})->rows.empty() == isOfRun, entry.id.c_str());
        }
    }

    void everyDefaultIsAccepted() {
        auto space = planted::workspace({planted::capture(0, {})});
        SnapshotFile snapshot;
        snapshot.file.path = sourcePath("tests/core/formats/snapshots/current_4.pickle").toStdString();
        ImportLog log;
        snapshot.store = readSnapshot(snapshot.file.path, log, {}).store;
        QVERIFY(snapshot.store);
        space.runs[0].snapshots.push_back(snapshot);
        for (const auto &entry : analysisList()) {
            AnalysisInput input{.workspace = &space};
            const auto silent = entry.run(input, {});
            for (const auto &parameter : entry.parameters) {
                input.parameters[parameter.name] = parameter.defaultValue;
            }
            const auto told = entry.run(input, {});
            QVERIFY2(silent && told, entry.id.c_str());
            QVERIFY2(silent->rows.size() == told->rows.size(), entry.id.c_str());
        }
    }

    void ranksFollowMegatronsOrder() {
        const ParallelSizes sizes{.tp = 2, .pp = 2, .dp = 3, .cp = 2, .ep = 1, .world = 24};
        QCOMPARE(rankIndices(sizes, 0).value(), (RankIndices{0, 0, 0, 0}));
        QCOMPARE(rankIndices(sizes, 1).value(), (RankIndices{1, 0, 0, 0}));
        QCOMPARE(rankIndices(sizes, 2).value(), (RankIndices{0, 1, 0, 0}));
        QCOMPARE(rankIndices(sizes, 4).value(), (RankIndices{0, 0, 1, 0}));
        QCOMPARE(rankIndices(sizes, 23).value(), (RankIndices{1, 1, 2, 1}));
        QVERIFY(!rankIndices(sizes, 24).has_value());
        auto wrong = sizes;
        wrong.world = 25;
        QVERIFY(!rankIndices(wrong, 0).has_value());
        QVERIFY(!rankIndices({}, 0).has_value());
    }

    void absentRanksAreListedAsMissing() {
        auto space = planted::workspace({planted::capture(1, {}), planted::capture(2, {})});
        space.runs[0].label = "run";
        space.runs[0].parallel = {.tp = 1, .pp = 2, .dp = 2, .cp = 1, .ep = 0, .world = 4};
        const auto table = planted::table("ranks", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(table.text(0, "rank"), std::string("1"));
        QCOMPARE(table.text(0, "dp_index"), std::string("1"));
        QCOMPARE(table.text(1, "pp_index"), std::string("1"));
        QCOMPARE(table.text(2, "rank"), std::string("0"));
        QCOMPARE(table.text(2, "load_state"), std::string("missing"));
        QCOMPARE(table.text(3, "rank"), std::string("3"));
    }

    void stepsComeFromTheTableElseFromRanges() {
        TraceBuilder builder;
        const auto one = builder.track({TrackKind::HostThread, builder.intern("1"), builder.intern("1")});
        const auto two = builder.track({TrackKind::HostThread, builder.intern("1"), builder.intern("2")});
        builder.slice(one, 100, 50, builder.intern("ProfilerStep#8"), SliceClass::Step, 0);
        builder.slice(two, 90, 40, builder.intern("ProfilerStep#8"), SliceClass::Step, 1);
        builder.slice(one, 20, 50, builder.intern("ProfilerStep#7"), SliceClass::Step, 2);
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        auto steps = rankSteps(capture);
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[0].step, std::int64_t{7});
        QCOMPARE(ns(steps[1].range.begin), std::int64_t{90});
        QCOMPARE(ns(steps[1].range.end), std::int64_t{150});
        TableBuilder table(TableKind::Steps);
        table.set("step", std::int64_t{3}).set("begin_ns", std::int64_t{1}).set("end_ns", std::int64_t{2501}).endRow();
        capture.loaded[0].tables.push_back(planted::shared(table));
        steps = rankSteps(capture);
        QCOMPARE(steps.size(), std::size_t{1});
        QCOMPARE(steps[0].source, StepSource::Table);
        const auto space = planted::workspace({capture});
        QCOMPARE(planted::table("steps", {.workspace = &space}).text(0, "duration_us"), std::string("2.5"));
        QCOMPARE(planted::table("steps", {.workspace = &space, .step = 4}).rows.size(), std::size_t{0});
    }

    void stepsOfTracesNeedDeepLoading() {
        auto capture = planted::capture(0, {});
        capture.state = LoadState::Shallow;
        capture.files.emplace_back();
        capture.files.back().chosen = true;
        capture.files.back().format = "trace_json";
        auto space = planted::workspace({capture});
        QVERIFY(analysisById("steps")->needsDeep(space.runs[0]));
        TableBuilder table(TableKind::Steps);
        table.set("step", std::int64_t{3}).set("begin_ns", std::int64_t{1}).set("end_ns", std::int64_t{9}).endRow();
        capture.loaded[0].tables.push_back(planted::shared(table));
        space = planted::workspace({capture});
        QVERIFY(!analysisById("steps")->needsDeep(space.runs[0]));
    }

    void stepNumbersAreTheDigitsAtTheEnd() {
        QCOMPARE(stepNumber("ProfilerStep#50").value_or(-1), std::int64_t{50});
        QCOMPARE(stepNumber("step13").value_or(-1), std::int64_t{13});
        QCOMPARE(stepNumber("13").value_or(-1), std::int64_t{13});
        QVERIFY(!stepNumber("13x").has_value());
        QVERIFY(!stepNumber("").has_value());
        QVERIFY(!stepNumber("99999999999999999999").has_value());
    }

    void diagnosticsAreListedWorstFirst() {
        auto log = std::make_shared<ImportLog>();
        log->add(Severity::Info, "/p/a.json", "json.odd", "byte 1", "x");
        log->add(Severity::DataLoss, "/p/a.json", "json.truncated", "byte 99", "{\"na", 3);
        auto capture = planted::capture(4, {});
        capture.log = log;
        const auto space = planted::workspace({capture});
        const auto table = planted::table("import_log", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.text(0, "severity"), std::string("data loss"));
        QCOMPARE(table.text(0, "rank"), std::string("4"));
        QCOMPARE(table.text(0, "count"), std::string("3"));
        QCOMPARE(table.text(0, "first_where"), std::string("byte 99"));
        QCOMPARE(planted::table("ranks", {.workspace = &space}).text(0, "diagnostics"), std::string("2"));
    }
};

TEST_SUITE(RunTablesTest)

}  // namespace tst_run_tables

#include "tst_run_tables.moc"
