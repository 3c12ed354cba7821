#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/memory/active_memory_page.h"
#include "views/memory/allocator_page.h"
#include "views/memory/events_page.h"
#include "views/memory/memory_pages.h"
#include "views/memory/memory_view.h"
#include "views/memory/stacks_page.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace tst_memory_pages {

using namespace stagescope;

/// The pages of the tab Memory beyond the first: what a click or key there does to the one selection, and back.
class TestMemoryPages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(QFile::copy(sourcePath("tests/core/formats/snapshots/current_4.pickle"),
                            m_folder.filePath(QStringLiteral("snapshot.pickle"))));
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
        m_view->resize(1200, 800);
        m_view->show();
        m_view->setWorkspace(m_workspace);
        QTRY_VERIFY(m_view->session().history() != nullptr);
    }
    void cleanup() { m_view.reset(); }

    void theAllocatorSelectsBlocksAndSegments() {
        auto *page = turnTo<AllocatorPage>("allocator-state");
        const auto &history = *m_view->session().history();
        m_view->session().setMoment(history.peak());
        (void)page->canvas()->scene();
        const auto alive = history.blocks().aliveAt(history.peak());
        const auto block = *std::max_element(alive.begin(), alive.end(), [&](auto a, auto b) {
            return history.allocation(a).size < history.allocation(b).size;
        });
        const auto &allocation = history.allocation(block);
        const auto boxes = page->layoutShown().boxesOf(page->layoutShown().surface, allocation.stream,
                                                       allocation.address, allocation.size);
        QVERIFY(!boxes.empty());
        const QPoint at(boxes[0].x + boxes[0].width / 2, boxes[0].y + 2);
        QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, at);
        QVERIFY(m_view->session().selectedAllocation() == history.allocationOf(block));
        QCOMPARE(m_view->session().moment(), history.peak());
        QVERIFY(page->tipAt(at).contains(QStringLiteral("0x")));
        // Free memory selects the segment around it.
        const auto segments = history.segments().aliveAt(history.peak());
        const auto &span = history.device().allocations.spans[history.spanOf(segments.back())];
        const auto ofSpan = page->layoutShown().boxesOf(page->layoutShown().surface, span.stream,
                                                        span.address + span.size - 4096, 4096);
        QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, QPoint(ofSpan[0].x, ofSpan[0].y + 2));
        QVERIFY(m_view->session().selectedSpan() == history.spanOf(segments.back()));
        // Arrow keys go from event to event.
        QTest::keyClick(page->canvas(), Qt::Key_Right);
        QCOMPARE(m_view->session().moment(), history.peak() + 1);
        QTest::keyClick(page->canvas(), Qt::Key_Left);
        QCOMPARE(m_view->session().moment(), history.peak());
    }
    void stacksAreSelectedFromFlamesAndRows() {
        auto *page = turnTo<StacksPage>("memory-stacks");
        QTRY_VERIFY(!page->tree().nodes.empty());
        (void)page->canvas()->scene();
        const auto &history = *m_view->session().history();
        QCOMPARE(page->tree().nodes.front().bytes, history.activeAt(history.peak()));
        const auto &parts = page->layoutShown().parts;
        const auto part = std::find_if(parts.begin(), parts.end(),
                                       [&](const auto &p) { return page->tree().nodes[p.node].depth == 2; });
        QVERIFY(part != parts.end());
        const QPoint at(part->box.x + part->box.width / 2, part->box.y + part->box.height / 2);
        QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, at);
        QVERIFY(m_view->session().isStackSelected());
        QVERIFY(!page->tipAt(at).isEmpty());
        // The whole width for a caller, and back.
        QTest::mouseDClick(page->canvas(), Qt::LeftButton, {}, at);
        const auto widest = [&] {
            (void)page->canvas()->scene();
            const auto &shown = page->layoutShown().parts;
            return std::count_if(shown.begin(), shown.end(),
                                 [&](const auto &p) { return p.box.width == shown.front().box.width; });
        };
        QVERIFY(widest() >= 3);
        QTest::keyClick(page->canvas(), Qt::Key_Home);
        // Another moment asks anew.
        page->choicePicker()->setCurrentIndex(1);
        Q_EMIT page->choicePicker()->activated(1);
        m_view->session().setMoment(0);
        QTRY_COMPARE(page->tree().nodes.front().bytes, history.activeAt(0));
        m_view->session().setMoment(history.events());
        QTRY_COMPARE(page->tree().nodes.front().bytes, history.activeAt(history.events()));
        m_selection->clearItems();
        auto *table = page->table()->table();
        QVERIFY(table->model()->rowCount() > 0);
        table->setCurrentIndex(table->model()->index(0, 0));
        const auto stack = m_view->session().selectedStack();
        QVERIFY(stack.has_value());
    }
    void eventsAreWalkedAndFiltered() {
        auto *page = turnTo<EventsPage>("memory-events");
        const auto events = m_view->session().history()->events();
        QTRY_COMPARE(page->rows().size(), std::size_t{events});
        m_view->session().setMoment(1);
        (void)page->canvas()->scene();
        QTest::keyClick(page->canvas(), Qt::Key_Down);
        QCOMPARE(m_view->session().moment(), 2U);
        QTest::keyClick(page->canvas(), Qt::Key_End);
        QCOMPARE(m_view->session().moment(), events);
        const auto &layout = page->layoutShown();
        QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, QPoint(50, layout.top + 3 * layout.rowHeight + 2));
        QCOMPARE(m_view->session().moment(), 4U);
        const auto *event = std::get_if<SnapshotEventRef>(&m_selection->state().items.front());
        QVERIFY(event != nullptr && event->event == 3);
        page->textField()->setText(QStringLiteral("0x7f0010800000"));
        QTRY_VERIFY(page->rows().size() < events && !page->rows().empty());
        page->textField()->clear();
        page->actionPicker()->setCurrentIndex(1);
        Q_EMIT page->actionPicker()->activated(1);
        const auto &actions = m_view->session().history()->store().events();
        std::size_t allocs = 0;
        for (std::uint32_t i = 0; i < events; ++i) {
            allocs += actions.action(i) == SnapshotAction::Alloc ? 1 : 0;
        }
        QTRY_COMPARE(page->rows().size(), allocs);
        for (const auto row : page->rows()) {
            QVERIFY(actions.action(row) == SnapshotAction::Alloc);
        }
    }
    void segmentsOverTimeAreSelected() {
        auto *page = turnTo<ActiveMemoryPage>("cached-segments");
        (void)page->canvas()->scene();
        const auto &parts = page->layoutShown().picture.parts;
        const auto part = std::max_element(parts.begin(), parts.end(), [](const auto &a, const auto &b) {
            return a.box.width * a.box.height < b.box.width * b.box.height;
        });
        const QPoint at(part->box.x + part->box.width / 2, part->box.y + part->box.height / 2);
        const auto span = m_view->session().history()->spanOf(part->block);
        QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, at);
        QVERIFY(m_view->session().selectedSpan() == span);
    }

private:
    /// Brings a page to the front.
    template <class Page>
    Page *turnTo(std::string_view id) {
        const auto &list = memoryPageList();
        const auto it = std::find_if(list.begin(), list.end(), [&](const auto &entry) { return entry.id == id; });
        m_view->setPage(static_cast<std::size_t>(it - list.begin()));
        return qobject_cast<Page *>(m_view->page());
    }

    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<MemoryView> m_view;
};

TEST_SUITE(TestMemoryPages)

}  // namespace tst_memory_pages

#include "tst_memory_pages.moc"
