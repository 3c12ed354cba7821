#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/summary/summary_view.h"

#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

namespace tst_summary_view {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

RankCapture captureOf(int rank) {
    TableBuilder steps(TableKind::Steps);
    TableBuilder busy(TableKind::BusyIntervals);
    for (std::int64_t step = 5; step <= 6; ++step) {
        const auto begin = step * 100 * kMs;
        steps.set("step", step).set("begin_ns", begin).set("end_ns", begin + 100 * kMs).endRow();
        busy.set("begin_ns", begin + 10 * kMs).set("end_ns", begin + (40 + rank) * kMs);
        busy.set("kind", std::int64_t{0}).endRow();
    }
    RankCapture capture;
    capture.rank = rank;
    capture.state = LoadState::Shallow;
    capture.loaded.push_back(
        {SourceId{static_cast<std::uint32_t>(rank)},
         {},
         {std::make_shared<const TableStore>(steps.take()), std::make_shared<const TableStore>(busy.take())}});
    return capture;
}

std::shared_ptr<const Workspace> workspaceOf(int ranks) {
    Workspace workspace;
    Run run;
    run.id = RunId{0};
    run.label = "run";
    for (int rank = 0; rank < ranks; ++rank) {
        run.captures.push_back(captureOf(rank));
    }
    run.parallel = {1, 2, ranks / 2, 1, 1, ranks};
    workspace.runs.push_back(std::move(run));
    return std::make_shared<const Workspace>(std::move(workspace));
}

}  // namespace

class TestSummaryView : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<SummaryView> m_view;

    void show(const std::shared_ptr<const Workspace> &workspace, QSize size = {1000, 700}) {
        m_view->resize(size);
        m_view->show();
        m_view->setWorkspace(workspace);
        QTRY_VERIFY(!m_view->isBusy());
    }
    [[nodiscard]] std::vector<SceneHit> hitsOf(const ItemRef &item) const {
        std::vector<SceneHit> hits;
        for (const auto &hit : m_view->canvas()->scene().hits) {
            if (hit.item == item) {
                hits.push_back(hit);
            }
        }
        return hits;
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<SummaryView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
    }
    void cleanup() { m_view.reset(); }

    void clickedRankReachesTheSelection() {
        show(workspaceOf(4));
        const auto hits = hitsOf(RankRef{RunId{0}, 2});
        QCOMPARE(hits.size(), std::size_t{2});  // a bar and a place of the grid
        for (const auto &hit : hits) {
            m_selection->set({});
            QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {},
                              QPoint(hit.x + hit.width / 2, hit.y + hit.height / 2));
            QCOMPARE(m_selection->state().ranks, std::vector<RankRef>({RankRef{RunId{0}, 2}}));
        }
    }
    void clickedStepIsChosenAndShown() {
        show(workspaceOf(4));
        const auto hits = hitsOf(StepRef{RunId{0}, 6});
        QCOMPARE(hits.size(), std::size_t{1});
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, QPoint(hits[0].x + 5, hits[0].y + 5));
        QCOMPARE(m_selection->state().step, std::optional<std::int64_t>(6));
        QTRY_VERIFY(!m_view->isBusy());
        const auto saysStep = [](const SceneText &t) { return t.text.starts_with("Step 6 (ms)"); };
        const auto &texts = m_view->canvas()->scene().texts;
        QVERIFY(std::any_of(texts.begin(), texts.end(), saysStep));
    }
    void selectionFromElsewhereIsOutlined() {
        show(workspaceOf(4));
        m_selection->setItem(CommOpRef{RunId{0}, 3, 0, "hcom_send"});
        const auto hits = hitsOf(RankRef{RunId{0}, 3});
        QVERIFY(!hits.empty());
        const auto image = m_view->canvas()->grab().toImage();
        QCOMPARE(image.pixelColor(hits[0].x - 1, hits[0].y + hits[0].height / 2).name(),
                 Theme::current().color(ColorRole::Accent).name());
    }
    void orderFollowsTheControl() {
        show(workspaceOf(4));
        auto *order = m_view->findChild<QComboBox *>();
        QVERIFY(order != nullptr && order->isVisible());
        const auto top = [this](int rank) { return hitsOf(RankRef{RunId{0}, rank}).front().y; };
        QVERIFY(top(0) < top(1));
        order->setFocus();
        QTest::keyClick(order, Qt::Key_Down);
        QCOMPARE(order->currentIndex(), 1);
        QVERIFY(top(0) < top(2) && top(1) < top(2));
    }
    void aSmallWindowScrolls() {
        show(workspaceOf(4), {700, 400});
        auto *scroll = m_view->findChild<QScrollArea *>();
        QVERIFY(m_view->canvas()->height() > 400);
        QVERIFY(m_view->canvas()->width() <= 700);
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
    }
    void nothingOpenSaysWhatToDo() {
        show(std::make_shared<const Workspace>());
        QCOMPARE(m_view->emptyReason()->id, std::string("summary.empty"));
        QVERIFY(!m_view->canvas()->scene().texts.empty());
    }
    void pictureIsCutToItsSize() {
        m_view->setWorkspace(workspaceOf(4));
        QTRY_VERIFY(!m_view->isBusy());
        QImage image(800, 300, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        m_view->paintPicture(painter, image.size());
        painter.end();
        for (int x = 0; x < image.width(); x += 7) {
            QVERIFY(image.pixelColor(x, 299) != QColor(Qt::magenta));
        }
    }
};

TEST_SUITE(TestSummaryView)

}  // namespace tst_summary_view

#include "tst_summary_view.moc"
