#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"
#include "core/store/snapshot/snapshot_store.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_snapshot_loading {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

void copyTo(const QTemporaryDir &folder, const char *made, const QString &name) {
    QVERIFY(QFile::copy(QString::fromStdString(madeSnapshot(made)), folder.filePath(name)));
}

}  // namespace

class SnapshotLoadingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void snapshotsOfSeveralRanksOpenTogether() {
        const QTemporaryDir folder;
        copyTo(folder, "ring.pickle", QStringLiteral("snapshot_rank_0.pickle"));
        copyTo(folder, "expandable.pickle", QStringLiteral("snapshot_rank_3.pkl"));
        copyTo(folder, "current.json", QStringLiteral("snapshot.json"));
        const auto run = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep, {}, {});
        QVERIFY(run.has_value());
        QVERIFY(run->captures.empty());
        QCOMPARE(run->snapshots.size(), std::size_t{3});
        std::map<std::optional<int>, std::size_t> events;
        for (const auto &snapshot : run->snapshots) {
            QVERIFY(snapshot.store != nullptr);
            QVERIFY(snapshot.state == LoadState::Deep);
            events[snapshot.rank] = snapshot.store->events().size();
        }
        QCOMPARE(events[0], std::size_t{57});
        QCOMPARE(events[3], std::size_t{8});
        QCOMPARE(events[std::nullopt], std::size_t{21});
    }
    void aFileWithoutEndingIsToldByItsBytes() {
        const QTemporaryDir folder;
        copyTo(folder, "current_4.pickle", QStringLiteral("mem-profile-rank0"));
        const auto run = loadRun(folder.filePath(QStringLiteral("mem-profile-rank0")).toStdString(), RunId{0},
                                 LoadDepth::Deep, {}, {});
        QVERIFY(run.has_value());
        QCOMPARE(run->snapshots.size(), std::size_t{1});
        QVERIFY(run->snapshots[0].store != nullptr);
    }
    void aHostilePickleIsRefusedAndReported() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("snapshot.pickle")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "\x80\x04"
            "cos\nsystem\n(X\x02\x00\x00\x00idtR.",
            24);
        file.close();
        const auto run = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep, {}, {});
        QVERIFY(run.has_value());
        QVERIFY(run->snapshots[0].store == nullptr);
        QVERIFY(run->snapshots[0].state == LoadState::Damaged);
        const auto entries = run->snapshots[0].log->entries();
        QCOMPARE(entries.size(), std::size_t{1});
        QVERIFY(entries[0].samples[0].detail.find("GLOBAL at byte 2") != std::string::npos);
    }
};

TEST_SUITE(SnapshotLoadingTest)

}  // namespace tst_snapshot_loading

#include "tst_snapshot_loading.moc"
