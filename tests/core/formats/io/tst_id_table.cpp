#include "core/formats/io/id_table.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <limits>

namespace tst_id_table {

using namespace stagescope;

class IdTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsWhatWasAddedAndNothingElse() {
        constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
        constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
        const std::vector<std::int64_t> ids{0,         1,  2,    4,     9,         268435456, 268435458,
                                            536870912, -1, kLow, kHigh, kHigh - 1, 1000};
        IdTable table;
        for (std::uint32_t i = 0; i < ids.size(); ++i) {
            table.add(ids[i], i);
        }
        table.finish();
        for (std::uint32_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(table.find(ids[i]), i);
        }
        for (const std::int64_t absent : {3LL, 5LL, 8LL, 10LL, 268435457LL, 268435459LL, -2LL, 999LL}) {
            QCOMPARE(table.find(absent), IdTable::kNone);
        }
        QCOMPARE(table.find(kLow + 1), IdTable::kNone);
        QCOMPARE(table.find(kHigh - 2), IdTable::kNone);
    }

    void theFirstOfEqualIdsStays() {
        IdTable table;
        table.add(7, 1);
        table.add(5, 2);
        table.add(7, 3);
        table.finish();
        QCOMPARE(table.find(7), 1U);
        QCOMPARE(table.find(5), 2U);
    }

    void anEmptyTableFindsNothing() {
        IdTable table;
        table.finish();
        QVERIFY(table.isEmpty());
        QCOMPARE(table.find(0), IdTable::kNone);
    }
};

TEST_SUITE(IdTableTest)

}  // namespace tst_id_table

#include "tst_id_table.moc"
