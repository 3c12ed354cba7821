#include "core/session/watch/file_wholeness.h"
#include "tests/core/base/packed.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <sqlite3.h>

namespace tst_file_wholeness {

using namespace stagescope;

namespace {

/// With brackets and quotes within its strings.
const std::string kTrace =
    "{\"traceEvents\": [{\"name\": \"a \\\" } ]\", \"args\": {\"x\": \"\\\\\"}}, {\"name\": \"b\"}]}";

QByteArray kindOf(const Status &status) {
    return status ? QByteArray("whole") : QByteArray::fromStdString(std::string(errorKindName(status.error().kind)));
}

}  // namespace

class FileWholenessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void texts_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("all");
        QTest::addColumn<QByteArray>("ends");
        const auto row = [](const char *title, const char *name, const std::string &content, const char *all,
                            const char *ends) {
            QTest::newRow(title) << QByteArray(name) << QByteArray::fromStdString(content) << QByteArray(all)
                                 << QByteArray(ends);
        };
        row("trace", "trace_view.json", kTrace, "whole", "whole");
        row("with a mark and blanks", "trace_view.json", "\xef\xbb\xbf \n" + kTrace + "\n\n", "whole", "whole");
        row("array", "trace_view.json", "[{\"name\": \"a\"}]", "whole", "whole");
        row("empty", "trace_view.json", "", "Truncated", "Truncated");
        row("cut in a string", "x.pt.trace.json", kTrace.substr(0, 30), "Truncated", "Truncated");
        // The last byte is a brace, of an event.
        row("cut behind an event", "x.pt.trace.json", kTrace.substr(0, kTrace.size() - 2), "Truncated", "whole");
        row("no JSON", "x.pt.trace.json", "<html>", "Malformed", "Malformed");
        row("blanks", "x.pt.trace.json", "   \n", "Malformed", "Malformed");
        row("zeros", "x.pt.trace.json", std::string(5000, '\0'), "Malformed", "Malformed");
        row("gzip", "x.pt.trace.json.gz", gzipped(kTrace), "whole", "whole");
        row("gzip cut", "x.pt.trace.json.gz", gzipped(std::string(100'000, ' ') + kTrace).substr(0, 60), "Malformed",
            "Malformed");
        row("gzip of half", "x.pt.trace.json.gz", gzipped(kTrace.substr(0, kTrace.size() - 2)), "Truncated", "whole");
        row("pickle", "s.pickle", "\x80\x04}.", "whole", "whole");
        row("pickle cut", "s.pickle", "\x80\x04}q", "Truncated", "Truncated");
        row("no database", "msprof_1.db", "no database", "Malformed", "Malformed");
        row("empty database", "msprof_1.db", "", "Truncated", "Truncated");
        row("table", "kernel_details.csv", "Name,Duration\n", "whole", "whole");
        row("empty table", "kernel_details.csv", "", "Truncated", "Truncated");
        row("empty small table", "step_trace_time.csv", "", "whole", "whole");
    }
    void texts() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, all);
        QFETCH(QByteArray, ends);
        const ProfileTree tree;
        const auto path = tree.file(name.toStdString(), content.toStdString());
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::All)), all);
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::Ends)), ends);
    }

    void databases() {
        const ProfileTree tree;
        tree.folder("");
        const auto path = tree.path("ascend_pytorch_profiler_0.db");
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        const auto run = [&](const char *text) { return sqlite3_exec(database, text, nullptr, nullptr, nullptr); };
        QCOMPARE(run("CREATE TABLE TASK(a)"), SQLITE_OK);
        QCOMPARE(run("INSERT INTO TASK SELECT zeroblob(4096 * 20)"), SQLITE_OK);
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::All)), QByteArray("whole"));
        QCOMPARE(run("BEGIN; INSERT INTO TASK VALUES(1)"), SQLITE_OK);
        QCOMPARE(run("PRAGMA cache_spill = 1; PRAGMA cache_size = 1; INSERT INTO TASK SELECT zeroblob(4096 * 200)"),
                 SQLITE_OK);
        QVERIFY(std::filesystem::exists(path + "-journal"));
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::Ends)), QByteArray("Changed"));
        QCOMPARE(run("COMMIT"), SQLITE_OK);
        sqlite3_close(database);
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::Ends)), QByteArray("whole"));
        std::filesystem::resize_file(path, std::filesystem::file_size(path) - 4096);
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::Ends)), QByteArray("Truncated"));
        QVERIFY(!std::filesystem::exists(path + "-journal") && !std::filesystem::exists(path + "-shm"));
    }

    void placesThatAreNone() {
        const ProfileTree tree;
        tree.folder("trace_view.json");
        QCOMPARE(kindOf(fileWholeness(tree.path("trace_view.json"), WholenessCheck::All)), QByteArray("Unsupported"));
        QCOMPARE(kindOf(fileWholeness(tree.path("gone_trace.json"), WholenessCheck::All)), QByteArray("NotFound"));
        std::stop_source stopped;
        stopped.request_stop();
        const auto path = tree.trace("x.pt.trace.json");
        QCOMPARE(kindOf(fileWholeness(path, WholenessCheck::All, stopped.get_token())), QByteArray("Cancelled"));
    }
};

TEST_SUITE(FileWholenessTest)

}  // namespace tst_file_wholeness

#include "tst_file_wholeness.moc"
