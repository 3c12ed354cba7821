// A tour of what can be done, with the keys and the mouse of a real window under a virtual display.
#include "app/window/main_window.h"
#include "app/window/panels/search_panel.h"
#include "app/window/view_tabs.h"
#include "core/session/marks.h"
#include "core/store/trace/trace_store.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/test_suite.h"
#include "views/common/command_palette.h"
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_actions.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QWheelEvent>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDialog>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>

namespace tst_window_tour {

using namespace stagescope;

namespace {

constexpr int kLoadMs = 60'000;

/// Closes what an action opens and waits for: dialogs and menus.
class Closer : public QObject {
public:
    Closer() {
        m_timer.setInterval(20);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            if (auto *popup = QApplication::activePopupWidget()) {
                popup->close();
                ++m_closed;
            } else if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget())) {
                dialog->reject();
                ++m_closed;
            }
        });
        m_timer.start();
    }
    [[nodiscard]] int closed() const { return m_closed; }

private:
    QTimer m_timer;
    int m_closed = 0;
};

}  // namespace

class WindowTourTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_demo.isWritten());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"}) {
            qputenv(name, m_home.path().toUtf8());
        }
    }
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        m_window->resize(1400, 850);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openPaths({m_demo.path()});
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded() && isAtRest(), kLoadMs);
        showTimeline();
    }
    void cleanup() {
        m_window->close();
        m_window.reset();
    }

    void everyActionOfEveryTabRuns() {
        const Closer closer;
        int count = 0;
        for (int tab = 0; tab < m_window->tabs()->count(); ++tab) {
            m_window->tabs()->setCurrentIndex(tab);
            QTRY_VERIFY_WITH_TIMEOUT(
                m_window->tabs()->currentView() == nullptr || !m_window->tabs()->currentView()->isBusy(), kLoadMs);
            for (const auto &action : actionsInSight()) {
                if (action == nullptr || !action->isEnabled() || isLeftOut(*action)) {
                    continue;
                }
                const auto name = action->text();
                action->trigger();
                QTest::qWait(1);
                QTRY_VERIFY2(QApplication::activeModalWidget() == nullptr, qPrintable(name));
                QVERIFY2(m_window->isVisible() && m_window->runs()->workspace()->mainRun() != nullptr,
                         qPrintable(name));
                m_window->setLanguage(Language::English);  // names are known in it
                QTest::qWait(1);
                m_window->tabs()->setCurrentIndex(tab);
                ++count;
            }
            QVERIFY(!m_window->grab().isNull());
        }
        for (const auto &action : actionsInSight()) {
            if (action->text().contains(QStringLiteral("Insight and Perfetto Keys"))) {
                action->trigger();
            }
        }
        QVERIFY(count > 100);
        QVERIFY(closer.closed() >= 4);  // file, folder, baseline, picture
    }

    void keysMoveTheVisibleTime() {
        auto *time = m_window->timeView();
        time->fitAll();
        const auto whole = time->range();
        press(Qt::Key_W);
        press(Qt::Key_W);
        const auto zoomed = time->range();
        QVERIFY(zoomed.duration() < whole.duration());
        press(Qt::Key_D);
        QVERIFY(time->range().begin > zoomed.begin && time->range().duration() == zoomed.duration());
        press(Qt::Key_A);
        press(Qt::Key_Right);
        press(Qt::Key_Left);
        QCOMPARE(time->range().duration(), zoomed.duration());
        press(Qt::Key_S);
        QVERIFY(time->range().duration() > zoomed.duration());
        press(Qt::Key_0, Qt::ControlModifier);
        QVERIFY(time->range() == whole);
        QTest::qWait(TimeView::kMergeMs + 50);
        press(Qt::Key_W);
        const auto again = time->range();
        press(Qt::Key_Backspace);
        QVERIFY(time->range() == whole);
        press(Qt::Key_Backspace, Qt::ShiftModifier);
        QVERIFY(time->range() == again);
    }

    void keysGoFromSliceToSlice() {
        const auto first = aSlice();
        m_window->selection()->setItem(first);
        press(Qt::Key_F);
        const auto range = timelineRangeOf(timeline()->layoutShown(), first);
        const auto shown = m_window->timeView()->range();
        QVERIFY(shown.begin <= range->begin && range->end <= shown.end);
        press(Qt::Key_Period);
        const auto second = m_window->selection()->state().items.front();
        QVERIFY(second != ItemRef(first));
        press(Qt::Key_Comma);
        QCOMPARE(m_window->selection()->state().items.front(), ItemRef(first));
        press(Qt::Key_M);
        QVERIFY(m_window->selection()->state().range == *range);
        press(Qt::Key_Z, Qt::ShiftModifier);
        QVERIFY(m_window->timeView()->range() == *range ||
                m_window->timeView()->range().duration() == TimeView::kMinSpan);
        press(Qt::Key_M);
        QVERIFY(!m_window->selection()->state().range);
        press(Qt::Key_Escape);
        QVERIFY(m_window->selection()->state().items.empty());
        press(Qt::Key_F);
        press(Qt::Key_F);
        QVERIFY(m_window->timeView()->range() == m_window->timeView()->limits());
    }

    void keysFollowArrows() {
        const auto from = aSliceWithAnArrow();
        QVERIFY(from);
        m_window->selection()->setItem(*from);
        press(Qt::Key_BracketRight);
        const auto to = m_window->selection()->state().items.front();
        QVERIFY(to != ItemRef(*from));
        press(Qt::Key_BracketLeft);
        QCOMPARE(m_window->selection()->state().items.front(), ItemRef(*from));
        press(Qt::Key_BracketRight, Qt::ControlModifier);
        QVERIFY(!m_window->selection()->state().items.empty());
    }

    void marksAreSetNamedAndDeleted() {
        auto *marks = m_window->findChild<Marks *>();
        QVERIFY(marks != nullptr && marks->isOpen());
        const auto slice = aSlice();
        m_window->selection()->setItem(slice);
        press(Qt::Key_K);
        QCOMPARE(marks->all().size(), std::size_t{1});
        press(Qt::Key_M);
        press(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(marks->all().size(), std::size_t{2});
        press(Qt::Key_Delete);
        QCOMPARE(marks->all().size(), std::size_t{1});
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(marks->all().size(), std::size_t{2});
        // They are there again at the next start.
        cleanup();
        init();
        QCOMPARE(m_window->findChild<Marks *>()->all().size(), std::size_t{2});
    }

    void rowsArePinnedHiddenAndFolded() {
        m_window->selection()->setItem(aSlice());
        const auto rows = timeline()->layoutShown().rows().size();
        for (const auto &[key, modifiers] :
             {std::pair{Qt::Key_P, Qt::NoModifier}, std::pair{Qt::Key_T, Qt::ShiftModifier},
              std::pair{Qt::Key_P, Qt::ShiftModifier}, std::pair{Qt::Key_H, Qt::NoModifier},
              std::pair{Qt::Key_H, Qt::ShiftModifier}, std::pair{Qt::Key_U, Qt::ShiftModifier},
              std::pair{Qt::Key_U, Qt::NoModifier}}) {
            press(key, modifiers);
            QVERIFY(!timeline()->layoutShown().rows().empty());
        }
        QVERIFY(timeline()->layoutShown().rows().size() >= rows);
        QVERIFY(timeline()->arranged().pinned.empty());
        QVERIFY(timeline()->arranged().hidden.empty());
    }

    void theMouseSelectsZoomsAndPans() {
        auto *time = m_window->timeView();
        time->fitAll();
        const auto whole = time->range();
        const auto size = timeline()->canvas()->size();
        const QPoint middle(size.width() / 2, size.height() / 2);
        wheel(middle, 120, Qt::ControlModifier);
        QVERIFY(time->range().duration() < whole.duration());
        const auto zoomed = time->range();
        wheel(middle, -120, Qt::ShiftModifier);
        QVERIFY(time->range().begin != zoomed.begin);
        drag({middle.x(), middle.y()}, {middle.x() + 150, middle.y() + 60}, Qt::LeftButton, Qt::NoModifier);
        QVERIFY(m_window->selection()->state().range);
        const auto range = time->range();
        drag(middle, middle + QPoint(100, 0), Qt::LeftButton, Qt::ControlModifier);
        QVERIFY(time->range().begin < range.begin);
        drag(middle, middle + QPoint(100, 0), Qt::LeftButton, Qt::ShiftModifier);
        drag(middle, middle + QPoint(-100, 0), Qt::MiddleButton, Qt::NoModifier);
        QCOMPARE(time->range().duration(), range.duration());
        drag(middle, middle + QPoint(100, 40), Qt::LeftButton, Qt::AltModifier);
        QVERIFY(time->range().duration() < range.duration());
    }

    void aClickSelectsWhatIsThere() {
        const auto slice = aSlice();
        m_window->selection()->setItem(slice);
        press(Qt::Key_F);
        m_window->selection()->set({});
        const auto options = timeline()->optionsFor(timeline()->canvas()->size());
        const auto box = timelineBoxOf(timeline()->layoutShown(), options, slice);
        QVERIFY(box);
        const QPoint at(box->x + box->width / 2, box->y + box->height / 2);
        QTest::mouseMove(timeline()->canvas(), at);
        QTest::mouseClick(timeline()->canvas(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(m_window->selection()->state().items.size(), std::size_t{1});
        const Closer closer;
        QContextMenuEvent menu(QContextMenuEvent::Mouse, at, timeline()->canvas()->mapToGlobal(at));
        QApplication::sendEvent(timeline()->canvas(), &menu);
        QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
    }

    void searchingAndCommandsByTyping() {
        press(Qt::Key_Slash);
        auto *field = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(field != nullptr);
        QTest::keyClicks(field, QStringLiteral("forward"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->selection()->state().items.empty(), kLoadMs);
        const auto first = m_window->selection()->state().items.front();
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(m_window->selection()->state().items.front() != first);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_VERIFY(m_window->selection()->state().items.front() == first);
        QTest::keyClick(field, Qt::Key_Escape);
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto *palette = m_window->findChild<CommandPalette *>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(palette != nullptr && palette->isVisible());
        auto *typed = palette->findChild<QLineEdit *>();
        QTest::keyClicks(typed, QStringLiteral("tab: memory"));
        QTest::keyClick(typed, Qt::Key_Return);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("memory"));
    }

private:
    [[nodiscard]] bool isLoaded() const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        return run != nullptr && run->captures.size() == 2 &&
               std::all_of(run->captures.begin(), run->captures.end(),
                           [](const RankCapture &capture) { return capture.state == LoadState::Deep; });
    }
    /// Views that have finished change the limits of the time axis no more.
    [[nodiscard]] bool isAtRest() const {
        const auto views = m_window->findChildren<View *>();
        return std::none_of(views.begin(), views.end(), [](const View *view) { return view->isBusy(); });
    }
    void showTimeline() {
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(m_window->tabs()->currentId(), QStringLiteral("timeline"));
        QTRY_VERIFY(!timeline()->layoutShown().rows().empty());
        timeline()->canvas()->setFocus();
    }
    [[nodiscard]] TimelineView *timeline() const { return m_window->findChild<TimelineView *>(); }
    [[nodiscard]] std::vector<QPointer<QAction>> actionsInSight() const {
        std::vector<QPointer<QAction>> result;
        for (auto *action : m_window->actions()) {
            result.emplace_back(action);
        }
        if (auto *view = m_window->tabs()->currentView()) {
            for (auto *action : view->findChildren<QAction *>()) {
                result.emplace_back(action);
            }
        }
        return result;
    }
    /// What ends the tour, and what one has to look at.
    [[nodiscard]] static bool isLeftOut(const QAction &action) {
        const auto text = QString(action.text()).remove(QLatin1Char('&'));
        return text.isEmpty() || text == QStringLiteral("Quit") || text == QStringLiteral("Close") ||
               action.menu() != nullptr;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const {
        QTest::keyClick(timeline()->canvas(), key, modifiers);
    }
    void wheel(QPoint at, int delta, Qt::KeyboardModifiers modifiers) const {
        auto *canvas = timeline()->canvas();
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(canvas, &event);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) const {
        auto *canvas = timeline()->canvas();
        QTest::mousePress(canvas, button, modifiers, from);
        for (const QPoint at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(at), canvas->mapToGlobal(QPointF(at)), Qt::NoButton, button,
                             modifiers);
            QApplication::sendEvent(canvas, &move);
        }
        QTest::mouseRelease(canvas, button, modifiers, to);
    }
    /// One on a device's stream, with neighbours.
    [[nodiscard]] SliceRef aSlice() const {
        for (const auto &source : timeline()->layoutShown().sources()) {
            for (const auto &track : source.trace->tracks()) {
                if (track.kind == TrackKind::DeviceStream && track.rowCount > 4) {
                    return {source.rank.run, source.source, track.id, SliceId{2}};
                }
            }
        }
        return {};
    }
    [[nodiscard]] std::optional<SliceRef> aSliceWithAnArrow() const {
        for (const auto &source : timeline()->layoutShown().sources()) {
            const auto &flows = source.trace->flows();
            for (std::size_t f = 0; f < flows.size(); ++f) {
                const auto &flow = flows.at(f);
                const auto &slices = source.trace->slices(flow.fromTrack);
                for (std::uint32_t i = 0; i < slices.size(); ++i) {
                    if (slices.begin(i) == flow.from) {
                        return SliceRef{source.rank.run, source.source, flow.fromTrack, SliceId{i}};
                    }
                }
            }
        }
        return std::nullopt;
    }

    QTemporaryDir m_home;
    DemoProfileFixture m_demo;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(WindowTourTest)

}  // namespace tst_window_tour

#include "tst_window_tour.moc"
