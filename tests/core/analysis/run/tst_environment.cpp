#include "core/analysis/run/environment.h"
#include "core/store/tables/table_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <array>

namespace tst_environment {

using namespace stagescope;

namespace {

using Settings = std::vector<std::array<std::string, 3>>;

std::shared_ptr<const TableStore> environment(const Settings &settings) {
    TableBuilder builder(TableKind::Environment);
    for (const auto &[section, key, value] : settings) {
        builder.set("section", std::string_view(section)).set("key", std::string_view(key));
        builder.set("value", std::string_view(value)).endRow();
    }
    return planted::shared(builder);
}

std::string cellOf(const ResultTable &table, std::string_view rank, std::string_view key, std::string_view column) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.text(row, "rank") == rank && table.text(row, "key") == key) {
            return table.text(row, column);
        }
    }
    return "no such row";
}

}  // namespace

class EnvironmentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void differencesBetweenRanksAreMarked() {
        const auto space = planted::workspace(
            {planted::capture(0, {environment({{"version", "cann_version", "8.3"},
                                               {"environment", "HCCL_ALGO", "ring"},
                                               {"profiler", "only_here", "1"}}),
                                  environment({{"version", "cann_version", "from a later file"}})}),
             planted::capture(1,
                              {environment({{"version", "cann_version", "8.3"}, {"environment", "HCCL_ALGO", ""}})})});
        const auto table = planted::table("environment", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{5});
        QCOMPARE(cellOf(table, "0", "cann_version", "value"), std::string("8.3"));
        QCOMPARE(cellOf(table, "0", "cann_version", "differs"), std::string("no"));
        QCOMPARE(cellOf(table, "1", "HCCL_ALGO", "differs"), std::string("yes"));
        QCOMPARE(cellOf(table, "0", "only_here", "differs"), std::string("yes"));
        QCOMPARE(cellOf(table, "0", "only_here", "baseline_differs"), std::string());
        QCOMPARE(planted::table("environment", {.workspace = &space, .ranks = {1}}).rows.size(), std::size_t{2});
    }

    void theBaselineIsComparedRankByRank() {
        auto space = planted::workspace({planted::capture(
            0, {environment({{"profiler", "level", "Level1"}, {"profiler", "new", "x"}, {"host", "name", "a"}})})});
        auto other = planted::workspace({planted::capture(
            0, {environment({{"profiler", "level", "Level2"}, {"profiler", "old", "y"}, {"host", "name", "b"}})})});
        other.runs[0].role = RunRole::Baseline;
        space.runs.push_back(other.runs[0]);
        const auto table = planted::table("environment", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(cellOf(table, "0", "level", "baseline_value"), std::string("Level2"));
        QCOMPARE(cellOf(table, "0", "level", "baseline_differs"), std::string("yes"));
        QCOMPARE(cellOf(table, "0", "new", "baseline_differs"), std::string("yes"));
        QCOMPARE(cellOf(table, "0", "old", "baseline_value"), std::string("y"));
        const auto differences = environmentDifferences(space.runs[0], space.runs[1]);
        QCOMPARE(differences.size(), std::size_t{3});  // the host's name is not among them
        QCOMPARE(differences[0].key, std::string("level"));
        QCOMPARE(differences[0].mainValues, (std::vector<std::string>{"Level1"}));
        QCOMPARE(differences[0].baselineValues, (std::vector<std::string>{"Level2"}));
        QVERIFY(differences[1].baselineValues.empty());
        QVERIFY(environmentDifferences(space.runs[0], space.runs[0]).empty());
    }

    void whatNamesACaptureIsNoSetting() {
        auto space = planted::workspace(
            {planted::capture(0, {environment({{"session", "trace_id", "A1"},
                                               {"profiler", "traceName", "/tmp/a.json"},
                                               {"device", "NPU 3", "Ascend910B"},
                                               {"memory", "allocated_peak_bytes", "22011707392"}})})});
        auto other =
            planted::workspace({planted::capture(0, {environment({{"session", "trace_id", "B2"},
                                                                  {"profiler", "traceName", "/tmp/b.json"},
                                                                  {"device", "NPU 4", "Ascend910B"},
                                                                  {"memory", "allocated_peak_bytes", "1"}})})});
        other.runs[0].role = RunRole::Baseline;
        space.runs.push_back(other.runs[0]);
        const auto table = planted::table("environment", {.workspace = &space});
        QCOMPARE(table.rows.size(), std::size_t{4});  // two devices; what was measured is no row
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(table.text(row, "differs"), std::string());
            QCOMPARE(table.text(row, "baseline_differs"), std::string());
        }
        QCOMPARE(cellOf(table, "0", "trace_id", "baseline_value"), std::string("B2"));
        QVERIFY(environmentDifferences(space.runs[0], space.runs[1]).empty());
    }

    void twoCapturesCompareAlike() {
        const auto a = planted::capture(0, {environment({{"parallel", "rank", "0"}, {"environment", "A", "1"}})});
        const auto b = planted::capture(1, {environment({{"parallel", "rank", "1"}, {"environment", "A", "2"}})});
        const auto differences = environmentDifferences(a, b);
        QCOMPARE(differences.size(), std::size_t{1});
        QCOMPARE(differences[0].key, std::string("A"));
    }
};

TEST_SUITE(EnvironmentTest)

}  // namespace tst_environment

#include "tst_environment.moc"
