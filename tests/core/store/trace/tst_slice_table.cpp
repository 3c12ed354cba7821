#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <map>
#include <random>

namespace tst_slice_table {

using namespace stagescope;

namespace {

SliceRow row(std::int64_t begin, std::int64_t duration, std::uint64_t number = 0) {
    return {begin, duration, number, StringId{static_cast<std::uint32_t>(number)}, SliceClass::Computing};
}

SliceTable built(std::vector<SliceRow> rows) {
    SliceTableBuilder::Anomalies anomalies;
    return *SliceTableBuilder::build(std::move(rows), anomalies, {});
}

std::map<std::uint64_t, int> depths(const SliceTable &table) {
    std::map<std::uint64_t, int> result;
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        result[table.row(i)] = static_cast<int>(table.depthOf(i));
    }
    return result;
}

std::vector<SliceRow> randomRows(std::mt19937 &random, int count, int range, int longest) {
    std::vector<SliceRow> rows;
    for (int i = 0; i < count; ++i) {
        const auto length = random() % 10 == 0 ? random() % static_cast<unsigned>(longest) : random() % 4;
        rows.push_back(row(static_cast<std::int64_t>(random() % static_cast<unsigned>(range)), length,
                           static_cast<std::uint64_t>(i)));
    }
    return rows;
}

}  // namespace

class TestSliceTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nestsByTime() {
        const auto table =
            built({row(50, 10, 3), row(0, 100, 1), row(10, 30, 2), row(12, 5, 4), row(100, 5, 5), row(12, 5, 6)});
        const std::map<std::uint64_t, int> expected{{1, 0}, {2, 1}, {3, 1}, {4, 2}, {6, 3}, {5, 0}};
        QCOMPARE(depths(table), expected);
        QCOMPARE(table.depthCount(), 4U);
        const auto inner = table.find(2, rankTime(14));
        QVERIFY(inner);
        QCOMPARE(table.row(inner->value), std::uint64_t{4});
        QCOMPARE(table.row(table.parentOf(*inner)->value), std::uint64_t{2});
        QVERIFY(!table.parentOf(*table.find(0, rankTime(0))));
        QVERIFY(!table.find(1, rankTime(45)));
        QVERIFY(table.find(0, rankTime(99)) && !table.find(0, rankTime(105)));
    }

    void overlapsAreCountedAndStayShallow() {
        // A chain in which each slice ends a little after the next begins: two depths suffice.
        std::vector<SliceRow> chain;
        for (int i = 0; i < 100; ++i) {
            chain.push_back(row(i * 10, 11, static_cast<std::uint64_t>(i)));
        }
        SliceTableBuilder::Anomalies anomalies;
        const auto table = *SliceTableBuilder::build(chain, anomalies, {});
        QCOMPARE(table.depthCount(), 2U);
        QCOMPARE(anomalies.overlaps, std::uint64_t{99});
        QCOMPARE(anomalies.firstOverlap, 10);
        QCOMPARE(table.size(), std::size_t{100});
    }

    void tooDeepIsCounted() {
        std::vector<SliceRow> rows;
        for (int i = 0; i < 1500; ++i) {
            rows.push_back(row(i, 10'000 - 2 * i, static_cast<std::uint64_t>(i)));
        }
        SliceTableBuilder::Anomalies anomalies;
        const auto table = *SliceTableBuilder::build(rows, anomalies, {});
        QCOMPARE(table.depthCount(), SliceTableBuilder::kMaxDepth);
        QCOMPARE(table.size() + anomalies.tooDeep, std::size_t{1500});
    }

    void pointsAreFound() {
        const auto table = built({row(5, 0, 1), row(5, 0, 2), row(9, 0, 3)});
        QCOMPARE(table.size(), std::size_t{3});
        QVERIFY(table.find(0, rankTime(9)));
        QVERIFY(!table.find(0, rankTime(7)));
    }

    void stoppedGivesNothing() {
        std::stop_source stop;
        stop.request_stop();
        SliceTableBuilder::Anomalies anomalies;
        QVERIFY(!SliceTableBuilder::build({row(1, 1)}, anomalies, stop.get_token()));
    }

    void depthsAreDisjointAndComplete() {
        std::mt19937 random(1);
        for (int round = 0; round < 50; ++round) {
            const auto rows = randomRows(random, 300, 400, 200);
            const auto table = built(rows);
            QCOMPARE(table.size(), rows.size());
            for (std::uint32_t d = 0; d < table.depthCount(); ++d) {
                for (std::uint32_t i = table.depthBegin(d) + 1; i < table.depthBegin(d + 1); ++i) {
                    QVERIFY(table.end(i - 1) <= table.begin(i));
                }
            }
            for (std::uint32_t i = 0; i < table.size(); ++i) {
                const auto &original = rows[table.row(i)];
                QCOMPARE(ns(table.begin(i)), original.begin);
                QCOMPARE(table.at(SliceId{i}).duration().count(), original.duration);
            }
        }
    }

    /// Against a look at every slice: nothing within the range is missed, spans narrower than a pixel only are joined,
    /// and each names its longest.
    void visitMatchesBruteForce() {
        std::mt19937 random(2);
        for (int round = 0; round < 200; ++round) {
            const auto table = built(randomRows(random, 500, 3000, 150));
            const auto begin = static_cast<std::int64_t>(random() % 3000);
            const RankRange range{rankTime(begin), rankTime(begin + 1 + static_cast<std::int64_t>(random() % 2000))};
            const auto resolution = static_cast<std::int64_t>(1 + random() % 300);
            const auto depth = static_cast<std::uint32_t>(random() % table.depthCount());
            std::vector<SliceSpan> spans;
            table.visit(depth, range, Nanos{resolution}, [&](const SliceSpan &span) { spans.push_back(span); });
            auto next = table.firstEndingAfter(depth, range.begin);
            for (const auto &span : spans) {
                QCOMPARE(span.begin, table.begin(next));
                const auto last = next + span.count - 1;
                QCOMPARE(span.end, table.end(last));
                QVERIFY(span.count == 1 || (span.end - span.begin).count() <= resolution);
                auto longest = next;
                for (auto i = next; i <= last; ++i) {
                    longest = table.end(i) - table.begin(i) > table.end(longest) - table.begin(longest) ? i : longest;
                }
                QCOMPARE(table.at(span.widest).duration(), table.at(SliceId{longest}).duration());
                next = last + 1;
            }
            const auto end = table.depthBegin(depth + 1);
            QVERIFY(next == end || table.begin(next) >= range.end);
            QVERIFY(spans.empty() || spans.back().begin < range.end);
        }
    }
};

TEST_SUITE(TestSliceTable)

}  // namespace tst_slice_table

#include "tst_slice_table.moc"
