// stagescope runs: many runs side by side, without a display.
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QTest>

namespace tst_runs_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

class RunsCommandTest : public QObject {
    Q_OBJECT
private:
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(u"series/"_s + name); }
    [[nodiscard]] static Outcome runs(const QStringList &words) {
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), QStringList{u"runs"_s} + words);
        process.waitForFinished();
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private Q_SLOTS:
    void initTestCase() {
        for (int i = 1; i <= 3; ++i) {
            DemoOptions options;
            options.pp = 2;
            options.dp = 1;
            options.microbatches = 2 * i;
            options.steps = 2;
            QVERIFY(placeDemo(path(u"run%1"_s.arg(i * 5)).toStdString(), options));
        }
        QFile notes(path(u"notes.txt"_s));
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("no run") > 0);
    }
    void aFolderOfRuns() {
        const auto outcome = runs({m_folder.filePath(u"series"_s), u"--series"_s, u"--order"_s, u"label"_s,
                                   u"--metric"_s, u"step_ms"_s, u"--allow-loss"_s});
        QVERIFY2(outcome.code == 0, outcome.error);
        const auto lines = outcome.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[1].startsWith("1,run5,"));
        QVERIFY(lines[3].startsWith("3,run15,"));
        QVERIFY(outcome.error.contains("notes.txt: note: skipped"));
    }
    void runsThatAreNamed() {
        const auto picture = m_folder.filePath(u"trend.png"_s);
        const auto outcome = runs({path(u"run15"_s), path(u"run5"_s), u"-o"_s, picture});
        QVERIFY2(outcome.code == 0, outcome.error);
        QVERIFY(outcome.out.split('\n')[1].startsWith("1,run15,"));
        QCOMPARE(QImage(picture).size(), QSize(1000, 700));
    }
    void whatMakesNoSense_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("no such run") << QStringList{path(u"run5"_s), path(u"none"_s)};
        QTest::newRow("metric") << QStringList{path(u"run5"_s), u"--metric"_s, u"step_s"_s};
        QTest::newRow("order") << QStringList{path(u"run5"_s), u"--order"_s, u"age"_s};
        QTest::newRow("picture") << QStringList{path(u"run5"_s), u"-o"_s, u"x.gif"_s};
        QTest::newRow("an empty series") << QStringList{path(u"none"_s), u"--series"_s};
    }
    void whatMakesNoSense() {
        QFETCH(QStringList, words);
        const auto outcome = runs(words);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY(!outcome.error.isEmpty());
    }
};

TEST_SUITE(RunsCommandTest)

}  // namespace tst_runs_command

#include "tst_runs_command.moc"
