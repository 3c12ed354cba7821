#include "core/session/remote_address.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_remote_address {

using namespace stagescope;

class RemoteAddressTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("port");
        QTest::addColumn<QString>("path");
        const auto row = [](const char *text, const char *host, const char *port, const char *path) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(host) << QString::fromLatin1(port)
                                << QString::fromLatin1(path);
        };
        row("node7:/data/run", "node7", "", "/data/run");
        row("me@node7.cluster:runs/a b", "me@node7.cluster", "", "runs/a b");
        row("node7:~/run", "node7", "", "run");
        row("ssh://node7/data/run", "node7", "", "/data/run");
        row("ssh://me@node7:2222/data/run", "me@node7", "2222", "/data/run");
        row("ssh://node7/~/run", "node7", "", "run");
        row("ssh://[fe80::1%eth0]:22/data", "fe80::1%eth0", "22", "/data");
        row("me@[::1]:/data", "me@::1", "", "/data");
        row("ssh://node7/~/~/x", "node7", "", "~/x");
        row("ssh://n/data", "n", "", "/data");
        row("ssh://node7//~/x", "node7", "", "//~/x");
        row("node7:/data/a:b", "node7", "", "/data/a:b");
    }
    void reads() {
        QFETCH(QString, text);
        const auto address = remoteAddress(text.toStdString());
        QVERIFY(address.has_value());
        QTEST(QString::fromStdString(address->host), "host");
        QTEST(QString::fromStdString(address->port), "port");
        QTEST(QString::fromStdString(address->path), "path");
        QVERIFY(remoteAddress(addressText(*address)) == address);
    }

    /// Local paths, drives, statements of SQL, other schemes, and what ssh would take for an option.
    void leavesOthers_data() {
        QTest::addColumn<QString>("text");
        for (const char *text : {"",
                                 ":",
                                 "/data/run",
                                 "./a:b",
                                 "a/b:c",
                                 "run",
                                 "c:/run",
                                 "C:run",
                                 "node7:",
                                 "-oProxyCommand=x:/data",
                                 "me@-x:/data",
                                 "ssh://-x/data",
                                 "ssh://",
                                 "ssh://node7",
                                 "ssh://node7:22",
                                 "ssh://node7:port/x",
                                 "ssh://node7:123456/x",
                                 "ssh://node7/~/",
                                 "s3://bucket/x",
                                 "https://x/y",
                                 "SELECT 'a:b' FROM kernel",
                                 "node 7:/data",
                                 "node7\n:/data",
                                 "node7:/a\nb",
                                 "[::1:/data",
                                 "@x:/data",
                                 "$(id):/data",
                                 "a;b:/data"}) {
            QTest::newRow(text) << QString::fromLatin1(text);
        }
    }
    void leavesOthers() {
        QFETCH(QString, text);
        QVERIFY(!remoteAddress(text.toStdString()).has_value());
    }

    /// People see where a profile lies, not what stands for it here; its neighbours are left alone.
    void placesAreShown() {
        QCOMPARE(shownPath("/cache/full/node7:run"), std::string("/cache/full/node7:run"));
        setShownPath("/cache/full/node7:run", "me@node7:/data/run");
        QCOMPARE(shownPath("/cache/full/node7:run"), std::string("me@node7:/data/run"));
        QCOMPARE(shownPath("/cache/full/node7:run/rank_0"), std::string("me@node7:/data/run/rank_0"));
        for (const std::string path : {"", "/", "x", "/cache/full/node7:run2", "/cache/full", "node7:/data/run"}) {
            QCOMPARE(shownPath(path), path);
        }
        QCOMPARE(withShownPaths("/cache/full/node7:run: broken, /cache/full/node7:run/x too"),
                 std::string("me@node7:/data/run: broken, me@node7:/data/run/x too"));
        QCOMPARE(withShownPaths(""), std::string());
    }
};

TEST_SUITE(RemoteAddressTest)

}  // namespace tst_remote_address

#include "tst_remote_address.moc"
