#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sqlite3.h>

namespace tst_surroundings {

using namespace Qt::StringLiterals;

/// What surrounds a command: disks that are full, places that are not for writing, little memory, signals, terminals
/// and spreadsheets that obey what they are shown. Runs the program as a user does.
class SurroundingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("XDG_STATE_HOME", m_folder.path().toUtf8());  // reports of ends that are wanted here
        m_demo = m_folder.filePath(u"demo"_s);
        const auto made = run({u"demo"_s, m_demo, u"--pp"_s, u"2"_s, u"--dp"_s, u"1"_s, u"--microbatches"_s, u"4"_s,
                               u"--steps"_s, u"2"_s});
        QVERIFY2(made.code == 0, made.error.constData());
    }

    void filesAreWholeOrNotThere_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("file");
        QTest::newRow("svg") << QStringList{u"shot"_s, u"timeline"_s, m_demo} << u"x.svg"_s;
        QTest::newRow("png") << QStringList{u"shot"_s, u"timeline"_s, m_demo} << u"x.png"_s;
        QTest::newRow("csv") << QStringList{u"schedule"_s, u"1f1b"_s, u"--pp"_s, u"8"_s, u"--microbatches"_s, u"64"_s}
                             << u"x.csv"_s;
        QTest::newRow("snapshot") << QStringList{u"snapshot"_s, u"convert"_s, snapshotFile()} << u"x.json"_s;
        QTest::newRow("report") << QStringList{u"report"_s, m_demo} << u"r"_s;
    }
    void filesAreWholeOrNotThere() {
        QFETCH(QStringList, words);
        QFETCH(QString, file);
        const QTemporaryDir out;
        const auto path = out.filePath(file);
        // The shell's unit is 512 bytes: a file may not grow beyond 2 KiB, as on a disk that is full.
        const auto result = runInShell(u"ulimit -f 4; exec \"$0\" \"$@\""_s, words + QStringList{u"-o"_s, path});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.error.startsWith(path.toUtf8()) && result.error.count('\n') == 1, result.error.constData());
        QVERIFY2(result.error.contains("File too large"), result.error.constData());
        QCOMPARE(QDir(out.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    }

    void aDemoThatFailsLeavesNothing() {
        const QTemporaryDir out;
        const auto path = out.filePath(u"demo"_s);
        const auto result = runInShell(u"ulimit -f 4; exec \"$0\" \"$@\""_s, {u"demo"_s, path});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.error.startsWith(path.toUtf8()) && result.error.count('\n') == 1, result.error.constData());
        QVERIFY(QDir(out.path()).isEmpty());
    }

    void standardOutputThatRefusesIsTold() {
        for (const QStringList &words :
             {QStringList{u"tables"_s}, QStringList{u"--help"_s}, QStringList{u"cache"_s, u"list"_s},
              QStringList{u"table"_s, u"ranks"_s, m_demo}}) {
            const auto result = runInShell(u"exec \"$0\" \"$@\" >/dev/full"_s, words);
            QCOMPARE(result.code, 2);
            QCOMPARE(result.error, QByteArray("standard output: cannot be written: No space left on device\n"));
        }
    }

    void nothingIsWrittenIntoAProfile() {
        const QDir ranks(m_demo);
        const auto rank = ranks.filePath(ranks.entryList({u"rank_*"_s}, QDir::Dirs).value(0));
        const auto copy = m_folder.filePath(u"other_ascend_pt"_s);
        QVERIFY(QDir().mkpath(copy));
        for (const QStringList &words :
             {QStringList{u"shot"_s, u"timeline"_s, m_demo, u"-o"_s, m_demo + u"/x.png"_s},
              QStringList{u"shot"_s, u"timeline"_s, rank, u"-o"_s, rank + u"/ASCEND_PROFILER_OUTPUT/new/../x.svg"_s},
              QStringList{u"shot"_s, u"timeline"_s, m_demo, u"-o"_s, copy + u"/x.svg"_s},
              QStringList{u"report"_s, m_demo, u"-o"_s, m_demo + u"/report"_s},
              QStringList{u"report"_s, rank, u"--baseline"_s, m_demo, u"-o"_s, m_demo + u"/report"_s},
              QStringList{u"demo"_s, rank + u"/new"_s}, QStringList{u"demo"_s, m_demo + u"/new"_s},
              QStringList{u"snapshot"_s, u"convert"_s, snapshotFile(), u"-o"_s, rank + u"/communication.json"_s},
              QStringList{u"schedule"_s, u"1f1b"_s, u"--pp"_s, u"2"_s, u"--microbatches"_s, u"4"_s, u"-o"_s,
                          rank + u"/kernel_details.csv"_s}}) {
            const auto result = run(words);
            QVERIFY2(result.code == 2 && result.error.contains("is not written"), result.error.constData());
        }
        QCOMPARE(QDir(copy).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        QVERIFY(!QFile::exists(m_demo + u"/x.png"_s) && !QDir(m_demo + u"/report"_s).exists());
    }

    /// Decimal comma, letters of Turkish and time zone of whoever asks: check and the report with all its
    /// pictures and tables are the same to the byte.
    void nothingDependsOnWhoAsks() {
        const auto locales = m_folder.filePath(u"locales"_s);
        QVERIFY(QDir().mkpath(locales));
        const auto asked = [&](const QString &locale, const QString &zone) {
            const auto report = m_folder.filePath(u"report_of_"_s + locale);
            const auto script = QStringLiteral(R"(export LOCPATH=%1 LC_ALL=%2.UTF-8 TZ=%3; "$0" check "$1" &&
                "$0" report "$1" -o "$2" >&2 && cd "$2" && find . -type f -exec cksum {} + | LC_ALL=C sort)");
            return runInShell(script.arg(locales, locale, zone), {m_demo, report});
        };
        const auto expected = asked(u"C"_s, u"UTC0"_s);
        QVERIFY2(expected.code == 0 && expected.out.contains("./index.html"), expected.error.constData());
        for (const auto &[locale, zone] :
             {std::pair(u"de_DE"_s, u"NST3:30NDT,M3.2.0,M11.1.0"_s), std::pair(u"tr_TR"_s, u"CST-8"_s)}) {
            const auto path = locales + u'/' + locale + u".UTF-8"_s;
            const auto made = ended(u"localedef"_s, {u"-i"_s, locale, u"-f"_s, u"UTF-8"_s, path});
            QVERIFY2(made.code == 0, made.error.constData());
            const auto found = asked(locale, zone);
            QVERIFY2(found.code == 0, found.error.constData());
            QCOMPARE(found.out, expected.out);
        }
    }

    void whatIsNotThereIsRefused() {
        const auto out = m_folder.filePath(u"choice.png"_s);
        for (const QStringList &choice :
             {QStringList{u"--step"_s, u"999"_s}, QStringList{u"--group"_s, u"zz"_s},
              QStringList{u"--select"_s, u"slice:9/9/9/9"_s}, QStringList{u"--rank"_s, u"77"_s}}) {
            const auto result = run(QStringList{u"shot"_s, u"pipeline"_s, m_demo, u"-o"_s, out} + choice);
            QVERIFY2(result.code == 2 && result.error.contains("there is no"), result.error.constData());
            QVERIFY(!QFile::exists(out));
        }
        const auto steps = run({u"table"_s, u"time_split"_s, m_demo, u"--step"_s, u"999"_s});
        QCOMPARE(steps.code, 2);
        QCOMPARE(steps.out, QByteArray());
        QVERIFY2(
            steps.error.contains("no step 999") && steps.error.contains("; there are ") && steps.error.count('\n') == 1,
            steps.error.constData());
        const auto rank = run({u"table"_s, u"steps"_s, m_demo, u"--rank"_s, u"77"_s});
        QVERIFY2(rank.code == 2 && rank.error.contains("no rank 77; there are 0-"), rank.error.constData());
        const auto step = lines(run({u"table"_s, u"steps"_s, m_demo, u"--rank"_s, u"0"_s})).value(1).split(',');
        QVERIFY(step.size() > 2);
        QCOMPARE(run({u"shot"_s, u"pipeline"_s, m_demo, u"-o"_s, out, u"--rank"_s, u"1"_s, u"--step"_s,
                      QString::fromUtf8(step.value(1))})
                     .code,
                 0);
        const auto absent = run({u"snapshot"_s, u"convert"_s, u"nowhere.pickle"_s, u"-o"_s, u"new.json"_s});
        QVERIFY2(absent.code == 2 && absent.error.contains("nowhere.pickle"), absent.error.constData());
        QVERIFY2(!absent.error.contains("never written"), absent.error.constData());
        for (const auto &range : {u"8000000000s:"_s, u"9223372036854775807ns:"_s}) {
            QCOMPARE(run({u"table"_s, u"slice_stats"_s, m_demo, u"--range"_s, range}).code, 2);
        }
    }

    /// A gigabyte of addresses for the stack of each thread, and less than that for all.
    void wantOfThreadsEndsWithOneLine() {
        const QTemporaryDir out;
        for (const QStringList &words :
             {QStringList{u"check"_s, m_demo}, QStringList{u"table"_s, u"slice_stats"_s, m_demo},
              QStringList{u"shot"_s, u"timeline"_s, m_demo, u"-o"_s, out.filePath(u"x.png"_s)}}) {
            const auto result = runInShell(u"ulimit -s 1048576; ulimit -v 900000; exec \"$0\" \"$@\""_s, words);
            QCOMPARE(result.code, 2);
            QVERIFY2(result.error.contains("cannot start another thread") && result.error.count('\n') == 1,
                     result.error.constData());
        }
        // Some of them start, those of Qt's pool may be refused then: done or refused, but never waited for.
        for (int megabytes = 350; megabytes <= 600; megabytes += 50) {
            const auto script =
                QStringLiteral("ulimit -s 100000; ulimit -v %1; exec timeout 60 \"$0\" \"$@\"").arg(megabytes * 1024);
            const auto result = runInShell(script, {u"report"_s, m_demo, u"-o"_s, out.filePath(u"report"_s)});
            QVERIFY2(result.code >= 0 && result.code <= 2, result.error.constData());
            QVERIFY2(!result.error.contains("QThread") && !result.error.contains("QPainter"), result.error.constData());
            QVERIFY(result.code != 2 || result.error.count('\n') == 1);
        }
    }

    void filesAreWholeOrNotThereOnAFullDisk_data() { filesAreWholeOrNotThere_data(); }
    void filesAreWholeOrNotThereOnAFullDisk() {
        QFETCH(QStringList, words);
        QFETCH(QString, file);
        const QTemporaryDir out;
        const auto path = out.filePath(file);
        const auto full = QStringLiteral("mount -t tmpfs -o size=4k none %1 2>&- || exit 77; ").arg(out.path());
        const auto script = full + QStringLiteral("\"$0\" \"$@\"; code=$?; ls -A %1; exit $code").arg(out.path());
        const QStringList own{u"-m"_s, u"/bin/sh"_s, u"-c"_s, script, qEnvironmentVariable("STAGESCOPE_BINARY")};
        const auto result = ended(u"unshare"_s, own + words + QStringList{u"-o"_s, path});
        if (result.code == 77 || result.code == -1 || result.error.contains("unshare")) {
            QSKIP("nothing can be mounted here");
        }
        QCOMPARE(result.code, 2);
        QVERIFY2(result.error.startsWith(path.toUtf8()) && result.error.count('\n') == 1, result.error.constData());
        QVERIFY2(result.error.contains("No space left on device"), result.error.constData());
        QCOMPARE(result.out, QByteArray());
    }

    /// No one is left to remove the copy of a database that has a journal: the next start does, and `cache clear`.
    void aCheckThatIsKilledLeavesNothingForLong() {
        const QTemporaryDir place;
        const auto cache = place.filePath(u"cache"_s);
        const auto profile = place.filePath(u"profile"_s);
        QVERIFY(QDir().mkpath(profile));
        const auto path = profile + u"/ascend_pytorch_profiler_0.db"_s;
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open(path.toUtf8().constData(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database,
                              "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE padding(data BLOB); "
                              "INSERT INTO padding VALUES(zeroblob(200000000))",
                              nullptr, nullptr, nullptr),
                 SQLITE_OK);
        QVERIFY(QFileInfo(path + u"-wal"_s).size() > 100'000'000);
        qputenv("XDG_CACHE_HOME", cache.toUtf8());
        const auto copies = [&] { return QDir(cache + u"/stagescope"_s).entryList({u"database-*"_s}, QDir::Dirs); };
        const auto killInTheMiddle = [&] {
            QProcess process;
            process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), {u"check"_s, profile});
            QElapsedTimer timer;
            timer.start();
            while (process.state() != QProcess::NotRunning && copies().isEmpty() && timer.elapsed() < 60'000) {
                process.waitForFinished(1);
            }
            process.kill();
            process.waitForFinished();
            return copies().size();
        };
        QCOMPARE(killInTheMiddle(), 1);
        QVERIFY(run({u"cache"_s, u"list"_s}).out.contains(copies().value(0).toUtf8()));
        QCOMPARE(copies().size(), 1);
        QCOMPARE(run({u"tables"_s}).code, 0);
        QCOMPARE(copies(), QStringList());
        QCOMPARE(killInTheMiddle(), 1);
        QVERIFY(run({u"cache"_s, u"clear"_s}).error.contains(" removed"));
        QCOMPARE(copies(), QStringList());
        qunsetenv("XDG_CACHE_HOME");
        sqlite3_close(database);
    }

    void memoryIsLimited() {
        for (const auto &size : {u"1MiB"_s, u"much"_s, u"-5"_s}) {
            const auto refused = run({u"table"_s, u"ranks"_s, m_demo, u"--memory"_s, size});
            QVERIFY2(refused.code == 2 && refused.error.contains("--memory"), refused.error.constData());
        }
        QCOMPARE(run({u"table"_s, u"ranks"_s, m_demo, u"--memory"_s, u"512MiB"_s}).code, 0);
        // A million slices in one file, of which 64 MiB hold a part.
        const auto folder = m_folder.filePath(u"large"_s);
        QVERIFY(QDir().mkpath(folder));
        QFile trace(folder + u"/trace_view.json"_s);
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write("[");
        for (int i = 0; i < 1'500'000; ++i) {
            trace.write((i == 0 ? "" : ",") + QByteArray("{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":") +
                        QByteArray::number(i * 2) + ",\"dur\":1}");
        }
        trace.write("]");
        trace.close();
        const auto partly = run({u"check"_s, folder, u"--memory"_s, u"64MiB"_s});
        QVERIFY2(partly.code == 1 || partly.error.contains("needs more memory"),
                 (partly.out + partly.error).constData());
        QVERIFY2((partly.out + partly.error).contains("64.00 MiB"), (partly.out + partly.error).constData());
    }

    void aCommandThatIsStoppedSaysSoAndLeavesNothing() {
        const QTemporaryDir out;
        const auto path = out.filePath(u"demo"_s);
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"),
                      {u"demo"_s, path, u"--pp"_s, u"8"_s, u"--dp"_s, u"16"_s, u"--microbatches"_s, u"32"_s});
        // What it writes gets its name at the end.
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(out.path()).isEmpty(), 60'000);
        process.terminate();
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY(process.exitStatus() == QProcess::CrashExit);  // of the signal, as shells expect
        const auto error = process.readAllStandardError();
        QVERIFY2(error.startsWith(path.toUtf8() + ": stopped") && error.count('\n') == 1, error.constData());
        QVERIFY(!QDir(path).exists());
    }

    void copiesThatNobodyHoldsAreListedAndRemoved() {
        const QTemporaryDir cache;
        const auto abandoned = cache.filePath(u"stagescope/database-AbCdEf"_s);
        QVERIFY(QDir().mkpath(abandoned));
        QFile copy(abandoned + u"/copy.db"_s);
        QVERIFY(copy.open(QIODevice::WriteOnly) && copy.write(QByteArray(1000, 'x')) == 1000);
        copy.close();
        qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
        const auto listed = run({u"cache"_s, u"list"_s});
        QVERIFY2(listed.out.contains("database-AbCdEf,1000,"), listed.out.constData());
        QVERIFY(QDir(abandoned).exists());
        QVERIFY(run({u"cache"_s, u"clear"_s}).error.startsWith("1 files removed"));
        QVERIFY(!QDir(abandoned).exists());
        QVERIFY(QDir().mkpath(abandoned));
        QCOMPARE(run({u"tables"_s}).code, 0);
        QVERIFY(!QDir(abandoned).exists());
        qunsetenv("XDG_CACHE_HOME");
    }

    void formulasAndControlCharactersAreHarmless() {
        const auto folder = m_folder.filePath(u"formula"_s);
        QVERIFY(QDir().mkpath(folder));
        QFile trace(folder + u"/trace_view.json"_s);
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write(R"([{"ph":"X","name":"=1+1","pid":1,"tid":1,"ts":"10.000","dur":5},)"
                    R"({"ph":"X","name":"-12.5","pid":1,"tid":1,"ts":"20.000","dur":5},)"
                    R"({"ph":"X","name":"a\u001b[31m\u009bb","pid":1,"tid":1,"ts":"30.000","dur":5}])");
        trace.close();
        const QStringList table{u"table"_s, u"slice_stats"_s, folder};
        const auto csv = run(table).out;
        QVERIFY2(csv.contains(",'=1+1,") && csv.contains(",-12.5,"), csv.constData());
        QVERIFY2(csv.contains("a\u241b[31m\ufffdb") && !csv.contains('\x1b'), csv.constData());
        const auto raw = run(table + QStringList{u"--raw"_s}).out;
        QVERIFY2(raw.contains(",=1+1,") && raw.contains('\x1b'), raw.constData());
    }

    void namesCannotForgeLinesOfCheck() {
        const auto folder = m_folder.filePath(u"names"_s);
        QVERIFY(QDir().mkpath(folder));
        QFile trace(folder + u"/a\u001b[31mRED\n  data loss forged x1 b.json"_s);
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write(
            R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":"10.000","dur":5},)"
            R"({"ph":"X","name":"b\u001b]0;t\u0007\n  data loss forged","pid":1,"tid":1,"ts":"10.000","dur":-5}])");
        trace.close();
        const auto result = run({u"check"_s, folder});
        QVERIFY2(result.out.contains("a\u241b[31mRED\u240a"), result.out.constData());
        QVERIFY2(!result.out.contains('\x1b') && !result.out.contains("\n  data loss forged"), result.out.constData());
    }

private:
    static QString snapshotFile() { return stagescope::sourcePath("tests/core/formats/snapshots/current_4.pickle"); }
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };
    static Outcome ended(const QString &program, const QStringList &words) {
        QProcess process;
        process.start(program, words);
        const bool isDone = process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit;
        return {isDone ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
    }
    static Outcome run(const QStringList &words) { return ended(qEnvironmentVariable("STAGESCOPE_BINARY"), words); }
    /// "$0" is the program, "$@" the words.
    static Outcome runInShell(const QString &script, const QStringList &words) {
        return ended(u"/bin/sh"_s, QStringList{u"-c"_s, script, qEnvironmentVariable("STAGESCOPE_BINARY")} + words);
    }
    static QList<QByteArray> lines(const Outcome &outcome) {
        auto result = outcome.out.split('\n');
        result.removeAll(QByteArray());
        return result;
    }

    QTemporaryDir m_folder;
    QString m_demo;
};

TEST_SUITE(SurroundingsTest)

}  // namespace tst_surroundings

#include "tst_surroundings.moc"
