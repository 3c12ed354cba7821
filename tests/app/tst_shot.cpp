#include "app/pictures/picture_maker.h"
#include "core/advice/findings.h"
#include "core/analysis/run/steps.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/compare/compare_view.h"
#include "views/pipeline/pipeline_view.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QImage>
#include <QtTest/QTest>

#include <set>

namespace tst_shot {

using namespace stagescope;

namespace {

struct Ended {
    int code = -1;
    QString errors;
};

Ended runShot(const QStringList &arguments) {
    QProcess process;
    process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), QStringList{QStringLiteral("shot")} + arguments);
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardError())};
}

}  // namespace

class TestShot : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_demo.isWritten()); }

    void png_data() {
        QTest::addColumn<QString>("view");
        for (const auto *view : {"summary", "timeline", "pipeline", "compare"}) {
            QTest::newRow(view) << QString::fromLatin1(view);
        }
    }
    void png() {
        QFETCH(QString, view);
        const auto file = m_out.filePath(view + QStringLiteral(".png"));
        const auto ended = runShot({view, m_demo.path(), QStringLiteral("-o"), file, QStringLiteral("--size"),
                                    QStringLiteral("900x500"), QStringLiteral("--scale"), QStringLiteral("2")});
        QVERIFY2(ended.code == 0, qPrintable(ended.errors));
        const QImage image(file);
        QCOMPARE(image.size(), QSize(1800, 1000));
        // Something is drawn: more than background, text and grid.
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3) {
                colors.insert(image.pixel(x, y));
            }
        }
        QVERIFY2(colors.size() > 8, qPrintable(QString::number(colors.size())));
    }
    /// Nothing is asked for: a timeline shows the rank and the step of the first finding, communication its ranks.
    void whatIsBlamedFirstIsInSight() {
        stagescope::DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 3;
        options.faults = {stagescope::demoFaultFromText("slow-rank=3:1.5").value()};
        const auto path = m_out.filePath(QStringLiteral("slow")).toStdString();
        QVERIFY(stagescope::placeDemo(path, options).has_value());
        auto run = loadForPictures(path, RunId{0}, {"timeline"}, {});
        QVERIFY(run.has_value());
        QCOMPARE(ranksForBaseline(*run, {}), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(ranksForBaseline(*run, {2}), (std::vector<int>{2}));
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        const auto ranksIn = [&](const std::string &view) {
            PictureMaker maker(workspace);
            return maker.show(view, {1600, 900}) ? (maker.lookAtFirstFinding(), maker.selection().state())
                                                 : SelectionState{};
        };
        const auto step = ranksIn("timeline").step;
        QVERIFY(step.has_value());
        QCOMPARE(ranksIn("timeline").ranks, (std::vector<RankRef>{{RunId{0}, 3}}));
        QCOMPARE(ranksIn("comm_durations").ranks, (std::vector<RankRef>{{RunId{0}, 3}, {RunId{0}, 2}}));
        QCOMPARE(ranksIn("comm_durations").step, step);
        QVERIFY(ranksIn("pipeline") == SelectionState{});  // sees to that itself
        PictureMaker maker(workspace);
        QVERIFY(maker.show("timeline", {1600, 900}).has_value());
        maker.lookAtFirstFinding();
        const auto shown = maker.timeView().range();
        QVERIFY(shown.duration() < maker.timeView().limits().duration() / 2);
        const auto steps = rankSteps(*workspace->runs[0].capture(3));
        const auto &bounds = steps[findStep(steps, *step)].range;
        const auto aligned = workspace->runs[0].clock.toAligned(3, bounds);
        QVERIFY(shown.begin <= aligned.begin && aligned.end <= shown.end);
    }
    /// Of each finding its own, whatever would be shown at first.
    void aPictureOfAFindingShowsItsRanks() {
        stagescope::DemoOptions options;
        options.pp = 4;
        options.dp = 2;
        options.microbatches = 8;
        options.steps = 2;
        options.faults = {demoFaultFromText("slow-rank=5:1.3").value(), demoFaultFromText("slow-link=0-2:10").value()};
        const auto path = m_out.filePath(QStringLiteral("two")).toStdString();
        QVERIFY(stagescope::placeDemo(path, options).has_value());
        auto run = loadForPictures(path, RunId{0}, {"timeline"}, {});
        QVERIFY(run.has_value());
        const auto found = findings(*run);
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        std::set<std::string> rules;
        for (const auto &finding : found) {
            PictureMaker maker(workspace);
            QVERIFY(maker.showEvidence(finding, {1200, 600}).has_value());
            rules.insert(finding.rule);
            if (const auto *compare = maker.view().findChild<const CompareView *>()) {
                QCOMPARE(compare->model().right.rank.rank, 5);
            } else if (const auto *pipeline = qobject_cast<const PipelineView *>(&maker.view())) {
                static_cast<void>(pipeline->canvas()->scene());
                for (const auto &rank : finding.evidence.ranks) {
                    QVERIFY2(pipeline->layoutShown().rowOf(rank.rank) != nullptr, finding.rule.c_str());
                }
            }
        }
        QVERIFY(rules.contains("slow_worker") && rules.contains("slow_link"));
    }
    void themesDiffer() {
        const auto light = m_out.filePath(QStringLiteral("light.png"));
        const auto dark = m_out.filePath(QStringLiteral("dark.png"));
        QCOMPARE(runShot({QStringLiteral("pipeline"), m_demo.path(), QStringLiteral("-o"), light}).code, 0);
        QCOMPARE(
            runShot({QStringLiteral("pipeline"), m_demo.path(), QStringLiteral("-o"), dark, QStringLiteral("--theme"),
                     QStringLiteral("dark"), QStringLiteral("--lang"), QStringLiteral("zh_CN")})
                .code,
            0);
        QCOMPARE(QImage(light).size(), QSize(1600, 900));
        QVERIFY(QColor(QImage(light).pixel(2, 897)).lightness() > 200);
        QVERIFY(QColor(QImage(dark).pixel(2, 897)).lightness() < 80);
    }
    void svgParsesAndStaysInside() {
        const auto file = m_out.filePath(QStringLiteral("pipeline.svg"));
        const auto ended = runShot({QStringLiteral("pipeline"), m_demo.path(), QStringLiteral("-o"), file,
                                    QStringLiteral("--size"), QStringLiteral("800x400")});
        QVERIFY2(ended.code == 0, qPrintable(ended.errors));
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&svg);
        int shapes = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QStringLiteral("rect")) {
                ++shapes;
                const auto x = xml.attributes().value(QStringLiteral("x")).toDouble();
                const auto width = xml.attributes().value(QStringLiteral("width")).toDouble();
                QVERIFY(x >= 0 && x + width <= 800.5);
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(shapes > 4);
    }
    void wrongArguments_data() {
        QTest::addColumn<QStringList>("arguments");
        const auto out = m_out.filePath(QStringLiteral("never.png"));
        const auto o = QStringLiteral("-o");
        const auto summary = QStringLiteral("summary");
        QTest::newRow("view") << QStringList{QStringLiteral("nothing"), m_demo.path(), o, out};
        for (const auto *page : {"operator/nonsense", "operator/", "summary/x", "rank_time/wating_for",
                                 "memory/memory-peaks/x", "pipeline/straggler", "communication/matrix/x"}) {
            QTest::newRow(page) << QStringList{QString::fromLatin1(page), m_demo.path(), o, out};
        }
        QTest::newRow("path") << QStringList{summary, QStringLiteral("/no/such/folder"), o, out};
        QTest::newRow("ending") << QStringList{summary, m_demo.path(), o, m_out.filePath(QStringLiteral("x.gif"))};
        QTest::newRow("size") << QStringList{
            summary, m_demo.path(), o, out, QStringLiteral("--size"), QStringLiteral("0x9")};
        QTest::newRow("theme") << QStringList{
            summary, m_demo.path(), o, out, QStringLiteral("--theme"), QStringLiteral("pink")};
        QTest::newRow("item") << QStringList{
            summary, m_demo.path(), o, out, QStringLiteral("--select"), QStringLiteral("moon:1")};
    }
    void wrongArguments() {
        QFETCH(QStringList, arguments);
        const auto ended = runShot(arguments);
        QCOMPARE(ended.code, 2);
        QCOMPARE(ended.errors.count(QLatin1Char('\n')), 1);
        QVERIFY(!QFile::exists(m_out.filePath(QStringLiteral("never.png"))));
    }

private:
    DemoProfileFixture m_demo;
    QTemporaryDir m_out;
};

TEST_SUITE(TestShot)

}  // namespace tst_shot

#include "tst_shot.moc"
