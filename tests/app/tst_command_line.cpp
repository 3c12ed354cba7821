#include "app/command_line.h"
#include "app/program.h"
#include "tests/support/test_suite.h"

#include <QtCore/QCoreApplication>
#include <QtTest/QTest>

namespace tst_command_line {

using namespace stagescope;

class CommandLineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void optionsAndWordsMix() {
        const std::vector<std::string> words = {"ranks", "--set", "a=b", "/p", "--set=c=d", "--bom", "--", "--x"};
        const auto arguments = parseArguments(command(), words);
        QVERIFY(arguments.has_value());
        QCOMPARE(arguments->positional, (std::vector<std::string>{"ranks", "/p", "--x"}));
        QCOMPARE(arguments->values("--set"), (std::vector<std::string>{"a=b", "c=d"}));
        QVERIFY(arguments->has("--bom"));
        QVERIFY(!arguments->has("--rank"));
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("part");
        QTest::newRow("unknown") << QStringList{QStringLiteral("a"), QStringLiteral("--nope")}
                                 << QStringLiteral("--nope");
        QTest::newRow("no value") << QStringList{QStringLiteral("a"), QStringLiteral("--rank")}
                                  << QStringLiteral("needs a value");
        QTest::newRow("twice") << QStringList{QStringLiteral("a"), QStringLiteral("--bom"), QStringLiteral("--bom")}
                               << QStringLiteral("twice");
        QTest::newRow("flag value") << QStringList{QStringLiteral("a"), QStringLiteral("--bom=1")}
                                    << QStringLiteral("no value");
        QTest::newRow("none") << QStringList{} << QStringLiteral("missing");
        QTest::newRow("many") << QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"),
                                             QStringLiteral("d")}
                              << QStringLiteral("'d'");
    }
    void mistakesAreNamed() {
        QFETCH(QStringList, words);
        QFETCH(QString, part);
        std::vector<std::string> list;
        for (const auto &word : words) {
            list.push_back(word.toStdString());
        }
        const auto arguments = parseArguments(command(), list);
        QVERIFY(!arguments.has_value());
        QVERIFY(QString::fromStdString(arguments.error().detail).contains(part));
    }

    void helpNamesEveryOption() {
        const auto help = helpText(command());
        for (const auto &option : command().options) {
            QVERIFY(help.find(option.name) != std::string::npos);
            QVERIFY(help.find(option.meaning) != std::string::npos);
        }
    }

    void ranksAreListsAndRanges() {
        QCOMPARE(parseRanks("0,2,5-7", "--rank").value(), (std::vector<int>{0, 2, 5, 6, 7}));
        for (const auto *text : {"", "a", "1,", "3-1", "-1", "1-9999999999", "1.5"}) {
            QVERIFY2(!parseRanks(text, "--rank").has_value(), text);
        }
    }

    void rangesNeedUnits() {
        const auto span = parseTimeSpan("12ms:40ms");
        QVERIFY(span.has_value());
        QCOMPARE(span->begin->count(), std::int64_t{12'000'000});
        QCOMPARE(span->end->count(), std::int64_t{40'000'000});
        QVERIFY(!parseTimeSpan("1s:")->end.has_value());
        QVERIFY(!parseTimeSpan(":1s")->begin.has_value());
        for (const auto *text : {"", "12:40", "12ms", "40ms:12ms", "1ms:1ms", "a:b"}) {
            QVERIFY2(!parseTimeSpan(text).has_value(), text);
        }
    }

    /// The C library's loader, started by a script, would be the executable file.
    void aLauncherStandsForTheProgram() {
        QCOMPARE(programPath(), QCoreApplication::applicationFilePath());
        qputenv("STAGESCOPE_LAUNCHER", "/opt/\xc3\xa4/bin/stagescope");
        QCOMPARE(programPath(), QStringLiteral("/opt/\u00e4/bin/stagescope"));
        qunsetenv("STAGESCOPE_LAUNCHER");
    }

private:
    static Command command() {
        return {.name = "test",
                .synopsis = "A",
                .summary = "Tests.",
                .options = {{"--set", "N=V", "sets", true}, {"--bom", "", "marks"}, {"--rank", "R", "chooses"}},
                .minPositional = 1,
                .maxPositional = 3};
    }
};

TEST_SUITE(CommandLineTest)

}  // namespace tst_command_line

#include "tst_command_line.moc"
