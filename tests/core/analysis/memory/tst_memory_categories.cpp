#include "core/analysis/memory/memory_categories.h"
#include "core/analysis/memory/memory_holders.h"
#include "core/analysis/memory/memory_series.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_memory_categories {

using namespace stagescope;

class MemoryCategoriesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thePeakIsOfTheSum() {
        // Activation has its own peak at 10, the sum at 20.
        RankCapture capture;
        TableWriter<MemorySampleRecord> table;
        const auto add = [&](std::string_view level, std::string_view of, std::int64_t at, std::int64_t bytes) {
            table.append({level, of, {}, -1, at, bytes});
        };
        add(kCategoryLevel, "activation", 10, 50);
        add(kCategoryLevel, "gradient", 10, 0);
        add(kCategoryLevel, "activation", 20, 40);
        add(kCategoryLevel, "gradient", 20, 30);
        add(kCategoryLevel, "activation", 30, 5);
        add(kCategoryLevel, "gradient", 30, 30);
        for (const auto &[at, bytes] : {std::pair{10, 50}, std::pair{20, 70}, std::pair{30, 35}}) {
            add("allocator", "PyTorch", at, bytes);
        }
        LoadedSource source;
        source.tables.push_back(std::make_shared<const TableStore>(table.take()));
        capture.loaded.push_back(std::move(source));

        QVERIFY(hasMemoryCategories(capture));
        const auto found = memoryCategories(capture);
        QCOMPARE(found.peak, std::int64_t{70});
        QCOMPARE(ns(found.peakAt), std::int64_t{20});
        QCOMPARE(found.end, std::int64_t{35});
        QCOMPARE(found.all.size(), std::size_t{2});
        QCOMPARE(found.all[0].name, std::string("activation"));
        QCOMPARE(found.all[0].atPeak, std::int64_t{40});
        QCOMPARE(found.all[0].most, std::int64_t{50});
        QCOMPARE(found.all[0].atEnd, std::int64_t{5});
        QCOMPARE(found.all[1].atPeak, std::int64_t{30});
        // Categories are parts of the allocator's memory: its peak is not theirs.
        QCOMPARE(memoryPeak(capture).allocated, std::optional<std::int64_t>(70));
        const auto holders = memoryHolders(capture, rankTime(25));
        QCOMPARE(holders.held, std::int64_t{70});
        QCOMPARE(holders.rest, std::optional<std::int64_t>(0));
    }

    /// Not every clock begins in 1970.
    void thePeakMayBeAtTheTimeZero() {
        RankCapture capture;
        TableWriter<MemorySampleRecord> table;
        for (const auto &[at, bytes] : {std::pair{0, 100}, std::pair{5000, 40}, std::pair{9000, 50}}) {
            table.append({kCategoryLevel, "activation", {}, -1, at, bytes});
        }
        LoadedSource source;
        source.tables.push_back(std::make_shared<const TableStore>(table.take()));
        capture.loaded.push_back(std::move(source));
        const auto found = memoryCategories(capture);
        QCOMPARE(found.peak, std::int64_t{100});
        QCOMPARE(ns(found.peakAt), std::int64_t{0});
        QCOMPARE(found.all.front().atPeak, std::int64_t{100});
        QCOMPARE(found.end, std::int64_t{50});
    }

    void withoutAFileThereAreNone() {
        QVERIFY(memoryCategories(RankCapture{}).all.empty());
        QVERIFY(!hasMemoryCategories(RankCapture{}));
        RankCapture capture;
        TableWriter<MemorySampleRecord> table;
        table.append({"allocator", "PyTorch", {}, -1, 10, 70});
        LoadedSource source;
        source.tables.push_back(std::make_shared<const TableStore>(table.take()));
        capture.loaded.push_back(std::move(source));
        QVERIFY(!hasMemoryCategories(capture));
    }
};

TEST_SUITE(MemoryCategoriesTest)

}  // namespace tst_memory_categories

#include "tst_memory_categories.moc"
