#include "core/analysis/tables/analysis.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonDocument>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <vector>

namespace tst_commands {

using namespace stagescope;
using namespace Qt::StringLiterals;

/// Runs the program as a user does and looks at its exit code and its two streams.
class CommandsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_demo = m_folder.filePath(QStringLiteral("demo"));
        const auto made = run({u"demo"_s, m_demo, u"--pp"_s, u"2"_s, u"--dp"_s, u"1"_s, u"--microbatches"_s, u"4"_s,
                               u"--steps"_s, u"2"_s});
        QCOMPARE(made.error, QByteArray());
        QCOMPARE(made.code, 0);
        QCOMPARE(made.out, QByteArray());
    }

    void helpAndVersion() {
        for (const QStringList &words :
             {QStringList{u"--help"_s}, QStringList{u"table"_s, u"--help"_s}, QStringList{u"check"_s, u"-h"_s},
              QStringList{u"demo"_s, u"--help"_s}, QStringList{u"tables"_s, u"--help"_s}}) {
            const auto result = run(words);
            QCOMPARE(result.code, 0);
            QVERIFY(result.out.startsWith("usage: stagescope"));
            QCOMPARE(result.error, QByteArray());
        }
        QVERIFY(run({u"--version"_s}).out.startsWith("stagescope "));
    }

    /// A condition leaves the rows of a table for which it holds, in the table's units or others, of either side of a
    /// comparison, and SQL with the same words leaves as many.
    void aConditionLeavesRows() {
        const QStringList kernels{u"table"_s, u"kernels"_s, m_demo};
        const auto lines = [](const QByteArray &csv) { return csv.count('\n') - 1; };
        const auto all = lines(run(kernels).out);
        const auto some = run(kernels + QStringList{u"--where"_s, u"duration > 0.5 ms and rank = 1"_s});
        QCOMPARE(some.error, QByteArray());
        QVERIFY(lines(some.out) > 0 && lines(some.out) < all);
        const auto counted = run({u"sql"_s, m_demo, u"--format"_s, u"csv"_s,
                                  u"SELECT count(*) FROM kernels WHERE duration_us > 500 AND rank = 1"_s});
        QCOMPARE(counted.out.split('\n').at(1).toInt(), lines(some.out));
        QCOMPARE(lines(run(kernels + QStringList{u"--where"_s, u"rank = 99"_s}).out), 0);
        const auto mistyped = run({u"table"_s, u"kernels"_s, u"/"_s, u"--where"_s, u"duraton > 5 us"_s});
        QCOMPARE(mistyped.code, 2);  // before anything is loaded
        QVERIFY(mistyped.error.contains("did you mean duration"));
        const auto compared = run({u"table"_s, u"time_split"_s, m_demo, u"--rank"_s, u"0"_s, u"--against"_s,
                                   u"rank=1"_s, u"--where"_s, u"nonsense = 1"_s});
        QCOMPARE(compared.code, 2);
        QVERIFY(compared.error.contains("no column 'nonsense'"));
        QVERIFY(compared.error.contains("\n  nonsense = 1\n  ^\n"));
    }

    void clocksAreBroughtTogetherAndItIsSaid() {
        const auto folder = m_folder.filePath(u"clocks"_s);
        QCOMPARE(run({u"demo"_s, folder, u"--pp"_s, u"2"_s, u"--dp"_s, u"1"_s, u"--microbatches"_s, u"4"_s,
                      u"--steps"_s, u"2"_s, u"--ranks-per-host"_s, u"1"_s, u"--clock-offset"_s, u"20"_s})
                     .code,
                 0);
        const QStringList table{u"table"_s, u"pipeline_cells"_s, folder};
        const auto aligned = run(table + QStringList{u"--clock"_s, u"aligned"_s});
        const auto raw = run(table + QStringList{u"--clock=raw"_s});
        QCOMPARE(run(table).out, aligned.out);
        QVERIFY(aligned.error.contains("clocks of the hosts were brought together"));
        QVERIFY2(!aligned.error.contains("contradict"), aligned.error.constData());
        // As recorded, cells begin before their input was sent: said, and nothing else.
        QVERIFY2(raw.error.contains("clocks or marks contradict one another"), raw.error.constData());
        QVERIFY(!raw.error.contains("brought together"));
        QCOMPARE(raw.error.count('\n'), 1);
        QVERIFY(aligned.out != raw.out);
        QVERIFY(run({u"check"_s, folder}).out.contains("clocks of the hosts were brought together"));
        QVERIFY(!run({u"check"_s, folder, u"--clock"_s, u"raw"_s}).out.contains("were brought together"));
        QVERIFY(!run({u"table"_s, u"pipeline_cells"_s, m_demo}).error.contains("clocks"));
    }

    /// One capture of all ranks is shown, and it is said which are not.
    void capturesThatAreLeftOutAreNamed() {
        const auto folder = m_folder.filePath(u"dynamic"_s);
        for (const auto &name : {u"rank0_start8_stop9"_s, u"rank0_start2_stop5"_s, u"rank1_start2_stop5"_s}) {
            QVERIFY(QDir().mkpath(folder + u'/' + name));
            QFile trace(folder + u'/' + name + u"/trace_view.json"_s);
            QVERIFY(trace.open(QIODevice::WriteOnly));
            trace.write("[{\"ph\":\"X\",\"name\":\"of_" + name.toUtf8() +
                        "\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5}]");
        }
        const auto told = run({u"check"_s, folder}).out;
        QVERIFY2(told.contains("shown is start2_stop5 (rank 0), skipped start8_stop9 (rank 0)"), told.constData());
        const auto table = run({u"table"_s, u"slice_stats"_s, folder});
        QVERIFY(table.error.contains("skipped start8_stop9"));
        QVERIFY(!table.out.contains("of_rank0_start8_stop9"));
        const auto other = run({u"table"_s, u"slice_stats"_s, folder, u"--capture"_s, u"start8_stop9"_s});
        QVERIFY2(other.out.contains("of_rank0_start8_stop9"), other.error.constData());
        QVERIFY(!other.out.contains("start2_stop5") && !other.error.contains("skipped"));
        const auto alone = run({u"table"_s, u"slice_stats"_s, folder + u"/rank0_start8_stop9"_s});
        QVERIFY(alone.out.contains("of_rank0_start8_stop9"));
        const auto one = run({u"check"_s, folder + u"/rank0_start8_stop9"_s}).out;
        QVERIFY2(one.contains("1 rank\n") && !one.contains("1 ranks"), one.constData());
        const auto none = run({u"check"_s, folder, u"--capture"_s, u"start1_stop2"_s});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.error.contains("there are start2_stop5, start8_stop9"), none.error.constData());
    }

    /// The step that check tells, its parts and the bubbles are those of the tables, and the parts close.
    void checkTellsTheStepAsTablesDo() {
        const auto text = run({u"check"_s, m_demo}).out;
        const auto typical = stepsTold(text);
        const auto asked = [&](const QString &what) {
            const auto out = run({u"sql"_s, m_demo, u"--format"_s, u"csv"_s, what}).out;
            return out.split('\n').value(1).toDouble();
        };
        const auto of = u" FROM time_split WHERE step = "_s + QString::number(typical.step);
        QVERIFY2(std::abs(typical.ms - asked(u"SELECT avg(step_us) / 1000"_s + of)) <= 0.0501, text.constData());
        double sum = 0;
        for (const double share : typical.shares) {
            sum += share;
        }
        QVERIFY2(typical.shares.size() > 2 && std::abs(sum - 100) < 0.4, text.constData());
        const auto idle =
            asked(u"SELECT avg(idle_of_window_percent) FROM bubbles WHERE step = "_s + QString::number(typical.step));
        QVERIFY2(idle > 1 && std::abs(typical.bubbles - idle) <= 0.05001, text.constData());
    }

    void checkEndsWithFindings() {
        const auto clean = run({u"check"_s, m_demo}).out;
        const auto end = clean.mid(clean.indexOf("\nFindings\n"));
        QVERIFY(end.contains("  no finding\n"));
        QVERIFY(end.contains(" checks passed"));
        QVERIFY(!end.contains("looked for: "));
        QVERIFY(clean.indexOf("\nFindings\n") < clean.indexOf("\nData losses\n  none\n"));
        QVERIFY(clean.indexOf("\nData losses\n") < clean.indexOf("\nWhat this profile can answer\n"));
        const auto verbose = run({u"check"_s, m_demo, u"--verbose"_s}).out;
        QVERIFY(verbose.contains("  looked for: "));
        QVERIFY(verbose.contains(".db"));
        QVERIFY(verbose.count('\n') > 2 * clean.count('\n'));
        const auto folder = m_folder.filePath(u"slow_stage"_s);
        QCOMPARE(run({u"demo"_s, folder, u"--pp"_s, u"4"_s, u"--dp"_s, u"1"_s, u"--microbatches"_s, u"8"_s,
                      u"--fault"_s, u"slow-stage=3:2"_s})
                     .code,
                 0);
        const auto found = run({u"check"_s, folder}).out;
        QVERIFY(found.contains("Last stage (3) is slower than the others"));
        QVERIFY(found.contains("remedy: "));
        QVERIFY(!found.contains("no finding"));
    }

    void badArgumentsExitTwoWithOneLine_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("no path") << QStringList{u"table"_s, u"ranks"_s} << QByteArray("usage: stagescope table");
        QTest::newRow("option") << QStringList{u"table"_s, u"ranks"_s, u"/"_s, u"--nope"_s} << QByteArray("--nope");
        QTest::newRow("table") << QStringList{u"table"_s, u"nope"_s, u"/"_s} << QByteArray("'nope'");
        QTest::newRow("format") << QStringList{u"table"_s, u"ranks"_s, u"/"_s, u"--format"_s, u"xml"_s}
                                << QByteArray("xml");
        QTest::newRow("range") << QStringList{u"table"_s, u"ranks"_s, u"/"_s, u"--range"_s, u"1:2"_s}
                               << QByteArray("--range");
        QTest::newRow("set") << QStringList{u"table"_s, u"ranks"_s, u"/"_s, u"--set"_s, u"a=b"_s} << QByteArray("a=b");
        QTest::newRow("rank") << QStringList{u"table"_s, u"ranks"_s, u"/"_s, u"--rank"_s, u"x"_s}
                              << QByteArray("--rank");
        QTest::newRow("clock") << QStringList{u"table"_s, u"ranks"_s, u"/"_s, u"--clock"_s, u"x"_s}
                               << QByteArray("--clock");
        QTest::newRow("demo") << QStringList{u"demo"_s, u"/nonexistent/x"_s, u"--pp"_s, u"0"_s} << QByteArray("pp");
        const auto noGroup = [&](const char *name, const QStringList &words, const QString &group) {
            QTest::newRow(name) << words + QStringList{m_demo, u"--group"_s, group}
                                << QByteArray("no pipeline group '" + group.toUtf8() + "'");
        };
        noGroup("group of absent ranks", {u"table"_s, u"pipeline_cells"_s}, u"pp(0,99)"_s);
        noGroup("group of absent ranks, steps", {u"table"_s, u"bubbles"_s}, u"pp(0,99)"_s);
        noGroup("group of absent ranks, what-if", {u"table"_s, u"what_if"_s}, u"0,99"_s);
        noGroup("group of absent ranks, drawn", {u"shot"_s, u"-o"_s, m_folder.filePath(u"x.png"_s), u"pipeline"_s},
                u"pp(0,99)"_s);
    }
    void badArgumentsExitTwoWithOneLine() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto result = run(words);
        QCOMPARE(result.code, 2);
        QCOMPARE(result.out, QByteArray());
        QCOMPARE(result.error.count('\n'), 1);
        QVERIFY2(result.error.contains(part), result.error.constData());
    }

    /// Whatever word is misspelt, the nearest one is offered.
    void misspeltWordsFindTheirNearest_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("offered");
        const auto row = [](const char *name, const QStringList &words, const char *offered) {
            QTest::newRow(name) << words << QByteArray(offered);
        };
        row("command", {u"chekc"_s, m_demo}, "check");
        row("option", {u"table"_s, u"ranks"_s, m_demo, u"--rnk"_s, u"0"_s}, "--rank");
        row("table", {u"table"_s, u"time_splt"_s, m_demo}, "time_split");
        row("parameter", {u"table"_s, u"flame_graph"_s, m_demo, u"--set"_s, u"wdith=host"_s}, "width");
        row("side", {u"table"_s, u"time_split"_s, m_demo, u"--against"_s, u"rnak=0"_s}, "rank");
        row("format", {u"table"_s, u"ranks"_s, m_demo, u"--format"_s, u"jsn"_s}, "json");
        row("clock", {u"check"_s, m_demo, u"--clock"_s, u"alligned"_s}, "aligned");
        row("view", {u"shot"_s, u"sumary"_s, m_demo, u"-o"_s, u"/nonexistent/x.png"_s}, "summary");
        row("theme", {u"shot"_s, u"summary"_s, m_demo, u"-o"_s, u"/nonexistent/x.png"_s, u"--theme"_s, u"drak"_s},
            "dark");
        row("palette",
            {u"shot"_s, u"summary"_s, m_demo, u"-o"_s, u"/nonexistent/x.png"_s, u"--palette"_s, u"megatorn"_s},
            "megatron");
        row("rule", {u"check"_s, m_demo, u"--set"_s, u"stage_imbalance.shrae=5"_s}, "stage_imbalance.share");
        row("group", {u"table"_s, u"pipeline_cells"_s, m_demo, u"--group"_s, u"pq(0,1)"_s}, "pp(0,1)");
        row("step", {u"table"_s, u"time_split"_s, m_demo, u"--step"_s, u"77"_s}, "there are");
        row("rank", {u"table"_s, u"ranks"_s, m_demo, u"--rank"_s, u"77"_s}, "there are 0-1");
        row("schedule", {u"schedule"_s, u"1f1c"_s, u"--pp"_s, u"2"_s, u"--microbatches"_s, u"2"_s}, "1f1b");
        row("drain",
            {u"schedule"_s, u"1f1b"_s, u"--pp"_s, u"2"_s, u"--microbatches"_s, u"2"_s, u"--drain"_s, u"acending"_s},
            "ascending");
        row("demo's schedule", {u"demo"_s, u"/nonexistent/x"_s, u"--schedule"_s, u"1f1c"_s}, "1f1b");
        row("fault", {u"demo"_s, u"/nonexistent/x"_s, u"--fault"_s, u"slow-rnak=1:1.3"_s}, "slow-rank");
        row("answer", {u"slim"_s, m_demo, u"-o"_s, u"/nonexistent/x"_s, u"--for"_s, u"memmory"_s}, "memory");
        row("level", {u"digest"_s, m_demo, u"-o"_s, u"/nonexistent/x"_s, u"--level"_s, u"sumary"_s}, "summary");
        row("figure", {u"gate"_s, m_demo, u"--fail-if"_s, u"buble_percent > 1"_s}, "bubble_percent");
        row("gate's parameter",
            {u"gate"_s, m_demo, u"--fail-if"_s, u"bubble_percent > 1"_s, u"--set"_s, u"flame_graph.wdith=host"_s},
            "flame_graph.width");
        row("metric", {u"runs"_s, m_demo, m_demo, u"--metric"_s, u"stepp_ms"_s}, "step_ms");
        row("order", {u"runs"_s, m_demo, m_demo, u"--order"_s, u"tmie"_s}, "time");
        row("settings", {u"config"_s, u"new"_s, u"torch_nup"_s, u"-o"_s, u"/nonexistent/x"_s}, "torch_npu");
        row("verb", {u"config"_s, u"chekc"_s}, "check");
        row("snippet", {u"config"_s, u"snippets"_s, u"meagtron"_s}, "megatron");
        row("cache", {u"cache"_s, u"lst"_s}, "list");
        row("snapshot", {u"snapshot"_s, u"convret"_s, u"x"_s, u"-o"_s, u"x.csv"_s}, "convert");
        row("names", {u"pp-chart"_s, m_demo, u"-o"_s, u"/nonexistent/x"_s, u"--names"_s, u"recpie"_s}, "recipe");
        row("manual", {u"manual"_s, u"bsh"_s}, "bash");
        row("watch", {u"watch"_s, m_demo, u"--format"_s, u"txet"_s}, "text");
        row("bundle's view", {u"bundle"_s, m_demo, u"-o"_s, u"/nonexistent/x"_s, u"--view"_s, u"sumary"_s}, "summary");
        row("page", {u"shot"_s, u"rank_time/wating_for"_s, m_demo, u"-o"_s, m_folder.filePath(u"never.png"_s)},
            "waiting_for");
    }
    void misspeltWordsFindTheirNearest() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, offered);
        const auto result = run(words, withoutDisplay());
        QCOMPARE(result.code, 2);
        QCOMPARE(result.out, QByteArray());
        // The gate shows its expression and where in it.
        QCOMPARE(result.error.count('\n'), result.error.endsWith("^\n") ? 3 : 1);
        QVERIFY2(result.error.contains(offered), result.error.constData());
        QVERIFY2(result.error.contains("did you mean") || result.error.contains("there "), result.error.constData());
    }

    void errorsBeginWithThePath() {
        const auto absent = m_folder.filePath(QStringLiteral("absent"));
        for (const QStringList &words : {QStringList{u"check"_s, absent}, QStringList{u"table"_s, u"ranks"_s, absent},
                                         QStringList{u"table"_s, u"ranks"_s, m_demo, u"--baseline"_s, absent}}) {
            const auto result = run(words);
            QCOMPARE(result.code, 2);
            QCOMPARE(result.out, QByteArray());
            QCOMPARE(result.error.count('\n'), 1);
            QVERIFY2(result.error.startsWith(absent.toUtf8()), result.error.constData());
        }
        const auto noRank = run({u"table"_s, u"ranks"_s, m_demo, u"--rank"_s, u"77"_s});
        QCOMPARE(noRank.code, 2);
        QVERIFY(noRank.error.startsWith(m_demo.toUtf8()));
        QVERIFY(noRank.error.contains("77"));
    }

    /// Before Qt looks for a display, which it would end by an abort.
    void aMistypedCommandAndNoDisplayEndWithOneLine() {
        const auto mistyped = run({u"chekc"_s, m_demo}, withoutDisplay());
        QCOMPARE(mistyped.code, 2);
        QCOMPARE(mistyped.error.count('\n'), 1);
        QVERIFY2(mistyped.error.startsWith("chekc: ") && mistyped.error.contains("--help"), mistyped.error.constData());
        const auto absent = m_folder.filePath(u"absent"_s);
        QVERIFY(run({m_demo, absent}, withoutDisplay()).error.startsWith(absent.toUtf8()));
        for (const auto &display : {QString(), u":987"_s}) {
            auto environment = withoutDisplay();
            if (!display.isEmpty()) {
                environment.insert(u"DISPLAY"_s, display);
            }
            const auto hidden = run({m_demo}, environment);
            QCOMPARE(hidden.code, 2);
            QCOMPARE(hidden.out, QByteArray());
            QCOMPARE(hidden.error.count('\n'), 1);
            QVERIFY2(hidden.error.contains("display") && hidden.error.contains(display.toUtf8()),
                     hidden.error.constData());
        }
    }

    /// However little there is: done, or refused with one line.
    void wantOfMemoryEndsWithOneLine() {
        int refused = 0;
        for (int megabytes = 40; megabytes <= 640; megabytes += 40) {
            for (const auto &command : {u"check"_s, u"table slice_stats"_s}) {
                const auto line =
                    QStringLiteral("ulimit -v %1; exec \"$0\" %2 \"$1\"").arg(megabytes * 1024).arg(command);
                const auto result = run(u"/bin/sh"_s, {u"-c"_s, line, program(), m_demo}, withState());
                const bool isStarted = !result.error.contains("loading shared libraries") &&
                                       !result.error.contains("failed to map segment");
                if (!isStarted || result.code == 127) {
                    continue;
                }
                QVERIFY2(result.code == 0 || result.code == 1 || result.code == 2, result.error.constData());
                QVERIFY2(!result.error.contains("terminate"), result.error.constData());
                if (result.code == 2) {
                    ++refused;
                    QCOMPARE(result.error.count('\n'), 1);
                    QVERIFY2(result.error.startsWith(m_demo.toUtf8()), result.error.constData());
                }
            }
        }
        qInfo("refused %d times", refused);
    }

    /// Kinds and counts, the stack, and nothing that tells whose profile it was.
    void aFatalSignalLeavesAReport() {
        const auto folder = m_folder.filePath(u"state/stagescope"_s);
        QByteArray report;
        for (int wait = 250; wait < 60'000 && !report.contains("2 ranks (2 deep"); wait *= 2) {
            QDir(folder).removeRecursively();
            QProcess process;
            auto environment = withState();
            environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
            process.setProcessEnvironment(environment);
            process.start(program(), {m_demo});
            QVERIFY(process.waitForStarted());
            QVERIFY(!process.waitForFinished(wait));
            // To the first thread: another may get what is sent to all, and has no event loop on its stack.
            const auto id = static_cast<pid_t>(process.processId());
            ::syscall(SYS_tgkill, id, id, SIGSEGV);
            QVERIFY(process.waitForFinished());
            QCOMPARE(process.exitStatus(), QProcess::CrashExit);
            QCOMPARE(process.exitCode(), SIGSEGV);
            const auto names = QDir(folder).entryList({u"crash-*.txt"_s});
            QFile file(names.isEmpty() ? QString() : folder + u'/' + names.front());
            report = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        }
        QVERIFY2(report.startsWith("stagescope ") && report.contains("ended by SIGSEGV"), report.constData());
        QVERIFY2(report.contains("2 ranks (2 deep"), report.constData());
        QVERIFY(report.contains("command: open") && report.contains("libQt6Core"));
        QVERIFY2(!report.contains(m_folder.path().toUtf8()) && !report.contains("demo"), report.constData());
    }

    void tablesListsEveryColumnWithAMeaning() {
        const auto brief = run({u"tables"_s});
        const auto full = run({u"tables"_s, u"--columns"_s});
        QCOMPARE(full.code, 0);
        const auto lines = full.out.split('\n');
        for (const auto &entry : analysisList()) {
            const auto head = QByteArray::fromStdString(entry.id + "\t" + entry.title);
            QVERIFY2(brief.out.split('\n').contains(head), head.constData());
            for (const auto &column : entry.columns) {
                const auto end = QByteArray::fromStdString("\t" + column.meaning);
                const auto start = QByteArray::fromStdString("  " + column.name + "\t");
                QVERIFY2(std::any_of(lines.begin(), lines.end(),
                                     [&](const auto &l) { return l.startsWith(start) && l.endsWith(end); }),
                         column.name.c_str());
            }
        }
    }

    void everyTableOfTheDemoPrints() {
        for (const auto &entry : analysisList()) {
            const auto id = QString::fromStdString(entry.id);
            const auto csv = run({u"table"_s, id, m_demo});
            QVERIFY2(csv.code == 0, csv.error.constData());
            QCOMPARE(csv.out.split(',').front(), QByteArray::fromStdString(entry.columns.front().name));
            const auto json = run({u"table"_s, id, m_demo, u"--format"_s, u"json"_s});
            QJsonParseError error;
            const auto document = QJsonDocument::fromJson(json.out, &error);
            QCOMPARE(error.error, QJsonParseError::NoError);
            QCOMPARE(document[QStringLiteral("table")].toString(), id);
        }
    }

    void filtersAndBom() {
        const auto all = lines(run({u"table"_s, u"time_split"_s, m_demo}));
        QCOMPARE(all.size(), 5);  // head, 2 ranks of 2 steps
        QCOMPARE(lines(run({u"table"_s, u"time_split"_s, m_demo, u"--rank"_s, u"1"_s})).size(), 3);
        const auto step = all.at(1).split(',').at(1);
        QCOMPARE(lines(run({u"table"_s, u"time_split"_s, m_demo, u"--step"_s, QString::fromUtf8(step)})).size(), 3);
        QVERIFY(run({u"table"_s, u"ranks"_s, m_demo, u"--bom"_s}).out.startsWith("\xEF\xBB\xBFrun,"));
        const auto early = lines(run({u"table"_s, u"pipeline_cells"_s, m_demo, u"--range"_s, u"0ns:1ns"_s}));
        QVERIFY(early.size() < lines(run({u"table"_s, u"pipeline_cells"_s, m_demo})).size());
    }

    void spreadsheetsGetTimesThatTheyKeep() {
        const auto steps = lines(run({u"table"_s, u"steps"_s, m_demo, u"--step-times"_s}));
        const auto heads = steps.at(0).split(',');
        const auto begin = heads.indexOf("begin_ms");
        QVERIFY(begin > 0 && heads.at(begin - 1) == "begin_ns" && heads.contains("end_ms"));
        for (qsizetype row = 1; row + 1 < steps.size(); ++row) {
            const auto cells = steps.at(row).split(',');
            QCOMPARE(cells.at(begin).toDouble(), 0.0);  // a step begins at its own begin
            const auto end = cells.at(heads.indexOf("end_ms")).toDouble();
            QVERIFY(end >= 0 && end < 10'000);
        }
        const auto titled = lines(run({u"table"_s, u"steps"_s, m_demo, u"--titles"_s}));
        QVERIFY2(titled.at(0).contains("begin (ns)") && titled.at(0).contains("duration (us)"),
                 titled.at(0).constData());
        QCOMPARE(titled.at(1), lines(run({u"table"_s, u"steps"_s, m_demo})).at(1));
    }

    void checkSaysWhatWasFoundAndExitsByDataLoss() {
        const auto clean = run({u"check"_s, m_demo});
        QVERIFY2(clean.code == 0, (clean.out + clean.error).constData());
        QVERIFY(clean.out.contains("2 of 2 ranks"));
        QVERIFY(clean.out.contains("What this profile can answer"));
        QCOMPARE(clean.error, QByteArray());

        const auto broken = m_folder.filePath(QStringLiteral("broken"));
        QVERIFY(QDir().mkpath(broken));
        QFile trace(broken + QStringLiteral("/trace_view.json"));
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write(
            "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":\"10.000\",\"dur\":5},"
            "{\"ph\":\"X\",\"name\":\"b\",\"pi");
        trace.close();
        const auto lost = run({u"check"_s, broken});
        QVERIFY2(lost.code == 1, (lost.out + lost.error).constData());
        QVERIFY(lost.out.contains("data loss"));

        const auto nothing = m_folder.filePath(QStringLiteral("nothing"));
        QVERIFY(QDir().mkpath(nothing));
        const auto unreadable = run({u"check"_s, nothing});
        QCOMPARE(unreadable.code, 2);
        QVERIFY(unreadable.error.startsWith(nothing.toUtf8()));
    }

    void damageSpeaksInEveryCommand() {
        const auto folder = m_folder.filePath(u"damaged"_s);
        writeFile(folder + u"/trace_view.json"_s,
                  "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":\"10.000\",\"dur\":5},{\"ph\":\"X\",\"na");
        const auto snapshot = m_folder.filePath(u"cut.pickle"_s);
        writeFile(snapshot,
                  QByteArray::fromHex(
                      "80027d71002858080000007365676d656e747371015d71027d710328580600000064657669636571044b005807000000"
                      "6164647265737371054d0004580a000000746f74616c5f73697a6571064d0002580e000000616c6c6f63617465645f73"
                      "697a6571074b00580b0000006163746976655f73697a6571084b00580600000073747265616d71094b00580c00000073"
                      "65676d656e745f74797065710a5805000000736d616c6c710b5806000000626c6f636b73710c5d710d7d710e28580400"
                      "000073697a65710f4d0002580e0000007265717565737465645f73697a6571104b005805000000737461746571115808"
                      "000000696e616374697665711258060000006672616d657371135d711475617561580d0000006465766963655f747261"
                      "63657371155d"));  // one segment, and the first bytes of the events
        const auto out = [&](const char *name) { return m_folder.filePath(QString::fromLatin1(name)); };
        for (const QStringList &words :
             {QStringList{u"table"_s, u"slice_stats"_s, folder}, QStringList{u"table"_s, u"import_log"_s, folder},
              QStringList{u"shot"_s, u"timeline"_s, folder, u"-o"_s, out("x.png")},
              QStringList{u"report"_s, folder, u"-o"_s, out("report")},
              QStringList{u"snapshot"_s, u"convert"_s, snapshot, u"-o"_s, out("x.csv")}}) {
            const auto result = run(words);
            QVERIFY2(result.code == 1, (words.join(u' ').toUtf8() + ": " + result.error).constData());
            const QByteArray file =
                words.contains(snapshot) ? "/cut.pickle: data lost: " : "/trace_view.json: data lost: ";
            QVERIFY2(result.error.contains(file), result.error.constData());
            QCOMPARE(run(words + QStringList{u"--allow-loss"_s}).code, 0);
        }
        QCOMPARE(run({u"check"_s, folder, u"--allow-loss"_s}).code, 0);
        QVERIFY(run({u"table"_s, u"import_log"_s, folder}).out.contains("json.truncated"));
    }

    void lostDataIsNotCalledAbsent() {
        const auto folder = m_folder.filePath(u"nothing_kept"_s);
        writeFile(folder + u"/trace_view.json"_s, "[{\"ph\":\"X\",\"na");
        writeFile(folder + u"/step_trace_time.csv"_s, "Step,Computing,Free\n1,5,6\n");
        const auto table = run({u"table"_s, u"slice_stats"_s, folder});
        QCOMPARE(table.code, 1);
        QVERIFY2(!table.error.contains("nothing ran"), table.error.constData());
        const auto shot = run({u"shot"_s, u"timeline"_s, folder, u"-o"_s, m_folder.filePath(u"y.png"_s)});
        QCOMPARE(shot.code, 1);
        QVERIFY2(!shot.error.contains("Keep trace_view"), shot.error.constData());
        QVERIFY(shot.error.contains("could not be read completely"));
    }

    void whatNobodyReadsExitsTwo() {
        const auto folder = m_folder.filePath(u"words"_s);
        QVERIFY(QDir().mkpath(folder));
        const auto text = m_folder.filePath(u"words.txt"_s);
        writeFile(text, "words");
        for (const auto &path : {folder, text}) {
            for (const QStringList &words :
                 {QStringList{u"check"_s, path}, QStringList{u"table"_s, u"files"_s, path},
                  QStringList{u"shot"_s, u"summary"_s, path, u"-o"_s, m_folder.filePath(u"z.png"_s)},
                  QStringList{u"report"_s, path, u"-o"_s, m_folder.filePath(u"words_report"_s)}}) {
                const auto result = run(words);
                QVERIFY2(result.code == 2, result.error.constData());
                QVERIFY2(result.error.startsWith(path.toUtf8()) && result.error.contains("expected"),
                         result.error.constData());
            }
        }
        QVERIFY(!QFile::exists(m_folder.filePath(u"z.png"_s)));
        QVERIFY(!QFile::exists(m_folder.filePath(u"words_report"_s)));
    }

private:
    struct StepsTold {
        int step = -1;
        double ms = 0;
        std::vector<double> shares;  ///< of the step, percent
        double bubbles = 0;
    };
    /// What the section "Step" of `check` says.
    static StepsTold stepsTold(const QByteArray &text) {
        static const QRegularExpression step(u"\n  step (\\d+): ([0-9.]+) ms"_s);
        static const QRegularExpression share(u"\\(([0-9.]+) %\\)"_s);
        static const QRegularExpression bubbles(u"; bubbles ([0-9.]+) % of "_s);
        const auto section = QString::fromUtf8(text.mid(text.indexOf("\nStep\n"))).section(u"\nFindings"_s, 0, 0);
        const auto head = step.match(section);
        StepsTold told{head.captured(1).toInt(), head.captured(2).toDouble(), {}, 0};
        for (auto it = share.globalMatch(section); it.hasNext();) {
            told.shares.push_back(it.next().captured(1).toDouble());
        }
        told.bubbles = bubbles.match(section).captured(1).toDouble();
        return told;
    }

    static void writeFile(const QString &path, const QByteArray &content) {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };
    static QString program() { return qEnvironmentVariable("STAGESCOPE_BINARY"); }
    static Outcome run(const QStringList &words,
                       const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment()) {
        return run(program(), words, environment);
    }
    static Outcome run(const QString &program, const QStringList &words, const QProcessEnvironment &environment) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, words);
        const bool isDone = process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit;
        return {isDone ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
    }
    static QProcessEnvironment withoutDisplay() {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto &name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s}) {
            environment.remove(name);
        }
        return environment;
    }
    [[nodiscard]] QProcessEnvironment withState() const {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto &name : {u"XDG_STATE_HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_CACHE_HOME"_s, u"XDG_DATA_HOME"_s}) {
            environment.insert(name, m_folder.filePath(u"state"_s));
        }
        return environment;
    }
    static QList<QByteArray> lines(const Outcome &outcome) {
        auto result = outcome.out.split('\n');
        result.removeAll(QByteArray());
        return result;
    }

    QTemporaryDir m_folder;
    QString m_demo;
};

TEST_SUITE(CommandsTest)

}  // namespace tst_commands

#include "tst_commands.moc"
