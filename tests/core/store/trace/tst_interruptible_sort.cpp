#include "core/store/trace/interruptible_sort.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <numeric>
#include <random>

namespace tst_interruptible_sort {

using namespace stagescope;

namespace {

/// Sorted runs of these lengths, with many equal elements.
std::vector<int> runs(const std::vector<int> &lengths) {
    std::mt19937 random(3);
    std::vector<int> values;
    for (const int length : lengths) {
        const auto begin = values.insert(values.end(), static_cast<std::size_t>(length), 0);
        std::generate(begin, values.end(), [&] { return static_cast<int>(random() % 1000); });
        std::sort(begin, values.end());
    }
    return values;
}

}  // namespace

class TestInterruptibleSort : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsWhateverItIsGiven_data() {
        QTest::addColumn<QList<int>>("lengths");
        QTest::newRow("nothing") << QList<int>{};
        QTest::newRow("one") << QList<int>{1};
        QTest::newRow("sorted") << QList<int>{5000};
        QTest::newRow("two runs") << QList<int>{5000, 1};
        QTest::newRow("three runs") << QList<int>{100, 4000, 200};
        QTest::newRow("many long runs") << QList<int>(101, 300);
        QTest::newRow("no run") << QList<int>(5000, 1);
        QTest::newRow("short runs, then a long one") << (QList<int>(400, 2) << 3000);
    }
    void sortsWhateverItIsGiven() {
        QFETCH(QList<int>, lengths);
        auto values = runs({lengths.begin(), lengths.end()});
        auto wanted = values;
        std::sort(wanted.begin(), wanted.end());
        QVERIFY(interruptibleSort(values.begin(), values.end(), std::less<>(), {}));
        QVERIFY(values == wanted);
    }

    void longRunsCostFewComparisons() {
        auto values = runs(std::vector<int>(8, 10'000));
        std::size_t count = 0;
        const auto less = [&](int a, int b) {
            ++count;
            return a < b;
        };
        QVERIFY(interruptibleSort(values.begin(), values.end(), less, {}));
        // One pass to find the runs, three to merge them.
        QVERIFY2(count <= 4 * values.size(), qPrintable(QString::number(count)));
    }

    /// Rows of a file are mostly out of order among their neighbours.
    void runsBehindOneAnotherStayWhereTheyAre() {
        std::vector<std::pair<int, int>> values;
        for (int run = 0; run < 100; ++run) {
            for (int i = 0; i < 300; ++i) {
                values.emplace_back(run * 280 + i, static_cast<int>(values.size()));
            }
        }
        auto wanted = values;
        std::size_t count = 0;
        const auto less = [&](const auto &a, const auto &b) {
            ++count;
            return a.first < b.first;
        };
        std::stable_sort(wanted.begin(), wanted.end(), less);
        count = 0;
        QVERIFY(interruptibleSort(values.begin(), values.end(), less, {}));
        QVERIFY(values == wanted);
        QVERIFY2(count <= 2 * values.size(), qPrintable(QString::number(count)));
    }

    void stopsInTheMiddle() {
        for (const auto &lengths : {std::vector<int>(8, 100'000), std::vector<int>(800'000, 1)}) {
            auto values = runs(lengths);
            std::stop_source stop;
            std::size_t count = 0;
            const auto less = [&](int a, int b) {
                if (++count == 900'000) {
                    stop.request_stop();
                }
                return a < b;
            };
            QVERIFY(!interruptibleSort(values.begin(), values.end(), less, stop.get_token()));
            QVERIFY(count < 900'000 + 0x4000 + 1);
        }
    }
};

TEST_SUITE(TestInterruptibleSort)

}  // namespace tst_interruptible_sort

#include "tst_interruptible_sort.moc"
