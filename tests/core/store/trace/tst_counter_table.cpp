#include "core/store/trace/counter_table.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <algorithm>
#include <random>

namespace tst_counter_table {

using namespace stagescope;

class TestCounterTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesHold() {
        const CounterTable table({30, 10, 20}, {3, 1, 2});
        QCOMPARE(table.size(), std::size_t{3});
        QCOMPARE(ns(table.time(0)), 10);
        QCOMPARE(table.value(table.indexAt(rankTime(25))), 2.0);
        QCOMPARE(table.value(table.indexAt(rankTime(20))), 2.0);
        QCOMPARE(table.value(table.indexAt(rankTime(99))), 3.0);
        QCOMPARE(std::size_t{table.indexAt(rankTime(9))}, table.size());
        QCOMPARE(table.min(), 1.0);
        QCOMPARE(table.max(), 3.0);
        QCOMPARE(CounterTable({}, {}).size(), std::size_t{0});
    }

    void sameTimeKeepsItsOrder() {
        const CounterTable table({5, 5, 5, 1}, {1, 2, 3, 0});
        QCOMPARE(table.value(table.indexAt(rankTime(5))), 3.0);
    }

    void visitLosesNoPeak() {
        std::mt19937 random(5);
        for (int round = 0; round < 200; ++round) {
            std::vector<std::int64_t> times;
            std::vector<double> values;
            for (int i = 0; i < 700; ++i) {
                times.push_back(static_cast<std::int64_t>(random() % 5000));
                values.push_back(static_cast<double>(random() % 1000));
            }
            const CounterTable table(times, values);
            const auto begin = static_cast<std::int64_t>(random() % 5000);
            const RankRange range{rankTime(begin), rankTime(begin + 1 + static_cast<std::int64_t>(random() % 3000))};
            const auto resolution = static_cast<std::int64_t>(1 + random() % 200);
            auto next = table.indexAt(range.begin) == table.size() ? 0 : table.indexAt(range.begin);
            table.visit(range, Nanos{resolution}, [&](const CounterSpan &span) {
                QCOMPARE(span.begin, table.time(next));
                double low = table.value(next);
                double high = low;
                for (std::uint32_t i = next; i < next + span.count; ++i) {
                    low = std::min(low, table.value(i));
                    high = std::max(high, table.value(i));
                }
                QCOMPARE(span.min, low);
                QCOMPARE(span.max, high);
                next += span.count;
                QCOMPARE(span.last, table.value(next - 1));
                QVERIFY(span.count == 1 || (span.end - span.begin).count() <= resolution);
            });
            QVERIFY(next == table.size() || table.time(next) >= range.end);
        }
    }
};

TEST_SUITE(TestCounterTable)

}  // namespace tst_counter_table

#include "tst_counter_table.moc"
