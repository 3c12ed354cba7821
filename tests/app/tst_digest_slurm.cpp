// stagescope digest --slurm, with a Slurm that the test plays (tests/app/fake_slurm). With a real one: tests/slurm.
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <csignal>

namespace tst_digest_slurm {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

struct SlurmOutcome {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

SlurmOutcome outcomeOf(QProcess &process) {
    process.waitForFinished(120'000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

QByteArray bytesOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QMap<QString, QByteArray> digestsIn(const QString &folder) {
    QMap<QString, QByteArray> result;
    for (const auto &name : QDir(folder).entryList(QDir::Files | QDir::Hidden)) {
        result[name] = bytesOf(folder + u'/' + name);
    }
    return result;
}

bool putText(const QString &path, const QByteArray &text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

}  // namespace

class DigestSlurmTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 2;
        options.steps = 2;
        QVERIFY(placeDemo(path(u"run"_s).toStdString(), options));
        const auto plain = run({u"digest"_s, path(u"run"_s), u"-o"_s, path(u"plain"_s)});
        QVERIFY2(plain.code == 0, plain.error);
        const auto merged = run({u"digest"_s, u"--merge"_s, path(u"plain"_s)});
        QVERIFY2(merged.code == 0 && merged.out.startsWith("4 ranks merged: "), merged.out + merged.error);
    }
    /// Each has a Slurm and a folder of digests of its own.
    void init() {
        const auto name = QString::number(++m_count);
        m_slurm = path(u"slurm_"_s + name);
        m_digests = path(u"digests 100% "_s + name);
        QVERIFY(QDir().mkpath(m_slurm));
    }

    void onlyFailedShardsAreSubmittedAgain() {
        const auto first =
            onSlurm({u"--array-size"_s, u"4"_s, u"--partition"_s, u"big"_s}, {{u"FAILS_AT"_s, u"2/4"_s}});
        QVERIFY2(first.code == 2, first.out + first.error);
        QCOMPARE(first.out, "3 of 4 shards done; the same command submits the rest again\n");
        QVERIFY2(first.error.contains("array 1 submitted: 4 shards of 4"), first.error);
        QVERIFY2(first.error.contains("2.log: shard 2/4: exit code 2\n    rank_1.stagescope: No space left on device"),
                 first.error);
        QCOMPARE(first.error.count(".log: "), 1);
        QVERIFY(submitted(0).contains(" --partition=big") && submitted(0).contains("--array=1-4 "));
        const auto second = onSlurm({u"--array-size"_s, u"4"_s});
        QVERIFY2(second.code == 0, second.out + second.error);
        QCOMPARE(second.out, "1 of 1 shard done\nclocks of all ranks merged\n");
        QVERIFY2(submitted(1).contains("--array=2 ") && !submitted(1).contains("partition"), submitted(1));
        QVERIFY2(submitted(2).contains("--array=0 "), submitted(2));
        QVERIFY(digestsIn(m_digests) == digestsIn(path(u"plain"_s)));
        const auto third = onSlurm({});
        QVERIFY2(third.code == 0 && third.out == "all digests are there already\n", third.out + third.error);
        QVERIFY(submitted(3).isEmpty());
    }

    /// Its log says nothing of its end.
    void killedShard() {
        const auto killed = onSlurm({u"--array-size"_s, u"2"_s}, {{u"DIES_AT"_s, u"1/2"_s}});
        QVERIFY2(killed.code == 2 && killed.out.startsWith("1 of 2 shards done;"), killed.out + killed.error);
        QVERIFY2(killed.error.contains("1.log: shard 1/2: it was ended\n    begun"), killed.error);
        const auto again = onSlurm({u"--array-size"_s, u"3"_s});
        QVERIFY2(again.code == 0, again.error);
        QVERIFY(submitted(1).contains("--array=1,3 "));
        QVERIFY(digestsIn(m_digests) == digestsIn(path(u"plain"_s)));
    }

    void noMoreShardsThanRanks() {
        const auto all = onSlurm({});
        QVERIFY2(all.code == 0 && all.out == "4 of 4 shards done\nclocks of all ranks merged\n", all.out + all.error);
        QVERIFY(submitted(0).contains("--array=1-4 "));
    }

    /// The digests are whole then: only the rest is submitted again.
    void mergeThatFails() {
        const auto failed = onSlurm({}, {{u"MERGE_FAILS"_s, u"yes"_s}});
        QVERIFY2(failed.code == 2 && failed.out == "4 of 4 shards done\n", failed.out + failed.error);
        QVERIFY2(
            failed.error.contains("0.log: the clocks of all ranks were not merged\n    merge: No space left on device"),
            failed.error);
        const auto again = onSlurm({});
        QVERIFY2(again.code == 0 && again.out == "all digests are there already\nclocks of all ranks merged\n",
                 again.out + again.error);
        QVERIFY(submitted(2).contains("--array=0 ") && submitted(3).isEmpty());
        QVERIFY(digestsIn(m_digests) == digestsIn(path(u"plain"_s)));
    }

    /// What the shards are told is what this command was told.
    void optionsReachTheShards() {
        const QStringList words{u"--level"_s, u"summary"_s, u"--ranks"_s, u"0,3"_s, u"--allow-loss"_s};
        const auto plain = path(u"plain summary"_s);
        QCOMPARE(run(QStringList{u"digest"_s, path(u"run"_s), u"-o"_s, plain} + words).code, 0);
        QCOMPARE(run({u"digest"_s, u"--merge"_s, plain}).code, 0);
        const auto made = onSlurm(words);
        QVERIFY2(made.code == 0 && made.out == "2 of 2 shards done\nclocks of all ranks merged\n",
                 made.out + made.error);
        QVERIFY(digestsIn(plain).size() == 3 && digestsIn(m_digests) == digestsIn(plain));
    }

    void dataLossIsTold() {
        const auto damaged = path(u"damaged"_s);
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, path(u"run"_s), damaged}), 0);
        QFile database(damaged + u"/rank_1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db"_s);
        QVERIFY(database.exists() && database.resize(database.size() / 2));
        const QStringList words{u"digest"_s, damaged, u"-o"_s, m_digests, u"--slurm"_s};
        const auto made = run(words);
        QVERIFY2(made.code == 1 && made.out == "4 of 4 shards done, 1 with data loss\nclocks of all ranks merged\n",
                 made.out + made.error);
        QVERIFY2(made.error.contains("2.log: shard 2/4: exit code 1"), made.error);
        QVERIFY2(made.error.contains("ascend_pytorch_profiler_1.db"), made.error);
        m_digests += u"allowed"_s;
        const auto allowed = run({u"digest"_s, damaged, u"-o"_s, m_digests, u"--slurm"_s, u"--allow-loss"_s});
        QVERIFY2(allowed.code == 0, allowed.out + allowed.error);
    }

    void interruptedItGoesOn_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("kill") << SIGTERM;
    }
    void interruptedItGoesOn() {
        QFETCH(int, signal);
        QVERIFY(putText(m_slurm + u"/held"_s, {}));
        QProcess process;
        start(process, slurmWords({u"--array-size"_s, u"2"_s}));
        QVERIFY(saysOnStderr(process, "array 1 submitted"));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        const auto stopped = outcomeOf(process);
        QCOMPARE(stopped.code, 2);
        QVERIFY2(
            stopped.error.contains("array 1 goes on: the same command follows it again, 'squeue --jobs 1' shows it, "
                                   "'scancel 1' ends it"),
            stopped.error);
        const auto other = onSlurm({u"--level"_s, u"full"_s});
        QVERIFY2(other.code == 2 && other.error.contains("'scancel 1' ends it"), other.error);
        QVERIFY2(other.error.contains("level pipeline, all ranks"), other.error);
        QProcess followed;
        start(followed, slurmWords({}));
        QVERIFY(saysOnStderr(followed, "array 1 goes on: 2 shards of 2"));
        QVERIFY(QFile::remove(m_slurm + u"/held"_s));
        const auto end = outcomeOf(followed);
        QVERIFY2(end.code == 0 && end.out == "2 of 2 shards done\nclocks of all ranks merged\n", end.out + end.error);
        QVERIFY(submitted(1).contains("--array=0 ") && submitted(2).isEmpty());
        QVERIFY(digestsIn(m_digests) == digestsIn(path(u"plain"_s)));
    }

    void noSlurm() {
        const auto none = onSlurm({}, {{u"PATH"_s, m_slurm}});
        QCOMPARE(none.code, 2);
        QCOMPARE(none.error, "sbatch: is not installed; --slurm wants the commands of Slurm on this machine\n");
        QVERIFY(!QFile::exists(m_digests));
    }

    void refusedArray() {
        QVERIFY(putText(m_slurm + u"/refusal"_s,
                        "sbatch: error: invalid partition specified: big\n"
                        "sbatch: error: Batch job submission failed\n"));
        const auto refused = onSlurm({u"--partition"_s, u"big"_s});
        QCOMPARE(refused.code, 2);
        QCOMPARE(refused.error, "sbatch: invalid partition specified: big; Batch job submission failed\n");
    }

    void garbageInsteadOfANumber_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("words") << QByteArray("Submitted batch job 7\n");
        QTest::newRow("an option") << QByteArray("--all\n");
        QTest::newRow("bytes") << QByteArray("\0\xff\x01;;\n", 6);
    }
    void garbageInsteadOfANumber() {
        QFETCH(QByteArray, answer);
        QVERIFY(putText(m_slurm + u"/answer"_s, answer));
        const auto result = onSlurm({});
        QCOMPARE(result.code, 2);
        QCOMPARE(result.error.count('\n'), 1);
        QVERIFY2(result.error.contains("which is no number of a job"), result.error);
    }

    void arrayThatCannotBeNoted() {
        QVERIFY(QDir().mkpath(m_digests + u".slurm/array"_s));
        const auto result = onSlurm({});
        QVERIFY2(result.code == 2 && result.error.contains("is submitted: 'scancel 1' ends it"), result.error);
        QCOMPARE(result.error.count('\n'), 1);
    }

    /// A file that nobody understands is no array.
    void oddNotesAreIgnored_data() {
        QTest::addColumn<QByteArray>("note");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no tasks") << QByteArray("7\nlevel pipeline, all ranks\n4\n");
        QTest::newRow("too large a task") << QByteArray("7\nlevel pipeline, all ranks\n4\n5\n");
        QTest::newRow("negative") << QByteArray("7\nlevel pipeline, all ranks\n4\n-1\n");
        QTest::newRow("options of squeue") << QByteArray("7 --all\nlevel pipeline, all ranks\n4\n1\n");
    }
    void oddNotesAreIgnored() {
        QFETCH(QByteArray, note);
        QVERIFY(QDir().mkpath(m_digests + u".slurm"_s));
        QVERIFY(putText(m_digests + u".slurm/array"_s, note));
        // squeue would say that one runs for ever.
        QVERIFY(putText(m_slurm + u"/held"_s, {}));
        QVERIFY(putText(m_slurm + u"/refusal"_s, "submits\n"));
        const auto result = onSlurm({});
        QVERIFY2(result.code == 2 && result.error == "sbatch: submits\n", result.error);
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("shard") << QStringList{u"--slurm"_s, u"--shard"_s, u"1/2"_s} << QByteArray("--shard: ");
        QTest::newRow("partition alone") << QStringList{u"--partition"_s, u"p"_s} << QByteArray("wants --slurm");
        QTest::newRow("array alone") << QStringList{u"--array-size"_s, u"3"_s} << QByteArray("wants --slurm");
        for (const auto *size : {"0", "-1", "x", "", "1000001", "99999999999999999999"}) {
            QTest::newRow(qPrintable(u"array of "_s + QString::fromLatin1(size)))
                << QStringList{u"--slurm"_s, u"--array-size"_s, QString::fromLatin1(size)}
                << QByteArray("--array-size");
        }
        QTest::newRow("no such rank") << QStringList{u"--slurm"_s, u"--ranks"_s, u"0,9"_s} << QByteArray("no rank 9");
    }
    void refusals() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto result = run(QStringList{u"digest"_s, path(u"run"_s), u"-o"_s, m_digests} + words);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.error.contains(part) && result.error.count('\n') == 1, result.error);
        QVERIFY(submitted(0).isEmpty() && !QFile::exists(m_digests));
    }

    /// The script is beside the digests, never in what is read.
    void profileOfThatName() {
        const auto profile = path(u"own.slurm"_s);
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, path(u"run"_s), profile}), 0);
        const auto result = run({u"digest"_s, profile, u"-o"_s, path(u"own"_s), u"--slurm"_s});
        QVERIFY2(result.code == 2 && result.error.contains("own.slurm"), result.error);
        QVERIFY(submitted(0).isEmpty() && !QFile::exists(profile + u"/stagescope-digest.sbatch"_s));
    }

    /// The manual: shards by a loop of the shell.
    void plainLoopOfTheReadme() {
        const auto readme = QString::fromUtf8(bytesOf(sourcePath("resources/manual/digest.md")));
        const auto begin = readme.indexOf(u"for i in "_s);
        auto loop = readme.mid(begin, readme.indexOf(u"\n"_s, begin) - begin);
        QVERIFY2(begin > 0 && loop.count(u"/shared/profile"_s) == 1 && loop.count(u"-o digests"_s) == 1, loop.toUtf8());
        QVERIFY(QDir().mkpath(m_slurm + u"/bin"_s) &&
                QFile::link(qEnvironmentVariable("STAGESCOPE_BINARY"), m_slurm + u"/bin/stagescope-cli"_s));
        loop.replace(u"/shared/profile"_s, path(u"run"_s));
        QProcess shell;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, m_slurm + u"/bin:"_s + environment.value(u"PATH"_s));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(m_slurm);
        shell.start(u"sh"_s, {u"-c"_s, loop});
        const auto end = outcomeOf(shell);
        QVERIFY2(end.code == 0, end.error);
        QCOMPARE(run({u"digest"_s, u"--merge"_s, m_slurm + u"/digests"_s}).code, 0);
        QVERIFY2(digestsIn(m_slurm + u"/digests"_s) == digestsIn(path(u"plain"_s)), end.out + end.error);
    }

private:
    using Variables = QMap<QString, QString>;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    static bool saysOnStderr(QProcess &process, const QByteArray &part) {
        process.setReadChannel(QProcess::StandardError);
        QByteArray said;
        while (!said.contains(part) && process.waitForReadyRead(60'000)) {
            said += process.readAllStandardError();
        }
        return said.contains(part);
    }
    /// Options of an array, by the order of submission; empty where there was none.
    [[nodiscard]] QByteArray submitted(qsizetype index) const {
        return bytesOf(m_slurm + u"/submitted"_s).split('\n').value(index);
    }
    [[nodiscard]] QStringList slurmWords(const QStringList &words) const {
        return QStringList{u"digest"_s, path(u"run"_s), u"-o"_s, m_digests, u"--slurm"_s} + words;
    }
    [[nodiscard]] SlurmOutcome onSlurm(const QStringList &words, const Variables &variables = {}) const {
        return run(slurmWords(words), variables);
    }
    void start(QProcess &process, const QStringList &words, const Variables &variables = {}) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        const auto fake = sourcePath("tests/app/fake_slurm");
        environment.insert(u"PATH"_s, fake + u':' + environment.value(u"PATH"_s));
        environment.insert(u"FAKE_SLURM"_s, m_slurm);
        environment.insert(u"STAGESCOPE_PROGRAM"_s, fake + u"/program"_s);
        for (auto it = variables.begin(); it != variables.end(); ++it) {
            environment.insert(it.key(), it.value());
        }
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), words);
    }
    [[nodiscard]] SlurmOutcome run(const QStringList &words, const Variables &variables = {}) const {
        QProcess process;
        start(process, words, variables);
        return outcomeOf(process);
    }

    QTemporaryDir m_folder;
    QString m_slurm;
    QString m_digests;
    int m_count = 0;
};

TEST_SUITE(DigestSlurmTest)

}  // namespace tst_digest_slurm

#include "tst_digest_slurm.moc"
