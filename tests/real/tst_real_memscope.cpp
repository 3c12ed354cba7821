// Records of msMemScope from real jobs: figures that the tool's own viewer stored, or gives.
#include "core/session/loading/load_job.h"
#include "core/store/snapshot/snapshot_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cstdint>
#include <string>

namespace tst_real_memscope {

using namespace stagescope;

namespace {

struct Expected {
    const char *device;
    std::uint32_t events;
    std::size_t blocks;
    std::uint64_t peak;
    std::uint64_t end;
    std::uint64_t sum;  ///< of the sizes of all blocks; 0 = not told
};

/// Those of blocks, not of the segments that they lie in.
std::size_t blockEvents(const SnapshotStore &store, const SnapshotDevice &device) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < device.eventCount; ++i) {
        const auto action = store.events().action(device.firstEvent + i);
        count += action == SnapshotAction::Alloc || action == SnapshotAction::FreeCompleted ? 1 : 0;
    }
    return count;
}

}  // namespace

class RealMemscopeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAreThoseOfTheViewer_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::vector<Expected>>("expected");
        QTest::addColumn<std::uint64_t>("wantedReserved");
        QTest::newRow("a CSV of December 2025")
            << QStringLiteral("msmemscope_baseline.csv")
            << std::vector<Expected>{{"0 PTA", 32, 18, 16'781'824, 3'072, 33'571'840},
                                     {"0 HAL", 7, 5, 25'884'340, 7'009'972, 44'758'708}}
            << std::uint64_t{20'971'520};
        QTest::newRow("a CSV of msleaks, April 2025")
            << QStringLiteral("memscope_dump_20250428113810.csv")
            // The viewer has 512 bytes more: it takes off what a free tells (512) of a block of 1024.
            << std::vector<Expected>{{"0 PTA", 0, 0, 3'663'872 - 512, 3'650'048 - 512, 0},
                                     {"0 HAL", 0, 0, 0, 60'149'228, 0},
                                     {"1 PTA", 0, 0, 123'904, 110'080, 0},
                                     {"1 HAL", 0, 0, 0, 18'907'136, 0}}
            << std::uint64_t{0};
        QTest::newRow("a database of May 2026")
            << QStringLiteral("memscope_dump_20260527062213.db")
            << std::vector<Expected>{{"host HOST_PINNED", 7, 6, 22'683'648, 19'664'896, 0}} << std::uint64_t{0};
    }
    void figuresAreThoseOfTheViewer() {
        QFETCH(QString, file);
        QFETCH(std::vector<Expected>, expected);
        QFETCH(std::uint64_t, wantedReserved);
        const auto path = realFile(QStringLiteral("more/memscope/") + file);
        if (path.empty()) {
            QSKIP("real records are not here");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value() && run->snapshots.size() == 1 && run->snapshots[0].store != nullptr);
        const auto &store = *run->snapshots[0].store;
        for (const auto &wanted : expected) {
            const auto isIt = [&](const SnapshotDevice &device) {
                return (device.isHost ? "host" : std::to_string(device.device)) + ' ' +
                           std::string(store.text(device.allocator)) ==
                       wanted.device;
            };
            const auto it = std::find_if(store.devices().begin(), store.devices().end(), isIt);
            QVERIFY2(it != store.devices().end(), wanted.device);
            const auto &table = it->allocations;
            const auto peak = *std::max_element(table.activeBytes.begin(), table.activeBytes.end());
            QCOMPARE(table.activeBytes.back(), wanted.end);
            QVERIFY2(wanted.peak == 0 || peak == wanted.peak, wanted.device);
            QVERIFY2(wanted.events == 0 || blockEvents(store, *it) == wanted.events, wanted.device);
            QVERIFY2(wanted.blocks == 0 || table.allocations.size() == wanted.blocks, wanted.device);
            std::uint64_t sum = 0;
            for (const auto &block : table.allocations) {
                sum += block.size;
            }
            QVERIFY2(wanted.sum == 0 || sum == wanted.sum, wanted.device);
            QVERIFY(table.trouble.isSound());
        }
        // The pool's own figure is that of the driver's blocks below it, one of which is older than the record, until
        // the driver took the largest back.
        const auto &pool = store.devices().front();
        if (wantedReserved > 0) {
            QCOMPARE(pool.allocations.reserved.back().bytes, wantedReserved);
            std::uint64_t segments = 0;
            for (const auto &span : pool.allocations.spans) {
                segments += span.begin < pool.eventCount / 2 ? span.size : 0;
            }
            QCOMPARE(segments, wantedReserved);
        }
    }

    /// Of devices alone, as the viewer counts: what the host holds is beside it here.
    void allRowsArePairedOrCounted() {
        const auto path = realFile(QStringLiteral("more/memscope/memscope_dump_20250428113810.csv"));
        if (path.empty()) {
            QSKIP("real records are not here");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value() && run->snapshots.size() == 1 && run->snapshots[0].store != nullptr);
        std::size_t events = 0;
        std::size_t blocks = 0;
        std::size_t freed = 0;
        for (const auto &device : run->snapshots[0].store->devices()) {
            if (!device.isHost) {
                events += blockEvents(*run->snapshots[0].store, device);
                blocks += device.allocations.allocations.size();
                freed += blockEvents(*run->snapshots[0].store, device) - device.allocations.allocations.size();
            }
        }
        QCOMPARE(events, std::size_t{288});
        QCOMPARE(blocks, std::size_t{278});
        QCOMPARE(freed, std::size_t{10});
        QCOMPARE(run->snapshots[0].log->count("memscope.microseconds"), std::uint64_t{1});
    }
};

TEST_SUITE(RealMemscopeTest)

}  // namespace tst_real_memscope
#include "tst_real_memscope.moc"
