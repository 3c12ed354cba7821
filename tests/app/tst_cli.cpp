// stagescope-cli: the same answers as the program with the window, without any of Qt's Gui libraries.
#include "app/command_list.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_cli {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

Outcome runBinary(const char *variable, const QStringList &words) {
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"QT_QPA_PLATFORM"_s);  // a compute node sets none
    process.setProcessEnvironment(environment);
    process.start(qEnvironmentVariable(variable), words);
    process.waitForFinished(60'000);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

}  // namespace

class CliTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_demo = m_folder.filePath(u"demo"_s);
        const auto made = runBinary("STAGESCOPE_CLI", {u"demo"_s, m_demo, u"--pp"_s, u"2"_s, u"--dp"_s, u"1"_s,
                                                       u"--microbatches"_s, u"4"_s, u"--steps"_s, u"2"_s});
        QCOMPARE(made.error, QByteArray());
        QCOMPARE(made.code, 0);
    }

    /// A mistake in a rule of the user is told by what judges, with its line, and by nothing else.
    void mistakesInRulesAreTold() {
        const auto folder = m_folder.filePath(u"rules"_s);
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + u"/mine.sql"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("-- rule: mine\n-- says: {n}\n-- when: n > 0\nSELECT count(*) AS n\nFROM kernel WHERE nmae = 'x'\n");
        file.close();
        for (const auto &words : {QStringList{u"check"_s, m_demo}, {u"table"_s, u"findings"_s, m_demo}}) {
            const auto told = runBinary("STAGESCOPE_CLI", words + QStringList{u"--rules"_s, folder});
            QVERIFY2(told.error.contains("mine.sql:5:19: ") && told.error.contains("nmae"), told.error);
        }
        // With --redact without names, as all else; so is what is wrong with the arguments themselves.
        for (const auto &rules : {folder, m_folder.filePath(u"gone"_s)}) {
            const auto told =
                runBinary("STAGESCOPE_CLI", {u"table"_s, u"findings"_s, m_demo, u"--redact"_s, u"--rules"_s, rules});
            QVERIFY(!told.error.isEmpty());
            QVERIFY2(!told.error.contains(m_folder.path().toUtf8()), told.error);
        }
    }

    void answersAsTheWindowsProgram_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("check") << QStringList{u"check"_s, u"--verbose"_s};
        QTest::newRow("table") << QStringList{u"table"_s, u"pipeline_cells"_s};
        QTest::newRow("findings") << QStringList{u"table"_s, u"findings"_s};
        QTest::newRow("gate") << QStringList{u"gate"_s, u"--fail-if"_s, u"bubble_percent > 1"_s};
    }
    void answersAsTheWindowsProgram() {
        QFETCH(QStringList, words);
        words.insert(words.first() == u"table"_s ? 2 : 1, m_demo);
        const auto cli = runBinary("STAGESCOPE_CLI", words);
        const auto whole = runBinary("STAGESCOPE_BINARY", words);
        QVERIFY(!cli.out.isEmpty());
        QCOMPARE(cli.out, whole.out);
        QCOMPARE(cli.error, whole.error);
        QCOMPARE(cli.code, whole.code);
    }

    void namesItselfAndItsCommandsOnly() {
        const auto help = runBinary("STAGESCOPE_CLI", {u"--help"_s});
        QVERIFY(help.out.startsWith("usage: stagescope-cli COMMAND [OPTIONS]"));
        for (const auto &command : dataCommands()) {
            QVERIFY2(help.out.contains("\n  " + QByteArray::fromStdString(command.name) + ' '), command.name.c_str());
        }
        QVERIFY(!help.out.contains("\n  shot "));
        QCOMPARE(runBinary("STAGESCOPE_CLI", {}).out, help.out);
        QVERIFY(runBinary("STAGESCOPE_CLI", {u"--version"_s}).out.startsWith("stagescope-cli "));
        for (const auto &words : {QStringList{u"shot"_s, u"summary"_s, m_demo}, QStringList{m_demo}}) {
            const auto refused = runBinary("STAGESCOPE_CLI", words);
            QCOMPARE(refused.code, 2);
            QVERIFY(refused.error.contains("See 'stagescope-cli --help'"));
        }
        const auto page = runBinary("STAGESCOPE_CLI", {u"manual"_s, u"man"_s}).out;
        QVERIFY(page.startsWith(".TH stagescope\\-cli 1"));
        QVERIFY(!page.contains("WINDOW") && !page.contains("window opens"));
        QVERIFY(runBinary("STAGESCOPE_BINARY", {u"manual"_s, u"man"_s}).out.contains("window opens"));
        QVERIFY(runBinary("STAGESCOPE_CLI", {u"manual"_s, u"bash"_s}).out.contains("complete -F _stagescope-cli "));
    }

    void loadsNoLibraryOfWindows() {
        QProcess ldd;
        ldd.start(u"ldd"_s, {qEnvironmentVariable("STAGESCOPE_CLI")});
        QVERIFY(ldd.waitForFinished(60'000));
        const auto libraries = ldd.readAllStandardOutput();
        QVERIFY(libraries.contains("libQt6Core"));
        for (const char *unwanted : {"libQt6Gui", "libQt6Widgets", "libQt6Charts", "libQt6Svg", "libX11", "libGL"}) {
            QVERIFY2(!libraries.contains(unwanted), unwanted);
        }
    }

private:
    QTemporaryDir m_folder;
    QString m_demo;
};

TEST_SUITE(CliTest)

}  // namespace tst_cli

#include "tst_cli.moc"
