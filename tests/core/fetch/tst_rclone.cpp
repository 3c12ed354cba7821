// Of a remote that somebody names: whatever is taken gives a folder that lies where it is put.
#include "core/fetch/rclone.h"
#include "core/fetch/remote_listing.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_rclone {

using namespace stagescope;

class RcloneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void foldersStayBelow_data() {
        QTest::addColumn<QByteArray>("remote");
        QTest::addColumn<QByteArray>("folder");  // empty: refused
        const auto row = [](const char *title, const QByteArray &remote, const QByteArray &folder) {
            QTest::newRow(title) << remote << folder;
        };
        row("path", "store:runs/monday", "monday");
        row("slash at the end", "store:runs/monday//", "monday");
        row("root", "store:", "store");
        row("up at the end", "store:runs/..", "store");
        row("dots in the name", "my.store..:", "my.store..");
        row("up", "..:", {});
        row("up with a path", "..:runs/..", {});
        row("here", ".:.", {});
        row("long name", QByteArray(256, 'a') + ":", {});
        row("longest name", QByteArray(255, 'a') + ":", QByteArray(255, 'a'));
        row("long path", "store:" + QByteArray(256, 'a'), "store");
        row("written out", ":s3:runs", {});
        row("option", "-x:runs", {});
        row("no remote", "runs/monday", {});
        row("control", "store:runs\n", {});
    }
    void foldersStayBelow() {
        QFETCH(QByteArray, remote);
        QFETCH(QByteArray, folder);
        const auto rclone = Rclone::open(remote.toStdString(), std::chrono::seconds(1));
        QCOMPARE(rclone.has_value(), !folder.isEmpty());
        if (rclone) {
            QCOMPARE(QByteArray::fromStdString(rclone->folderName()), folder);
            QVERIFY(isSafeName(rclone->folderName()));
        }
    }
};

TEST_SUITE(RcloneTest)

}  // namespace tst_rclone

#include "tst_rclone.moc"
