// stagescope gate as a CI runs it: exit codes, streams and files.
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

namespace tst_gate_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

class GateCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeRun(u"first"_s, 1, {}));
        QVERIFY(writeRun(u"second"_s, 2, {}));
        QVERIFY(writeRun(u"slow"_s, 3, "slow-rank=1:1.2"));
    }

    /// Another seed is another run of the same program; a slower rank is another program.
    void aSlowerRunIsViolatedAndAnotherSeedIsNot() {
        const QStringList limits{u"step_ms > +0.01%"_s, u"max(step_ms) > +1%"_s, u"bubble_percent > +1 points"_s};
        const auto same = gate(u"second"_s, limits, {u"--baseline"_s, path(u"first"_s)});
        QVERIFY2(same.code == 0, same.out + same.error);
        QCOMPARE(same.error, QByteArray());
        QCOMPARE(same.out.count('\n'), 3);
        QVERIFY2(!same.out.contains("violated"), same.out);
        const auto slow = gate(u"slow"_s, limits, {u"--baseline"_s, path(u"first"_s)});
        QCOMPARE(slow.code, 3);
        QCOMPARE(slow.out.count("violated"), 3);
        QVERIFY2(slow.out.contains("worst: rank 1"), slow.out);
        const auto back = gate(u"first"_s, limits, {u"--baseline"_s, path(u"slow"_s)});
        QVERIFY2(back.code == 0, back.out + back.error);
        const auto found = gate(u"slow"_s, {u"findings where rule = stage_imbalance > 0"_s});
        QCOMPARE(found.code, 3);
        QCOMPARE(gate(u"first"_s, {u"findings where rule = stage_imbalance > 0"_s}).code, 0);
    }

    void noiseCanBeIgnored() {
        const QStringList anyChange{u"step_ms != +0%"_s};
        const auto kept = gate(u"second"_s, anyChange, {u"--baseline"_s, path(u"first"_s)});
        QVERIFY2(kept.code == 0 && kept.out.startsWith("within noise"), kept.out);
        const QStringList strict{u"--baseline"_s, path(u"first"_s), u"--ignore-noise"_s};
        QCOMPARE(gate(u"second"_s, anyChange, strict).code, 3);
    }

    void wrongExpressionsShowThePlace() {
        const auto result = gate(u"absent"_s, {u"step_ms > 3"_s, u"time_split.stepus > 3"_s});
        QCOMPARE(result.code, 2);
        QCOMPARE(result.out, QByteArray());
        QCOMPARE(result.error, QByteArray("stagescope gate: table time_split has no column 'stepus'; did you mean "
                                          "step_us or step?\n"
                                          "  time_split.stepus > 3\n"
                                          "             ^\n"));
        const auto wide = gate(u"absent"_s, {u"步 \u001b > 3"_s});
        QCOMPARE(wide.code, 2);
        QVERIFY(!wide.error.contains('\x1b'));
        QVERIFY(wide.error.endsWith("\n  ^\n"));
    }

    void requestsThatMakeNoSense_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("nothing to judge") << QStringList{} << QByteArray("--fail-if");
        QTest::newRow("no baseline") << QStringList{u"--fail-if"_s, u"step_ms > +3%"_s} << QByteArray("--baseline");
        QTest::newRow("format") << QStringList{u"--fail-if"_s, u"step_ms > 3"_s, u"--format"_s, u"xml"_s}
                                << QByteArray("'xml'");
        QTest::newRow("set") << QStringList{u"--fail-if"_s, u"step_ms > 3"_s, u"--set"_s, u"mfu.nope=1"_s}
                             << QByteArray("mfu.nope=1");
        QTest::newRow("set, no table") << QStringList{u"--fail-if"_s, u"step_ms > 3"_s, u"--set"_s, u"a=b"_s}
                                       << QByteArray("a=b");
        QTest::newRow("rank") << QStringList{u"--fail-if"_s, u"step_ms > 3"_s, u"--rank"_s, u"77"_s}
                              << QByteArray("77");
        QTest::newRow("inside of the profile")
            << QStringList{u"--fail-if"_s, u"step_ms > 3"_s, u"--junit"_s, path(u"first"_s) + u"/x.xml"_s}
            << QByteArray("x.xml");
    }
    void requestsThatMakeNoSense() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto result = run(QStringList{u"gate"_s, path(u"first"_s)} + words);
        QCOMPARE(result.code, 2);
        QCOMPARE(result.out, QByteArray());
        QCOMPARE(result.error.count('\n'), 1);
        QVERIFY2(result.error.contains(part), result.error);
    }

    void missingFiguresAreErrorsUnlessAllowed() {
        const QStringList limits{u"mfu_percent < 30"_s, u"step_ms > 1s"_s};
        const auto result = gate(u"first"_s, limits);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.error.startsWith(path(u"first"_s).toUtf8() + ": no data for 'mfu_percent < 30'"), result.error);
        QVERIFY(result.out.contains("no data") && result.out.contains("kept"));
        const auto allowed = gate(u"first"_s, limits, {u"--allow-missing"_s});
        QCOMPARE(allowed.code, 0);
        QVERIFY(allowed.error.contains("note: no data"));
        // What is violated is, whatever else is missing.
        QCOMPARE(gate(u"first"_s, {u"mfu_percent < 30"_s, u"step_ms > 1us"_s}).code, 3);
        const auto told = gate(u"first"_s, {u"hfu_percent < 101"_s}, {u"--set"_s, u"mfu.peak_tflops=100"_s});
        QVERIFY2(told.code == 3 || told.code == 2, told.out);
    }

    void filesForOtherPrograms() {
        const auto file = m_folder.filePath(u"gate.xml"_s);
        const QStringList limits{u"step_ms > +1%"_s, u"step_ms where rank = 7 > 3"_s, u"step_ms > 100s"_s};
        const auto result =
            gate(u"slow"_s, limits, {u"--baseline"_s, path(u"first"_s), u"--format"_s, u"json"_s, u"--junit"_s, file});
        QCOMPARE(result.code, 3);
        const auto rows = QJsonDocument::fromJson(result.out).object()[u"rows"_s].toArray();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0][u"verdict"_s].toString(), u"violated"_s);
        QCOMPARE(rows[0][u"worst_rank"_s].toInt(-1), 1);
        QVERIFY(rows[0][u"change_percent"_s].toDouble() > 5);
        QCOMPARE(rows[1][u"verdict"_s].toString(), u"no_data"_s);
        QCOMPARE(rows[2][u"verdict"_s].toString(), u"kept"_s);
        QFile xml(file);
        QVERIFY(xml.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&xml);
        QStringList elements;
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement) {
                elements << reader.name().toString();
            }
        }
        QVERIFY(!reader.hasError());
        QCOMPARE(elements, (QStringList{u"testsuite"_s, u"testcase"_s, u"failure"_s, u"testcase"_s, u"error"_s,
                                        u"testcase"_s, u"system-out"_s}));
    }

    void namesAreListed() {
        const auto help = run({u"gate"_s, u"--help"_s}).out;
        const auto manual = run({u"manual"_s, u"man"_s}).out;
        const auto metrics = run({u"tables"_s, u"--metrics"_s}).out;
        QVERIFY(help.contains("--fail-if") && help.contains("median(mean(time_split.step_us))"));
        QVERIFY(manual.contains("median(mean(time_split.step_us))"));
        QVERIFY(metrics.startsWith("step_ms\tmedian(mean(time_split.step_us))\tms\t"));
        QCOMPARE(metrics.count('\n'), run({u"tables"_s, u"--metrics"_s}).out.count("\t") / 3);
        QVERIFY(!run({u"tables"_s}).out.contains("step_ms\t"));
    }

private:
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    bool writeRun(const QString &name, std::uint64_t seed, std::string_view fault) const {
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 4;
        options.seed = seed;
        if (!fault.empty()) {
            options.faults.push_back(demoFaultFromText(fault).value_or(DemoFault{}));
        }
        return placeDemo(path(name).toStdString(), options).has_value();
    }
    [[nodiscard]] Outcome gate(const QString &name, const QStringList &expressions,
                               const QStringList &more = {}) const {
        QStringList words{u"gate"_s, path(name)};
        for (const auto &expression : expressions) {
            words << u"--fail-if"_s << expression;
        }
        return run(words + more);
    }
    static Outcome run(const QStringList &words) {
        QProcess program;
        program.start(qEnvironmentVariable("STAGESCOPE_BINARY"), words);
        const bool isDone = program.waitForFinished(120'000) && program.exitStatus() == QProcess::NormalExit;
        return {isDone ? program.exitCode() : -1, program.readAllStandardOutput(), program.readAllStandardError()};
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(GateCommandTest)

}  // namespace tst_gate_command

#include "tst_gate_command.moc"
