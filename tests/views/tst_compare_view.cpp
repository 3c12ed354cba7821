#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/compare/compare_view.h"

#include <QtCore/QBuffer>
#include <QtGui/QPainter>
#include <QtSvg/QSvgGenerator>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>

namespace tst_compare_view {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

RankCapture captureOf(int rank, std::int64_t beginMs) {
    const auto begin = beginMs * kMs;
    TableBuilder steps(TableKind::Steps);
    steps.set("step", std::int64_t{7}).set("begin_ns", begin).set("end_ns", begin + 100 * kMs).endRow();
    TableBuilder busy(TableKind::BusyIntervals);
    busy.set("begin_ns", begin + 10 * kMs).set("end_ns", begin + (50 + 10 * rank) * kMs);
    busy.set("kind", std::int64_t{0}).endRow();
    RankCapture capture;
    capture.rank = rank;
    capture.state = LoadState::Shallow;
    capture.loaded.push_back(
        {SourceId{static_cast<std::uint32_t>(rank)},
         {},
         {std::make_shared<const TableStore>(steps.take()), std::make_shared<const TableStore>(busy.take())}});
    return capture;
}

Run runOf(std::uint32_t id, RunRole role, int ranks) {
    Run run;
    run.id = RunId{id};
    run.label = id == 0 ? "new" : "old";
    run.role = role;
    for (int rank = 0; rank < ranks; ++rank) {
        run.captures.push_back(captureOf(rank, 1000 + 500 * rank));
    }
    return run;
}

std::shared_ptr<const Workspace> workspaceOf(std::vector<Run> runs) {
    Workspace workspace;
    workspace.runs = std::move(runs);
    return std::make_shared<const Workspace>(std::move(workspace));
}

}  // namespace

class TestCompareView : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<CompareView> m_view;

    void show(const std::shared_ptr<const Workspace> &workspace) {
        m_view->resize(1000, 700);
        m_view->show();
        m_view->setWorkspace(workspace);
        QTRY_VERIFY(!m_view->isBusy());
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<CompareView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
    }
    void cleanup() { m_view.reset(); }

    void firstTwoRanksAreTheDefault() {
        show(workspaceOf({runOf(0, RunRole::None, 3)}));
        QCOMPARE(m_view->model().left.rank.rank, 0);
        QCOMPARE(m_view->model().right.rank.rank, 1);
        QVERIFY(!m_view->emptyReason().has_value());
    }
    void baselineIsTheReference() {
        show(workspaceOf({runOf(0, RunRole::Comparison, 2), runOf(1, RunRole::Baseline, 2)}));
        QCOMPARE(m_view->model().left.run, std::string("old"));
        QCOMPARE(m_view->model().right.run, std::string("new"));
        QCOMPARE(m_view->model().left.rank.rank, m_view->model().right.rank.rank);
    }
    void pickerChangesOneSideAndStays() {
        const auto workspace = workspaceOf({runOf(0, RunRole::None, 3)});
        show(workspace);
        auto *right = m_view->findChild<QComboBox *>(QStringLiteral("rightRank"));
        QCOMPARE(right->count(), 3);
        QVERIFY(!m_view->findChild<QComboBox *>(QStringLiteral("rightRun"))->isVisible());
        right->setFocus();
        QTest::keyClick(right, Qt::Key_Down);
        QTRY_COMPARE(m_view->model().right.rank.rank, 2);
        m_view->setWorkspace(workspaceOf({runOf(0, RunRole::None, 3)}));
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_view->model().right.rank.rank, 2);
    }
    /// What was chosen of a run goes with it.
    void anotherProfileStartsAnew() {
        show(workspaceOf({runOf(0, RunRole::None, 3)}));
        auto *right = m_view->findChild<QComboBox *>(QStringLiteral("rightRank"));
        right->setFocus();
        QTest::keyClick(right, Qt::Key_Down);
        QTRY_COMPARE(m_view->model().right.rank.rank, 2);
        show(workspaceOf({runOf(1, RunRole::None, 3)}));
        QCOMPARE(m_view->model().left.rank, (RankRef{RunId{1}, 0}));
        QCOMPARE(m_view->model().right.rank, (RankRef{RunId{1}, 1}));
    }
    void runAndRankAreChosenApart() {
        show(workspaceOf({runOf(0, RunRole::Comparison, 3), runOf(1, RunRole::Baseline, 2)}));
        auto *run = m_view->findChild<QComboBox *>(QStringLiteral("leftRun"));
        QVERIFY(run->isVisible());
        QCOMPARE(run->count(), 2);
        QCOMPARE(run->currentText(), QStringLiteral("old"));
        QCOMPARE(m_view->findChild<QComboBox *>(QStringLiteral("leftRank"))->count(), 2);
        run->setFocus();
        QTest::keyClick(run, Qt::Key_Up);
        QTRY_COMPARE(m_view->model().left.run, std::string("new"));
        QCOMPARE(m_view->findChild<QComboBox *>(QStringLiteral("leftRank"))->count(), 3);
    }
    void aClickOnTheStripComparesThatRank() {
        show(workspaceOf({runOf(0, RunRole::Comparison, 3), runOf(1, RunRole::Baseline, 3)}));
        QVERIFY(m_view->strip()->isVisible());
        const auto &hits = m_view->strip()->scene().hits;
        QCOMPARE(hits.size(), std::size_t{3});
        QTest::mouseClick(m_view->strip(), Qt::LeftButton, {}, {hits[2].x + 2, hits[2].y + hits[2].height / 2});
        QTRY_COMPARE(m_view->model().right.rank, (RankRef{RunId{0}, 2}));
        QCOMPARE(m_view->model().left.rank, (RankRef{RunId{1}, 2}));
    }
    void clickedBarReachesTheSelection() {
        show(workspaceOf({runOf(0, RunRole::None, 2)}));
        for (const auto &hit : m_view->figures()->scene().hits) {
            if (hit.item == ItemRef(RankRef{RunId{0}, 1})) {
                QTest::mouseClick(m_view->figures(), Qt::LeftButton, {},
                                  QPoint(hit.x + hit.width / 2, hit.y + hit.height / 2));
            }
        }
        QCOMPARE(m_selection->state().ranks, std::vector<RankRef>({RankRef{RunId{0}, 1}}));
    }
    void bothTimelinesZoomTogetherAndAlone() {
        show(workspaceOf({runOf(0, RunRole::None, 2)}));
        const auto before = m_view->timeView().range();
        QVERIFY(before.contains(alignedTime(0)));
        auto *canvas = m_view->timelines();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_W);
        QVERIFY(m_view->timeView().range().duration() < before.duration());
        QCOMPARE(m_time->range(), AlignedRange{});  // the axis of this view is its own
    }
    void selectionFromElsewhereIsOutlined() {
        show(workspaceOf({runOf(0, RunRole::None, 2)}));
        m_selection->setItem(RankRef{RunId{0}, 1});
        const auto image = m_view->figures()->grab().toImage();
        const auto accent = Theme::current().color(ColorRole::Accent).rgb();
        int found = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                found += image.pixel(x, y) == accent ? 1 : 0;
            }
        }
        QVERIFY(found > 100);
    }
    void oneRankIsTooFew() {
        show(workspaceOf({runOf(0, RunRole::None, 1)}));
        QCOMPARE(m_view->emptyReason()->id, std::string("compare.empty"));
    }
    /// Of the size that the report has for evidence.
    void aLowPictureHasTheWholeTable() {
        show(workspaceOf({runOf(0, RunRole::None, 3)}));
        QBuffer buffer;
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize({1200, 600});
        QPainter painter(&svg);
        m_view->paintPicture(painter, {1200, 600});
        painter.end();
        QVERIFY(buffer.data().contains("Total"));
        QVERIFY(buffer.data().contains("from step start"));
    }
    void pictureHoldsFiguresAndLanes() {
        m_view->setWorkspace(workspaceOf({runOf(0, RunRole::None, 2)}));
        QTRY_VERIFY(!m_view->isBusy());
        QImage image(1000, 700, QImage::Format_RGB32);
        QPainter painter(&image);
        m_view->paintPicture(painter, image.size());
        painter.end();
        const auto computing = Theme::current().color(ColorRole::Computing).rgb();
        int above = 0;
        int below = 0;
        for (int y = 0; y < 700; ++y) {
            for (int x = 0; x < 1000; x += 3) {
                (y < 200 ? above : below) += image.pixel(x, y) == computing ? 1 : 0;
            }
        }
        QVERIFY(above > 500);
        QVERIFY(below > 500);
    }
};

TEST_SUITE(TestCompareView)

}  // namespace tst_compare_view

#include "tst_compare_view.moc"
