// stagescope digest: what it says and how it ends. What is in the digests: tests/core/export/digest.
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_digest_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

class DigestCommandTest : public QObject {
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
    }

    void opensAsTheProfile() {
        const auto digests = path(u"digests"_s);
        const auto first = digest({u"-o"_s, digests, u"--shard"_s, u"2/2"_s});
        QVERIFY2(first.code == 0 && first.out.contains("2 ranks digested, 0 ranks left as they are"),
                 first.out + first.error);
        const auto half = run({u"check"_s, digests, u"--verbose"_s});
        QVERIFY2(half.out.contains("ranks 0, 2"), half.out + half.error);
        const auto rest = digest({u"-o"_s, digests});
        QVERIFY2(rest.out.contains("2 ranks digested, 2 ranks left as they are"), rest.out + rest.error);
        for (const auto &table : {u"time_split"_s, u"pipeline_cells"_s, u"comm_time"_s, u"kernel_stats"_s}) {
            const auto own = run({u"table"_s, table, digests});
            QVERIFY(own.out.count('\n') > 2);
            QCOMPARE(own.out, run({u"table"_s, table, path(u"run"_s)}).out);
        }
        QVERIFY(!run({u"table"_s, u"comm_time"_s, digests}).error.contains("may be incomplete"));
        QVERIFY(run({u"table"_s, u"flame_graph"_s, digests})
                    .error.contains("the digests of ranks 0-3 have level pipeline, so this table may be incomplete"));
        QVERIFY(run({u"table"_s, u"flame_graph"_s, digests, u"--rank"_s, u"2"_s})
                    .error.contains("the digest of rank 2 has level pipeline, so this table may be incomplete"));
        // No rows of a digest are no proof that there are none.
        QVERIFY(run({u"sql"_s, digests, u"SELECT count(*) FROM flame_graph"_s})
                    .error.contains("the digests of ranks 0-3 have level pipeline, so this table may be incomplete"));
        const auto check = run({u"check"_s, digests});
        QVERIFY2(check.code == 0 && check.out.contains("4 of 4 ranks"), check.out + check.error);
        QVERIFY2(check.out.contains("\n  4 files\n"), check.out);  // each has several parts
        QVERIFY2(check.out.contains("The digest (level pipeline) does not keep it"), check.out);
        QVERIFY2(check.out.contains("create digests with --level full"), check.out);
    }

    /// As of the profile, also where it lies elsewhere since.
    void ranksFromTheirSource() {
        const auto digests = path(u"of_source"_s);
        const auto source = path(u"source"_s);
        const auto moved = path(u"source moved"_s);
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, path(u"run"_s), source}), 0);
        QCOMPARE(run({u"digest"_s, source, u"-o"_s, digests, u"--level"_s, u"summary"_s}).code, 0);
        QVERIFY(run({u"check"_s, digests}).out.contains("create digests with --level pipeline"));
        const QStringList table{u"table"_s, u"kernel_stats"_s, u"--rank"_s, u"1"_s};
        const auto direct = run(table + QStringList{source});
        QVERIFY(direct.out.count('\n') > 2);
        const auto little = run(table + QStringList{digests});
        QVERIFY(little.out.count('\n') == 1);
        QVERIFY2(little.error.contains("level summary, so this table may be incomplete"), little.error);
        QVERIFY2(little.error.contains("digests of level pipeline, or --from-source"), little.error);
        QVERIFY2(little.error.contains("possibly because the digest does not contain them"), little.error);
        QVERIFY2(!little.error.contains("No kernels"), little.error);
        const auto from = table + QStringList{digests, u"--from-source"_s, u"1"_s};
        const auto same = run(from);
        QCOMPARE(same.out, direct.out);
        QVERIFY2(same.code == 0 && same.error.contains("rank 1 read from the source\n"), same.error);
        QVERIFY(!same.error.contains("may be incomplete"));
        const auto vain = run(table + QStringList{source, u"--from-source"_s, u"1"_s});
        QCOMPARE(vain.out, direct.out);
        QVERIFY2(vain.error.contains("it holds no digests: --from-source changes nothing"), vain.error);
        QVERIFY(
            run({u"check"_s, digests, u"--from-source"_s, u"0-1"_s}).out.contains("ranks 0-1 read from the source"));

        QVERIFY(QDir().rename(source, moved));
        const auto lost = run(from);
        QVERIFY2(lost.code == 2 && lost.out.isEmpty() && lost.error.count('\n') == 1, lost.error);
        QVERIFY2(lost.error.contains(source.toUtf8() + ": the source of rank 1 is not here"), lost.error);
        const auto mapped = QStringList{u"--source-prefix"_s, source + u'=' + moved};
        QCOMPARE(run(from + mapped).out, direct.out);
        const auto picture = path(u"source.png"_s);
        const auto shot = run(QStringList{u"shot"_s, u"timeline"_s, digests, u"-o"_s, picture, u"--from-source"_s,
                                          u"1"_s, u"--rank"_s, u"1"_s} +
                              mapped);
        QVERIFY2(shot.code == 0 && QFile::exists(picture), shot.error);
        QFile file(moved + u"/rank_1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db"_s);
        QVERIFY(file.open(QIODevice::Append) && file.write("x") == 1);
        file.close();
        const auto changed = run(from + mapped);
        QVERIFY2(changed.error.contains("which changed after it was digested: " + file.fileName().toUtf8()),
                 changed.error);
        for (const auto &[option, value] :
             {std::pair(u"--from-source"_s, u"x"_s), std::pair(u"--from-source"_s, u"7"_s),
              std::pair(u"--source-prefix"_s, u"nowhere"_s)}) {
            const auto refused = run(table + QStringList{digests, option, value});
            QVERIFY2(refused.code == 2 && refused.error.contains(value.toUtf8()), refused.error);
        }
    }

    void damageIsTold() {
        const auto damaged = path(u"damaged"_s);
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, path(u"run"_s), damaged}), 0);
        QFile database(damaged + u"/rank_1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db"_s);
        QVERIFY(database.exists() && database.resize(database.size() / 2));
        const auto made = run({u"digest"_s, damaged, u"-o"_s, path(u"of_damaged"_s)});
        QVERIFY2(made.code == 1 && made.error.contains("ascend_pytorch_profiler_1.db"), made.out + made.error);
        QVERIFY2(made.out.contains("4 ranks digested"), made.out);
        const auto opened = run({u"check"_s, path(u"of_damaged"_s)});
        QVERIFY2(opened.code == 1, opened.out + opened.error);
        const auto allowed =
            run({u"digest"_s, damaged, u"-o"_s, path(u"allowed"_s), u"--ranks"_s, u"1"_s, u"--allow-loss"_s});
        QVERIFY2(allowed.code == 0 && allowed.out.contains("1 rank digested"), allowed.out + allowed.error);
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        const auto target = path(u"y"_s);
        QTest::newRow("no target") << QStringList{} << QByteArray("-o DIR");
        QTest::newRow("no level") << QStringList{u"-o"_s, target, u"--level"_s, u"tiny"_s}
                                  << QByteArray("summary, pipeline or full");
        for (const auto *shard : {"0/2", "3/2", "x", "1", "1/", "-1/2", "1/99999999999"}) {
            QTest::newRow(shard) << QStringList{u"-o"_s, target, u"--shard"_s, QString::fromLatin1(shard)}
                                 << QByteArray("a part such as");
        }
        QTest::newRow("in the profile") << QStringList{u"-o"_s, path(u"run/y"_s)} << QByteArray("inside the profile");
        QTest::newRow("the profile") << QStringList{u"-o"_s, path(u"run"_s)} << QByteArray("it is the input");
        QTest::newRow("no such rank") << QStringList{u"-o"_s, target, u"--ranks"_s, u"9"_s} << QByteArray("9");
    }
    void refusals() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto result = digest(words);
        QCOMPARE(result.code, 2);
        QCOMPARE(result.error.count('\n'), 1);
        QVERIFY2(result.error.contains(part), result.error);
        QVERIFY(!QFile::exists(path(u"y"_s)) && !QFile::exists(path(u"run/y"_s)));
    }

    void noProfile() {
        QVERIFY(QDir().mkpath(path(u"empty"_s)));
        for (const auto &place : {u"empty"_s, u"nowhere"_s}) {
            const auto result = run({u"digest"_s, path(place), u"-o"_s, path(u"z"_s)});
            QVERIFY2(result.code == 2 && result.error.contains(place.toUtf8()), result.error);
            QVERIFY(!QFile::exists(path(u"z"_s)));
        }
    }

    /// What was whole before stays, and nothing half-written is left.
    void fullDisc() {
        QProcess shell;
        shell.start(u"sh"_s,
                    {u"-c"_s, u"trap '' XFSZ; ulimit -f 4; exec \"$@\""_s, u"sh"_s,
                     qEnvironmentVariable("STAGESCOPE_BINARY"), u"digest"_s, path(u"run"_s), u"-o"_s, path(u"full"_s)});
        QVERIFY(shell.waitForFinished(120'000));
        const auto error = shell.readAllStandardError();
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 2, error);
        QVERIFY2(error.contains("rank_"), error);
        for (const auto &name : QDir(path(u"full"_s)).entryList(QDir::Files | QDir::Hidden)) {
            QVERIFY2(name == u"cluster.stagescope"_s, name.toUtf8());
        }
    }

private:
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] Outcome digest(const QStringList &words) const {
        return run(QStringList{u"digest"_s, path(u"run"_s)} + words);
    }
    static Outcome run(const QStringList &words) {
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), words);
        process.waitForFinished(120'000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(DigestCommandTest)

}  // namespace tst_digest_command

#include "tst_digest_command.moc"
