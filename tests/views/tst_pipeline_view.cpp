#include "core/analysis/overview/item_facts.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"
#include "views/common/elided_label.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/pipeline/bubbles_page.h"
#include "views/pipeline/pipeline_grid.h"
#include "views/pipeline/pipeline_view.h"

#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QToolButton>

namespace tst_pipeline_view {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

void addCell(TableBuilder &table, const char *name, std::int64_t step, std::int64_t beginMs, std::int64_t endMs) {
    table.set("name", std::string_view(name))
        .set("begin_ns", kStart + beginMs * kMs)
        .set("end_ns", kStart + endMs * kMs)
        .set("type", std::int64_t{name[0] == 'F' ? 0 : 1})
        .set("step", step)
        .set("evidence", std::string_view("step_task_info"))
        .set("message", std::string_view())
        .set("microbatch", std::int64_t{-1});
    table.endRow();
}

RankCapture captureOf(int rank, std::int64_t shiftMs) {
    TableBuilder cells(TableKind::PipelineCells);
    for (std::int64_t step = 1; step <= 2; ++step) {
        const auto base = (step - 1) * 200 + shiftMs;
        addCell(cells, "FP", step, base, base + 20);
        addCell(cells, "FP", step, base + 20, base + 40);
        addCell(cells, "BP", step, base + 60, base + 100);
        addCell(cells, "BP", step, base + 100, base + 140);
    }
    RankCapture capture;
    capture.rank = rank;
    capture.host = "node";
    capture.state = LoadState::Shallow;
    capture.loaded.push_back(
        {SourceId{static_cast<std::uint32_t>(rank)}, {}, {std::make_shared<const TableStore>(cells.take())}});
    capture.version = 1;
    return capture;
}

std::shared_ptr<const Workspace> twoRanks() {
    Workspace workspace;
    Run run;
    run.id = RunId{0};
    run.label = "test";
    run.captures = {captureOf(0, 0), captureOf(1, 20)};
    run.groups = {{"g", "pp", {0, 1}}};
    workspace.runs.push_back(std::move(run));
    workspace.version = 1;
    return std::make_shared<const Workspace>(std::move(workspace));
}

/// The same with a record of the first rank's memory.
std::shared_ptr<const Workspace> twoRanksWithMemory() {
    Workspace workspace = *twoRanks();
    auto &capture = workspace.runs[0].captures[0];
    TableWriter<MemorySampleRecord> table;
    for (std::int64_t i = 0; i < 20; ++i) {
        table.append({"allocator", "PTA", "7", 0, kStart + i * 20 * kMs, (i + 1) << 20, 64 << 20, kNoBytes});
    }
    capture.loaded[0].tables.push_back(std::make_shared<const TableStore>(table.take()));
    return std::make_shared<const Workspace>(std::move(workspace));
}

/// The same beside a run whose second stage begins 20 ms earlier, on other clocks.
std::shared_ptr<const Workspace> withBaseline(int stages) {
    constexpr std::int64_t kLaterMs = 5'000;
    Workspace workspace = *twoRanks();
    workspace.runs[0].role = RunRole::Comparison;
    Run baseline;
    baseline.id = RunId{1};
    baseline.label = "before";
    baseline.role = RunRole::Baseline;
    CommGroup group{"g", "pp", {}};
    for (int rank = 0; rank < stages; ++rank) {
        baseline.captures.push_back(captureOf(rank, kLaterMs));
        group.ranks.push_back(rank);
    }
    baseline.groups = {group};
    workspace.runs.push_back(std::move(baseline));
    return std::make_shared<const Workspace>(std::move(workspace));
}

std::shared_ptr<const Workspace> pipelines(int count) {
    Workspace workspace;
    Run run;
    run.id = RunId{0};
    for (int i = 0; i < count; ++i) {
        run.captures.push_back(captureOf(2 * i, 0));
        run.captures.push_back(captureOf(2 * i + 1, 20));
        run.groups.push_back({"g" + std::to_string(i), "pp", {2 * i, 2 * i + 1}});
    }
    workspace.runs.push_back(std::move(run));
    workspace.version = 1;
    return std::make_shared<const Workspace>(std::move(workspace));
}

/// Two pipelines; a step of the second one ends 40 ms after that of the first.
std::shared_ptr<const Workspace> unlikePipelines() {
    Workspace workspace = *pipelines(2);
    workspace.runs[0].captures[3] = captureOf(3, 60);
    return std::make_shared<const Workspace>(std::move(workspace));
}

std::shared_ptr<const Workspace> emptyRun() {
    Workspace workspace;
    Run run;
    run.id = RunId{0};
    workspace.runs.push_back(std::move(run));
    return std::make_shared<const Workspace>(std::move(workspace));
}

}  // namespace

class TestPipelineView : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<PipelineView> m_view;

    [[nodiscard]] std::optional<SceneHit> hitOf(const std::string &kind, int rank, std::int64_t step) const {
        for (const auto &hit : m_view->canvas()->scene().hits) {
            const auto *cell = std::get_if<CellRef>(&hit.item);
            if (cell != nullptr && cell->kind == kind && cell->rank == rank && cell->step == step) {
                return hit;
            }
        }
        return std::nullopt;
    }
    void show(const std::shared_ptr<const Workspace> &workspace) {
        m_view->resize(1000, 600);
        m_view->show();
        m_view->setWorkspace(workspace);
        QTRY_VERIFY(!m_view->isBusy());
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<PipelineView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
    }
    void cleanup() { m_view.reset(); }

    void aBaselineStandsBelowTheMeasuredCells() {
        show(twoRanks());
        const auto *label = m_view->findChild<QLabel *>(QStringLiteral("baseline"));
        QVERIFY(!label->isVisible());
        QVERIFY(m_view->layoutShown().rowOf(1)->baseline.isEmpty());
        m_selection->set([] {
            SelectionState state;
            state.step = 2;
            return state;
        }());
        show(withBaseline(2));
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(), QStringLiteral("step 160.0 ms, baseline 140.0 ms: difference +20.0 ms, +14.3 %"));
        QVERIFY(label->toolTip().contains(QStringLiteral("before")));
        QVERIFY(m_view->width() == 1000 && qobject_cast<const ElidedLabel *>(label) != nullptr);
        const auto scene = m_view->canvas()->scene();
        const auto &layout = m_view->layoutShown();
        const auto cellsOf = [&](int rank) {
            std::vector<int> begins;
            for (const auto &rect : scene.rects) {
                if (layout.rowOf(rank)->baseline.contains(rect.x, rect.y) && rect.color.role == ColorRole::Forward) {
                    begins.push_back(rect.x);
                }
            }
            return begins;
        };
        const auto pixelAt = [&](std::int64_t ms) {
            return layout.axis.pixelOf(alignedTime(kStart + (200 + ms) * kMs));
        };
        QCOMPARE(cellsOf(0), (std::vector<int>{pixelAt(0), pixelAt(20)}));
        QCOMPARE(cellsOf(1), (std::vector<int>{pixelAt(0), pixelAt(20)}));
        QVERIFY(layout.rowOf(1)->baseline.y >= layout.rowOf(1)->cells.bottom());
        const auto labels = std::count_if(scene.texts.begin(), scene.texts.end(), [](const SceneText &text) {
            return text.text == "baseline 20.0 ms, 14.3 %";
        });
        QCOMPARE(labels, 2);
        show(withBaseline(1));
        QCOMPARE(label->text(), QStringLiteral("no such pipeline in the baseline"));
        static_cast<void>(m_view->canvas()->scene());
        QVERIFY(m_view->layoutShown().rowOf(1)->baseline.isEmpty());
    }

    void clickedCellReachesTheSelection() {
        show(twoRanks());
        const auto hit = hitOf("B", 1, 1);
        QVERIFY(hit.has_value());
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {},
                          QPoint(hit->x + hit->width / 2, hit->y + hit->height / 2));
        QCOMPARE(m_selection->state().items.size(), std::size_t{1});
        QCOMPARE(toText(m_selection->state().items.front()), toText(hit->item));
        // A click on the empty canvas lets go of it.
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, QPoint(990, 2));
        QVERIFY(m_selection->state().items.empty());
    }
    void aBubbleIsAnItem() {
        show(twoRanks());
        const auto after = hitOf("F", 1, 1);  // rank 1 waits for rank 0 at first
        QVERIFY(after.has_value());
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, QPoint(after->x - 4, after->y + after->height / 2));
        const auto &items = m_selection->state().items;
        QCOMPARE(items.size(), std::size_t{1});
        QVERIFY(std::holds_alternative<BubbleRef>(items.front()));
        const auto workspace = twoRanks();
        const auto facts = itemFacts(*workspace, items.front());
        QVERIFY(facts.has_value());
        QCOMPARE(facts->rank, std::optional<int>(1));
        QCOMPARE(facts->duration, std::optional(Nanos{20 * kMs}));
        const auto isHead = [](const auto &fact) { return fact.first == "cause_head" && fact.second == "20.000 ms"; };
        QVERIFY(std::any_of(facts->facts.begin(), facts->facts.end(), isHead));
        QTest::keyClick(m_view->canvas(), Qt::Key_Period);
        QCOMPARE(toText(items.front()), toText(after->item));
    }
    void clickedLabelSelectsTheRank() {
        show(twoRanks());
        const auto &row = m_view->layoutShown().rows.at(1);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, QPoint(20, row.box.y + row.box.height / 2));
        QCOMPARE(m_selection->state().ranks, std::vector<RankRef>({RankRef{RunId{0}, 1}}));
    }
    void selectionFromElsewhereIsOutlinedAndInSight() {
        show(twoRanks());
        const auto other = hitOf("F", 0, 1);
        QVERIFY(other.has_value());
        auto ref = std::get<CellRef>(other->item);
        ref.step = 2;
        m_selection->setItem(ref);
        QTRY_VERIFY(!m_view->isBusy());
        QTRY_VERIFY(hitOf("F", 0, 2).has_value());
        const auto hit = *hitOf("F", 0, 2);
        const auto image = m_view->canvas()->grab().toImage();
        const QColor accent = Theme::current().color(ColorRole::Accent);
        QCOMPARE(image.pixelColor(hit.x - 1, hit.y + hit.height / 2).name(), accent.name());
    }
    /// Of the selection, which may also have none: which one is shown then is said.
    void theChosenStepIsInSight() {
        show(twoRanks());
        QVERIFY(!m_view->ownFilter().isEmpty());
        QCOMPARE(m_view->findChild<QLabel *>(QStringLiteral("place"))->text(), m_view->ownFilter());
        auto state = m_selection->state();
        state.step = 2;
        state.group = "pp(0,1)";
        m_selection->set(state);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_view->ownFilter(), QString());
        QVERIFY(
            m_view->findChild<QLabel *>(QStringLiteral("place"))->text().startsWith(QStringLiteral("pp(0,1), step 2")));
        QTRY_VERIFY(!m_view->isBusy());
        QTRY_COMPARE(m_view->layoutShown().axis.range.contains(alignedTime(kStart + 210 * kMs)), true);
    }
    void keysGoFromCellToCell() {
        show(twoRanks());
        const auto first = hitOf("F", 0, 1);
        QVERIFY(first.has_value());
        m_selection->setItem(first->item);
        QTRY_VERIFY(!m_view->isBusy());
        const auto selected = [&] { return std::get<CellRef>(m_selection->state().items.front()); };
        QTest::keyClick(m_view->canvas(), Qt::Key_Period);
        QCOMPARE(selected().kind, std::string("F"));
        QCOMPARE(selected().microbatch, 1);
        QTest::keyClick(m_view->canvas(), Qt::Key_Period);
        QCOMPARE(selected().kind, std::string("B"));
        QTest::keyClick(m_view->canvas(), Qt::Key_Comma);
        QTest::keyClick(m_view->canvas(), Qt::Key_Comma);
        QTest::keyClick(m_view->canvas(), Qt::Key_Comma);  // there is none before the first
        QCOMPARE(toText(m_selection->state().items.front()), toText(first->item));
        // The zoom keys of all time axes still work.
        const auto span = m_time->range().duration();
        QTest::keyClick(m_view->canvas(), Qt::Key_W);
        QVERIFY(m_time->range().duration() < span);
    }
    void pagesAreTurnedOnByAKeyAndRemembered() {
        show(twoRanks());
        auto *pages = m_view->pages();
        QVERIFY(pages->isHidden());
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->canvas()->setFocus();
        QTest::keyClick(m_view->canvas(), Qt::Key_B);
        QVERIFY(pages->isVisible());
        QVERIFY(pages->height() > 60);
        QTRY_VERIFY(!m_view->isBusy());
        auto *page = qobject_cast<BubblesPage *>(pages->current());
        QVERIFY(page != nullptr);
        QCOMPARE(page->model().step, std::optional<std::int64_t>(1));
        auto state = m_selection->state();
        state.step = 2;
        m_selection->set(state);
        QTRY_COMPARE(page->model().step, std::optional<std::int64_t>(2));

        const auto arrangement = m_view->arrangement();
        PipelineView other(ViewServices{m_selection.get(), m_time.get(), nullptr});
        other.setArrangement(QByteArray("nonsense"));
        QVERIFY(other.pages()->isHidden());
        other.setArrangement(arrangement);
        QVERIFY(!other.pages()->isHidden());
        QCOMPARE(other.pages()->currentId(), pages->currentId());
        QTest::keyClick(m_view->canvas(), Qt::Key_B);
        QVERIFY(pages->isHidden());
    }
    void memoryStandsBelowTheRowsAndIsTurnedOffByAKey() {
        show(twoRanksWithMemory());
        (void)m_view->canvas()->scene();
        const auto memory = m_view->layoutShown().rows[0].memory;
        QVERIFY(memory.height >= PipelineScene::kMinMemory);
        // A click there selects the moment, and marks it.
        const QPoint at(memory.x + memory.width / 2, memory.y + memory.height / 2);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, at);
        QCOMPARE(m_selection->state().items.size(), std::size_t{1});
        const auto *moment = std::get_if<MomentRef>(&m_selection->state().items.front());
        QVERIFY(moment != nullptr && moment->rank == 0);
        QCOMPARE(alignedTime(moment->at), m_view->layoutShown().axis.timeOf(at.x()));
        const auto image = m_view->canvas()->grab().toImage();
        QCOMPARE(image.pixelColor(at.x(), memory.y).name(), Theme::current().color(ColorRole::Accent).name());
        const auto arrangement = m_view->arrangement();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->canvas()->setFocus();
        QTest::keyClick(m_view->canvas(), Qt::Key_E);
        (void)m_view->canvas()->scene();
        QVERIFY(m_view->layoutShown().rows[0].memory.isEmpty());
        QVERIFY(m_view->arrangement() != arrangement);
        m_view->setArrangement(arrangement);
        (void)m_view->canvas()->scene();
        QVERIFY(!m_view->layoutShown().rows[0].memory.isEmpty());
    }
    void paletteRecolours() {
        show(twoRanks());
        const auto hit = hitOf("F", 0, 1);
        QVERIFY(hit.has_value());
        const QPoint at(hit->x + 3, hit->y + hit->height / 2);
        const auto colorThere = [&] { return m_view->canvas()->grab().toImage().pixelColor(at).name(); };
        const auto before = colorThere();
        Theme::setPipelinePalette(PipelinePalette::DualPipe);
        const auto after = colorThere();
        Theme::setPipelinePalette(PipelinePalette::Stagescope);
        QCOMPARE(before, Theme::light().color(ColorRole::Forward).name());
        QCOMPARE(after, QStringLiteral("#f0b238"));
    }
    /// A step that one sees a bit of beside another is not in sight.
    void aStepThatIsPartlyInSightIsShown() {
        show(twoRanks());
        m_time->setRange({alignedTime(kStart + 10 * kMs), alignedTime(kStart + 215 * kMs)});
        m_selection->set({.step = 2});
        QTRY_VERIFY(!m_view->isBusy());
        QTRY_VERIFY(m_time->range().begin > alignedTime(kStart + 150 * kMs));
        QVERIFY(m_time->range().end > alignedTime(kStart + 360 * kMs));
        // Who has zoomed into a part of it stays there.
        const AlignedRange part{alignedTime(kStart + 230 * kMs), alignedTime(kStart + 240 * kMs)};
        m_time->setRange(part);
        m_selection->set({.step = 2, .group = "pp(0,1)"});
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(m_time->range() == part);
    }
    /// Cells of no step are a choice of the page's own, which it says, until a step is chosen.
    void cellsOutsideStepsCanBeShown() {
        show(twoRanks());
        auto *outside = m_view->findChild<QToolButton *>(QStringLiteral("outside"));
        QVERIFY(outside->isHidden());
        Workspace workspace = *twoRanks();
        for (auto &capture : workspace.runs[0].captures) {
            TableBuilder cells(TableKind::PipelineCells);
            addCell(cells, "FP", kNoStep, 600 + 20 * capture.rank, 620 + 20 * capture.rank);
            capture.loaded[0].tables.push_back(std::make_shared<const TableStore>(cells.take()));
        }
        workspace.version = 2;
        m_view->setWorkspace(std::make_shared<const Workspace>(std::move(workspace)));
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(!outside->isHidden() && !outside->isChecked());
        const auto *place = m_view->findChild<QLabel *>(QStringLiteral("place"));
        QTest::mouseClick(outside, Qt::LeftButton);
        QTRY_VERIFY(!m_view->isBusy() && place->text().endsWith(QStringLiteral("outside steps")));
        QVERIFY(outside->isChecked());
        QCOMPARE(m_view->ownFilter(), place->text());
        QTRY_VERIFY(m_time->range().begin > alignedTime(kStart + 500 * kMs));
        // Back, by the button or by a step.
        QTest::mouseClick(outside, Qt::LeftButton);
        QTRY_VERIFY(!m_view->isBusy() && !place->text().endsWith(QStringLiteral("outside steps")));
        QTest::mouseClick(outside, Qt::LeftButton);
        QTRY_VERIFY(!m_view->isBusy() && place->text().endsWith(QStringLiteral("outside steps")));
        m_selection->set({.step = 2});
        QTRY_VERIFY(!m_view->isBusy() && place->text().contains(QStringLiteral("step 2")));
        QVERIFY(!outside->isChecked());
        QTRY_VERIFY(m_time->range().begin < alignedTime(kStart + 250 * kMs));
    }
    void groupCanBeTyped() {
        show(twoRanks());
        auto asked = m_selection->state();
        asked.group = "1,0";  // as the bar above the tabs asks
        m_selection->set(asked);
        QTRY_VERIFY(!m_view->isBusy());
        // The text becomes a group like any other, its rows in the order that was typed.
        QCOMPARE(m_selection->state().group, std::string("pp(1,0)"));
        QTRY_VERIFY(m_view->canvas()->scene().width > 0 && m_view->layoutShown().rows.front().rank == 1);
        QVERIFY(m_view->findChild<QLabel *>(QStringLiteral("place"))->text().startsWith(QStringLiteral("pp(1,0)")));
    }
    void overviewSelectsRankAndGroup() {
        show(pipelines(2));
        QVERIFY(!m_view->grid()->isVisible());
        QTest::mouseClick(m_view->findChild<QToolButton *>(QStringLiteral("overview")), Qt::LeftButton);
        QVERIFY(m_view->grid()->isVisible());
        QTRY_VERIFY(!m_view->isBusy());
        auto *canvas = m_view->grid()->canvas();
        const auto &hits = canvas->scene().hits;
        QCOMPARE(hits.size(), std::size_t{4});
        const auto hit = std::find_if(hits.begin(), hits.end(), [](const SceneHit &h) {
            return h.item == ItemRef(RankRef{RunId{0}, 3});
        });
        QVERIFY(hit != hits.end());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(hit->x + hit->width / 2, hit->y + hit->height / 2));
        QCOMPARE(m_selection->state().ranks, std::vector<RankRef>({RankRef{RunId{0}, 3}}));
        QCOMPARE(m_selection->state().group, std::string("pp(2,3)"));
        QTRY_VERIFY(!m_view->isBusy());
        QTRY_VERIFY(m_view->canvas()->scene().width > 0 && m_view->layoutShown().rowOf(3) != nullptr);
    }
    void manyPipelinesOpenWithTheOverview() {
        show(pipelines(9));
        QTRY_VERIFY(m_view->grid()->isVisible());
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_view->grid()->canvas()->scene().hits.size(), std::size_t{18});
    }
    /// A range that nobody chose is that of the pipeline shown, whichever was there first; one that was chosen stays.
    void anotherPipelineIsShownWhole() {
        show(unlikePipelines());
        // The one that takes longest is looked at first, though the other one is there before the findings.
        QVERIFY(m_view->layoutShown().rowOf(3) != nullptr);
        const auto first = m_time->range();
        SelectionState state;
        state.group = "pp(0,1)";
        m_selection->set(state);
        QTRY_VERIFY(!m_view->isBusy() && m_view->layoutShown().rowOf(1) != nullptr);
        const auto longer = (first.duration() - m_time->range().duration()).count() / kMs;
        QVERIFY2(longer >= 40 && longer < 60, qPrintable(QString::number(longer)));

        const AlignedRange chosen{first.begin + first.duration() / 4, first.begin + first.duration() / 2};
        m_time->setRange(chosen);
        state.group = "pp(2,3)";
        m_selection->set(state);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_time->range(), chosen);
    }
    void emptyRunSaysWhy() {
        show(emptyRun());
        const auto reason = m_view->emptyReason();
        QVERIFY(reason.has_value());
        QCOMPARE(reason->id, std::string("pipeline.empty.other"));
        QVERIFY(m_view->canvas()->scene().texts.size() >= 2);
    }
    /// Ranks arrive: what was said of the first of them is not said of the rest before they are looked at.
    void whatArrivesIsLookedAtBeforeAVerdict() {
        show(emptyRun());
        QCOMPARE(m_view->emptyReason()->id, std::string("pipeline.empty.other"));
        QSignalSpy told(m_view.get(), &View::titleOrReasonChanged);
        m_view->setWorkspace(twoRanks());
        QCOMPARE(m_view->emptyReason()->id, std::string("pipeline.empty.loading"));
        QVERIFY(!told.empty());
        told.clear();
        m_view->setWorkspace(twoRanks());  // what was under way is dropped
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(!m_view->emptyReason());
        QVERIFY(!told.empty());
    }
    void pictureShowsTheWholeStep() {
        m_view->setWorkspace(twoRanks());
        QTRY_VERIFY(!m_view->isBusy());
        QImage image(800, 500, QImage::Format_RGB32);
        QPainter painter(&image);
        m_view->paintPicture(painter, image.size());
        painter.end();
        int forward = 0;
        int backward = 0;
        for (int y = 0; y < image.height(); y += 2) {
            for (int x = 0; x < image.width(); x += 2) {
                const auto name = image.pixelColor(x, y).name();
                forward += name == Theme::current().color(ColorRole::Forward).name();
                backward += name == Theme::current().color(ColorRole::Backward).name();
            }
        }
        QVERIFY(forward > 1000);
        QVERIFY(backward > forward);
    }
};

TEST_SUITE(TestPipelineView)

}  // namespace tst_pipeline_view

#include "tst_pipeline_view.moc"
