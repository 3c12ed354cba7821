#include "core/analysis/tables/time_bounds.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/cluster/map_page.h"
#include "views/cluster/overview_page.h"
#include "views/cluster/rank_time_page.h"
#include "views/cluster/stragglers_page.h"
#include "views/cluster/strategy_page.h"
#include "views/common/scene_canvas.h"

#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QSpinBox>

namespace tst_map_page {

using namespace stagescope;

class TestMapPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_workspace = demoWorkspace(smallDemo());
    std::unique_ptr<MapPage> m_page;

    [[nodiscard]] QComboBox *box(const char *name) const { return m_page->findChild<QComboBox *>(QLatin1String(name)); }
    void settle() { QTRY_VERIFY(!m_page->isBusy()); }
    void pick(const char *name, int index) {
        box(name)->setCurrentIndex(index);
        Q_EMIT box(name)->activated(index);
        settle();
    }
    static QPoint hitOf(SceneCanvas *canvas, const ItemRef &item) {
        for (const auto &hit : canvas->scene().hits) {
            if (hit.item == item) {
                return {hit.x + hit.width / 2, hit.y + hit.height / 2};
            }
        }
        return {-1, -1};
    }

private Q_SLOTS:
    void init() {
        m_selection.set({});
        m_time.setLimits(*timeBounds(*m_workspace));
        m_time.fitAll();
        m_page = std::make_unique<MapPage>(ViewServices{&m_selection, &m_time});
        m_page->resize(1000, 600);
        m_page->show();
        m_page->setWorkspace(m_workspace);
        settle();
    }
    void cleanup() { m_page.reset(); }

    void itBeginsWithPlaces() {
        QVERIFY(m_page->isOffered(*m_workspace) && !m_page->isOffered(Workspace{}));
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->shown()->id(), QStringLiteral("comm_strategy"));
    }

    /// Each figure is shown by the layout that has it; a layout that lacks it shows its first one.
    void oneBoxHasAllFigures() {
        const auto count = box("mapMetric")->count();
        QCOMPARE(count, 15);
        for (int metric = 0; metric < count; ++metric) {
            pick("mapMetric", metric);
            QVERIFY2(!m_page->emptyReason(), qPrintable(box("mapMetric")->currentText()));
        }
        QCOMPARE(m_page->shown()->id(), QStringLiteral("comm_overview"));
        pick("mapMetric", count - 2);
        QCOMPARE(m_page->shown()->id(), QStringLiteral("stragglers"));
        pick("mapLayout", 1);
        QCOMPARE(m_page->shown()->id(), QStringLiteral("rank_time"));
        QCOMPARE(box("mapMetric")->currentIndex(), 0);
        pick("mapMetric", 2);  // overlapped: not over time
        QCOMPARE(m_page->shown()->id(), QStringLiteral("comm_strategy"));
        QCOMPARE(box("mapLayout")->currentIndex(), 0);
    }

    void partsAreTurnedToByTheirNames() {
        for (const auto &id : m_page->pageIds()) {
            m_page->showPage(id);
            settle();
            QCOMPARE(m_page->shown()->id(), id.section(QLatin1Char('/'), 0, 0));
        }
        m_page->showPage(QStringLiteral("rank_time/waiting_for"));
        settle();
        QCOMPARE(m_page->findChild<RankTimePage *>()->model().signals->metric, SignalMetric::WaitingFor);
        // The same figure in the other layout.
        pick("mapLayout", 0);
        QCOMPARE(m_page->findChild<StrategyPage *>()->model().question.metric, RankMetric::Waited);
    }

    /// Of ranks whose places nothing tells there is the time.
    void withoutPlacesThereIsTheTime() {
        auto workspace = std::make_shared<Workspace>(*m_workspace);
        workspace->runs.front().parallel = {};
        MapPage page(ViewServices{&m_selection, &m_time});
        page.resize(1000, 600);
        page.show();
        page.setWorkspace(workspace);
        QTRY_VERIFY(!page.isBusy());
        QVERIFY(!page.emptyReason());
    }

    void barsOfTheOverlapAreRanks() {
        m_page->showPage(QStringLiteral("comm_overview"));
        settle();
        auto *page = m_page->findChild<OverviewPage *>();
        QVERIFY(page->isVisible() && !page->emptyReason());
        QCOMPARE(page->model().rows.size(), std::size_t{8});  // four ranks, two steps
        QVERIFY(!page->model().kinds.empty());
        QTest::mouseClick(page->canvas(), Qt::LeftButton, Qt::NoModifier, hitOf(page->canvas(), RankRef{RunId{0}, 3}));
        QCOMPARE(m_selection.state().ranks, (std::vector<RankRef>{{RunId{0}, 3}}));
    }

    void placesOfTheStrategyAreRanks() {
        auto *page = m_page->findChild<StrategyPage *>();
        QVERIFY(page != nullptr && !page->emptyReason());
        QTest::mouseClick(page->canvas(), Qt::LeftButton, Qt::NoModifier, hitOf(page->canvas(), RankRef{RunId{0}, 0}));
        QCOMPARE(m_selection.state().items, (std::vector<ItemRef>{RankRef{RunId{0}, 0}}));
        QTest::keyClick(page->canvas(), Qt::Key_Down);
        QCOMPARE(m_selection.state().items, (std::vector<ItemRef>{RankRef{RunId{0}, 2}}));
        QTest::keyClick(page->canvas(), Qt::Key_Right);
        QCOMPARE(m_selection.state().items, (std::vector<ItemRef>{RankRef{RunId{0}, 3}}));
        auto *dp = page->findChild<QSpinBox *>(QStringLiteral("strategyDP"));
        dp->setValue(4);
        settle();
        QCOMPARE(page->model().sizes->world, 8);
        QCOMPARE(page->layoutShown().places.empty(), false);
        static_cast<void>(page->canvas()->scene());
        QCOMPARE(page->layoutShown().places.size(), std::size_t{8});
    }
};

TEST_SUITE(TestMapPage)

}  // namespace tst_map_page

#include "tst_map_page.moc"
