#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/operators/launches_page.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

namespace tst_launches_page {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// Rank 1 launches twice as many kernels.
RankCapture queued(int rank) {
    RecordedRank recorded;
    for (int i = 0; i < 10 * (rank + 1); ++i) {
        recorded.direct("op", "kernel", i * 100, i * 100, 10'000 + i * 500, 10'000 + i * 500 + 400);
    }
    return recorded.capture(rank);
}

}  // namespace

class TestLaunchesPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<LaunchesPage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_page->resize(1000, 700);
        m_page->show();
        m_page->setWorkspace(std::make_shared<Workspace>(planted::workspace({queued(0), queued(1)})));
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().ranks.empty());
        (void)m_page->canvas()->scene();
    }
    void queuesOfTheRankAreShown() {
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->shownRank()->launches(), std::uint64_t{10});
        QCOMPARE(m_page->layoutShown().rows.size(), std::size_t{1});
        const auto &plot = m_page->layoutShown().rows[0].plot;
        const auto tip = m_page->tipAt({plot.x + plot.width / 10, plot.y + 5});
        QVERIFY2(tip.contains(QLatin1String("10 queued launch")), qPrintable(tip));
        QCOMPARE(m_page->table()->model()->rowCount(), 2);
    }
    void followsTheSelectedRank() {
        m_selection->setItem(RankRef{m_page->model().ranks.empty() ? RunId{} : RunId{0}, 1}, nullptr);
        auto state = m_selection->state();
        state.ranks = {RankRef{RunId{0}, 1}};
        m_selection->set(std::move(state), nullptr);
        QTRY_COMPARE(m_page->rankPicker()->currentText(), QStringLiteral("1"));
        QCOMPARE(m_page->shownRank()->launches(), std::uint64_t{20});
    }
    /// A row selects the slice that came latest, and is opened in the timeline.
    void rowsLeadToTheLatestKernel() {
        QSignalSpy views(m_page.get(), &View::viewRequested);
        auto *table = m_page->table()->table();
        table->selectRow(0);
        Q_EMIT table->clicked(table->model()->index(0, 0));
        QCOMPARE(m_selection->state().items.size(), std::size_t{1});
        const auto *slice = std::get_if<SliceRef>(&m_selection->state().items.front());
        QVERIFY(slice != nullptr);
        Q_EMIT table->activated(table->model()->index(0, 0));
        QCOMPARE(views.count(), 1);
        QCOMPARE(views.front().front().toString(), QStringLiteral("timeline"));
    }
    void withoutLaunchesTheReasonIsSaid() {
        RecordedRank recorded;
        recorded.device("kernel", 0, 10);
        m_page->setWorkspace(std::make_shared<Workspace>(planted::workspace({recorded.capture(0)})));
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.empty());
        QVERIFY(m_page->emptyReason().has_value());
    }

private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<LaunchesPage> m_page;
};

TEST_SUITE(TestLaunchesPage)

}  // namespace tst_launches_page

#include "tst_launches_page.moc"
