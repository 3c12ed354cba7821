#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/store/tables/data_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/operators/loading_page.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

namespace tst_loading_page {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// A rank with a step that waits for its loader, and a pipeline of which Map holds up the rest.
RankCapture waiting(int rank) {
    RecordedRank recorded;
    recorded.device("a", 1000, 1100).device("b", 1400, 1500);
    recorded.host("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 1050, 1250);
    TableWriter<FeedOpRecord> ops;
    ops.append({.file = "pipeline_profiling_0.json", .op = 0, .type = "Batch", .queueUse = 0.01, .queueEmpty = 0.9});
    ops.append({.file = "pipeline_profiling_0.json", .op = 1, .parent = 0, .type = "Map", .queueUse = 0.1});
    return recorded.capture(rank, {planted::steps({{4, 1000, 1500}}), std::make_shared<const TableStore>(ops.take())});
}

}  // namespace

class TestLoadingPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<LoadingPage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_page->resize(1000, 700);
        m_page->show();
        m_page->setWorkspace(std::make_shared<Workspace>(planted::workspace({waiting(0), waiting(1)})));
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().ranks.empty());
        (void)m_page->canvas()->scene();
    }
    void queuesAndTables() {
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->layoutShown().rows.size(), std::size_t{2});
        const auto box = m_page->layoutShown().rows[0].box;
        const auto tip = m_page->tipAt({box.x + 3, box.y + 3});
        QVERIFY2(tip.contains(QLatin1String("Batch(0)")) && tip.contains(QLatin1String("90")), qPrintable(tip));
        QVERIFY(m_page->tipAt({0, 0}).isEmpty());
        QCOMPARE(m_page->tablePicker()->count(), 2);
        QCOMPARE(m_page->table()->model()->rowCount(), 4);
        m_page->tablePicker()->setCurrentIndex(1);
        Q_EMIT m_page->tablePicker()->activated(1);
        QCOMPARE(m_page->table()->model()->rowCount(), 2);
    }
    void followsTheSelectedRank() {
        auto state = m_selection->state();
        state.ranks = {RankRef{RunId{0}, 1}};
        m_selection->set(std::move(state), nullptr);
        QTRY_COMPARE(m_page->rankPicker()->currentText(), QStringLiteral("1"));
        QCOMPARE(m_page->shownRank()->rank, 1);
    }
    /// A row of a step leads to its longest call.
    void rowsLeadToTheCall() {
        QSignalSpy views(m_page.get(), &View::viewRequested);
        m_page->tablePicker()->setCurrentIndex(1);
        Q_EMIT m_page->tablePicker()->activated(1);
        auto *table = m_page->table()->table();
        Q_EMIT table->clicked(table->model()->index(0, 0));
        QVERIFY(std::holds_alternative<SliceRef>(m_selection->state().items.at(0)));
        Q_EMIT table->activated(table->model()->index(0, 0));
        QCOMPARE(views.front().front().toString(), QStringLiteral("timeline"));
    }
    void withoutDataTheReasonIsSaid() {
        RecordedRank recorded;
        recorded.device("kernel", 0, 10);
        m_page->setWorkspace(std::make_shared<Workspace>(planted::workspace({recorded.capture(0)})));
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().ranks.empty());
        QVERIFY(m_page->emptyReason().has_value());
    }

private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<LoadingPage> m_page;
};

TEST_SUITE(TestLoadingPage)

}  // namespace tst_loading_page

#include "tst_loading_page.moc"
