// stagescope bundle, and what the program makes of the file.
#include "app/window/main_window.h"
#include "app/window/view_tabs.h"
#include "core/base/io/output_file.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/query_history.h"
#include "core/session/marks.h"
#include "core/session/report_list.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_notes.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>

namespace tst_bundle_command {

using namespace stagescope;
using namespace Qt::StringLiterals;

class BundleCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(name, path(u"home"_s).toUtf8());
        }
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 3;
        QVERIFY(placeDemo(path(u"run"_s).toStdString(), options));
    }

    void opensLikeTheProfile() {
        const auto file = path(u"run.stagescope"_s);
        const auto made = run({u"bundle"_s, path(u"run"_s), u"-o"_s, file});
        QVERIFY2(made.code == 0, made.error);
        QCOMPARE(made.out + made.error, QByteArray());
        for (const auto &table : {u"time_split"_s, u"bubbles"_s, u"comm_ops"_s}) {
            const auto wanted = run({u"table"_s, table, path(u"run"_s)});
            const auto own = run({u"table"_s, table, file});
            QCOMPARE(own.code, 0);
            QVERIFY(wanted.out.count('\n') > 2);
            QCOMPARE(own.out, wanted.out);
        }
        const auto check = run({u"check"_s, file});
        QVERIFY2(check.code == 0 && check.out.contains("2 of 2 ranks"), check.out);
        const auto picture = path(u"x.png"_s);
        QCOMPARE(run({u"shot"_s, u"timeline"_s, file, u"-o"_s, picture}).code, 0);
        QVERIFY(QFile::exists(picture));
        // In a folder, too, and as the baseline of what it was made from.
        const auto folder = path(u"sent"_s);
        QVERIFY(QDir().mkpath(folder) && QFile::copy(file, folder + u"/run.stagescope"_s));
        QVERIFY(run({u"check"_s, folder}).out.contains("2 of 2 ranks"));
        const auto gate = run({u"gate"_s, path(u"run"_s), u"--baseline"_s, file, u"--fail-if"_s, u"step_ms != +0"_s});
        QVERIFY2(gate.code == 0, gate.out + gate.error);
    }

    void keepsWhatIsAsked() {
        const auto file = path(u"part.stagescope"_s);
        const auto made =
            run({u"bundle"_s, path(u"run"_s), u"-o"_s, file, u"--steps"_s, u"6"_s, u"--rank"_s, u"1"_s, u"--redact"_s});
        QVERIFY2(made.code == 0, made.error);
        const auto steps = run({u"table"_s, u"steps"_s, file});
        QCOMPARE(steps.out.count('\n'), 2);
        QCOMPARE(steps.out,
                 run({u"table"_s, u"steps"_s, path(u"run"_s), u"--rank"_s, u"1"_s, u"--step"_s, u"6"_s}).out);
        QVERIFY(!run({u"table"_s, u"environment"_s, file}).out.contains("node000"));
        QVERIFY(QFile(file).size() < 100'000);
    }

    /// What is left out is said where the bundle is opened, and it opens where it was told to.
    void saysWhatItIs() {
        const auto file = path(u"said.stagescope"_s);
        const auto made = run({u"bundle"_s, path(u"run"_s), u"-o"_s, file, u"--steps"_s, u"6"_s, u"--view"_s,
                               u"pipeline"_s, u"--in-sight"_s, u"1ms:2ms"_s, u"--select"_s, u"rank:0/1"_s});
        QVERIFY2(made.code == 0, made.error);
        const auto log = run({u"table"_s, u"import_log"_s, file}).out;
        QVERIFY2(log.contains("bundle.part") && log.contains("step 6") && log.contains("bundle.without"), log);
        const auto place = placeOfBundle(file.toStdString());
        QVERIFY(place && place->view == "pipeline" && place->item == "rank:0/1");
        QVERIFY(place->range && place->range->duration() == Nanos{1'000'000});
    }

    /// The first time only: after that it is the reader's affair.
    void theWindowOpensAtItsPlace() {
        const auto file = path(u"placed.stagescope"_s);
        QCOMPARE(run({u"bundle"_s, path(u"run"_s), u"-o"_s, file, u"--view"_s, u"stragglers"_s, u"--in-sight"_s,
                      u"200ms:220ms"_s, u"--select"_s, u"rank:0/1"_s})
                     .code,
                 0);
        const auto place = placeOfBundle(file.toStdString());
        for (const bool isFirst : {true, false}) {
            MainWindow window;
            window.resize(1200, 800);
            window.show();
            window.openPaths({file});
            QTRY_VERIFY(window.timeView()->limits().duration() > Nanos{0});
            if (isFirst) {
                QTRY_COMPARE(window.tabs()->currentId(), u"summary"_s);
                QTRY_VERIFY(window.timeView()->range() == *place->range);
                QCOMPARE(window.selection()->state().items.size(), std::size_t{1});
                QVERIFY(window.selection()->state().items.front() == ItemRef(RankRef{RunId{0}, 1}));
                const auto showsStragglers = [&] {
                    const auto pages = window.tabs()->findChildren<View *>();
                    return std::any_of(pages.begin(), pages.end(), [](const View *page) {
                        return page->isVisible() && page->id() == u"stragglers"_s;
                    });
                };
                QTRY_VERIFY(showsStragglers());
                window.tabs()->setCurrentId(u"memory"_s);
            } else {
                QTRY_COMPARE(window.tabs()->currentId(), u"memory"_s);
                QVERIFY(window.timeView()->range() != *place->range);
                QVERIFY(window.selection()->state().items.empty());
            }
        }
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("no target") << QStringList{} << QByteArray("-o FILE");
        QTest::newRow("in the profile") << QStringList{u"-o"_s, path(u"run/x.stagescope"_s)} << QByteArray("run");
        QTest::newRow("both") << QStringList{u"-o"_s, path(u"y"_s), u"--steps"_s, u"6"_s, u"--range"_s, u"1ms:2ms"_s}
                              << QByteArray("--range");
        QTest::newRow("steps") << QStringList{u"-o"_s, path(u"y"_s), u"--steps"_s, u"7-6"_s} << QByteArray("7-6");
        QTest::newRow("no such step") << QStringList{u"-o"_s, path(u"y"_s), u"--steps"_s, u"77"_s}
                                      << QByteArray("none of these steps");
        QTest::newRow("no view") << QStringList{u"-o"_s, path(u"y"_s), u"--view"_s, u"moon"_s} << QByteArray("moon");
        QTest::newRow("a slice") << QStringList{u"-o"_s, path(u"y"_s), u"--select"_s, u"slice:0/1/2/3"_s}
                                 << QByteArray("other than a slice");
        QTest::newRow("query") << QStringList{u"-o"_s, path(u"y"_s), u"--query"_s, u"mine"_s}
                               << QByteArray("no query of that name is saved");
        QTest::newRow("rank") << QStringList{u"-o"_s, path(u"y"_s), u"--rank"_s, u"9"_s} << QByteArray("9");
    }
    void refusals() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto result = run(QStringList{u"bundle"_s, path(u"run"_s)} + words);
        QCOMPARE(result.code, 2);
        QCOMPARE(result.error.count('\n'), 1);
        QVERIFY2(result.error.contains(part), result.error);
        QVERIFY(!QFile::exists(path(u"y"_s)));
    }

    /// Results of queries are a part of the report, here and where the bundle is opened.
    void carriesResultsOfQueries() {
        const auto file = path(u"asked.stagescope"_s);
        const auto sql = u"SELECT rank, count(*) AS kernels FROM kernel GROUP BY rank"_s;
        QVERIFY(saveQuery({"Of rank 1", "SELECT count(*) AS n FROM step WHERE rank = 1;"}).has_value());
        const auto made =
            run({u"bundle"_s, path(u"run"_s), u"-o"_s, file, u"--query"_s, u"Of rank 1"_s, u"--query"_s, sql});
        QVERIFY2(made.code == 0, made.error);
        const auto list = readReportList(file.toStdString());
        QVERIFY(list && list->size() == 2);
        QCOMPARE((*list)[0].title, std::string("Of rank 1"));
        QCOMPARE((*list)[0].table.rows, (std::vector<std::vector<std::string>>{{"3"}}));
        QCOMPARE((*list)[1].note, sql.toStdString());
        QCOMPARE((*list)[1].table.rows.size(), std::size_t{2});
        const auto page = path(u"asked.html"_s);
        const auto report = run({u"report"_s, file, u"-o"_s, page, u"--query"_s, u"SELECT 40 + 2 AS answer"_s});
        QVERIFY2(report.code == 0, report.error);
        QFile html(page);
        QVERIFY(html.open(QIODevice::ReadOnly));
        const auto text = html.readAll();
        const auto added = text.mid(text.indexOf("id=\"added\""));
        QVERIFY(added.contains("Of rank 1") && added.contains("<td>42</td>"));
        const auto secret = run({u"bundle"_s, path(u"run"_s), u"-o"_s, path(u"redacted.stagescope"_s), u"--redact"_s,
                                 u"--query"_s, u"SELECT '/mnt/secret/x' AS path, 5 AS n"_s});
        QVERIFY2(secret.code == 0, secret.error);
        const auto redacted = readReportList(path(u"redacted.stagescope"_s).toStdString());
        QVERIFY(redacted && redacted->size() == 1 && redacted->front().note.find("secret") == std::string::npos);
        QVERIFY(redacted->front().table.rows[0][0].find("secret") == std::string::npos);
        QCOMPARE(redacted->front().table.rows[0][1], std::string("5"));
        QVERIFY(removeQuery("Of rank 1").has_value());
    }

    void damageIsTold() {
        const auto file = path(u"cut.stagescope"_s);
        QCOMPARE(run({u"bundle"_s, path(u"run"_s), u"-o"_s, file}).code, 0);
        QFile cut(file);
        QVERIFY(cut.resize(cut.size() - 1000));
        const auto check = run({u"check"_s, file});
        QVERIFY2(check.code != 0, check.out);
        QVERIFY2((check.out + check.error).contains("bundle ends"), check.out + check.error);
    }

    /// Marks are no part of a rank, and are missed all the same.
    void damagedMarksAreTold() {
        const auto file = path(u"marked.stagescope"_s);
        Marks marks;
        marks.open(path(u"run"_s).toStdString());
        marks.add({alignedTime(1), alignedTime(1)}, "a mark");
        QCOMPARE(run({u"bundle"_s, path(u"run"_s), u"-o"_s, file}).code, 0);
        marks.remove(1);
        QCOMPARE(run({u"check"_s, file}).code, 0);
        auto parts = std::vector<BundlePart>();
        const auto bundle = BundleFile::open(file.toStdString());
        QVERIFY(bundle && bundle->has(kBundledMarks));
        for (const int number : bundle->parts()) {
            parts.push_back({number, *bundle->part(number)});
            if (number == kBundledMarks) {
                parts.back().bytes.replace(parts.back().bytes.find("a mark"), 1, "b");
            }
        }
        const auto bytes = bundleOf(parts);
        QVERIFY(bytes && writeWholeFile(file.toStdString(), *bytes));
        const auto check = run({u"check"_s, file});
        QCOMPARE(check.code, 1);
        QVERIFY2(check.out.contains("bundle.marks"), check.out + check.error);
    }

private:
    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray error;
    };
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    static Outcome run(const QStringList &words) {
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), words);
        process.waitForFinished(120'000);
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(BundleCommandTest)

}  // namespace tst_bundle_command

#include "tst_bundle_command.moc"
