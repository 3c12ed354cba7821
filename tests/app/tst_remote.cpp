// Paths such as HOST:PATH: a script plays ssh. What the two sides say: tests/core/remote.
#include "core/demo/demo_options.h"
#include "core/remote/remote_stream.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QMap>
#include <QtCore/QProcess>
#include <QtCore/QProcessEnvironment>
#include <QtCore/QSysInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

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

    /// A broken line goes on amid a file; what is there by then may be of another file, and is not taken.
    void cutFilesGoOn() {
        const auto far = u"node7:"_s + path(u"run"_s);
        const QStringList ask{u"table"_s, u"time_split"_s, far};
        const auto counted = [this](const QByteArray &rest) {
            play("sh -c \"$command\" | tee '" + path(u"sent"_s).toUtf8() + "' " + rest);
        };
        counted("");
        const auto whole = run(ask);
        const auto all = QFileInfo(path(u"sent"_s)).size();
        for (const bool isSpoilt : {false, true}) {
            QDir(path(u"near"_s)).removeRecursively();
            // Nothing arrives but a part of the first file, once.
            const auto once = path(u"once"_s);
            QFile::remove(once);
            play("[ -e '" + once.toUtf8() + "' ] && exit 255; touch '" + once.toUtf8() +
                 "'; sh -c \"$command\" | head -c 18000; exit 255");
            QCOMPARE(run(ask).code, 2);
            const auto kept = foundIn(path(u"near"_s), u"kept"_s);
            QVERIFY2(QFileInfo(kept).size() > 10'000, qPrintable(kept));
            if (isSpoilt) {
                QFile file(kept);
                QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(1000) && file.write("x") == 1);
            }
            counted("");
            QCOMPARE(run(ask).out, whole.out);
            const auto sent = QFileInfo(path(u"sent"_s)).size();
            QVERIFY2(isSpoilt == (sent > all - 10'000), QByteArray::number(sent));
            QVERIFY(foundIn(path(u"near"_s), u"kept"_s).isEmpty());
        }
    }

    /// Where nothing can be kept there, digests are made each time.
    void nothingNeedsToBeKeptThere() {
        const auto far = u"node7:"_s + path(u"run"_s);
        play(QByteArrayLiteral("XDG_CACHE_HOME=/proc/none exec sh -c \"$command\""));
        for (const auto &table : {u"time_split"_s, u"comm_ops"_s}) {
            const auto asked = run({u"table"_s, table, far});
            QVERIFY2(asked.code == 0, asked.error);
            QCOMPARE(asked.out, run({u"table"_s, table, path(u"run"_s)}).out);
        }
    }

    /// Digests of all ranks are of the lowest level where they would be too much, and one rank can be asked for.
    void theWindowAsksForLittle() {
        const auto served = [this](std::uint64_t most, const std::vector<int> &ranks) {
            return filesFor(
                {.path = path(u"run"_s).toStdString(), .level = "pipeline", .ranks = ranks, .mostBytes = most});
        };
        const auto all = served(0, {});
        const auto few = served(1000, {});
        QCOMPARE(served(1'000'000'000, {}), all);
        QCOMPARE(few.size(), all.size());
        for (const auto &name : all.keys()) {
            QVERIFY(few.contains(name) && few[name].size() < all[name].size());
        }
        const auto one = served(0, {2});
        QCOMPARE(one.keys(), QStringList{u"rank_2.stagescope"_s});
        QCOMPARE(one.first(), all[u"rank_2.stagescope"_s]);
        Status refused;
        QVERIFY(
            filesFor({.path = path(u"run"_s).toStdString(), .level = "pipeline", .ranks = {99}}, &refused).isEmpty());
        QVERIFY(!refused && refused.error().kind == ErrorKind::NotFound);
    }

    /// A node of Slurm, from here and from where one logs in.
    void nodesOfSlurm() {
        const auto own = run({u"table"_s, u"time_split"_s, path(u"run"_s)}).out;
        write(u"srun"_s, "echo \"$@\" > '" + path(u"words"_s).toUtf8() +
                             "'\nwhile [ \"${1#--}\" != \"$1\" ]; do shift; done\nexport XDG_CACHE_HOME='" +
                             path(u"far"_s).toUtf8() + "'\nexec \"$@\"\n");
        const auto words = [this] {
            QFile file(path(u"words"_s));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const auto ask = [&](const QString &via, const QString &address) {
            QFile::remove(path(u"words"_s));
            return run({u"table"_s, u"time_split"_s, address, u"--via"_s, via});
        };
        const auto far = u"node7:"_s + path(u"run"_s);
        play("exit 9");
        const auto here = ask(path(u"srun"_s) + u" --partition=debug"_s, far);
        QVERIFY2(here.code == 0, here.error);
        QCOMPARE(here.out, own);
        QVERIFY2(words().startsWith("--partition=debug ") && words().contains(" --nodelist=node7 "), words());
        play(QByteArrayLiteral("exec sh -c \"$command\""));
        QCOMPARE(ask(u"ssh login "_s + path(u"srun"_s), far).out, own);
        QVERIFY2(words().contains("--nodelist=node7 "), words());
        for (const auto &[via, address] :
             {std::pair(u"rsh"_s, far), std::pair(u"ssh srun"_s, far), std::pair(path(u"srun"_s), u"me@"_s + far)}) {
            const auto refused = ask(via, address);
            QVERIFY2(refused.code == 2 && refused.error.count('\n') == 1 && words().isEmpty(), refused.error);
        }
    }

    /// Where the program is missing it can be copied from the folder of the portable archive; not unless one says so.
    void missingProgramsAreCopied() {
        const auto far = u"node7:"_s + path(u"run"_s);
        const auto cli = qgetenv("STAGESCOPE_CLI");
        QVERIFY(QDir().mkpath(path(u"portable/bin"_s)) && QDir().mkpath(path(u"portable/lib"_s)));
        write(u"portable/bin/stagescope-cli"_s, "exec '" + cli + "' \"$@\"\n");
        write(u"portable/lib/stagescope-cli"_s, {});
        const auto home = path(u"home"_s);
        const auto at = [&](const QByteArray &machine) {
            QDir(home).removeRecursively();
            QVERIFY(QDir().mkpath(home));
            play("uname() { echo " + machine + "; }; export HOME='" + home.toUtf8() +
                 "'; command=$(echo \"$command\" | sed 's/^exec sh -c/eval/'); eval \"$command\"");
        };
        const QProcessEnvironment portable = [&] {
            QProcessEnvironment variables;
            variables.insert(u"STAGESCOPE_REMOTE_PROGRAM"_s, QString());
            variables.insert(u"STAGESCOPE_LAUNCHER"_s, path(u"portable/bin/stagescope"_s));
            return variables;
        }();
        const QStringList ask{u"table"_s, u"time_split"_s, far};
        at(QSysInfo::buildCpuArchitecture() == u"arm64" ? "aarch64" : "x86_64");
        const auto missing = run(ask, portable);
        QVERIFY2(missing.code == 2 && missing.error.contains("--copy-program"), missing.error);
        QVERIFY(filesOf(home).isEmpty());
        const auto copied = run(ask + QStringList{u"--copy-program"_s}, portable);
        QVERIFY2(copied.code == 0, copied.error);
        QCOMPARE(copied.out, run({u"table"_s, u"time_split"_s, path(u"run"_s)}).out);
        QCOMPARE(filesOf(home).size(), 2);
        QCOMPARE(run(ask, portable).out, copied.out);  // it stays
        at("riscv64");
        const auto other = run(ask + QStringList{u"--copy-program"_s}, portable);
        QVERIFY2(other.code == 2 && other.error.contains("riscv64") && filesOf(home).isEmpty(), other.error);
    }

    /// Wherever a path is told, it is that over there.
    void addressesAreShown() {
        const auto far = u"node7:"_s + path(u"run"_s);
        const auto check = run({u"check"_s, far});
        QVERIFY2(check.out.startsWith(far.toUtf8() + ": "), check.out.left(200));
        QVERIFY2(!check.out.contains(path(u"near"_s).toUtf8()), check.out);
        const auto absent = run({u"table"_s, u"time_split"_s, far, u"--rank"_s, u"99"_s});
        QVERIFY2(absent.code == 2 && absent.error.startsWith(far.toUtf8()), absent.error);
        const auto slim = run({u"slim"_s, far, u"-o"_s, path(u"slim"_s), u"--for"_s, u"steps"_s});
        QVERIFY2(slim.code == 2 && slim.error.startsWith(far.toUtf8()), slim.error);
    }

    void troubleIsTold_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("no such host") << QByteArray("echo 'ssh: Could not resolve hostname node7' >&2; exit 255")
                                      << QByteArray("Could not resolve hostname node7");
        QTest::newRow("no program") << QByteArray("exit 127") << QByteArray("has no stagescope-cli");
        QTest::newRow("another version") << QByteArray("echo 'stagescope-serve 2 0.0.1'; cat >/dev/null")
                                         << QByteArray("has Stagescope 0.0.1");
        QTest::newRow("a greeting for ever") << QByteArray("yes hello") << QByteArray("is not answered by Stagescope");
        QTest::newRow("noise") << QByteArray("head -c 100000 /dev/zero") << QByteArray("is not answered by Stagescope");
        QTest::newRow("more than there is room for")
            << QByteArray("echo 'stagescope-serve 2 " STAGESCOPE_VERSION
                          "'; printf 'f\\042\\0\\0\\0{\"name\":\"a\",\"size\":99999999999999}'; cat >/dev/null")
            << QByteArray("has more than there is room for here");
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
        write(u"ssh"_s, "for command; do :; done\nexport XDG_CACHE_HOME='" + path(u"far"_s).toUtf8() +
                            "'\ncd / || exit 1\n" + body + "\n");
    }
    void write(const QString &name, const QByteArray &body) const {
        QFile script(path(name));
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        script.write("#!/bin/sh\n" + body);
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    static QString foundIn(const QString &folder, const QString &name) {
        QDirIterator it(folder, {name}, QDir::Files, QDirIterator::Subdirectories);
        return it.hasNext() ? it.next() : QString();
    }

    /// What `serve` answers, by name; nothing where it refuses.
    [[nodiscard]] QMap<QString, QByteArray> filesFor(const RemoteRequest &request, Status *status = nullptr) const {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_CACHE_HOME"_s, path(u"far"_s));
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("STAGESCOPE_CLI"), {u"serve"_s});
        process.write(QByteArray::fromStdString(encodeRemoteRequest(request)));
        process.closeWriteChannel();
        if (!process.waitForFinished(120'000)) {
            return {};
        }
        QMap<QString, QByteArray> files;
        QString name;
        RemoteReader reader(STAGESCOPE_VERSION, {.progress = [](std::size_t, std::size_t) {},
                                                 .begin =
                                                     [&](const std::string &begun, std::uint64_t, std::uint64_t) {
                                                         name = QString::fromStdString(begun);
                                                         files[name] = {};
                                                         return Status();
                                                     },
                                                 .bytes =
                                                     [&](std::string_view bytes) {
                                                         files[name].append(bytes.data(), qsizetype(bytes.size()));
                                                         return Status();
                                                     },
                                                 .finish = [] { return Status(); },
                                                 .same = [](const std::string &) { return Status(); }});
        const auto read = reader.take(process.readAllStandardOutput().toStdString());
        if (status != nullptr) {
            *status = read;
        }
        return read && reader.isEnded() ? files : QMap<QString, QByteArray>();
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

    Outcome run(const QStringList &words, const QProcessEnvironment &variables = {}) const {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_CACHE_HOME"_s, path(u"near"_s));
        environment.insert(u"STAGESCOPE_SSH"_s, path(u"ssh"_s));
        environment.insert(u"STAGESCOPE_REMOTE_PROGRAM"_s, qEnvironmentVariable("STAGESCOPE_CLI"));
        environment.insert(variables);
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
