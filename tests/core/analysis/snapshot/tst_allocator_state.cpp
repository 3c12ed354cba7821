#include "core/analysis/snapshot/allocator_state.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

namespace tst_allocator_state {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

QByteArray difference(const AllocatorState &a, const AllocatorState &b) {
    const auto where = " at event " + QByteArray::number(a.position());
    if (a.blocks() != b.blocks()) {
        return "blocks differ" + where;
    }
    if (a.reservedRanges() != b.reservedRanges()) {
        return "segments differ" + where;
    }
    const bool sums = a.activeBytes() == b.activeBytes() && a.pendingBytes() == b.pendingBytes() &&
                      a.reservedBytes() == b.reservedBytes();
    return sums ? QByteArray() : "sums differ" + where;
}

constexpr std::uint32_t kStretch = 64;  // events of which all states are kept at once

/// Forwards from the derived beginning; the state at every kStretch-th event.
std::vector<AllocatorState> forwardStarts(const SnapshotStore &store, const SnapshotDevice &device) {
    auto forth = AllocatorState::after(store, device, 0);
    std::vector<AllocatorState> starts{forth};
    while (forth.forward()) {
        if (forth.position() % kStretch == 0) {
            starts.push_back(forth);
        }
    }
    return starts;
}
/// That state and those after the events that follow, one stretch long.
std::vector<AllocatorState> statesFrom(AllocatorState forth) {
    std::vector<AllocatorState> states{forth};
    while (states.size() < kStretch && forth.forward()) {
        states.push_back(forth);
    }
    return states;
}

}  // namespace

class AllocatorStateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void forwardsAndBackwardsAgree_data() {
        QTest::addColumn<QString>("path");
        const QDir made(QString::fromStdString(madeSnapshot("")));
        const auto real = realDataFolder();
        const QDir others(real + QStringLiteral("/snapshots"));
        for (const auto &folder : {made, others}) {
            for (const auto &name :
                 folder.entryList({QStringLiteral("*.pickle"), QStringLiteral("*.json"), QStringLiteral("*.pkl")})) {
                QTest::newRow(qPrintable(name)) << folder.filePath(name);
            }
        }
    }
    /// From the derived beginning, from the segments at the end, and from the lives of blocks: address by address, at
    /// every event.
    void forwardsAndBackwardsAgree() {
        QFETCH(QString, path);
        const auto read = readSnapshotFile(path.toStdString());
        QVERIFY2(read->reading.store, read->errorText().c_str());
        const auto &store = read->store();
        QVERIFY(!store.devices().empty());
        for (const auto &device : store.devices()) {
            QVERIFY(device.allocations.trouble.isSound());
            const auto starts = forwardStarts(store, device);
            auto back = AllocatorState::atEnd(store, device);
            std::uint32_t compared = 0;
            for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
                const auto states = statesFrom(*start);
                for (auto forth = states.rbegin(); forth != states.rend(); ++forth, ++compared) {
                    back.seek(forth->position());
                    QCOMPARE(back.position(), forth->position());
                    QCOMPARE(difference(*forth, back), QByteArray());
                    if (forth->position() > 0) {
                        QCOMPARE(back.activeBytes(), device.allocations.activeBytes[forth->position() - 1]);
                        QCOMPARE(back.reservedBytes(), device.allocations.reservedAfter(forth->position() - 1));
                    }
                }
                QCOMPARE(difference(AllocatorState::after(store, device, start->position()), *start), QByteArray());
            }
            QCOMPARE(compared, device.eventCount + 1);
        }
    }
    void aMissingFreeIsNoticed() {
        // The free_completed of one block is turned into an event without effect.
        auto bytes = bytesOfFile(madeSnapshot("current_0.pickle"));
        const auto at = bytes.indexOf("free_completed");
        QVERIFY(at > 0);
        const auto read = readSnapshotBytes(bytes.replace(at, 14, "free_completex"));
        QVERIFY(read->reading.store);
        QVERIFY(!read->store().devices()[0].allocations.trouble.isSound());
        QVERIFY(read->log.count("snapshot.replay") > 0);
    }
};

TEST_SUITE(AllocatorStateTest)

}  // namespace tst_allocator_state

#include "tst_allocator_state.moc"
