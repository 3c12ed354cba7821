#include "core/ask/ask_engine.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <random>

namespace tst_ask_spans {

using namespace stagescope;

namespace {

constexpr int kTime = 60;  // spans lie in [0, kTime)

struct Made {
    int begin;
    int length;
    int label;
    int key;

    [[nodiscard]] bool runs(int time, int ofKey) const {
        return ofKey == key && time >= begin && time < begin + length;
    }
};

std::string spansOf(const std::vector<Made> &all, bool hasKey = true) {
    if (all.empty()) {
        return "(SELECT spans(1, 1, 1, 1) FROM tables WHERE id = 'none')";
    }
    std::string rows;
    for (const auto &one : all) {
        rows += (rows.empty() ? "" : ", ") + ('(' + std::to_string(one.begin)) + ", " + std::to_string(one.length) +
                ", " + std::to_string(one.label) + ", " + std::to_string(one.key) + ')';
    }
    return std::string("(SELECT spans(column1, column2, column3") + (hasKey ? ", column4" : "") + ") FROM (VALUES " +
           rows + "))";
}

std::vector<Made> someSpans(std::mt19937 &random, int count) {
    std::vector<Made> all;
    for (int i = 0; i < count; ++i) {
        const int begin = static_cast<int>(random() % (kTime - 10));
        all.push_back({begin, static_cast<int>(random() % 10), i, static_cast<int>(random() % 2)});
    }
    return all;
}

int running(const std::vector<Made> &all, int time, int key) {
    return static_cast<int>(
        std::count_if(all.begin(), all.end(), [&](const Made &one) { return one.runs(time, key); }));
}

std::int64_t whole(const Cell &cell) { return std::get<std::int64_t>(cell); }
bool isUnknown(const Cell &cell) { return std::holds_alternative<std::monostate>(cell); }

}  // namespace

/// Tables of sets of spans against a look at each instant.
class AskSpansTest : public QObject {
    Q_OBJECT
private:
    static ResultTable asked(const std::string &sql) {
        Workspace workspace;
        AnalysisInput input;
        input.workspace = &workspace;
        const auto table = ask(input, sql, {}, {});
        if (!table) {
            qWarning("%s: %s", sql.c_str(), table.error().detail.c_str());
            return {};
        }
        return *table;
    }
    static std::string refusal(const std::string &sql) {
        Workspace workspace;
        AnalysisInput input;
        input.workspace = &workspace;
        const auto table = ask(input, sql, {}, {});
        return table ? std::string() : table.error().detail;
    }
    /// How often each instant of a key is in rows of begin, length, ..., key (the last column).
    static std::vector<int> instants(const ResultTable &table, int key) {
        std::vector<int> result(kTime, 0);
        for (const auto &row : table.rows) {
            for (auto t = whole(row[0]); whole(row.back()) == key && t < whole(row[0]) + whole(row[1]); ++t) {
                ++result[static_cast<std::size_t>(t)];
            }
        }
        return result;
    }

private Q_SLOTS:
    void eachInstantIsWhereItBelongs_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("count");
        for (int seed = 0; seed < 12; ++seed) {
            QTest::addRow("%d", seed) << seed << (seed < 3 ? seed : 4 + seed);
        }
    }
    void eachInstantIsWhereItBelongs() {
        QFETCH(int, seed);
        QFETCH(int, count);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto a = someSpans(random, count);
        const auto b = someSpans(random, count + seed % 3);
        const auto both = spansOf(a) + ", " + spansOf(b);
        const auto overlap = asked("SELECT begin_ns, dur_ns, evidence_a, evidence_b, key FROM overlap(" + both + ")");
        const auto minus = asked("SELECT begin_ns, dur_ns, evidence, key FROM minus(" + both + ")");
        const auto cover = asked("SELECT begin_ns, dur_ns, spans, key FROM cover(" + spansOf(a) + ")");
        const auto gaps = asked("SELECT begin_ns, dur_ns, before, after, key FROM gaps(" + spansOf(a) + ", 5, 50)");
        const auto depth = asked("SELECT begin_ns, dur_ns, depth, key FROM depth(" + spansOf(a) + ")");
        const auto within = asked("SELECT begin_ns, dur_ns, evidence, key FROM within(" + spansOf(a) + ", 5, 50)");
        const auto pairs = asked("SELECT begin_ns, dur_ns, evidence_a, evidence_b, key FROM pairs(" + both + ")");
        for (int key = 0; key < 2; ++key) {
            const auto at = [key](const ResultTable &table) { return instants(table, key); };
            const bool hasGroup = std::any_of(a.begin(), a.end(), [key](const Made &one) { return one.key == key; });
            for (int t = 0; t < kTime; ++t) {
                const auto place = static_cast<std::size_t>(t);
                const int inA = running(a, t, key);
                const int inB = running(b, t, key);
                QCOMPARE(at(overlap)[place], inA > 0 && inB > 0 ? 1 : 0);
                QCOMPARE(at(minus)[place], inA > 0 && inB == 0 ? 1 : 0);
                QCOMPARE(at(cover)[place], inA > 0 ? 1 : 0);
                QCOMPARE(at(depth)[place], inA > 0 ? 1 : 0);
                QCOMPARE(at(gaps)[place], hasGroup && inA == 0 && t >= 5 && t < 50 ? 1 : 0);
                QCOMPARE(at(within)[place], t >= 5 && t < 50 ? inA : 0);
                QCOMPARE(at(pairs)[place], inA * inB);
            }
        }
        const auto runsAt = [&](const std::vector<Made> &all, const Cell &label, const std::vector<Cell> &row) {
            const auto &one = all[static_cast<std::size_t>(whole(label))];
            const auto last = static_cast<int>(whole(row[0]) + whole(row[1])) - 1;
            return one.runs(static_cast<int>(whole(row[0])), static_cast<int>(whole(row.back()))) &&
                   one.runs(last, static_cast<int>(whole(row.back())));
        };
        for (const auto *table : {&overlap, &pairs}) {
            for (const auto &row : table->rows) {
                QVERIFY(runsAt(a, row[2], row) && runsAt(b, row[3], row));
            }
        }
        for (const auto &row : depth.rows) {
            QCOMPARE(whole(row[2]), running(a, static_cast<int>(whole(row[0])), static_cast<int>(whole(row[3]))));
        }
        for (const auto &row : gaps.rows) {
            const auto end = whole(row[0]) + whole(row[1]);
            if (!isUnknown(row[2])) {
                const auto &before = a[static_cast<std::size_t>(whole(row[2]))];
                QVERIFY(before.begin + before.length == whole(row[0]) || whole(row[0]) == 5);
            }
            if (!isUnknown(row[3])) {
                QVERIFY(a[static_cast<std::size_t>(whole(row[3]))].begin == end || end == 50);
            }
        }
    }
    void theNearestBeforeIsTheOneThatEndedLast() {
        std::mt19937 random(7);
        const auto a = someSpans(random, 12);
        const auto b = someSpans(random, 12);
        const auto found =
            asked("SELECT evidence_a, evidence_b, distance_ns FROM nearest(" + spansOf(a) + ", " + spansOf(b) + ")");
        QCOMPARE(found.rows.size(), a.size());
        int known = 0;
        for (const auto &row : found.rows) {
            const auto &one = a[static_cast<std::size_t>(whole(row[0]))];
            int wanted = -1;
            for (const auto &other : b) {
                const bool isBefore = other.key == one.key && other.begin + other.length <= one.begin &&
                                      !(other.length == 0 && other.begin == one.begin);
                wanted = isBefore ? std::max(wanted, other.begin + other.length) : wanted;
            }
            QCOMPARE(isUnknown(row[2]), wanted < 0);
            QCOMPARE(isUnknown(row[1]), wanted < 0);
            if (wanted >= 0) {
                QCOMPARE(whole(row[2]), one.begin - wanted);
                ++known;
            }
        }
        QVERIFY(known > 3);
    }
    void bucketsTogetherAreTheUnion() {
        std::mt19937 random(3);
        const auto a = someSpans(random, 15);
        const auto buckets = asked("SELECT count(*), sum(covered_ns), sum(dur_ns) FROM buckets(" + spansOf(a) + ", 7)");
        const auto cover = asked("SELECT sum(dur_ns) FROM cover(" + spansOf(a) + ")");
        QCOMPARE(whole(buckets.rows[0][0]), 2 * 7);
        QCOMPARE(whole(buckets.rows[0][1]), whole(cover.rows[0][0]));
    }
    /// Correlated: the sets of each row of another table; and joined, where the planner walks them again and again.
    void setsMayDependOnARow() {
        const auto found = asked(
            "WITH lanes(lane) AS (VALUES (1), (2), (3)), s(lane, b, d) AS (VALUES (1, 0, 10), (1, 5, 10), (2, 0, 4)) "
            "SELECT lane, (SELECT sum(dur_ns) FROM cover((SELECT spans(b, d) FROM s WHERE s.lane = lanes.lane))) FROM "
            "lanes");
        QCOMPARE(found.rows.size(), std::size_t{3});
        QCOMPARE(whole(found.rows[0][1]), 15);
        QCOMPARE(whole(found.rows[1][1]), 4);
        QVERIFY(isUnknown(found.rows[2][1]));
        const auto joined = asked(
            "SELECT count(*) FROM (VALUES (0), (12), (3)) v JOIN cover((SELECT spans(column1, 5) FROM (VALUES (0), "
            "(12)))) c ON c.begin_ns = v.column1");
        QCOMPARE(whole(joined.rows[0][0]), 2);
    }
    void unknownAndImpossibleSpansAreLeftOut() {
        const auto found = asked(
            "SELECT count(*), sum(dur_ns) FROM cover((SELECT spans(column1, column2) FROM (VALUES (NULL, 3), (1, "
            "NULL), ('x', 1), (5, -1), (9223372036854775807, 5), (-9223372036854775807, 5), (4, 0), (1, 2))))");
        QCOMPARE(whole(found.rows[0][0]), 1);
        QCOMPARE(whole(found.rows[0][1]), 2);
        QCOMPARE(whole(asked("SELECT count(*) FROM gaps((SELECT spans(4, 0)))").rows[0][0]), 0);
        QCOMPARE(whole(asked("SELECT sum(dur_ns) FROM gaps((SELECT spans(4, 0)), 0, 9)").rows[0][0]), 9);
        QCOMPARE(whole(asked("SELECT count(*) FROM gaps((SELECT spans(4, 1)), 9, 0)").rows[0][0]), 0);
    }
    /// No length and no gap overflows.
    void theEdgesOfTimeHold() {
        const std::string halves =
            "(SELECT spans(column1, 4611686018427387903) FROM (VALUES (-4611686018427387903), (0)))";
        QCOMPARE(whole(asked("SELECT dur_ns FROM cover(" + halves + ")").rows[0][0]), 9223372036854775806);
        QCOMPARE(whole(asked("SELECT count(*) FROM buckets(" + halves + ", 3)").rows[0][0]), 3);
        QCOMPARE(whole(asked("SELECT count(*) FROM cover((SELECT spans(0, 4611686018427387904)))").rows[0][0]), 0);
        const auto gaps = asked(
            "SELECT dur_ns FROM gaps((SELECT spans(0, 1)), -9223372036854775807, 9223372036854775807) ORDER BY "
            "begin_ns");
        QCOMPARE(whole(gaps.rows[0][0]), 4611686018427387903);
        QCOMPARE(whole(gaps.rows[1][0]), 4611686018427387902);
    }
    void overlapsWithinASetAreSaid() {
        const auto found = asked(
            "SELECT sum(dur_ns) FROM overlap((SELECT spans(column1, 10) FROM (VALUES (0), (5))), (SELECT spans(0, "
            "100)))");
        QCOMPARE(whole(found.rows[0][0]), 15);
        QCOMPARE(found.notes.size(), std::size_t{1});
        QVERIFY(QByteArray::fromStdString(found.notes[0]).contains("1 of 2 spans of argument 1"));
        QVERIFY(asked("SELECT * FROM overlap((SELECT spans(0, 5)), (SELECT spans(5, 5)))").notes.empty());
    }
    void mistakesAreNamed_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *sql, const char *part) {
            QTest::newRow(sql) << QByteArray(sql) << QByteArray(part);
        };
        row("SELECT * FROM overlap", "argument 1 is no set of spans");
        row("SELECT * FROM overlap((SELECT spans(1, 2)))", "argument 2 is no set of spans");
        row("SELECT * FROM overlap((SELECT spans(1, 2)), 5)", "argument 2 is no set of spans");
        row("WITH s AS MATERIALIZED (SELECT spans(1, 2) AS x FROM tables GROUP BY id LIMIT 1) SELECT * FROM "
            "cover((SELECT x FROM s))",
            "does not pass through GROUP BY or WITH");
        row("SELECT * FROM within((SELECT spans(1, 2)))", "from_ns is missing");
        row("SELECT * FROM buckets((SELECT spans(1, 2)))", "count is missing");
        row("SELECT * FROM gaps((SELECT spans(1, 2)), 5)", "to_ns is missing");
        row("SELECT * FROM gaps((SELECT spans(1, 2)), 5, (SELECT id FROM tables WHERE id = ''))", "to_ns is NULL");
        row("SELECT * FROM overlap((SELECT spans(1, 2, 3, 4)), (SELECT spans(1, 2)))", "one set has keys");
    }
    void mistakesAreNamed() {
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, part);
        const auto detail = QByteArray::fromStdString(refusal(sql.toStdString()));
        QVERIFY2(detail.contains(part), detail.constData());
    }
    /// Sums by key without a sort: any key, as json_each reads it.
    void sumsByKeyAreThoseOfGroupBy() {
        const std::string rows =
            "(VALUES ('a', 1), ('b\"\\', 2), ('a', 0.5), (char(10, 1) || 'x', 4), (NULL, 8), (7, 16), ('b\"\\', NULL), "
            "('a', 'text'))";
        const auto found =
            asked("SELECT key, value FROM json_each((SELECT sum_by(column1, column2) FROM " + rows + "))");
        const auto wanted =
            asked("SELECT ifnull(CAST(column1 AS TEXT), ''), sum(column2) AS s FROM " + rows +
                  " WHERE typeof(column2) <> 'text' AND column2 IS NOT NULL GROUP BY 1 ORDER BY s DESC");
        QCOMPARE(found.rows.size(), std::size_t{5});
        QVERIFY(found.rows == wanted.rows);
        const auto counts = asked("SELECT key, value FROM json_each((SELECT count_by(column1) FROM " + rows + "))");
        QCOMPARE(std::get<std::string>(counts.rows[0][0]), std::string("a"));
        QCOMPARE(whole(counts.rows[0][1]), 3);
    }
};

TEST_SUITE(AskSpansTest)

}  // namespace tst_ask_spans

#include "tst_ask_spans.moc"
