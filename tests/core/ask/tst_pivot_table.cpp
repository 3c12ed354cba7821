// Pivots of results, against sums made here.
#include "core/ask/pivot_table.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

namespace tst_pivot_table {

using namespace stagescope;

namespace {

/// rank, type, dur_ns, share
ResultTable sample() {
    ResultTable table{"sql",
                      {{"rank", ColumnType::Integer, "", ""},
                       {"type", ColumnType::Text, "", ""},
                       {"dur_ns", ColumnType::Integer, "ns", ""},
                       {"share", ColumnType::Real, "%", ""}},
                      {},
                      {}};
    const auto add = [&](std::int64_t rank, Cell type, Cell ns, double share) {
        table.rows.push_back({rank, std::move(type), std::move(ns), share});
    };
    add(1, std::string("Mul"), std::int64_t{10}, 1);
    add(0, std::string("Add"), std::int64_t{5}, 2);
    add(1, std::string("Mul"), std::int64_t{30}, 3);
    add(1, Cell(), std::int64_t{7}, 4);
    add(0, std::string("Add"), Cell(), 5);
    return table;
}

QByteArray lineOf(const ResultTable &table, std::size_t row) {
    QByteArrayList cells;
    for (const auto &cell : table.rows[row]) {
        cells << QByteArray::fromStdString(cellText(cell));
    }
    return cells.join('|');
}

QByteArray headsOf(const ResultTable &table) {
    QByteArrayList names;
    for (const auto &column : table.columns) {
        names << QByteArray::fromStdString(column.name);
    }
    return names.join('|');
}

}  // namespace

class PivotTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesBecomeColumns() {
        const auto sums = pivotOf(sample(), {.rows = 0, .columns = 1, .values = 2, .aggregate = Aggregate::Sum});
        QCOMPARE(headsOf(sums), QByteArray("rank|(none)|Add|Mul"));
        QCOMPARE(lineOf(sums, 0), QByteArray("0||5|"));
        QCOMPARE(lineOf(sums, 1), QByteArray("1|7||40"));
        QCOMPARE(sums.columns[3].unit, std::string("ns"));
        QVERIFY(sums.columns[3].type == ColumnType::Integer);
        QCOMPARE(sums.rows.size(), std::size_t{2});
    }

    /// An unknown value is none: neither a zero in a sum nor one that counts.
    void aggregates() {
        const auto line = [](Aggregate aggregate, std::optional<std::size_t> values, std::size_t row) {
            return lineOf(pivotOf(sample(), {.rows = 1, .columns = {}, .values = values, .aggregate = aggregate}), row);
        };
        QCOMPARE(line(Aggregate::Count, std::nullopt, 1), QByteArray("Add|2"));
        QCOMPARE(line(Aggregate::Count, 2, 1), QByteArray("Add|1"));
        QCOMPARE(line(Aggregate::Count, 1, 0), QByteArray("|"));
        QCOMPARE(line(Aggregate::Mean, 2, 2), QByteArray("Mul|20"));
        QCOMPARE(line(Aggregate::Min, 2, 2), QByteArray("Mul|10"));
        QCOMPARE(line(Aggregate::Max, 3, 2), QByteArray("Mul|3"));
        QCOMPARE(line(Aggregate::P95, 2, 2), QByteArray("Mul|29"));
        QCOMPARE(headsOf(pivotOf(sample(), {.rows = 1, .columns = {}, .values = 2, .aggregate = Aggregate::Mean})),
                 QByteArray("type|mean_dur_ns"));
        QCOMPARE(headsOf(pivotOf(sample(), {.rows = 1})), QByteArray("type|count"));
    }

    void rareValuesAreOthers() {
        ResultTable table{"sql", {{"a", ColumnType::Integer, "", ""}, {"b", ColumnType::Integer, "", ""}}, {}, {}};
        for (std::int64_t value = 0; value < 250; ++value) {
            table.rows.push_back({std::int64_t{1}, value});
            if (value >= 50) {
                table.rows.push_back({std::int64_t{1}, value});
            }
        }
        const auto pivot = pivotOf(table, {.rows = 0, .columns = 1});
        QCOMPARE(pivot.columns.size(), 1 + kMostPivotColumns + 1);
        QCOMPARE(pivot.columns[1].name, std::string("50"));
        QCOMPARE(pivot.columns.back().name, std::string("others"));
        QCOMPARE(std::get<std::int64_t>(pivot.rows[0].back()), std::int64_t{50});
        QCOMPARE(std::get<std::int64_t>(pivot.rows[0][1]), std::int64_t{2});
        QCOMPARE(pivot.notes.size(), std::size_t{1});
    }

    /// A pivot of many values by many others stays of a size that can be shown; the rarest rows are left out.
    void aPivotHasItsLimit() {
        ResultTable table{"sql", {{"a", ColumnType::Integer, "", ""}, {"b", ColumnType::Integer, "", ""}}, {}, {}};
        constexpr std::int64_t kValues = 20'000;
        for (std::int64_t value = 0; value < kValues; ++value) {
            table.rows.push_back({value, value % 200});
        }
        table.rows.push_back({kValues - 1, std::int64_t{7}});
        const auto pivot = pivotOf(table, {.rows = 0, .columns = 1});
        QCOMPARE(pivot.columns.size(), std::size_t{201});
        QCOMPARE(pivot.rows.size(), kMostPivotCells / 201);
        QCOMPARE(std::get<std::int64_t>(pivot.rows.front()[0]), std::int64_t{0});
        QCOMPARE(std::get<std::int64_t>(pivot.rows.back()[0]), kValues - 1);
        QCOMPARE(pivot.notes.size(), std::size_t{1});
        QCOMPARE(pivotOf(table, {.rows = 0}).rows.size(), static_cast<std::size_t>(kValues));
    }

    void columnsThatAreNotThereMakeNothing() {
        QVERIFY(pivotOf(ResultTable{}, {.rows = 0}).columns.empty());
        QVERIFY(pivotOf(sample(), {.rows = 4}).columns.empty());
        QVERIFY(pivotOf(sample(), {.rows = 0, .columns = 4}).columns.empty());
        QVERIFY(pivotOf(sample(), {.rows = 0, .columns = 1, .values = 4}).columns.empty());
    }

    void nothingHasNoRows() {
        auto empty = sample();
        empty.rows.clear();
        QVERIFY(pivotOf(empty, {.rows = 0, .columns = 1, .values = 2, .aggregate = Aggregate::Sum}).rows.empty());
    }
};

TEST_SUITE(PivotTableTest)

}  // namespace tst_pivot_table

#include "tst_pivot_table.moc"
