#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/memory/active_memory_page.h"
#include "views/memory/memory_bar.h"
#include "views/memory/memory_minimap.h"
#include "views/memory/memory_view.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTabBar>

namespace tst_memory_view {

using namespace stagescope;

/// The tab Memory on made snapshots: one selection, one moment, one range on all pages.
class TestMemoryView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        copy("current_4.pickle", "snapshot_rank_0.pickle");
        copy("expandable.pickle", "snapshot_rank_3.pickle");
        auto run = loadRun(m_folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        m_workspace = workspace;
    }
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<MemoryView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_view->resize(1200, 700);
        m_view->show();
        m_view->setWorkspace(m_workspace);
        QTRY_VERIFY(m_view->session().history() != nullptr);
        (void)page()->canvas()->scene();
        (void)m_view->minimap()->canvas()->scene();
    }
    void cleanup() { m_view.reset(); }

    void itOpensAtThePeak() {
        QVERIFY(!m_view->emptyReason());
        QCOMPARE(m_view->session().choices().size(), std::size_t{4});  // devices 0 and 2, the host; rank 3's
        QCOMPARE(m_view->session().moment(), m_view->session().history()->peak());
        QVERIFY(m_selection->state().items.empty());
    }
    void aRunOpensOnThePageOfItsKind() {
        const auto alone = [&](const char *path, std::size_t snapshots) {
            auto workspace = std::make_shared<Workspace>(*m_workspace);
            auto &run = workspace->runs.front();
            run.path = path;
            run.snapshots.resize(snapshots);
            return workspace;
        };
        const auto clickOn = [&](std::size_t tab) {
            auto *bar = m_view->findChild<QTabBar *>();
            QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(static_cast<int>(tab)).center());
        };
        QCOMPARE(m_view->page()->id(), QStringLiteral("active-memory"));
        clickOn(3);
        QCOMPARE(m_view->page()->id(), QStringLiteral("memory-events"));
        // One snapshot is something else to look at than two.
        m_view->setWorkspace(alone("/one", 1));
        QCOMPARE(m_view->page()->id(), QStringLiteral("active-memory"));
        clickOn(2);
        QCOMPARE(m_view->page()->id(), QStringLiteral("memory-stacks"));
        m_view->setWorkspace(alone("/two", 2));
        QCOMPARE(m_view->page()->id(), QStringLiteral("memory-events"));
        // The next window remembers both; a page that was asked for before anything was there stays.
        const auto arrangement = m_view->arrangement();
        MemoryView next(ViewServices{m_selection.get(), m_time.get(), nullptr});
        next.setArrangement(QByteArray("nonsense record=nothing"));
        next.setArrangement(arrangement);
        QCOMPARE(next.arrangement(), arrangement);
        next.setWorkspace(alone("/one", 1));
        QCOMPARE(next.page()->id(), QStringLiteral("memory-stacks"));
        next.setWorkspace(alone("/two", 2));
        QCOMPARE(next.page()->id(), QStringLiteral("memory-events"));
        MemoryView asked(ViewServices{m_selection.get(), m_time.get(), nullptr});
        asked.setArrangement(arrangement);
        asked.setPage(1);
        asked.setWorkspace(alone("/one", 1));
        QCOMPARE(asked.page()->id(), QStringLiteral("allocator-state"));
    }
    /// Pages of what there is, each once; a part of one by its name.
    void pagesAreThoseOfWhatThereIs() {
        QCOMPARE(m_view->offeredIds(), (QStringList{QStringLiteral("active-memory"), QStringLiteral("memory-allocator"),
                                                    QStringLiteral("memory-calls"), QStringLiteral("memory-log")}));
        for (const auto &entry : memoryPageList()) {
            m_view->showPage(QLatin1String(entry.id));
            QCOMPARE(m_view->page()->id(), QLatin1String(entry.id));
            QVERIFY(m_view->page()->isVisible() || entry.source == MemoryPageSource::Record);
        }
    }
    void aClickSelectsTheBlockAndTheMoment() {
        const auto &layout = page()->layoutShown();
        const auto &parts = layout.picture.parts;
        const auto part = std::max_element(parts.begin(), parts.end(), [](const auto &a, const auto &b) {
            return a.box.width * a.box.height < b.box.width * b.box.height;
        });
        const QPoint at(part->box.x + part->box.width / 2, part->box.y + part->box.height / 2);
        const auto block = part->block;
        QTest::mouseClick(page()->canvas(), Qt::LeftButton, {}, at);
        const auto &items = m_selection->state().items;
        QCOMPARE(items.size(), std::size_t{2});
        QVERIFY((items[0] == ItemRef(BlockRef{RunId{0}, 0, 0, m_view->session().history()->allocationOf(block)})));
        const auto *event = std::get_if<SnapshotEventRef>(&items[1]);
        QVERIFY(event != nullptr);
        QCOMPARE(event->event + 1, m_view->session().moment());
        QVERIFY(page()->tipAt(at).contains(QStringLiteral("MiB")));
        // To its ends and back.
        const auto &allocation = m_view->session().history()->allocation(block);
        if (event_index::isEvent(allocation.begin)) {
            QTest::keyClick(page()->canvas(), Qt::Key_BracketLeft);
            QCOMPARE(m_view->session().moment(), allocation.begin + 1);
        }
    }
    void aDragSelectsARangeOfEvents() {
        const auto &layout = page()->layoutShown();
        const auto &axis = m_view->session().axis();
        const int from = layout.axis.pixelOf(axis.placeOf(3)) + 1;
        const int to = layout.axis.pixelOf(axis.placeOf(9)) + 1;
        QTest::mousePress(page()->canvas(), Qt::LeftButton, {}, QPoint(from, 200));
        QTest::mouseMove(page()->canvas(), QPoint((from + to) / 2, 200));
        QTest::mouseMove(page()->canvas(), QPoint(to, 200));
        QTest::mouseRelease(page()->canvas(), Qt::LeftButton, {}, QPoint(to, 200));
        const auto expected = SnapshotSession::Range{2, 9};
        QVERIFY(m_view->session().range() == expected);
        QVERIFY((m_selection->state().items.front() == ItemRef(EventRangeRef{RunId{0}, 0, 0, 2, 9})));
        // The moment may change within the range, which stays.
        m_view->session().setMoment(5);
        QVERIFY(m_view->session().range() == expected);
        QCOMPARE(m_selection->state().items.size(), std::size_t{2});
        m_selection->clearItems();
        QVERIFY(!m_view->session().range());
        QCOMPARE(m_view->session().moment(), 5U);
    }
    void theStripIsASlider() {
        auto *canvas = m_view->minimap()->canvas();
        const auto &plot = m_view->minimap()->layoutShown().plot;
        QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(plot.x + 1, plot.y + 5));
        QCOMPARE(m_view->session().moment(), 0U);
        QTest::keyClick(canvas, Qt::Key_End);
        const auto events = m_view->session().history()->events();
        QCOMPARE(m_view->session().moment(), events);
        QCOMPARE(m_view->bar()->momentPicker()->value(), static_cast<int>(events) - 1);
        QTest::keyClick(canvas, Qt::Key_Left);
        QCOMPARE(m_view->session().moment(), events - 1);
        QTest::keyClick(canvas, Qt::Key_Period);
        QCOMPARE(m_view->session().moment(), events);
        m_view->bar()->momentPicker()->setValue(4);
        QCOMPARE(m_view->session().moment(), 5U);
        QTest::mouseClick(m_view->bar()->peakButton(), Qt::LeftButton);
        QCOMPARE(m_view->session().moment(), m_view->session().history()->peak());
        QTest::mouseClick(m_view->bar()->oomButton(), Qt::LeftButton);
        const auto &state = m_selection->state();
        const auto *event = std::get_if<SnapshotEventRef>(&state.items.front());
        QVERIFY(event != nullptr);
        QVERIFY(m_view->session().history()->store().events().action(event->event) == SnapshotAction::OutOfMemory);
    }
    void keysZoomAndTheAxisKeepsTheWindow() {
        auto &view = m_view->session().view();
        const auto whole = view.range();
        QTest::keyClick(page()->canvas(), Qt::Key_W);
        QVERIFY(view.range().duration() < whole.duration());
        const auto first = m_view->session().axis().momentAt(view.range().begin);
        m_view->session().setAxis(EventAxisKind::Time);
        QVERIFY(m_view->session().axis().kind() == EventAxisKind::Time);
        QCOMPARE(m_view->session().axis().momentAt(view.range().begin), first);
        (void)page()->canvas()->scene();
        QTest::keyClick(page()->canvas(), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(view.range() == view.limits());
    }
    void itemsOfAnotherSnapshotTurnToIt() {
        m_selection->setItem(SnapshotEventRef{RunId{0}, 1, 0, 2});
        QTRY_VERIFY(m_view->session().chosen()->snapshot == 1);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_view->session().moment(), 3U);
        QCOMPARE(m_view->bar()->snapshotPicker()->currentIndex(), static_cast<int>(m_view->session().chosenIndex()));
        auto state = m_selection->state();
        state.items.clear();
        state.ranks = {RankRef{RunId{0}, 0}};
        m_selection->set(state);
        QTRY_COMPARE(m_view->session().chosen()->snapshot, 0U);
    }
    void withoutASnapshotItSaysWhatToDo() {
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.emplace_back().id = RunId{0};
        m_view->setWorkspace(workspace);
        QVERIFY(m_view->emptyReason().has_value());
        QCOMPARE(m_view->emptyReason()->id, std::string("memory.empty.no_snapshot.other"));
        QVERIFY(!m_view->bar()->isVisible());
    }

private:
    void copy(const char *made, const char *name) {
        const auto from = sourcePath("tests/core/formats/snapshots/") + QLatin1String(made);
        QVERIFY(QFile::copy(from, m_folder.filePath(QLatin1String(name))));
    }
    [[nodiscard]] ActiveMemoryPage *page() const { return qobject_cast<ActiveMemoryPage *>(m_view->page()); }

    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<MemoryView> m_view;
};

TEST_SUITE(TestMemoryView)

}  // namespace tst_memory_view

#include "tst_memory_view.moc"
