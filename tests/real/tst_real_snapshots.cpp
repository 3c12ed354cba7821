#include "tests/core/formats/read_snapshot.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_real_snapshots {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::string realSnapshot(const char *name) { return realDataFolder().toStdString() + "/snapshots/" + name; }

struct Figures {
    std::size_t older = 0;
    std::size_t liveFromHistory = 0;
    std::uint64_t olderBytes = 0;
    std::uint64_t peak = 0;
    std::uint64_t reservedLeast = 0;
    std::uint64_t reservedMost = 0;
};

Figures figuresOf(const AllocationTable &table) {
    Figures figures;
    for (const auto &allocation : table.allocations) {
        figures.older += allocation.isOlder() ? 1 : 0;
        figures.olderBytes += allocation.isOlder() ? allocation.size : 0;
        figures.liveFromHistory += !allocation.isOlder() && allocation.end == event_index::kNever ? 1 : 0;
    }
    figures.peak = *std::max_element(table.activeBytes.begin(), table.activeBytes.end());
    figures.reservedLeast = figures.reservedMost = table.reservedBaseline;
    for (const auto &step : table.reserved) {
        figures.reservedLeast = std::min(figures.reservedLeast, step.bytes);
        figures.reservedMost = std::max(figures.reservedMost, step.bytes);
    }
    return figures;
}

std::size_t countOf(const SnapshotStore &store, const SnapshotDevice &device, SnapshotAction action) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < device.eventCount; ++i) {
        count += store.events().action(device.firstEvent + i) == action ? 1 : 0;
    }
    return count;
}

double inMiB(std::uint64_t bytes) { return static_cast<double>(bytes) / static_cast<double>(kMiB); }

}  // namespace

class RealSnapshotsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        if (!QFile::exists(QString::fromStdString(realSnapshot("snapshot_expandable.pkl")))) {
            QSKIP("the real profiles are not here");
        }
    }

    void expandableSegments() {
        const auto read = readSnapshotFile(realSnapshot("snapshot_expandable.pkl"));
        QVERIFY2(read->reading.status, read->errorText().c_str());
        QCOMPARE(read->store().devices().size(), std::size_t{1});
        const auto &device = read->store().devices()[0];
        QCOMPARE(device.eventCount, 8092U);
        const auto figures = figuresOf(device.allocations);
        QCOMPARE(figures.older, std::size_t{320});
        QCOMPARE(QString::number(inMiB(figures.olderBytes), 'f', 2), QStringLiteral("89.96"));
        QCOMPARE(figures.liveFromHistory, std::size_t{325});
        QCOMPARE(QString::number(inMiB(figures.peak), 'f', 1), QStringLiteral("569.7"));
        QCOMPARE(figures.reservedLeast, 108 * kMiB);
        QCOMPARE(figures.reservedMost, 614 * kMiB);
        QVERIFY(device.allocations.trouble.isSound());
        QVERIFY(read->log.isEmpty());
    }

    void emptyCache() {
        const auto read = readSnapshotFile(realSnapshot("snapshot_with_empty_cache.pkl"));
        QVERIFY2(read->reading.status, read->errorText().c_str());
        const auto &device = read->store().devices()[0];
        QCOMPARE(device.eventCount, 8180U);
        QCOMPARE(countOf(read->store(), device, SnapshotAction::SegmentAlloc), std::size_t{79});
        QCOMPARE(countOf(read->store(), device, SnapshotAction::SegmentFree), std::size_t{54});
        QCOMPARE(device.segmentCount, 34U);
        QCOMPARE(device.allocations.reservedAfter(device.eventCount - 1), 486 * kMiB);
        QCOMPARE(read->store().quality().eventsWithoutTime, std::uint64_t{8180});
        QVERIFY(device.allocations.trouble.isSound());
        QVERIFY(read->log.isEmpty());
    }
};

TEST_SUITE(RealSnapshotsTest)

}  // namespace tst_real_snapshots

#include "tst_real_snapshots.moc"
