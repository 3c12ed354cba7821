// Filters of rows: what is written, in which unit, by which name, and where what is not understood is wrong.
#include "core/ask/row_filter.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <chrono>
#include <limits>

namespace tst_row_filter {

using namespace stagescope;

namespace {

ResultTable kernelRows() {
    ResultTable table{"kernels",
                      {{"name", ColumnType::Text, "", ""},
                       {"stream", ColumnType::Integer, "", ""},
                       {"duration_us", ColumnType::Real, "us", ""},
                       {"begin_ns", ColumnType::Integer, "ns", ""},
                       {"size_bytes", ColumnType::Integer, "bytes", ""},
                       {"share_percent", ColumnType::Real, "%", ""},
                       {"wait_us", ColumnType::Real, "us", ""},
                       {"wait_ms", ColumnType::Real, "ms", ""}},
                      {},
                      {}};
    const auto add = [&](const char *name, std::int64_t stream, Cell us, std::int64_t ns, std::int64_t bytes,
                         double percent) {
        table.rows.push_back({std::string(name), stream, std::move(us), ns, bytes, percent, 1.0, 2.0});
    };
    add("MatMul_1", 7, 60.0, 5'000'000, 2'000'000, 20);
    add("MatMul_2", 7, 50.0, 6'000'000, 2'097'152, 30);
    add("it's", 8, 70.0, 7'000'000, 10, 2);
    add("Add", 7, Cell(), 8'000'000, 0, 48);
    return table;
}

/// "013": the rows that a filter leaves, or "at N: what is wrong".
QByteArray leftBy(const char *text, const ColumnNames &names = {}) {
    const auto table = kernelRows();
    const auto filter = RowFilter::parse(text, table.columns, names);
    if (!filter) {
        return "at " + QByteArray::number(static_cast<int>(filter.error().at)) + ": " +
               QByteArray::fromStdString(filter.error().detail);
    }
    const auto answers = filter->answers(table);
    QByteArray rows;
    for (std::size_t row = 0; answers && row < answers->size(); ++row) {
        rows += (*answers)[row] == true ? QByteArray::number(static_cast<int>(row)) : QByteArray();
    }
    return answers ? rows : QByteArray::fromStdString(answers.error().detail);
}

}  // namespace

class RowFilterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsThatAreLeft_data() {
        QTest::addColumn<QByteArray>("left");
        const auto row = [](const char *text, const char *left) { QTest::newRow(text) << QByteArray(left); };
        row("duration > 50 us and stream = 7", "0");
        row("duration_us > 50 and stream = 7", "0");
        row("DURATION > 0.05ms", "02");
        row("0.05 ms < duration", "02");
        row("stream = 8 or 55 us < duration_us", "02");
        row("duration between 50 us and 0.06 ms", "01");
        row("duration in (0.05 ms, 70)", "12");
        row("not duration > 50 us", "1");
        row("duration is null", "3");
        row("begin >= 6 ms", "123");
        row("begin > 5 s", "");
        row("size >= 2 MiB", "1");
        row("size >= 2 MB", "01");
        row("size < 2 kB", "23");
        row("share > 20 %", "13");
        row("share % 20 = 0 and share > 0", "0");
        row("stream % 7 = 0", "013");
        row("name ~ matmul", "01");
        row("name ~ \"MUL_2\" or name = 'it''s'", "12");
        row("name = Add", "3");
        row("name = \"it's\"", "2");
        row("name like 'mat%'", "01");
        row("\"stream\" = '8'", "2");
        row("stream <> 7", "2");
        row("stream != 7", "2");
        row("stream == 7 and name || 'x' = 'Addx'", "3");
        row("length(name) = 3", "3");
        row("duration * 2 > 100 us", "02");
        row("wait_us < wait_ms", "0123");
        row("(stream = 8) or (stream = 7 and (duration > 55 us))", "02");
        row("case when stream = 7 then duration > 55 us else 0 end", "0");
        row("name ~ null", "");
        row("name ~ ''", "0123");
        row("max(stream, 8) = 8 and duration > 55 us", "02");
    }
    void rowsThatAreLeft() {
        QFETCH(QByteArray, left);
        QCOMPARE(leftBy(QTest::currentDataTag()), left);
    }

    void whatIsNotUnderstoodHasItsPlace_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *text, int at, const char *part) {
            QTest::newRow(text) << at << QByteArray(part);
        };
        row("", 0, "expected a condition");
        row("duraton > 50 us", 0, "did you mean duration");
        row("stream = 7 and nam = 'x'", 15, "did you mean name");
        row("duration > 50 MB", 14, "'MB' does not go with 'us'");
        row("duration > 50 parsec", 14, "'parsec'");
        row("stream > 3 us", 11, "a plain number");
        row("1 us > 2", 2, "no column");
        row("duration >", 10, "expected a value");
        row("duration > > 5", 11, "syntax error");
        row("stream = 7 and and duration > 1", 15, "syntax error");
        row("(stream = 7", 11, "expected ')'");
        row("stream = 7) or (1", 10, "not expected");
        row("name = 'Add", 7, "closing quote");
        row("stream = 1e999", 9, "does not fit");
        row("wait > 5", 0, "no column 'wait'");
        row("stream = 7; drop", 10, "not expected");
        row("stream in (select 1)", 11, "expected a condition");
        row("stream = :x", 9, "not expected");
        row("no_such(stream) = 1", 0, "no such function");
        row("duration > 5 us stream = 3", 16, "syntax error");
        row("avg(duration) > 50", 0, "misuse of aggregate");
        row("stream = 7 and max(stream) > 1", 15, "misuse of aggregate");
        row("count(*) > 1", 0, "misuse of aggregate");
    }
    void whatIsNotUnderstoodHasItsPlace() {
        QFETCH(int, at);
        QFETCH(QByteArray, part);
        const auto left = leftBy(QTest::currentDataTag());
        QVERIFY2(left.startsWith("at " + QByteArray::number(at) + ": "), left);
        QVERIFY2(left.contains(part), left);
    }

    /// Columns are also called what the screen calls them, in any language; a name of two columns is none of them.
    void columnsHaveFurtherNames() {
        const ColumnNames names{{"Name"}, {"流"}, {"持续时间"}, {}, {}, {}, {"Wait time"}, {"Wait time"}};
        QCOMPARE(leftBy("持续时间 > 50 us and 流 = 7", names), QByteArray("0"));
        QVERIFY(leftBy("\"Wait time\" > 5", names) == leftBy("'Wait time' > 5"));
        QVERIFY(leftBy("持续 > 5", names).startsWith("at 0: no column"));
    }

    void aLoneWordIsNoComparison() {
        const auto columns = kernelRows().columns;
        for (const auto *text : {"stream", "7", "'x'", "stream and name", "-stream"}) {
            QVERIFY2(!RowFilter::parse(text, columns).value().isComparison(), text);
        }
        for (const auto *text : {"stream = 7", "name ~ x", "duration is null", "stream in (7)"}) {
            QVERIFY2(RowFilter::parse(text, columns).value().isComparison(), text);
        }
    }

    /// A table that lacks a column has no value there, and filters are kept apart from what they do not know.
    void unknownValuesDecideNothing() {
        const auto filter = RowFilter::parse("stream = 7 and name = Add", kernelRows().columns).value();
        const ResultTable lacking{
            "kernels", {{"name", ColumnType::Text, "", ""}}, {{std::string("Add")}, {std::string("Mul")}}, {}};
        const std::vector<std::optional<bool>> expected{std::nullopt, false};
        QVERIFY(filter.answers(lacking).value() == expected);
        QCOMPARE(filter.textsFor("name"), std::vector<std::string>{"Add"});
        QCOMPARE(filter.applied(lacking).value().rows.size(), std::size_t{0});
        const auto both = filter.with(RowFilter::parse("duration is null", kernelRows().columns).value());
        QCOMPARE(both.applied(kernelRows()).value().rows.size(), std::size_t{1});
    }

    /// Tables may have two columns of one name, and results of SQL do: the first one is meant.
    void columnsOfOneNameAreTheFirst() {
        const ResultTable table{"sql",
                                {{"a", ColumnType::Integer, "", ""},
                                 {"A", ColumnType::Integer, "", ""},
                                 {"a_2", ColumnType::Integer, "", ""}},
                                {{std::int64_t{1}, std::int64_t{2}, std::int64_t{3}}},
                                {}};
        for (const auto *text : {"a = 1", "A = 1", "a_2 = 3"}) {
            QCOMPARE(RowFilter::parse(text, table.columns).value().applied(table).value().rows.size(), std::size_t{1});
        }
        QCOMPARE(RowFilter::parse("a = 2", table.columns).value().applied(table).value().rows.size(), std::size_t{0});
    }

    /// Texts of a table may be longer than a filter.
    void longTextsAreLookedAt() {
        const auto text = std::string(200'000, 'a') + "b";
        const ResultTable table{"sql", {{"label", ColumnType::Text, "", ""}}, {{text}, {std::string("b")}}, {}};
        for (const auto *filter : {"length(label) > 100000", "label ~ AB", "label like '%ab'", "label <> b"}) {
            QCOMPARE(RowFilter::parse(filter, table.columns).value().applied(table).value().rows.size(),
                     std::size_t{1});
        }
    }

    void aSlowFilterEnds() {
        auto table = kernelRows();
        const auto row = table.rows.front();
        table.rows.insert(table.rows.end(), 3000, row);
        const auto filter = RowFilter::parse("hex(zeroblob(1000000 + stream)) ~ 'x'", table.columns).value();
        const auto answers = filter.answers(table, std::chrono::milliseconds{20});
        QVERIFY(!answers && answers.error().kind == ErrorKind::Limit);
    }

    /// Nothing that somebody types takes long, or reaches beyond the row.
    void hostileFiltersEnd() {
        const auto columns = kernelRows().columns;
        QVERIFY(!RowFilter::parse(std::string(100'000, '('), columns));
        QVERIFY(!RowFilter::parse("stream = " + std::string(60'000, '-') + "1", columns));
        QVERIFY(!RowFilter::parse(std::string(10'000, '(') + "1" + std::string(10'000, ')'), columns));
        QVERIFY(leftBy("length(randomblob(1000000000)) > 1").contains("too big"));
        QVERIFY(leftBy("load_extension('x') = 1").startsWith("at "));
    }
};

TEST_SUITE(RowFilterTest)

}  // namespace tst_row_filter

#include "tst_row_filter.moc"
