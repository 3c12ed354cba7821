// The pages of communication besides the matrix, driven by events.
#include "core/analysis/overview/item_facts.h"
#include "core/analysis/tables/time_bounds.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/communication/bandwidth_page.h"
#include "views/communication/communication_pages.h"
#include "views/communication/communication_view.h"
#include "views/communication/durations_page.h"
#include "views/communication/late_page.h"
#include "views/communication/packet_charts.h"

#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

namespace tst_communication_pages {

using namespace stagescope;

class TestCommunicationPages : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_workspace = demoWorkspace(smallDemo());
    std::unique_ptr<CommunicationView> m_view;

    template <class Page>
    Page *turnTo(const char *id) {
        m_view->pages()->showPage(QLatin1String(id));
        settle();
        return m_view->findChild<Page *>();
    }
    void settle() { QTRY_VERIFY(!m_view->isBusy()); }
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
        m_view = std::make_unique<CommunicationView>(ViewServices{&m_selection, &m_time});
        m_view->resize(1000, 700);
        m_view->show();
        m_view->setWorkspace(m_workspace);
        settle();
    }

    void everyPageOfTheListIsThere() {
        QCOMPARE(m_view->pages()->pages().size(), communicationPageList().size());
        for (std::size_t i = 0; i < communicationPageList().size(); ++i) {
            QCOMPARE(m_view->pages()->pages()[i]->id(), QLatin1String(communicationPageList()[i].id));
        }
    }

    void anOperatorIsSelectedAndShownInTheTimeline() {
        auto *page = turnTo<DurationsPage>("comm_durations");
        QVERIFY(page != nullptr && !page->emptyReason());
        static_cast<void>(page->canvas()->scene());
        const auto &layout = page->layoutShown();
        QCOMPARE(layout.lanes.size(), std::size_t{4});
        const auto &row = page->model().rows[1];
        const auto &box = row.lane.boxes().front();
        const QPoint at(layout.axis.pixelOf(box.range.begin + box.range.duration() / 2), layout.lanes[1].box.y + 5);
        QVERIFY(page->tipAt(at).contains(QStringLiteral("rank 1")));
        QTest::mouseClick(page->canvas(), Qt::LeftButton, Qt::NoModifier, at);
        const auto &items = m_selection.state().items;
        QCOMPARE(items, (std::vector<ItemRef>{page->model().refOf(row, box)}));
        QSignalSpy asked(m_view.get(), &View::viewRequested);
        QTest::keyClick(page->canvas(), Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("timeline"));
        const auto whole = m_time.range();
        QTest::keyClick(page->canvas(), Qt::Key_W);
        QVERIFY(m_time.range().duration() < whole.duration());
    }

    void groupAndStepNarrowWhatIsShown() {
        auto *page = turnTo<DurationsPage>("comm_durations");
        const auto all = page->model().rows[0].lane.boxes().size();
        auto state = m_selection.state();
        state.step = 6;
        m_selection.set(state);
        settle();
        QVERIFY(page->model().rows[0].lane.boxes().size() < all);
        QVERIFY(!page->model().rows[0].lane.boxes().empty());
    }

    void lateRowsLeadToTheTimeline() {
        auto *page = turnTo<LatePage>("comm_late");
        QVERIFY(page != nullptr && !page->emptyReason());
        QVERIFY(!page->model().late.collectives.empty());
        QVERIFY(page->model().late.ranks.empty());  // nobody is late in a healthy job
        auto options = smallDemo();
        options.faults = {{.kind = DemoFault::Kind::SlowRank, .first = 1, .factorPpm = 1'500'000}};
        const auto slow = demoWorkspace(options);
        m_view->setWorkspace(slow);
        settle();
        QCOMPARE(page->model().late.ranks.size(), std::size_t{1});
        QCOMPARE(page->model().late.ranks.front().rank, 1);
        const ItemRef rank = RankRef{RunId{0}, 1};
        QTest::mouseClick(page->canvas(), Qt::LeftButton, Qt::NoModifier, hitOf(page->canvas(), rank));
        QCOMPARE(m_selection.state().items, (std::vector<ItemRef>{rank}));
        QSignalSpy asked(m_view.get(), &View::viewRequested);
        auto *table = page->table()->table();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QVERIFY(std::holds_alternative<CommOpRef>(m_selection.state().items.front()));
        QVERIFY(itemFacts(*slow, m_selection.state().items.front()).has_value());
    }

    void packetsFollowTheSelectedRank() {
        auto *page = turnTo<BandwidthPage>("comm_bandwidth");
        QVERIFY(page != nullptr && !page->emptyReason());
        QVERIFY(!page->charts()->packets().empty());
        const double all = page->model().transports.front().sizeMb;
        auto state = m_selection.state();
        state.ranks = {{RunId{0}, 2}};
        m_selection.set(state);
        settle();
        QCOMPARE(page->model().ranks, (std::vector<int>{2}));
        QVERIFY(page->model().transports.front().sizeMb < all);
    }

    void aLinkSelectedElsewhereTurnsToTheMatrix() {
        turnTo<LatePage>("comm_late");
        m_selection.setItem(LinkRef{RunId{0}, "", "", "", 0, 2});
        QCOMPARE(m_view->pages()->currentId(), QStringLiteral("comm_matrix"));
    }

    void withoutARunEachPageSaysWhy() {
        for (auto *page : m_view->pages()->pages()) {
            page->setWorkspace(std::make_shared<const Workspace>());
            QTRY_VERIFY(!page->isBusy());
            QVERIFY(page->emptyReason().has_value());
            QVERIFY(page->emptyReason()->id.starts_with("communication.empty."));
            QVERIFY(page->emptyReason()->id != "communication.empty.loading");
        }
    }
};

TEST_SUITE(TestCommunicationPages)

}  // namespace tst_communication_pages

#include "tst_communication_pages.moc"
