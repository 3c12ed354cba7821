// The manual page and the completions name every command and option there is, in words that their readers take.
#include "app/command_list.h"
#include "tests/support/test_suite.h"

#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryFile>

namespace tst_manual {

using namespace stagescope;

namespace {

QString manual(const QString &kind, int *exitCode = nullptr) {
    QProcess program;
    program.start(qEnvironmentVariable("STAGESCOPE_BINARY"), {QStringLiteral("manual"), kind});
    program.waitForFinished(60'000);
    if (exitCode != nullptr) {
        *exitCode = program.exitCode();
    }
    return QString::fromUtf8(program.readAllStandardOutput());
}

QString output(const QString &program, const QStringList &arguments, const QByteArray &input,
               QString *errors = nullptr) {
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(60'000);
    if (errors != nullptr) {
        *errors = QString::fromUtf8(process.readAllStandardError());
    }
    return QString::fromUtf8(process.readAllStandardOutput());
}

}  // namespace

class ManualTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { useCommands(allCommands()); }

    void namesEveryCommandAndOption_data() {
        QTest::addColumn<QString>("dash");
        QTest::newRow("man") << QStringLiteral("\\-");
        QTest::newRow("bash") << QStringLiteral("-");
        QTest::newRow("zsh") << QStringLiteral("-");
    }
    void namesEveryCommandAndOption() {
        QFETCH(QString, dash);
        const auto text = manual(QString::fromLatin1(QTest::currentDataTag()));
        for (const auto &command : commandList()) {
            const auto has = [&](const std::string &word) {
                auto shown = QString::fromStdString(word);
                return text.contains(shown.replace(QLatin1Char('-'), dash));
            };
            QVERIFY2(command.name == kOpenCommand || has(command.name), command.name.c_str());
            for (const auto &option : command.options) {
                QVERIFY2(has(option.name), (command.name + " " + option.name).c_str());
            }
        }
    }

    void anotherKindIsRefused() {
        int exitCode = 0;
        QVERIFY(manual(QStringLiteral("fish"), &exitCode).isEmpty());
        QCOMPARE(exitCode, 2);
    }

    void bashCompletes_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        QTest::newRow("command") << QStringLiteral("stagescope chec") << QStringLiteral("check");
        QTest::newRow("option") << QStringLiteral("stagescope check --verb") << QStringLiteral("--verbose");
        QTest::newRow("value") << QStringLiteral("stagescope table x --format j") << QStringLiteral("json");
        QTest::newRow("table") << QStringLiteral("stagescope table time_sp") << QStringLiteral("time_split");
        QTest::newRow("view") << QStringLiteral("stagescope shot comm_dur") << QStringLiteral("comm_durations");
        QTest::newRow("file") << QStringLiteral("stagescope /etc/os-releas") << QStringLiteral("/etc/os-release");
        QTest::newRow("file of a command")
            << QStringLiteral("stagescope check /etc/os-releas") << QStringLiteral("/etc/os-release");
    }
    void bashCompletes() {
        QFETCH(QString, words);
        QFETCH(QString, expected);
        const auto script =
            manual(QStringLiteral("bash")) + QStringLiteral("COMP_WORDS=(") + words +
            QStringLiteral(")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_stagescope\necho \"${COMPREPLY[@]}\"\n");
        QString errors;
        QCOMPARE(output(QStringLiteral("bash"), {}, script.toUtf8(), &errors).trimmed(), expected);
        QCOMPARE(errors, QString());
    }

    void readersTakeIt_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("zsh") << QStringLiteral("zsh") << QStringList{QStringLiteral("-n")};
        QTest::newRow("man") << QStringLiteral("groff")
                             << QStringList{QStringLiteral("-man"), QStringLiteral("-ww"), QStringLiteral("-Tascii"),
                                            QStringLiteral("-z")};
    }
    void readersTakeIt() {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        if (QStandardPaths::findExecutable(program).isEmpty()) {
            QSKIP("its reader is not installed");
        }
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(manual(QString::fromLatin1(QTest::currentDataTag())).toUtf8());
        file.flush();
        QString errors;
        output(program, arguments << file.fileName(), {}, &errors);
        QCOMPARE(errors, QString());
    }
};

TEST_SUITE(ManualTest)

}  // namespace tst_manual

#include "tst_manual.moc"
