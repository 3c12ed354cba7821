// stagescope watch: what it says and how it ends. What it finds: tests/core/session/watch.
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtTest/QTest>

#include <csignal>

namespace tst_watch_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr int kLongMs = 120'000;
constexpr const char *kRank = "h_1_20261124015620000_ascend_pt";

struct Ended {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

QString pathOf(const ProfileTree &tree) { return QString::fromStdString(tree.path()); }

Ended watch(const QStringList &words) {
    QProcess program;
    program.start(qEnvironmentVariable("STAGESCOPE_CLI"), QStringList{u"watch"_s} + words);
    if (!program.waitForFinished(kLongMs) || program.exitStatus() != QProcess::NormalExit) {
        return {};
    }
    return {program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
}

/// One that is complete, one that is being written, one that was recorded and not parsed, one that is broken off.
void plantAll(const ProfileTree &tree) {
    const std::string rank = std::string(kRank) + '/';
    tree.trace(rank + "ASCEND_PROFILER_OUTPUT/trace_view.json");
    tree.file(rank + "ASCEND_PROFILER_OUTPUT/analyse.done");
    tree.file("PROF_1_2_A/host/data/x.slice_0");
    tree.file("PROF_2_3_B/host/end_info.done");
    tree.file("a.1.pt.trace.json", "{\"traceEvents\": [");
    tree.file("log/dp_h_1_rank_0.log",
              "2026-11-24 01:56:22,000 [ERROR] [1] x.py: Dynamic profiler process load json failed, x has occur!\n");
    for (const char *name : {"PROF_2_3_B/host/end_info.done", "a.1.pt.trace.json"}) {
        tree.age(name, 100);
    }
}

QJsonObject lineWith(const QByteArray &lines, const char *key, const QString &value) {
    for (const auto &line : lines.split('\n')) {
        const auto object = QJsonDocument::fromJson(line).object();
        if (object[QLatin1String(key)].toString() == value) {
            return object;
        }
    }
    return {};
}

}  // namespace

class WatchCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allStates() {
        const ProfileTree tree;
        plantAll(tree);
        const auto told = watch({pathOf(tree), u"--once"_s});
        QCOMPARE(told.code, 0);
        const auto lines = told.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[0].startsWith("being written: PROF_1_2_A  1 B in 1 file (raw data without end_info.done"),
                 lines[0]);
        QVERIFY2(lines[1].startsWith("not parsed: PROF_2_3_B "), lines[1]);
        QVERIFY2(lines[2].startsWith("broken off: a.1.pt.trace.json ") && lines[2].contains("does not close"),
                 lines[2]);
        QVERIFY2(lines[3].startsWith(QByteArray("complete: ") + kRank) && lines[3].contains("analyse.done"), lines[3]);
        QVERIFY2(told.error.contains("log/dp_h_1_rank_0.log:1: ") && told.error.contains("load json failed"),
                 told.error);
    }

    void linesOfJson() {
        const ProfileTree tree;
        plantAll(tree);
        const auto told = watch({pathOf(tree), u"--once"_s, u"--format"_s, u"json"_s});
        QCOMPARE(told.code, 0);
        QCOMPARE(told.error, QByteArray());
        QCOMPARE(told.out.count('\n'), 5);
        const auto complete = lineWith(told.out, "name", QString::fromLatin1(kRank));
        QCOMPARE(complete[u"state"_s].toString(), u"complete"_s);
        QCOMPARE(complete[u"rule"_s].toString(), u"parse_mark"_s);
        QCOMPARE(complete[u"path"_s].toString(), pathOf(tree) + QLatin1Char('/') + QString::fromLatin1(kRank));
        QCOMPARE(complete[u"arrival"_s].toInt(), 1);
        QCOMPARE(complete[u"files"_s].toInt(), 2);
        QVERIFY(complete[u"size_bytes"_s].toInt() > 50 && complete[u"changed_ns"_s].toDouble() > 1e18);
        const auto broken = lineWith(told.out, "state", u"broken_off"_s);
        QVERIFY(broken[u"error"_s].toString().contains(u"a.1.pt.trace.json"_s));
        const auto log = lineWith(told.out, "event", u"log"_s);
        QCOMPARE(log[u"level"_s].toString(), u"error"_s);
        QCOMPARE(log[u"line"_s].toInt(), 1);
    }

    void eachCaptureOnce() {
        const ProfileTree tree;
        plantAll(tree);
        QProcess program;
        program.start(qEnvironmentVariable("STAGESCOPE_CLI"), {u"watch"_s, pathOf(tree), u"--quiet"_s, u"0"_s});
        QByteArray told;
        const auto sees = [&](const QByteArray &text) {
            program.waitForReadyRead(100);
            told += program.readAllStandardOutput();
            return told.contains(text);
        };
        QTRY_VERIFY_WITH_TIMEOUT(sees(kRank), kLongMs);
        tree.trace("b.2.pt.trace.json");
        QTRY_VERIFY_WITH_TIMEOUT(sees("b.2.pt.trace.json"), kLongMs);
        tree.trace("c.3.pt.trace.json");
        QTRY_VERIFY_WITH_TIMEOUT(sees("c.3.pt.trace.json"), kLongMs);
        QCOMPARE(::kill(static_cast<pid_t>(program.processId()), SIGINT), 0);
        QVERIFY(program.waitForFinished(kLongMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        told += program.readAllStandardOutput();
        QCOMPARE(told.count('\n'), 3);
        QCOMPARE(told.count("complete: "), 3);
    }

    void endsAfterItsTime() {
        const ProfileTree tree;
        tree.folder("");
        const auto told = watch({pathOf(tree), u"--for"_s, u"0"_s});
        QCOMPARE(told.code, 0);
        QCOMPARE(told.out, QByteArray());
    }

    void namesThatSteerATerminal() {
        const ProfileTree tree;
        tree.trace("a\033[31m\n.pt.trace.json");
        tree.age("a\033[31m\n.pt.trace.json", 100);
        const auto told = watch({pathOf(tree), u"--once"_s});
        QCOMPARE(told.out.count('\n'), 1);
        QVERIFY(!told.out.contains('\033'));
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("no folder") << QStringList{u"/nowhere/at/all"_s, u"--once"_s} << QByteArray("no such folder");
        QTest::newRow("a file") << QStringList{u"/proc/self/status"_s} << QByteArray("is not a folder");
        QTest::newRow("format") << QStringList{u"/tmp"_s, u"--format"_s, u"csv"_s} << QByteArray("text or json");
        QTest::newRow("seconds") << QStringList{u"/tmp"_s, u"--for"_s, u"-3"_s} << QByteArray("number of seconds");
        QTest::newRow("quiet") << QStringList{u"/tmp"_s, u"--quiet"_s, u"x"_s} << QByteArray("number of seconds");
    }
    void refusals() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto told = watch(words);
        QCOMPARE(told.code, 2);
        QCOMPARE(told.error.count('\n'), 1);
        QVERIFY2(told.error.contains(part), told.error);
    }
};

TEST_SUITE(WatchCommandTest)

}  // namespace tst_watch_command

#include "tst_watch_command.moc"
