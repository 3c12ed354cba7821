#include "core/analysis/snapshot/allocator_state.h"
#include "tests/core/formats/read_snapshot.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

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

}  // namespace

class AllocatorStateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void forwardsAndBackwardsAgree_data() {
        QTest::addColumn<QString>("path");
        const QDir made(QString::fromStdString(madeSnapshot("")));
        const auto real =
            qEnvironmentVariable("STAGESCOPE_REAL_DATA", QStringLiteral(STAGESCOPE_SOURCE_DIR "/../shared/data"));
        const QDir others(real + QStringLiteral("/snapshots"));
        for (const auto &folder : {made, others}) {
            for (const auto &name :
                 folder.entryList({QStringLiteral("*.pickle"), QStringLiteral("*.json"), QStringLiteral("*.pkl")})) {
                QTest::newRow(qPrintable(name)) << folder.filePath(name);
            }
        }
    }
    /// From the derived beginning, from the segments at the end, and from the lives of blocks: address by address.
    void forwardsAndBackwardsAgree() {
        QFETCH(QString, path);
        const auto read = readSnapshotFile(path.toStdString());
        QVERIFY2(read->reading.store, read->errorText().c_str());
        const auto &store = read->store();
        QVERIFY(!store.devices().empty());
        for (const auto &device : store.devices()) {
            QVERIFY(device.allocations.trouble.isSound());
            auto back = AllocatorState::atEnd(store, device);
            std::vector<AllocatorState> states;
            const std::uint32_t every = device.eventCount > 1000 ? 16 : 1;
            for (bool more = true; more; more = back.backward()) {
                if (back.position() % every == 0) {
                    states.push_back(back);
                }
            }
            auto forth = AllocatorState::after(store, device, 0);
            for (auto it = states.rbegin(); it != states.rend(); ++it) {
                forth.seek(it->position());
                QCOMPARE(difference(forth, *it), QByteArray());
                QCOMPARE(difference(AllocatorState::after(store, device, it->position()), *it), QByteArray());
                if (it->position() > 0) {
                    QCOMPARE(it->activeBytes(), device.allocations.activeBytes[it->position() - 1]);
                    QCOMPARE(it->reservedBytes(), device.allocations.reservedAfter(it->position() - 1));
                }
            }
            QCOMPARE(forth.position(), device.eventCount / every * every);
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

QTEST_GUILESS_MAIN(AllocatorStateTest)
#include "tst_allocator_state.moc"
