#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/compare/ledger_page.h"
#include "views/summary/summary_pages.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>

namespace tst_ledger_page {

using namespace stagescope;

namespace {

/// A run, and a baseline of it in which no rank is slow.
std::shared_ptr<const Workspace> twoRuns() {
    const std::vector<std::pair<std::string, std::string>> usual{
        {"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"layers", "1"}, {"steps", "3"}};
    auto slow = usual;
    slow.emplace_back("fault", "slow-rank=1:1.4");
    auto workspace = std::make_shared<Workspace>(*demoWith(slow));
    auto baseline = demoWith(usual)->runs.front();
    baseline.id = RunId{1};
    baseline.role = RunRole::Baseline;
    workspace->runs.push_back(std::move(baseline));
    return workspace;
}

}  // namespace

class TestLedgerPage : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<LedgerPage> m_page;

    void show(std::shared_ptr<const Workspace> workspace) {
        m_page->resize(1000, 700);
        m_page->show();
        m_page->setWorkspace(std::move(workspace));
        QTRY_VERIFY(!m_page->isBusy());
        static_cast<void>(m_page->canvas()->scene());
    }

    void chooseAfter(int index) {
        m_page->afterPicker()->setCurrentIndex(index);
        Q_EMIT m_page->afterPicker()->activated(index);
        QTRY_VERIFY(!m_page->isBusy());
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<LedgerPage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
    }
    void cleanup() { m_page.reset(); }

    void theBaselineIsBefore() {
        show(twoRuns());
        const auto &model = m_page->model();
        QCOMPARE(model.before, (SideChoice{RunId{1}, -1}));
        QCOMPARE(model.after, (SideChoice{RunId{0}, -1}));
        QVERIFY(model.ledger.change() > Nanos{0});
        QVERIFY(!m_page->emptyReason());
        QVERIFY(!m_page->layoutShown().bars.empty());
        QCOMPARE(m_page->table()->model()->rowCount(), static_cast<int>(model.ledger.rows.size()));
    }
    void ranksOfOneRun() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}});
        show(workspace);
        QVERIFY(m_page->model().before.rank != m_page->model().after.rank);
        QCOMPARE(m_page->beforePicker()->count(), 3);
        chooseAfter(m_page->beforePicker()->currentIndex());
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(m_page->emptyReason()->id, std::string("ledger.empty"));  // a rank with itself
    }
    /// What is blamed stands on the right of what it is measured by, until the user chooses; that stays.
    void theRankOfTheFirstFindingIsCompared() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "2"}, {"steps", "3"}, {"fault", "slow-rank=3:1.5"}});
        show(workspace);
        QCOMPARE(m_page->model().after, (SideChoice{RunId{0}, 3}));
        QCOMPARE(m_page->model().before, (SideChoice{RunId{0}, 2}));
        chooseAfter(1);
        const auto chosen = m_page->model().after;
        QVERIFY(chosen.rank != 3);
        show(std::make_shared<const Workspace>(*workspace));
        QCOMPARE(m_page->model().after, chosen);
        // Of another profile nothing is chosen yet.
        auto other = *workspace;
        other.runs.front().id = RunId{7};
        show(std::make_shared<const Workspace>(std::move(other)));
        QCOMPARE(m_page->model().after, (SideChoice{RunId{7}, 3}));
        QCOMPARE(m_page->model().before, (SideChoice{RunId{7}, 2}));
    }
    void oneRankAloneSaysSo() {
        show(demoWith({{"pp", "1"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}}));
        QCOMPARE(m_page->emptyReason()->id, std::string("ledger.empty.one"));
        QVERIFY(!m_page->table()->isVisible());
    }
    void aBarLeadsToItsEvidenceInBothRuns() {
        show(twoRuns());
        const auto box = m_page->layoutShown().rows.front().box;
        const QPoint at(box.x + box.width / 2, box.y + box.height / 2);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, at);
        QCOMPARE(m_selection->state().items.size(), std::size_t{1});
        const auto *after = std::get_if<MomentRef>(&m_selection->state().items.front());
        QVERIFY(after != nullptr && after->run == RunId{0});
        QVERIFY(m_selection->state().range.has_value());
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, at);
        const auto *before = std::get_if<MomentRef>(&m_selection->state().items.front());
        QVERIFY(before != nullptr && before->run == RunId{1});
        QVERIFY(m_page->tipAt(at).contains(QLatin1Char('\n')));
    }
    void keysWalkThroughTheBars() {
        show(twoRuns());
        QSignalSpy asked(m_page.get(), &View::viewRequested);
        m_page->canvas()->setFocus();
        QTest::keyClick(m_page->canvas(), Qt::Key_Down);
        const auto first = m_selection->state().items;
        QVERIFY(!first.empty());
        QTest::keyClick(m_page->canvas(), Qt::Key_Down);
        QVERIFY(m_selection->state().items != first);
        QTest::keyClick(m_page->canvas(), Qt::Key_Up);
        QCOMPARE(m_selection->state().items, first);
        QTest::keyClick(m_page->canvas(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
    }
    void theStepIsFollowed() {
        show(twoRuns());
        // Of the rank that holds up the others.
        QVERIFY(m_page->model().ledger.holder.has_value());
        QCOMPARE(m_page->model().ledger.holder->rank, 1);
        QCOMPARE(m_page->model().ledger.stepsAfter, std::size_t{3});
        auto state = m_selection->state();
        state.step = 6;
        m_selection->set(state);
        QTRY_COMPARE(m_page->model().ledger.stepsAfter, std::size_t{1});
    }
    void itIsAPageOfTheTab() {
        LeadPagedView tab(ViewServices{m_selection.get(), m_time.get(), nullptr}, summaryPageList());
        QCOMPARE(tab.id(), QStringLiteral("summary"));
        // With nothing to compare the page is not there, until it is asked for.
        QVERIFY(!tab.pages()->offeredIds().contains(QStringLiteral("difference")));
        tab.setWorkspace(twoRuns());
        QVERIFY(tab.pages()->offeredIds().contains(QStringLiteral("difference")));
        tab.showPage(QStringLiteral("compare_ledger"));
        QVERIFY(qobject_cast<LedgerPage *>(tab.shown()) != nullptr);
        tab.showPage(QStringLiteral("compare_tables"));
        QCOMPARE(tab.shown()->id(), QStringLiteral("compare_tables"));
        tab.showPage({});
        QCOMPARE(tab.shown()->id(), QStringLiteral("summary"));
    }
};

TEST_SUITE(TestLedgerPage)

}  // namespace tst_ledger_page

#include "tst_ledger_page.moc"
