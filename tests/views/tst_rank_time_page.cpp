#include "core/analysis/tables/time_bounds.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"
#include "views/cluster/map_page.h"
#include "views/cluster/rank_time_page.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/summary/summary_pages.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>

namespace tst_rank_time_page {

using namespace stagescope;

class TestRankTimePage : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<RankTimePage> m_page;

    void show() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "2"}, {"steps", "2"}, {"fault", "slow-rank=3:1.6"}});
        m_time->setLimits(*timeBounds(*workspace));
        m_page->resize(1000, 700);
        m_page->show();
        m_page->setWorkspace(workspace);
        settle();
    }
    void settle() {
        QTRY_VERIFY(!m_page->isBusy());
        static_cast<void>(m_page->canvas()->scene());
    }
    void choose(const char *picker, int row) {
        auto *box = m_page->findChild<QComboBox *>(QLatin1String(picker));
        QVERIFY(box != nullptr);
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
        settle();
    }
    void turnTo(SignalMetric metric) {
        m_page->showPage(QString::fromStdString(std::string(signalMetricId(metric))));
        settle();
    }
    [[nodiscard]] QPoint at(std::size_t row, double share) const {
        const auto &layout = m_page->layoutShown();
        return {layout.area.x + static_cast<int>(share * layout.area.width),
                layout.area.y + static_cast<int>(row) * layout.rowHeight + layout.rowHeight / 2};
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<RankTimePage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
    }
    void cleanup() { m_page.reset(); }

    void allFiguresAreThere() {
        show();
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->model().raster.rows, std::size_t{4});
        for (int i = 0; i < static_cast<int>(signalMetricList().size()); ++i) {
            const auto metric = signalMetricList()[static_cast<std::size_t>(i)];
            turnTo(metric);
            QCOMPARE(m_page->model().signals->metric, metric);
            QVERIFY2(!m_page->emptyReason(), std::string(signalMetricId(metric)).c_str());
        }
    }
    void aClickSelectsTheRankAndWhomItWaitsFor() {
        show();
        turnTo(SignalMetric::WaitingFor);
        const auto &raster = m_page->model().raster;
        std::size_t column = 0;
        while (column + 1 < raster.columns && (raster.whomAt(1, column) != 3 || raster.at(1, column) < 90)) {
            ++column;
        }
        QCOMPARE(raster.whomAt(1, column), 3);
        const auto place = at(1, (static_cast<double>(column) + 0.5) / static_cast<double>(raster.columns));
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, place);
        const auto &state = m_selection->state();
        QCOMPARE(state.ranks, (std::vector<RankRef>{{RunId{0}, 1}, {RunId{0}, 3}}));
        QVERIFY(m_page->tipAt(place).contains(QStringLiteral("rank 3")));

        QSignalSpy asked(m_page.get(), &View::viewRequested);
        const auto before = m_time->range();
        QTest::keyClick(m_page->canvas(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("timeline"));
        QVERIFY(m_time->range().duration() < before.duration());
        QVERIFY(m_time->range().overlaps({raster.timeOf(column), raster.timeOf(column + 1)}));
    }
    /// What is in sight is worked out anew, in the resolution of the picture.
    void zoomingFollowsTheTime() {
        show();
        const auto whole = m_page->model().raster;
        const auto middle = whole.range.begin + whole.range.duration() / 2;
        m_time->setRange({middle, middle + whole.range.duration() / 20});
        settle();
        QCOMPARE(m_page->model().raster.range, m_time->range());
        QCOMPARE(m_page->model().raster.columns, whole.columns);
        m_page->canvas()->setFocus();
        QTest::keyClick(m_page->canvas(), Qt::Key_S);
        settle();
        QVERIFY(m_page->model().raster.range.duration() > whole.range.duration() / 20);
    }
    void worstFirstAndRankByRank() {
        show();
        choose("rankTimeOrder", 2);
        choose("rankTimeRows", 2);
        QCOMPARE(m_page->model().raster.rows, std::size_t{4});
        QVERIFY(m_page->model().ranksOf(0) != std::vector<int>{3});  // the slow rank computes most
        QCOMPARE(m_page->model().ranksOf(3), std::vector<int>{3});
    }
    void itIsAPageOfTheTab() {
        LeadPagedView tab(ViewServices{m_selection.get(), m_time.get(), nullptr}, summaryPageList());
        tab.showPage(QStringLiteral("rank_time"));
        QVERIFY(qobject_cast<RankTimePage *>(tab.shown()) != nullptr);
    }
};

TEST_SUITE(TestRankTimePage)

}  // namespace tst_rank_time_page

#include "tst_rank_time_page.moc"
