#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/memory_series.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_memory_series {

using namespace stagescope;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

MemorySampleRecord allocator(std::string_view stream, std::int64_t at, std::int64_t allocated, std::int64_t reserved) {
    return {"allocator", "PTA", stream, 0, at, allocated, reserved, allocated};
}
MemorySampleRecord reservedRow(std::string_view level, std::string_view component, std::int64_t at,
                               std::int64_t bytes) {
    return {level, component, {}, 0, at, kNoBytes, bytes, kNoBytes};
}

std::shared_ptr<const TableStore> samples(std::initializer_list<MemorySampleRecord> rows) {
    TableWriter<MemorySampleRecord> table;
    for (const auto &row : rows) {
        table.append(row);
    }
    return std::make_shared<const TableStore>(table.take());
}

void addSource(RankCapture &capture, const std::string &format, std::shared_ptr<const TableStore> table) {
    FileSource file;
    file.id = SourceId{static_cast<std::uint32_t>(capture.files.size())};
    file.format = format;
    capture.files.push_back(file);
    LoadedSource source;
    source.source = file.id;
    source.tables.push_back(std::move(table));
    capture.loaded.push_back(std::move(source));
}

MemoryOpRecord op(std::string_view name, std::int64_t bytes, std::int64_t from, std::int64_t until) {
    MemoryOpRecord row;
    row.name = name;
    row.bytes = bytes;
    row.allocated = from;
    row.released = until;
    return row;
}

std::string names(const RankCapture &capture, const MemoryOpFilter &filter) {
    std::string text;
    const OperatorMemory memory(capture);
    for (const auto row : memoryOps(memory, filter)) {
        text += std::string(memory.name(row)) + ' ';
    }
    return text;
}

}  // namespace

class MemorySeriesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eventsOfAllStreamsMakeTheWhole() {
        RankCapture capture;
        addSource(capture, "profile_memory",
                  samples({allocator("7", 10, 5, 9), allocator("8", 20, 8, 9), allocator("7", 30, 8, 12),
                           allocator("7", 40, 2, 12)}));
        const auto whole = memorySeries(capture);
        QCOMPARE(whole.size(), std::size_t{1});
        QCOMPARE(whole[0][MemoryMeasure::Allocated].samples, std::size_t{4});
        QCOMPARE(whole[0][MemoryMeasure::Allocated].peak, std::int64_t{8});
        QCOMPARE(whole[0][MemoryMeasure::Allocated].least, std::int64_t{2});
        QCOMPARE(ns(whole[0][MemoryMeasure::Allocated].peakAt), std::int64_t{20});  // the first of two
        const auto split = memorySeries(capture, true);
        QCOMPARE(split.size(), std::size_t{3});
        QCOMPARE(split[1].owner.stream, std::string("7"));
        QCOMPARE(split[1][MemoryMeasure::Reserved].samples, std::size_t{3});
        QCOMPARE(memoryCurve(capture, split[2].owner, MemoryMeasure::Allocated).size(), std::size_t{1});
    }

    void noPeakIsLostFromAfar() {
        TableWriter<MemorySampleRecord> table;
        for (std::int64_t i = 0; i < 100'000; ++i) {
            table.append(allocator("1", i * 10, i == 77'777 ? 999 : 10, 1000));
        }
        RankCapture capture;
        addSource(capture, "profile_memory", std::make_shared<const TableStore>(table.take()));
        const auto curve = memoryCurve(capture, memorySeries(capture)[0].owner, MemoryMeasure::Allocated);
        std::size_t runs = 0;
        double most = 0;
        curve.visit({rankTime(0), rankTime(1'000'000)}, Nanos{1'000'000 / 100}, [&](const CounterSpan &span) {
            ++runs;
            most = std::max(most, span.max);
        });
        QCOMPARE(most, 999.0);
        QVERIFY(runs < 3000);
    }

    void aDatabaseBesideTextTellsTheSameOnce() {
        RankCapture capture;
        addSource(capture, "profiler_db", samples({allocator("1", 10, 5, 9), allocator("1", 20, 6, 9)}));
        addSource(capture, "profile_memory", samples({allocator("1", 10, 5, 9), allocator("1", 20, 6, 9)}));
        addSource(capture, "profile_memory", samples({reservedRow("module", "HCCL", 10, 3)}));
        const auto series = memorySeries(capture);
        QCOMPARE(series.size(), std::size_t{2});
        QCOMPARE(series[0][MemoryMeasure::Allocated].samples, std::size_t{2});
    }

    void outsideIsWhatTheAllocatorDoesNotHave() {
        RankCapture capture;
        addSource(capture, "profile_memory",
                  samples({reservedRow("process", "APP", 5, 300 * kMiB), allocator("1", 10, kMiB, 200 * kMiB),
                           reservedRow("process", "APP", 15, 450 * kMiB), allocator("1", 20, kMiB, 400 * kMiB),
                           reservedRow("process", "APP", 25, 520 * kMiB), reservedRow("module", "HCCL", 25, 70 * kMiB),
                           reservedRow("module", "APP", 25, 400 * kMiB)}));
        const auto peak = memoryPeak(capture);
        QCOMPARE(*peak.outside, 250 * kMiB);  // at 15, when the process has not got its most yet
        QCOMPARE(*peak.process, 520 * kMiB);
        QCOMPARE(peak.outsideOwner, std::string("HCCL"));
        QCOMPARE(*peak.outsideOwned, 70 * kMiB);
    }

    void nothingIsToldWithoutRecords() {
        const auto peak = memoryPeak(RankCapture{});
        QVERIFY(!peak.allocated && !peak.process && !peak.outside && !peak.capacity);
        QVERIFY(memorySeries(RankCapture{}).empty());
    }

    void aliveAtAMoment() {
        TableWriter<MemoryOpRecord> table;
        table.append(op("Add", 4, 10, 20));
        table.append(op("forever", 8, 15, kNoMemoryTime));
        table.append(op("old", 2, kNoMemoryTime, 12));
        RankCapture capture;
        addSource(capture, "profile_memory", std::make_shared<const TableStore>(table.take()));
        const auto at = [](std::int64_t time) { return MemoryOpFilter{.aliveAt = rankTime(time)}; };
        QCOMPARE(names(capture, at(9)), std::string("old "));
        QCOMPARE(names(capture, at(10)), std::string("Add old "));
        QCOMPARE(names(capture, at(12)), std::string("Add "));
        QCOMPARE(names(capture, at(20)), std::string("forever "));
        QCOMPARE(names(capture, {.name = "aDD"}), std::string("Add "));
        QCOMPARE(names(capture, {.leastBytes = 4}), std::string("Add forever "));
        QCOMPARE(names(capture, {.leastBytes = 4, .mostBytes = 7}), std::string("Add "));
        QCOMPARE(names(capture, {.isUnreleased = true}), std::string("forever "));
        QCOMPARE(names(capture, {.range = RankRange{rankTime(12), rankTime(15)}}), std::string("Add "));
        QCOMPARE(names(capture, {.changedIn = RankRange{rankTime(12), rankTime(15)}}), std::string("old "));
        QCOMPARE(names(capture, {.allocatedIn = RankRange{rankTime(10), rankTime(16)}}), std::string("Add forever "));
        // Allocated in a range and not released in it.
        QCOMPARE(names(capture, {.aliveAt = rankTime(21), .allocatedIn = RankRange{rankTime(10), rankTime(21)}}),
                 std::string("forever "));
    }

    void rowsOfSeveralFilesAreSorted() {
        TableWriter<MemoryOpRecord> table;
        table.append(op("b", 4, 10, 20));
        table.append(op("a", 8, 15, kNoMemoryTime));
        TableWriter<MemoryOpRecord> other;
        auto streamed = op("c", 4, 2, 12);
        streamed.stream = "77";
        streamed.device = 3;
        other.append(streamed);
        RankCapture capture;
        addSource(capture, "profile_memory", std::make_shared<const TableStore>(table.take()));
        addSource(capture, "profile_memory", std::make_shared<const TableStore>(other.take()));
        const OperatorMemory memory(capture);
        QCOMPARE(memory.size(), 3U);
        const auto sorted = [&](MemoryOpColumn column, bool isDescending) {
            auto rows = memoryOps(memory, {});
            sortMemoryOps(rows, memory, column, isDescending);
            std::string text;
            for (const auto row : rows) {
                text += memory.name(row);
            }
            return text;
        };
        QCOMPARE(sorted(MemoryOpColumn::Name, false), std::string("abc"));
        QCOMPARE(sorted(MemoryOpColumn::Name, true), std::string("cba"));
        QCOMPARE(sorted(MemoryOpColumn::Bytes, true), std::string("abc"));  // equal ones stay in their order
        QCOMPARE(sorted(MemoryOpColumn::Released, true),
                 std::string("bca"));  // the unknown is last, whatever the order
        QCOMPARE(sorted(MemoryOpColumn::Released, false), std::string("cba"));
        QCOMPARE(sorted(MemoryOpColumn::Duration, false), std::string("bca"));
        QCOMPARE(memory.places(), std::vector<std::string>{"3 / 77"});
        QCOMPARE(names(capture, {.place = "3 / 77"}), std::string("c "));
        QCOMPARE(sumOf(memory, memoryOps(memory, {})).bytes, std::int64_t{16});
    }

    /// torch.profiler writes its record of memory among the events; in front of them newer versions tell whether it was
    /// asked to, older ones nothing.
    void instantsOfTracesNeedDeepLoading_data() {
        QTest::addColumn<QByteArray>("setting");
        QTest::addColumn<bool>("isKnownToBeThere");
        QTest::addColumn<bool>("needsDeep");
        QTest::newRow("asked") << QByteArray("1") << true << true;
        QTest::newRow("not asked") << QByteArray("0") << false << false;
        QTest::newRow("not told") << QByteArray() << false << true;
    }
    void instantsOfTracesNeedDeepLoading() {
        QFETCH(QByteArray, setting);
        QFETCH(bool, isKnownToBeThere);
        QFETCH(bool, needsDeep);
        TableBuilder table(TableKind::Environment);
        table.set("section", std::string_view("profiler")).set("key", std::string_view("profile_memory"));
        table.set("value", std::string_view(setting.constData())).endRow();
        RankCapture capture;
        capture.state = LoadState::Shallow;
        addSource(capture, "trace_json", std::make_shared<const TableStore>(table.take()));
        capture.files.back().chosen = true;
        QCOMPARE(memoryRecord(capture) == MemoryRecord::Unread, isKnownToBeThere);
        Run run;
        run.captures.push_back(capture);
        QCOMPARE(needsDeepForMemory(run), needsDeep);
        run.captures.front().state = LoadState::Deep;
        QVERIFY(!needsDeepForMemory(run));
    }
};

TEST_SUITE(MemorySeriesTest)

}  // namespace tst_memory_series

#include "tst_memory_series.moc"
