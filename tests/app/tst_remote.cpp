// Paths such as HOST:PATH: a script plays ssh. What the two sides say: tests/core/remote.
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_remote {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

/// What check says of the job, behind the path and the number of files.
QByteArray verdictIn(const QByteArray &text) { return text.mid(text.indexOf("\nFindings\n")); }

}  // namespace

class RemoteTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 2;
        options.steps = 2;
        options.faults = {demoFaultFromText("slow-rank=1:1.5").value()};
        QVERIFY(placeDemo(path(u"run"_s).toStdString(), options));
        options.faults.clear();
        QVERIFY(placeDemo(path(u"base"_s).toStdString(), options));
    }
    void init() {
        QDir(path(u"near"_s)).removeRecursively();
        QDir(path(u"far"_s)).removeRecursively();
        play(QByteArrayLiteral("exec sh -c \"$command\""));
    }

    void answersAreThoseOfTheProfile() {
        const auto far = u"node7:"_s + path(u"run"_s);
        const auto check = run({u"check"_s, far});
        QVERIFY2(check.code == 0 && check.out.contains("rank 1"), check.out + check.error);
        QCOMPARE(verdictIn(check.out), verdictIn(run({u"check"_s, path(u"run"_s)}).out));
        for (const auto &table : {u"time_split"_s, u"pipeline_cells"_s, u"kernel_stats"_s, u"comm_ops"_s, u"findings"_s,
                                  u"headroom"_s, u"memory_peak"_s}) {
            const auto own = run({u"table"_s, table, path(u"run"_s)});
            QVERIFY(own.code == 0 && own.out.count('\n') > 1);
            QCOMPARE(run({u"table"_s, table, far}).out, own.out);
        }
        const QStringList difference{u"table"_s, u"difference"_s};
        const auto own = run(difference + QStringList{path(u"run"_s), u"--baseline"_s, path(u"base"_s)});
        const auto both = run(difference + QStringList{u"ssh://me@node7:22"_s + path(u"run"_s), u"--baseline"_s,
                                                       u"node8:"_s + path(u"base"_s)});
        QVERIFY2(own.code == 0 && both.code == 0, both.error);
        QCOMPARE(both.out, own.out);
        const auto sql = run({u"sql"_s, far, u"SELECT count(*) AS n FROM kernel"_s});
        QCOMPARE(sql.out, run({u"sql"_s, path(u"run"_s), u"SELECT count(*) AS n FROM kernel"_s}).out);
    }

    /// What has no ranks comes as its files.
    void snapshotsToo() {
        const auto file = realPath(u"snapshots/snapshot_expandable.pkl"_s);
        if (file.isEmpty()) {
            QSKIP("no real profiles here");
        }
        const auto far = run({u"table"_s, u"snapshot_blocks"_s, u"node7:"_s + file});
        QVERIFY2(far.code == 0, far.error);
        QCOMPARE(far.out, run({u"table"_s, u"snapshot_blocks"_s, file}).out);
    }

    /// The far side writes its cache alone, and nothing is sent twice.
    void nothingElseIsWrittenThere() {
        const auto before = filesOf(path(u"run"_s));
        const auto far = u"node7:"_s + path(u"run"_s);
        QCOMPARE(run({u"check"_s, far}).code, 0);
        QCOMPARE(filesOf(path(u"run"_s)), before);
        const auto brought = filesOf(path(u"near"_s));
        QCOMPARE(run({u"check"_s, far}).code, 0);
        QCOMPARE(filesOf(path(u"near"_s)), brought);  // times too
        QVERIFY(run({u"cache"_s, u"list"_s}).out.contains("rank_1.stagescope"));
        QCOMPARE(run({u"cache"_s, u"clear"_s}).code, 0);
        QVERIFY(filesOf(path(u"near"_s) + u"/stagescope/remote"_s).isEmpty());
    }

    /// Connections of 20 lengths: whatever arrived stays, and the answer is whole in the end or there is none.
    void cutLinesGoOn() {
        const QStringList far{u"table"_s, u"time_split"_s, u"node7:"_s + path(u"run"_s)};
        const auto whole = run(far);
        QCOMPARE(whole.code, 0);
        for (int cut = 0; cut < 20; ++cut) {
            QDir(path(u"near"_s)).removeRecursively();
            play("sh -c \"$command\" | head -c " + QByteArray::number(1 + cut * 9001) + "; exit 255");
            const auto first = run(far);
            QVERIFY2(first.code == 0 ? first.out == whole.out : first.out.isEmpty() && first.error.contains("node7:"),
                     first.out + first.error);
            play(QByteArrayLiteral("exec sh -c \"$command\""));
            QCOMPARE(run(far).out, whole.out);
        }
    }

    void troubleIsTold_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("no such host") << QByteArray("echo 'ssh: Could not resolve hostname node7' >&2; exit 255")
                                      << QByteArray("Could not resolve hostname node7");
        QTest::newRow("no program") << QByteArray("exit 127") << QByteArray("has no stagescope-cli");
        QTest::newRow("another version") << QByteArray("echo 'stagescope-serve 1 0.0.1'; cat >/dev/null")
                                         << QByteArray("has Stagescope 0.0.1");
        QTest::newRow("a greeting for ever") << QByteArray("yes hello") << QByteArray("is not answered by Stagescope");
        QTest::newRow("noise") << QByteArray("head -c 100000 /dev/zero") << QByteArray("is not answered by Stagescope");
        QTest::newRow("nothing") << QByteArray("exit 0") << QByteArray("does not answer");
        QTest::newRow("wrong key") << QByteArray("echo 'me@node7: Permission denied (publickey).' >&2; exit 255")
                                   << QByteArray("Permission denied (publickey)");
    }
    void troubleIsTold() {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, sentence);
        play(script);
        const auto asked = run({u"check"_s, u"node7:"_s + path(u"run"_s)});
        QVERIFY2(asked.code == 2 && asked.out.isEmpty(), asked.out);
        QVERIFY2(asked.error.startsWith("node7:" + path(u"run"_s).toUtf8()) && asked.error.contains(sentence) &&
                     asked.error.count('\n') == 1,
                 asked.error);
    }

    /// As the far side would say it here.
    void errorsOfTheFarSide() {
        const auto asked = run({u"check"_s, u"node7:"_s + path(u"absent"_s)});
        QCOMPARE(asked.code, 2);
        QCOMPARE(asked.error, "node7:" + path(u"absent"_s).toUtf8() + ": No such file or directory\n");
        QVERIFY(filesOf(path(u"near"_s)).isEmpty());
    }

    /// A file of that name is what is meant; other commands take no addresses.
    void localFilesGoFirst() {
        const auto local = path(u"node7:x"_s);
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, path(u"run"_s), local}), 0);
        play(QByteArrayLiteral("exit 9"));
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(qEnvironmentVariable("STAGESCOPE_CLI"), {u"check"_s, u"node7:x"_s});
        QVERIFY(process.waitForFinished(60'000) && process.exitCode() == 0);
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    /// The body of the script that is run in place of ssh; `$command` is what the other machine's shell gets.
    void play(const QByteArray &body) const {
        QFile script(path(u"ssh"_s));
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        script.write("#!/bin/sh\nfor command; do :; done\nexport XDG_CACHE_HOME='" + path(u"far"_s).toUtf8() +
                     "'\ncd / || exit 1\n" + body + "\n");
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    /// With sizes and times.
    static QStringList filesOf(const QString &folder) {
        QStringList files;
        for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
            const QFileInfo file(it.next());
            files << file.filePath() + u' ' + QString::number(file.size()) + u' ' +
                         QString::number(file.lastModified().toMSecsSinceEpoch());
        }
        files.sort();
        return files;
    }

    Outcome run(const QStringList &words) const {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_CACHE_HOME"_s, path(u"near"_s));
        environment.insert(u"STAGESCOPE_SSH"_s, path(u"ssh"_s));
        environment.insert(u"STAGESCOPE_REMOTE_PROGRAM"_s, qEnvironmentVariable("STAGESCOPE_CLI"));
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("STAGESCOPE_CLI"), words);
        if (!process.waitForFinished(120'000)) {
            return {};
        }
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(RemoteTest)

}  // namespace tst_remote

#include "tst_remote.moc"
