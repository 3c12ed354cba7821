// stagescope slim: what it says and how it ends. What is in the copy: tests/core/export/slim.
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_slim_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

class SlimCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(path(u"run"_s).toStdString(), options));
    }

    void saysWhatIsLeft() {
        const auto made = slim({u"-o"_s, path(u"small"_s), u"--for"_s, u"pipeline"_s});
        QVERIFY2(made.code == 0, made.error);
        QVERIFY2(made.out.contains("8 of 9 files"), made.out);
        QVERIFY2(made.out.contains("skipped: 1 file") && made.out.contains("not used by any view or table"), made.out);
        QVERIFY2(made.out.contains("no longer answered: Memory over time"), made.out);
        QVERIFY2(!made.out.contains("no longer answered: Pipeline"), made.out);
        for (const auto &table : {u"pipeline_cells"_s, u"bubbles"_s}) {
            const auto own = run({u"table"_s, table, path(u"small"_s)});
            QVERIFY(own.out.count('\n') > 2);
            QCOMPARE(own.out, run({u"table"_s, table, path(u"run"_s)}).out);
        }
        const auto check = run({u"check"_s, path(u"small"_s)});
        QVERIFY2(check.code == 0 && check.out.contains("2 of 2 ranks"), check.out + check.error);
    }

    /// All of its steps are no loss, though of two ranks only sums are known.
    void stepsOfAllRanks() {
        const auto profile = realPath(u"ascend/qwen3_pp2dp2"_s);
        if (!QFile::exists(profile)) {
            QSKIP("no real data");
        }
        const auto made =
            run({u"slim"_s, profile, u"-o"_s, path(u"step"_s), u"--for"_s, u"all"_s, u"--steps"_s, u"13"_s});
        QVERIFY2(made.code == 0, made.error);
        QVERIFY2(made.out.startsWith("36 of 36 files") && !made.out.contains("no longer answered"), made.out);
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        const auto target = path(u"y"_s);
        QTest::newRow("no target") << QStringList{u"--for"_s, u"all"_s} << QByteArray("-o DIR");
        QTest::newRow("no answer") << QStringList{u"-o"_s, target} << QByteArray("pipeline, communication");
        QTest::newRow("other answer") << QStringList{u"-o"_s, target, u"--for"_s, u"memory,moon"_s}
                                      << QByteArray("moon");
        QTest::newRow("in the profile") << QStringList{u"-o"_s, path(u"run/y"_s), u"--for"_s, u"all"_s}
                                        << QByteArray("inside the profile");
        QTest::newRow("the profile") << QStringList{u"-o"_s, path(u"run"_s), u"--for"_s, u"all"_s}
                                     << QByteArray("it is the input");
        QTest::newRow("not empty") << QStringList{u"-o"_s, m_folder.path(), u"--for"_s, u"all"_s}
                                   << QByteArray("not a new or empty folder");
        QTest::newRow("no such step") << QStringList{u"-o"_s, target, u"--for"_s, u"all"_s, u"--steps"_s, u"77"_s}
                                      << QByteArray("none of these steps");
        QTest::newRow("no such rank") << QStringList{u"-o"_s, target, u"--for"_s, u"all"_s, u"--ranks"_s, u"9"_s}
                                      << QByteArray("9");
    }
    void refusals() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto result = slim(words);
        QCOMPARE(result.code, 2);
        QCOMPARE(result.error.count('\n'), 1);
        QVERIFY2(result.error.contains(part), result.error);
        QVERIFY(!QFile::exists(path(u"y"_s)) && !QFile::exists(path(u"run/y"_s)));
    }

    void nothingIsLeftOfAFullDisc() {
        const auto before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        QProcess shell;
        shell.start(u"sh"_s, {u"-c"_s, u"trap '' XFSZ; ulimit -f 4; exec \"$@\""_s, u"sh"_s,
                              qEnvironmentVariable("STAGESCOPE_BINARY"), u"slim"_s, path(u"run"_s), u"-o"_s,
                              path(u"full"_s), u"--for"_s, u"all"_s});
        QVERIFY(shell.waitForFinished(120'000));
        const auto error = shell.readAllStandardError();
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 2, error);
        QVERIFY2(error.contains("cannot be written"), error);
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    }

    void lossIsTold() {
        const auto damaged = path(u"damaged"_s);
        QCOMPARE(QProcess::execute(u"cp"_s, {u"-r"_s, path(u"run"_s), damaged}), 0);
        QFile database(damaged + u"/rank_1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db"_s);
        QVERIFY(database.exists() && database.resize(database.size() / 2));
        const auto made = run({u"slim"_s, damaged, u"-o"_s, path(u"rest"_s), u"--for"_s, u"pipeline"_s});
        QVERIFY2(made.code == 1, made.error);
        QVERIFY2(made.error.contains("ascend_pytorch_profiler_1.db"), made.error);
        const auto copy = run({u"check"_s, path(u"rest"_s)});
        QVERIFY2(copy.code == 1, copy.out + copy.error);
    }

private:
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] Outcome slim(const QStringList &words) const {
        return run(QStringList{u"slim"_s, path(u"run"_s)} + words);
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

TEST_SUITE(SlimCommandTest)

}  // namespace tst_slim_command

#include "tst_slim_command.moc"
