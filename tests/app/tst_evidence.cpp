// Show, clicked in the window for each trouble that a synthetic cluster can have, and what is in sight after it.
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/system_panel.h"
#include "app/window/view_tabs.h"
#include "core/analysis/overview/item_location.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/demo/demo_options.h"
#include "core/scene/pages/compare_model.h"
#include "tests/core/advice/planted_faults.h"
#include "tests/support/kept_demos.h"
#include "tests/support/shown_evidence.h"
#include "tests/support/test_suite.h"
#include "views/common/findings_model.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/workspace_advice.h"
#include "views/compare/compare_view.h"
#include "views/findings/findings_view.h"
#include "views/pipeline/pipeline_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <set>

namespace tst_evidence {

using namespace stagescope;

namespace {

constexpr int kLoadMs = 120'000;
constexpr int kReadable = 12;  ///< pixels

DemoOptions base() {
    DemoOptions options;
    options.pp = 4;
    options.dp = 2;
    options.microbatches = 8;
    options.steps = 3;
    return options;
}

bool isWithin(const QRect &box, const QWidget *widget) { return widget->rect().contains(box); }

}  // namespace

class EvidenceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(name, m_home.path().toUtf8());
        }
    }
    void cleanup() { m_window.reset(); }

    void showBringsBothSidesIntoSight_data() {
        QTest::addColumn<int>("trouble");
        std::set<std::string> rules;
        const auto &troubles = planted::troubles();
        for (std::size_t i = 0; i < troubles.size(); ++i) {
            if (*troubles[i].rule != 0) {
                QTest::newRow(troubles[i].name) << static_cast<int>(i);
            }
        }
    }
    void showBringsBothSidesIntoSight() {
        QFETCH(int, trouble);
        const auto &asked = planted::troubles()[static_cast<std::size_t>(trouble)];
        std::mt19937_64 random(7);
        open(asked.plant(base(), random, asked.amounts.back()).options);
        const auto finding = show(asked.rule);
        QVERIFY(finding.has_value());
        QVERIFY2(m_window->windowTitle().startsWith(messageText(finding->title)), qPrintable(m_window->windowTitle()));
        if (const auto &step = finding->evidence.step) {
            QCOMPARE(m_window->selection()->state().step, step);
        }
        seesInTree(*finding);
        const auto tab = m_window->tabs()->currentId();
        if (finding->place == "table/clock_offsets") {
            seesClocks(*finding);
        } else if (finding->place.starts_with("table/")) {
            seesTable(*finding);
        } else if (placeForFinding(*finding) == QStringLiteral("timeline/compare_ranks")) {
            seesSides(*finding);
        } else if (tab == QStringLiteral("pipeline")) {
            seesInPipeline(*finding);
        } else if (tab == QStringLiteral("timeline")) {
            seesInTimeline(*finding);
        } else {
            QCOMPARE(tab, placeForFinding(*finding).section(QLatin1Char('/'), 0, 0));
            QVERIFY(ShownEvidence::isNamedIn(*m_window->tabs()->currentView(), *finding));
        }
    }

    /// The longest and the shortest cell of a rank, both at a readable size.
    void showBringsUnevenCellsIntoSight() {
        auto options = base();
        for (int rank = 0; rank < options.ranks(); ++rank) {
            options.faults.push_back(planted::fault(DemoFault::Kind::UnevenCells, rank, 0, 2));
        }
        open(options);
        const auto finding = show("variability");
        QVERIFY(finding.has_value());
        QVERIFY2(m_window->windowTitle().startsWith(messageText(finding->title)), qPrintable(m_window->windowTitle()));
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("pipeline"));
        seesInTree(*finding);
        seesInPipeline(*finding);
        const auto &items = finding->evidence.items;
        QCOMPARE(items.size(), std::size_t{2});
        const auto lengthOf = [&](const ItemRef &item) { return rangeOf(item)->duration(); };
        QVERIFY(lengthOf(items[0]) > 2 * lengthOf(items[1]));
        QVERIFY(rankOf(items[0]) == rankOf(items[1]));
    }

    /// Another step was in sight, and the same Show was clicked before.
    void showMovesTheTimeToItsStep() {
        auto options = base();
        options.faults = {planted::fault(DemoFault::Kind::SlowStage, 1, 0, 1.5)};
        open(options);
        m_window->tabs()->setCurrentId(QStringLiteral("pipeline"));
        settle();
        const auto finding = show("stage_imbalance");
        QVERIFY(finding.has_value());
        seesInPipeline(*finding);
        const auto shown = m_window->timeView()->range();
        m_window->timeView()->setRange({shown.begin - shown.duration() * 3, shown.begin - shown.duration() * 2});
        QVERIFY(show("stage_imbalance").has_value());
        seesInPipeline(*finding);
    }

    void aRankThatIsChosenAnywhereChoosesItsGroup() {
        open(base());
        const auto *run = m_window->runs()->workspace()->mainRun();
        auto *tree = m_window->findChild<NavigatorDock *>();
        const auto index = tree->model()->indexOf(run->id, 3);
        QVERIFY(index.isValid());
        tree->tree()->scrollTo(index);
        QTest::mouseClick(tree->tree()->viewport(), Qt::LeftButton, {}, tree->tree()->visualRect(index).center());
        settle();
        QCOMPARE(m_window->selection()->state().group, std::string("pp(1,3,5,7)"));
        QCOMPARE(m_window->selection()->state().ranks, (std::vector<RankRef>{{run->id, 3}}));
        m_window->tabs()->setCurrentId(QStringLiteral("pipeline"));
        settle();
        QVERIFY(pipeline()->layoutShown().rowOf(3) != nullptr);
        // And back, from any view; the tree follows.
        m_window->selection()->setItem(RankRef{run->id, 4});
        settle();
        QCOMPARE(m_window->selection()->state().group, std::string("pp(0,2,4,6)"));
        QVERIFY(tree->tree()->selectionModel()->isSelected(tree->model()->indexOf(run->id, 4)));
        // A group that is chosen by hand stays, whatever rank is still chosen.
        auto state = m_window->selection()->state();
        state.group = "pp(1,3,5,7)";
        m_window->selection()->set(state);
        settle();
        QCOMPARE(m_window->selection()->state().group, std::string("pp(1,3,5,7)"));
    }

    /// What was blamed first is what charts and comparisons show before anything is chosen.
    void defaultsFollowTheFirstFinding() {
        auto options = base();
        options.faults = {planted::fault(DemoFault::Kind::SlowRank, 3, 0, 1.5)};
        open(options);
        m_window->tabs()->setCurrentId(QStringLiteral("pipeline"));
        settle();
        QVERIFY(pipeline()->layoutShown().rowOf(3) != nullptr);
        m_window->tabs()->turnTo(QStringLiteral("compare"));
        settle();
        const auto *compare = m_window->findChild<CompareView *>();
        QCOMPARE(compare->model().right.rank.rank, 3);
        QCOMPARE(compare->model().left.rank.rank, 2);
        QVERIFY(m_window->selection()->state() == SelectionState{});
    }

    void rowsOfATableLeadToTheirSlices() {
        open(base());
        m_window->tabs()->setCurrentId(QStringLiteral("summary"));
        auto *drawer = m_window->findChild<DrawerDock *>();
        drawer->show();
        drawer->showTable(QStringLiteral("kernels"));
        const auto *view = drawer->systemPanel()->table();
        QTRY_VERIFY_WITH_TIMEOUT(view->model()->table().id == "kernels" && !view->model()->table().rows.empty(),
                                 kLoadMs);
        auto *table = view->table();
        const int row = 7;
        const auto index = table->model()->index(row, 2);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
        const auto wanted = itemFromText(view->model()->table().text(row, "evidence"));
        QVERIFY(wanted.has_value());
        QCOMPARE(m_window->selection()->state().items, (std::vector<ItemRef>{*wanted}));
        QTest::qWait(300);  // the table is not made anew by what it chose
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QTest::keyClick(table, Qt::Key_Return);
        settle();
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("timeline"));
        seesSlice(std::get<SliceRef>(*wanted));
    }

private:
    void open(const DemoOptions &options) {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto path = m_folder->filePath(QStringLiteral("cluster"));
        QVERIFY(placeDemo(path.toStdString(), options).has_value());
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        m_window->resize(1600, 900);
        m_window->show();
        m_window->activateWindow();
        m_window->openPaths({path});
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(options.ranks()), kLoadMs);
        settle();
    }
    [[nodiscard]] bool isLoaded(int ranks) const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        return run != nullptr && static_cast<int>(run->captures.size()) == ranks &&
               std::all_of(run->captures.begin(), run->captures.end(),
                           [](const RankCapture &capture) { return capture.state == LoadState::Deep; });
    }
    void settle() const {
        const auto isAtRest = [this] {
            const auto views = m_window->findChildren<View *>();
            return std::none_of(views.begin(), views.end(),
                                [](const View *view) { return view->isVisible() && view->isBusy(); });
        };
        QTest::qWait(50);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), kLoadMs);
        QTest::qWait(50);
    }
    [[nodiscard]] PipelineView *pipeline() const { return m_window->findChild<PipelineView *>(); }

    /// Clicks Show beside the first finding of a rule.
    std::optional<Finding> show(const std::string &rule) {
        m_window->tabs()->turnTo(QStringLiteral("findings"));
        settle();
        auto *view = m_window->findChild<FindingsView *>();
        const auto advice = workspaceAdvice(m_window->runs()->workspace(), {});
        for (std::size_t i = 0; i < advice->findings.size(); ++i) {
            if (advice->findings[i].rule == rule || advice->findings[i].title.id == "finding." + rule) {
                view->open(i);
                static_cast<void>(view->canvas()->scene());
                const auto &button = view->layoutShown().showButton;
                QTest::mouseClick(view->canvas(), Qt::LeftButton, {},
                                  {button.x + button.width / 2, button.y + button.height / 2});
                settle();
                return advice->findings[i];
            }
        }
        return std::nullopt;
    }

    void seesTable(const Finding &finding) const {
        const auto *panel = m_window->findChild<SystemPanel *>();
        const auto &table = panel->table()->model()->table();
        QTRY_VERIFY(panel->isVisible() && "table/" + table.id == finding.place);
        QVERIFY(!table.rows.empty());
    }

    void seesInTree(const Finding &finding) const {
        auto *dock = m_window->findChild<NavigatorDock *>();
        for (const auto &rank : finding.evidence.ranks) {
            const auto index = dock->model()->indexOf(rank.run, rank.rank);
            QVERIFY(dock->tree()->selectionModel()->isSelected(index));
        }
        if (!finding.evidence.ranks.empty()) {
            QVERIFY(isWithin(dock->tree()->visualRect(dock->tree()->currentIndex()), dock->tree()->viewport()));
        }
    }
    void seesClocks(const Finding &finding) const {
        const auto *panel = m_window->findChild<SystemPanel *>();
        QVERIFY(panel->isVisible());
        const auto &table = panel->table()->model()->table();
        QTRY_COMPARE_WITH_TIMEOUT(table.id, std::string("clock_offsets"), kLoadMs);
        QCOMPARE(table.rows.size(), finding.evidence.ranks.size());
        const auto *run = m_window->runs()->workspace()->mainRun();
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto host = table.text(row, "host");
            QVERIFY(m_window->windowTitle().contains(QString::fromStdString(host)));
            QVERIFY(!table.text(row, "offset_us").empty() && !table.text(row, "left_us").empty());
            QVERIFY(run->capture(std::stoi(table.text(row, "rank")))->host == host);
        }
    }
    void seesSides(const Finding &finding) const {
        const auto *compare = m_window->findChild<CompareView *>();
        QVERIFY(compare->isVisible() && !compare->emptyReason());
        QCOMPARE(finding.evidence.items.size(), std::size_t{2});
        QCOMPARE(ItemRef(compare->model().right.rank), finding.evidence.items[0]);
        QCOMPARE(ItemRef(compare->model().left.rank), finding.evidence.items[1]);
        QCOMPARE(compare->model().right.split->step, finding.evidence.step);
        QVERIFY(compare->model().right.split->parts.computing > compare->model().left.split->parts.computing);
    }
    /// The rows of all ranks, all items at a readable size; without items in time the whole step.
    void seesInPipeline(const Finding &finding) const {
        auto *view = pipeline();
        QVERIFY(view->isVisible());
        const auto scene = view->canvas()->scene();
        const auto &layout = view->layoutShown();
        const auto shown = m_window->timeView()->range();
        int rows = 0;
        std::size_t cells = 0;
        for (const auto &rank : finding.evidence.ranks) {
            if (const auto *row = layout.rowOf(rank.rank)) {
                ++rows;
                QVERIFY(isWithin({row->box.x, row->box.y, row->box.width, row->box.height}, view->canvas()));
            }
        }
        QVERIFY(rows > 0);
        for (const auto &hit : scene.hits) {
            const auto *cell = std::get_if<CellRef>(&hit.item);
            cells += cell != nullptr && cell->step == finding.evidence.step && hit.width >= 2 ? 1 : 0;
        }
        QVERIFY(cells > 0);
        bool hasTimes = false;
        for (const auto &item : finding.evidence.items) {
            if (std::holds_alternative<RankRef>(item)) {
                continue;
            }
            hasTimes = true;
            const auto range = rangeOf(item);
            QVERIFY2(range.has_value(), toText(item).c_str());
            const int left = layout.axis.pixelOf(range->begin);
            const int right = layout.axis.pixelOf(range->end);
            QVERIFY(left >= layout.axis.left && right <= scene.width);
            QVERIFY(right - left >= kReadable);
        }
        if (!hasTimes) {
            QVERIFY(static_cast<int>(cells) >= 2 * 8 * static_cast<int>(layout.rows.size()));  // F and B of all
            QVERIFY(shown.duration() < m_window->timeView()->limits().duration() / 2);
        }
    }
    /// Of a cell or an operation between stages.
    [[nodiscard]] std::optional<AlignedRange> rangeOf(const ItemRef &item) const {
        const auto &run = *m_window->runs()->workspace()->mainRun();
        for (const auto &group : pipelineGroups(run)) {
            const auto chart = pipelineChart(run, group);
            for (const auto &cell : chart.cells) {
                if (ItemRef(cellRef(run.id, group, cell)) == item) {
                    return run.clock.toAligned(cell.rank, cell.range);
                }
            }
            for (const auto &op : chart.p2p) {
                if (ItemRef(CommOpRef{run.id, op.rank, op.nth, op.name}) == item) {
                    return run.clock.toAligned(op.rank, op.range);
                }
            }
        }
        return std::nullopt;
    }
    void seesInTimeline(const Finding &finding) const {
        const auto shown = m_window->timeView()->range();
        if (const auto &range = finding.evidence.range) {
            QVERIFY(shown.begin <= range->begin && range->end <= shown.end);
            QVERIFY(range->duration() * 10 > shown.duration());
        }
        QVERIFY(!finding.evidence.items.empty());
        if (const auto *slice = std::get_if<SliceRef>(&finding.evidence.items.front())) {
            seesSlice(*slice, finding.evidence.range ? 1 : kReadable);
        } else if (const auto rank = rankOf(finding.evidence.items.front())) {
            const auto *view = m_window->findChild<TimelineView *>();
            const auto extent = view->layoutShown().extentOf({runOf(finding.evidence.items.front()), *rank});
            QVERIFY(extent.has_value());
            const int y = view->optionsFor(view->canvas()->size()).screenY(extent->first);
            QVERIFY(y >= 0 && y < view->canvas()->height());
        }
    }
    void seesSlice(const SliceRef &slice, int width = kReadable) const {
        const auto *view = m_window->findChild<TimelineView *>();
        QVERIFY(view->isVisible());
        const auto options = view->optionsFor(view->canvas()->size());
        const auto box = timelineBoxOf(view->layoutShown(), options, slice);
        QVERIFY(box.has_value());
        QVERIFY(box->width >= width);
        QVERIFY(isWithin({box->x, box->y, box->width, box->height}, view->canvas()));
    }

    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(EvidenceTest)

}  // namespace tst_evidence

#include "tst_evidence.moc"
