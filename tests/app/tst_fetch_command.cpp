// stagescope fetch: real transfers from stores that the test starts, interrupted and damaged ones, and programs that
// only pretend to be rclone. Which files are needed: tests/core/fetch.
#include "core/demo/demo_options.h"
#include "tests/app/remote_stores.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <csignal>

namespace tst_fetch_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

using Files = QMap<QString, QByteArray>;

/// But for the manifest.
Files filesBelow(const QString &folder) {
    Files files;
    QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        if (it.fileName() != u"fetch_manifest.json"_s && file.open(QIODevice::ReadOnly)) {
            files[QDir(folder).relativeFilePath(file.fileName())] = file.readAll();
        }
    }
    return files;
}

bool putFile(const QString &path, const QByteArray &bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

struct Ended {
    int code = -1;
    QByteArray out;
    QByteArray error;
    /// One line for people, with nothing of the password.
    [[nodiscard]] bool isPlainError(const char *part) const {
        return error.count('\n') == 1 && error.contains(part) && !error.contains(RemoteStore::kPassword) &&
               !out.contains(RemoteStore::kPassword);
    }
};

}  // namespace

class FetchCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 3;
        QVERIFY(placeDemo(path(u"store/run"_s).toStdString(), options));
        m_source = filesBelow(path(u"store/run"_s));
        m_needed = m_source;
        QCOMPARE(m_needed.remove(u"truth.json"_s), 1);
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(u"RCLONE_CONFIG"_s, path(u"rclone.conf"_s));
        m_environment.remove(u"AWS_CA_BUNDLE"_s);  // which rclone 1.60 cannot read
        m_environment.insert(u"XDG_CACHE_HOME"_s, path(u"cache"_s));
        configure(u"[disk]\ntype = alias\nremote = %1\n"_s.arg(path(u"store"_s)));
    }
    void init() {
        if (rcloneProgram().isEmpty()) {
            QSKIP("rclone is not installed");
        }
        QDir(path(u"out"_s)).removeRecursively();
    }
    void cleanup() {
        QVERIFY(!QFile::exists(path(u"out.fetching"_s)));
        QCOMPARE(filesBelow(path(u"store/run"_s)), m_source);
    }

    void stores_data() {
        QTest::addColumn<QByteArray>("kind");
        for (const auto *kind : {"disk", "sftp", "webdav", "signed", "s3"}) {
            QTest::newRow(kind) << QByteArray(kind);
        }
    }
    void stores() {
        QFETCH(QByteArray, kind);
        const auto server = serve(kind);
        if (server->isAbsent()) {
            QSKIP(qPrintable(server->said()));
        }
        QVERIFY2(!server->port().isEmpty(), qPrintable(server->said()));
        configure(settingsOf(kind, *server));
        const bool isOfObjects = kind == "s3" || kind == "signed";
        const auto remote = QString::fromLatin1(kind) + (isOfObjects ? u":bucket/run"_s : u":run"_s);
        if (kind == "s3") {
            QCOMPARE(rclone({u"mkdir"_s, u"s3:bucket"_s}), 0);
            QCOMPARE(rclone({u"copy"_s, path(u"store/run"_s), remote}), 0);
        }
        checkFetched(remote);

        // What is missing, cut or another comes again, and nothing else.
        const auto names = m_needed.keys();
        QVERIFY(QFile::remove(path(u"out/"_s + names[0])));
        QVERIFY(QFile(path(u"out/"_s + names[1])).resize(m_needed[names[1]].size() / 2));
        QVERIFY(putFile(path(u"out/"_s + names[2]), QByteArray(m_needed[names[2]].size(), 'x')));
        const auto again = fetch({remote, path(u"out"_s), u"--for"_s, u"pipeline"_s});
        QVERIFY2(again.code == 0, again.error);
        QVERIFY2(again.out.contains("fetched: 3 files"), again.out);
        QVERIFY2(again.out.contains(QByteArray::number(names.size() - 3) + " files had been fetched before"),
                 again.out);
        QCOMPARE(filesBelow(path(u"out"_s)), m_needed);

        const auto missing = fetch({remote + u"/nowhere"_s, path(u"out2"_s), u"--for"_s, u"all"_s});
        QCOMPARE(missing.code, 2);
        // An object store has no folders: one that is not there is empty.
        QVERIFY2(missing.isPlainError(isOfObjects ? "no file of a profile" : "not found"), missing.error);
        QVERIFY(!QFile::exists(path(u"out2"_s)));
    }

    void someRanks() {
        const auto made = fetch({u"disk:run"_s, path(u"out"_s), u"--for"_s, u"memory"_s, u"--ranks"_s, u"1-2"_s});
        QVERIFY2(made.code == 0, made.error);
        const auto names = filesBelow(path(u"out"_s)).keys();
        QCOMPARE(names.filter(u"rank_1_"_s).size() + names.filter(u"rank_2_"_s).size(), names.size());
        QVERIFY(names.size() == m_needed.size() / 2);
        // The other ranks join them.
        QCOMPARE(fetch({u"disk:run"_s, path(u"out"_s), u"--for"_s, u"memory"_s}).code, 0);
        QCOMPARE(filesBelow(path(u"out"_s)), m_needed);
    }

    void theFolderOfOneRankKeepsItsName() {
        const auto made = fetch({u"disk:run/rank_3_ascend_pt/"_s, path(u"out"_s), u"--for"_s, u"all"_s});
        QVERIFY2(made.code == 0, made.error);
        const auto table = run({u"table"_s, u"ranks"_s, path(u"out"_s)});
        QVERIFY2(table.code == 0 && table.out.contains("3,profiler_info"), table.out + table.error);
    }

    void listsOnly() {
        const auto listed = fetch({u"disk:run"_s, u"--list"_s, u"--for"_s, u"pipeline"_s});
        QVERIFY2(listed.code == 0, listed.error);
        QVERIFY2(listed.out.startsWith("4 ranks, 17 files, "), listed.out);
        QVERIFY2(listed.out.contains("needed: 16 files") && listed.out.contains("skipped: 1 file, "), listed.out);
        QCOMPARE(listed.out.count('\n'), 2 + m_needed.size());
        QVERIFY(!QFile::exists(path(u"out"_s)));
    }

    void interrupted_data() {
        QTest::addColumn<int>("point");
        for (int point = 0; point < kPoints; ++point) {
            QTest::addRow("%d of %d", point + 1, kPoints) << point;
        }
    }
    /// By a signal that can be caught and by one that cannot, in turn.
    void interrupted() {
        QFETCH(int, point);
        auto environment = m_environment;
        environment.insert(u"RCLONE_BWLIMIT"_s, u"3M"_s);
        environment.insert(u"RCLONE_TRANSFERS"_s, u"2"_s);
        const QStringList words{u"fetch"_s, u"disk:run"_s, path(u"out"_s), u"--for"_s, u"pipeline"_s};
        if (m_wholeMs == 0) {
            QElapsedTimer timer;
            timer.start();
            QCOMPARE(run(words, environment).code, 0);
            m_wholeMs = timer.elapsed();
            QVERIFY(QDir(path(u"out"_s)).removeRecursively());
        }
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program(), words);
        QVERIFY(process.waitForStarted());
        process.waitForFinished(static_cast<int>(m_wholeMs * (point + 1) / (kPoints + 1)));
        const bool isKilled = point % 2 == 1;
        if (process.state() != QProcess::NotRunning) {
            ::kill(static_cast<pid_t>(process.processId()), isKilled ? SIGKILL : SIGINT);
            QVERIFY(process.waitForFinished(60'000));
        }
        if (!isKilled && process.exitStatus() == QProcess::CrashExit) {
            QCOMPARE(process.exitCode(), SIGINT);
            const auto error = process.readAllStandardError();
            // Nothing is said, and nothing begun, before the program listens to signals.
            QVERIFY2(error.isEmpty() || error.contains("stopped: Interrupt"), error);
            QVERIFY(!QFile::exists(path(u"out.fetching"_s)));
        }
        const auto there = filesBelow(path(u"out"_s));
        for (auto it = there.begin(); it != there.end(); ++it) {
            QVERIFY2(m_needed.value(it.key()) == it.value(), qPrintable(it.key()));
        }
        const auto rest = fetch({u"disk:run"_s, path(u"out"_s), u"--for"_s, u"pipeline"_s});
        QVERIFY2(rest.code == 0, rest.error);
        QVERIFY2(rest.out.contains("fetched: " + QByteArray::number(m_needed.size() - there.size()) + " file"),
                 rest.out);
        QCOMPARE(filesBelow(path(u"out"_s)), m_needed);
    }

    void wrongCredentials_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("sftp") << QByteArray("sftp") << QByteArray("unable to authenticate");
        QTest::newRow("webdav") << QByteArray("webdav") << QByteArray("401");
        QTest::newRow("signed") << QByteArray("signed") << QByteArray("SignatureDoesNotMatch");
        QTest::newRow("s3") << QByteArray("s3") << QByteArray("SignatureDoesNotMatch");
    }
    void wrongCredentials() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, part);
        const auto server = serve(kind);
        if (server->isAbsent()) {
            QSKIP(qPrintable(server->said()));
        }
        QVERIFY2(!server->port().isEmpty(), qPrintable(server->said()));
        configure(settingsOf(kind, *server, "another-secret"));
        const auto refused =
            fetch({QString::fromLatin1(kind) + u":bucket/run"_s, path(u"out"_s), u"--for"_s, u"pipeline"_s});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.isPlainError(part.constData()), refused.error);
        QVERIFY(!refused.error.contains("another-secret"));
        QVERIFY(!QFile::exists(path(u"out"_s)));
    }

    void changedInBetween_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("longer") << u"echo more >> \"$F\""_s << QByteArray("has changed since it was listed");
        QTest::newRow("other") << u"sed -i s/rank/RANK/ \"$F\""_s << QByteArray("has changed since it was listed");
        QTest::newRow("gone") << u"rm \"$F\""_s << QByteArray("has changed since it was listed");
    }
    void changedInBetween() {
        QFETCH(QString, change);
        QFETCH(QByteArray, part);
        const auto name = u"rank_2_ascend_pt/profiler_metadata.json"_s;
        QVERIFY(QProcess::execute(u"cp"_s, {u"-a"_s, path(u"store/run"_s), path(u"store/changing"_s)}) == 0);
        pretend(u"case \"$*\" in *.fetching*) F='%1'; %2;; esac\nexec '%3' \"$@\"\n"_s.arg(
            path(u"store/changing/"_s + name), change, rcloneProgram()));
        const auto partly =
            run({u"fetch"_s, u"disk:changing"_s, path(u"out"_s), u"--for"_s, u"pipeline"_s}, pretending());
        QCOMPARE(partly.code, 1);
        QVERIFY2(partly.isPlainError(part.constData()), partly.error);
        QVERIFY2(partly.error.startsWith("disk:changing/" + name.toUtf8()), partly.error);
        auto rest = m_needed;
        rest.remove(name);
        QCOMPARE(filesBelow(path(u"out"_s)), rest);
        QVERIFY(QDir(path(u"store/changing"_s)).removeRecursively());
    }

    void aFullDisk() {
        QProcess shell;
        shell.setProcessEnvironment(m_environment);
        shell.start(u"sh"_s, {u"-c"_s, u"trap '' XFSZ; ulimit -f 100; exec \"$@\""_s, u"sh"_s, program(), u"fetch"_s,
                              u"disk:run"_s, path(u"out"_s), u"--for"_s, u"pipeline"_s});
        QVERIFY(shell.waitForFinished(120'000));
        const auto error = shell.readAllStandardError();
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 2, error);
        QVERIFY2(error.contains("file too large") && error.count('\n') == 1, error);
        const auto there = filesBelow(path(u"out"_s));
        for (auto it = there.begin(); it != there.end(); ++it) {
            QVERIFY2(m_needed.value(it.key()) == it.value(), qPrintable(it.key()));
        }
        QVERIFY(there.size() < m_needed.size());
    }

    void notReallyRclone_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *name, const QString &script, const char *part) {
            QTest::newRow(name) << script << QByteArray(part);
        };
        row("hangs", u"exec sleep 1000"_s, "said nothing for 1 s");
        row("hangs in a listing", u"echo [; exec sleep 1000"_s, "said nothing for 1 s");
        row("dies", u"echo [; kill -9 $$"_s, "died: Killed");
        row("says nothing", u"exit 0"_s, "ends early");
        row("fails", u"exit 9"_s, "did not say why");
        row("fails with words", u"echo 'Something is wrong' >&2; exit 2"_s, "rclone: Something is wrong");
        row("garbage", u"exec head -c 100000 /dev/urandom"_s, "not a listing");
        row("a gigabyte", u"exec head -c 1000000000 /dev/zero"_s, "more than it should");
        row("a gigabyte of lines", u"yes | exec head -c 1000000000"_s, "not a listing");
        row("a gigabyte of errors", u"yes | head -c 1000000000 >&2"_s, "not understood");
        row("other files", u"echo '[]'"_s, "holds no file of a profile");
        row("no space",
            u"case \"$1\" in copy) echo '{\"level\":\"error\",\"object\":\"a\",\"msg\":\"write: no space left "
            "on device\"}' >&2; exit 1;; lsjson) printf '[\\n%s\\n]\\n' '{\"Path\":\"analysis.db\",\"Size\":5}';; esac"_s,
            "no space left on device");
        row("takes too much", u"printf '[\\n%s\\n]\\n' '{\"Path\":\"analysis.db\",\"Size\":9000000000000000000}'"_s,
            "not enough room");
    }
    void notReallyRclone() {
        QFETCH(QString, script);
        QFETCH(QByteArray, part);
        pretend(script);
        const auto refused = run(
            {u"fetch"_s, u"disk:run"_s, path(u"out"_s), u"--for"_s, u"all"_s, u"--silence"_s, u"1"_s}, pretending());
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.isPlainError(part.constData()), refused.error);
        QVERIFY(filesBelow(path(u"out"_s)).isEmpty());
    }

    void nothingOfUse() {
        pretend(u"printf '[\\n%s\\n]\\n' '{\"Path\":\"l2_cache.csv\",\"Size\":5}'"_s);
        const auto refused = run({u"fetch"_s, u"disk:run"_s, path(u"out"_s), u"--for"_s, u"memory"_s}, pretending());
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.isPlainError("it has no data for the selected answers"), refused.error);
        QVERIFY(!QFile::exists(path(u"out"_s)));
    }

    void namesThatLeadElsewhere() {
        QVERIFY(QDir().mkpath(path(u"elsewhere"_s)));
        pretend(
            u"case \"$1\" in lsjson) printf '[\\n%s,\\n%s,\\n%s\\n]\\n' "
            u"'{\"Path\":\"../elsewhere/analysis.db\",\"Size\":5}' "
            "'{\"Path\":\"%1/analysis.db\",\"Size\":5}' "
            "'{\"Path\":\"a/analysis.db\",\"Size\":5,\"ModTime\":\"2001-09-09T01:46:40Z\"}';;\n"
            "copy) mkdir -p \"$5/a\"; printf 12345 > \"$5/a/analysis.db\"; "
            "touch -d @1000000000 \"$5/a/analysis.db\"; echo '{\"level\":\"info\",\"msg\":\"Copied "
            "(new)\",\"object\":\"a/analysis.db\"}' >&2; "
            "echo '{\"level\":\"info\",\"msg\":\"Copied (new)\",\"object\":\"../elsewhere/analysis.db\"}' >&2;; esac"_s
                .arg(path(u"elsewhere"_s)));
        const auto partly = run({u"fetch"_s, u"disk:run"_s, path(u"out"_s), u"--for"_s, u"all"_s}, pretending());
        QCOMPARE(partly.code, 1);
        QCOMPARE(partly.error.count("name that is not taken"), 2);
        QCOMPARE(filesBelow(path(u"out"_s)), (Files{{u"a/analysis.db"_s, "12345"}}));
        QVERIFY(filesBelow(path(u"elsewhere"_s)).isEmpty());
        QVERIFY(QDir(path(u"elsewhere"_s)).removeRecursively());
    }

    void itsChildEndsWithIt_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("interrupted") << SIGINT;
        QTest::newRow("killed") << SIGKILL;
    }
    void itsChildEndsWithIt() {
        QFETCH(int, signal);
        const auto pidFile = path(u"pid"_s);
        QFile::remove(pidFile);
        pretend(u"echo $$ > '%1.new'; mv '%1.new' '%1'; exec sleep 1000"_s.arg(pidFile));
        QProcess process;
        process.setProcessEnvironment(pretending());
        process.start(program(), {u"fetch"_s, u"disk:run"_s, path(u"out"_s), u"--for"_s, u"all"_s});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(pidFile), 60'000);
        QFile file(pidFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto child = file.readAll().trimmed().toInt();
        QVERIFY(child > 0 && ::kill(child, 0) == 0);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(process.exitCode(), signal);
        const auto isGone = [child] {
            QFile state(u"/proc/%1/stat"_s.arg(child));
            return !state.open(QIODevice::ReadOnly) || state.readAll().contains(") Z ");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isGone(), 60'000);
    }

    void aRemoteOfAnAccessFile() {
        QVERIFY(putFile(path(u"access.json"_s),
                        "{\"access_config\": {\"access_key\": \"KEY-OF-TEST\", \"secret_access_key\": "
                        "\"loopback-secret\", \"server\": \"127.0.0.1:1\"}}"));
        const QStringList words{u"--remote-from"_s, path(u"access.json"_s), u"obs"_s};
        const auto made = fetch(words);
        QVERIFY2(made.code == 0, made.error);
        QVERIFY2(made.out.startsWith("made: the remote obs") && !made.out.contains("KEY-OF-TEST"), made.out);
        const auto taken = fetch(words);
        QCOMPARE(taken.code, 2);
        QVERIFY2(taken.isPlainError("obs: is a remote of rclone already"), taken.error);
        const auto none = fetch({u"--remote-from"_s, path(u"nowhere"_s), u"other"_s});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.isPlainError("does not exist"), none.error);
        configure({});
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *name, const QStringList &words, const char *part) {
            QTest::newRow(name) << words << QByteArray(part);
        };
        const auto out = path(u"out"_s);
        row("no answer", {u"disk:run"_s, out}, "pipeline, communication");
        row("no folder", {u"disk:run"_s, u"--for"_s, u"all"_s}, "DIR is missing");
        row("a path", {path(u"store/run"_s), out, u"--for"_s, u"all"_s}, "is not NAME:PATH");
        row("an option", {u"--"_s, u"-x:run"_s, out}, "pipeline, communication");
        row("written out", {u":sftp,pass=loopback-secret:run"_s, out, u"--for"_s, u"all"_s}, "rclone config");
        row("overridden", {u"disk,pass=loopback-secret:run"_s, out, u"--for"_s, u"all"_s}, "rclone config");
        row("unknown remote", {u"moon:run"_s, out, u"--for"_s, u"all"_s}, "moon");
        row("no such rank", {u"disk:run"_s, out, u"--for"_s, u"all"_s, u"--ranks"_s, u"9"_s}, "has no rank 9");
        row("in a profile", {u"disk:run"_s, path(u"store/run/out"_s), u"--for"_s, u"all"_s}, "inside the profile");
        row("not empty", {u"disk:run"_s, path(u"store"_s), u"--for"_s, u"all"_s}, "not a new or empty folder");
        row("silence", {u"disk:run"_s, out, u"--for"_s, u"all"_s, u"--silence"_s, u"0"_s}, "--silence");
    }
    void refusals() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto refused = fetch(words);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.isPlainError(part.constData()), refused.error);
        QVERIFY(!QFile::exists(path(u"out"_s)));
    }

    void withoutRclone() {
        auto environment = m_environment;
        environment.insert(u"PATH"_s, u"/nowhere"_s);
        const auto refused = run({u"fetch"_s, u"disk:run"_s, path(u"out"_s), u"--for"_s, u"all"_s}, environment);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.isPlainError("rclone is not installed"), refused.error);
    }

private:
    static constexpr int kPoints = 20;

    static QString program() { return qEnvironmentVariable("STAGESCOPE_BINARY"); }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    void configure(const QString &settings) const {
        const auto disk = u"[disk]\ntype = alias\nremote = %1\n"_s.arg(path(u"store"_s));
        QVERIFY(putFile(path(u"rclone.conf"_s), (disk + settings).toUtf8()));
    }
    static QString settingsOf(const QByteArray &kind, const RemoteStore &server,
                              const char *password = RemoteStore::kPassword) {
        const auto login =
            u"user = %1\npass = %2\n"_s.arg(QLatin1String(RemoteStore::kUser), obscured(QLatin1String(password)));
        const bool isSwift = kind == "s3";
        const auto user = QString::fromLatin1(RemoteStore::kUser) + (isSwift ? u":tester"_s : QString());
        const auto key =
            u"access_key_id = %1\nsecret_access_key = %2\nregion = us-east-1\n"_s.arg(user, QLatin1String(password));
        return isSwift || kind == "signed"
                   ? u"[%1]\ntype = s3\nprovider = Other\nendpoint = http://127.0.0.1:%2\n%3"_s.arg(QLatin1String(kind),
                                                                                                    server.port(), key)
               : kind == "sftp"   ? u"[sftp]\ntype = sftp\nhost = 127.0.0.1\nport = %1\n%2"_s.arg(server.port(), login)
               : kind == "webdav" ? u"[webdav]\ntype = webdav\nvendor = other\nurl = http://127.0.0.1:%1\n%2"_s.arg(
                                        server.port(), login)
                                  : QString();
    }
    /// Swift takes its time to start: there is one.
    [[nodiscard]] std::shared_ptr<RemoteStore> serve(const QByteArray &kind) {
        if (kind == "signed") {
            return RemoteStore::signedObjects(path(u"store"_s));
        }
        if (kind != "s3") {
            return RemoteStore::serving(kind == "webdav" ? "webdav" : "sftp", path(u"store"_s));
        }
        m_objects = m_objects ? m_objects : RemoteStore::objects(path(u"objects"_s));
        return m_objects;
    }
    [[nodiscard]] int rclone(const QStringList &words) const {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.start(rcloneProgram(), words);
        return process.waitForFinished(120'000) ? process.exitCode() : -1;
    }
    void checkFetched(const QString &remote) const {
        const auto made = fetch({remote, path(u"out"_s), u"--for"_s, u"pipeline"_s});
        QVERIFY2(made.code == 0, made.error);
        QVERIFY2(made.out.contains("fetched: " + QByteArray::number(m_needed.size()) + " files"), made.out);
        QCOMPARE(filesBelow(path(u"out"_s)), m_needed);
    }
    /// A script that is found before rclone.
    void pretend(const QString &script) const {
        QVERIFY(QDir().mkpath(path(u"bin"_s)));
        QVERIFY(putFile(path(u"bin/rclone"_s), "#!/bin/sh\n" + script.toUtf8() + "\n"));
        QVERIFY(QFile::setPermissions(path(u"bin/rclone"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    [[nodiscard]] QProcessEnvironment pretending() const {
        auto environment = m_environment;
        environment.insert(u"PATH"_s, path(u"bin"_s) + u':' + environment.value(u"PATH"_s));
        return environment;
    }
    [[nodiscard]] Ended fetch(const QStringList &words) const { return run(QStringList{u"fetch"_s} + words); }
    [[nodiscard]] Ended run(const QStringList &words) const { return run(words, m_environment); }
    static Ended run(const QStringList &words, const QProcessEnvironment &environment) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program(), words);
        process.waitForFinished(120'000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
    Files m_source;
    Files m_needed;
    std::shared_ptr<RemoteStore> m_objects;
    qint64 m_wholeMs = 0;
};

TEST_SUITE(FetchCommandTest)

}  // namespace tst_fetch_command

#include "tst_fetch_command.moc"
