#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/scene_canvas.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtTest/QtTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolButton>

namespace tst_timeline_rows {

using namespace stagescope;
using namespace stagescope::sample;

/// Rows arranged with keys, mouse and menu, in a shown view.
class TimelineRowsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<TimelineView> m_view;

    void make() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<TimelineView>(ViewServices{m_selection.get(), m_time.get(), nullptr, nullptr});
        m_view->resize(1200, 600);
    }
    void open(int ranks) {
        m_view->setWorkspace(workspace(ranks));
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus();
        // These tests are about all rows of a rank.
        if (static_cast<std::size_t>(ranks) > TimelineLayout::kOpenRanks) {
            m_view->arrange([ranks](TimelineArrangement &a) {
                for (int rank = 0; rank < ranks; ++rank) {
                    a.folds[{RankRef{RunId{0}, rank}, {}, {}}] = false;
                }
            });
        }
    }
    [[nodiscard]] TimelineSceneOptions options() const { return m_view->optionsFor(m_view->canvas()->size()); }
    [[nodiscard]] TimelineNode node(std::string_view name, int rank = 0) const {
        const auto &source = m_view->layoutShown().sources()[static_cast<std::size_t>(rank)];
        for (const auto &track : source.trace->tracks()) {
            if (source.trace->text(track.name) == name) {
                return {source.rank, source.source, track.id};
            }
        }
        return kTimelineRoot;
    }
    [[nodiscard]] SliceRef slice(std::string_view track, std::uint32_t index, int rank = 0) const {
        const auto at = node(track, rank);
        return {RunId{0}, at.source, at.track, SliceId{index}};
    }
    [[nodiscard]] const TimelineRow *row(std::string_view name, int rank = 0) const {
        return m_view->layoutShown().find(node(name, rank));
    }
    [[nodiscard]] QPoint labelOf(std::string_view name, int rank = 0) const {
        const auto *at = row(name, rank);
        return {80, options().screenY(at->y) + at->height / 2};
    }
    [[nodiscard]] QPoint emptyDataOf(std::string_view name) const {
        return {options().labelWidth + 3, labelOf(name).y()};
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_view->canvas(), key, modifiers);
    }
    /// Chooses a row without folding it: a click on its data.
    void choose(std::string_view name) {
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, emptyDataOf(name));
        QCOMPARE(m_view->chosenRow(), std::optional(node(name)));
    }
    void drag(QPoint from, QPoint to) {
        auto *canvas = m_view->canvas();
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, from);
        for (const QPoint at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(at), canvas->mapToGlobal(QPointF(at)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(canvas, &move);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, to);
    }
    [[nodiscard]] QStringList rowNames() const {
        QStringList names;
        for (const auto &at : m_view->layoutShown().rows()) {
            const auto &trace = *m_view->layoutShown().sourceOf(at).trace;
            names << (at.kind == TimelineRowKind::Rank ? QStringLiteral("rank %1").arg(at.node.rank.rank)
                      : at.kind == TimelineRowKind::Hidden
                          ? QStringLiteral("hidden %1").arg(at.hiddenRows)
                          : QString::fromUtf8(trace.text(trace.track(at.node.track).name)));
        }
        return names;
    }
    [[nodiscard]] AlignedTime beginOf(const SliceRef &ref) const {
        return timelineRangeOf(m_view->layoutShown(), ref).value().begin;
    }

private Q_SLOTS:
    void init() { make(); }
    void cleanup() { m_view.reset(); }

    void keysGoFromRowToRowAndFold() {
        open(1);
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->chosenRow()->track, TrackId{});  // the rank
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->chosenRow(), std::optional(node("Python")));
        press(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(m_view->chosenRow(), std::optional(node("thread 1")));
        QVERIFY(row("thread 1")->folded);
        press(Qt::Key_Return);
        QVERIFY(!row("thread 1")->folded);
        press(Qt::Key_Return);
        QVERIFY(row("thread 1")->folded);
        press(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(m_view->chosenRow(), std::optional(node("Python")));
    }

    void theRowGoneToComesIntoSight() {
        open(4);
        for (int i = 0; i < 30; ++i) {
            press(Qt::Key_Down, Qt::ControlModifier);
        }
        const auto *at = m_view->layoutShown().find(*m_view->chosenRow());
        const int y = options().screenY(at->y);
        QVERIFY(options().scrollY > 0);
        QVERIFY(y >= TimelineSceneOptions::kRulerHeight && y + at->height <= m_view->canvas()->height());
    }

    void pPinsTheRowAndItStaysWhileTheRestScrolls() {
        open(4);
        choose("stream 7");
        press(Qt::Key_P);
        QCOMPARE(m_view->arranged().pinned, (std::vector{node("stream 7")}));
        const int top = options().screenY(row("stream 7")->y);
        QCOMPARE(top, TimelineSceneOptions::kRulerHeight);
        auto *scroll = m_view->findChild<QScrollBar *>();
        scroll->setValue(100);
        QCOMPARE(options().screenY(row("stream 7")->y), top);
        const auto ref = slice("stream 7", 3);
        m_selection->setItem(ref);
        m_time->setRange({beginOf(ref), beginOf(ref) + Nanos{50'000}});
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref).value();
        m_selection->clearItems();
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {box.x + box.width / 2, box.y + 5});
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{ref}));
        press(Qt::Key_P);
        QVERIFY(m_view->arranged().pinned.empty());
    }

    void sameNamedRowsArePinnedAndUnpinnedTogether() {
        open(3);
        choose("stream 9");
        press(Qt::Key_T, Qt::ShiftModifier);
        QCOMPARE(m_view->arranged().pinned.size(), std::size_t{3});
        press(Qt::Key_P, Qt::ShiftModifier);
        QVERIFY(m_view->arranged().pinned.empty());
    }

    void pinnedRowsBeyondTheirShareScrollOnTheirOwn() {
        open(4);
        for (int rank = 0; rank < 4; ++rank) {
            m_view->arrange([&](TimelineArrangement &a) {
                a.togglePins({node("Python", rank), node("Ascend Hardware", rank), node("HBM", rank)});
            });
        }
        const auto o = options();
        QVERIFY(o.pinnedShown < o.pinnedHeight);
        QVERIFY(o.scrollingBand().bottom - o.scrollingBand().top > 150);
        // The last of them is reached by keys.
        const auto last = node("HBM", 3);
        while (m_view->chosenRow() != last) {
            press(Qt::Key_Down, Qt::ControlModifier);
        }
        const auto after = options();
        const int y = after.screenY(m_view->layoutShown().find(last)->y);
        QVERIFY(y >= after.pinnedBand().top && y < after.pinnedBand().bottom);
        QCOMPARE(after.scrollY, 0);
    }

    void hiddenRowsComeBackByKeyAndByClick() {
        open(1);
        choose("stream 7");
        const auto *button = m_view->findChild<TimelineBar *>()->hiddenButton();
        QVERIFY(button->isHidden());
        press(Qt::Key_H);
        QCOMPARE(row("stream 7"), nullptr);
        QVERIFY(rowNames().contains(QStringLiteral("hidden 1")));
        QVERIFY(button->isVisible());
        QVERIFY2(button->text().startsWith(QStringLiteral("1 ")), qPrintable(button->text()));
        QTest::mouseClick(m_view->findChild<TimelineBar *>()->hiddenButton(), Qt::LeftButton);
        QVERIFY(row("stream 7") != nullptr && button->isHidden());
        choose("stream 7");
        press(Qt::Key_H);
        press(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(row("stream 7") != nullptr);
        choose("stream 9");
        press(Qt::Key_H);
        const auto &rows = m_view->layoutShown().rows();
        const auto hidden =
            std::find_if(rows.begin(), rows.end(), [](const auto &r) { return r.kind == TimelineRowKind::Hidden; });
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {60, options().screenY(hidden->y) + 8});
        QVERIFY(row("stream 9") != nullptr);
    }

    void aSliceThatIsSelectedElsewhereBringsItsHiddenRowBack() {
        open(2);
        m_view->arrange([&](TimelineArrangement &a) {
            a.hide(node("stream 9", 1));
            a.filter = "thread";
        });
        const auto ref = slice("stream 9", 0, 1);
        m_selection->setItem(ref);
        QVERIFY(timelineBoxOf(m_view->layoutShown(), options(), ref).has_value());
        QVERIFY(m_view->findChild<QLineEdit *>(QStringLiteral("trackFilter"))->text().isEmpty());
    }

    void theRowOfASliceThatIsSelectedElsewhereIsTheOneThatKeysAreAbout() {
        open(2);
        choose("stream 7");
        m_selection->setItem(slice("stream 9", 0, 1));
        press(Qt::Key_P);
        QCOMPARE(m_view->arranged().pinned, (std::vector{node("stream 9", 1)}));
    }

    void rowsMoveByKeyAndByDrag() {
        open(2);
        choose("stream 7");
        press(Qt::Key_Down, Qt::AltModifier);
        QVERIFY(row("stream 9")->y < row("stream 7")->y);
        press(Qt::Key_Up, Qt::AltModifier);
        QVERIFY(row("stream 7")->y < row("stream 9")->y);
        drag(labelOf("stream 7"), labelOf("stream 9") + QPoint(0, row("stream 9")->height / 2 - 1));
        QVERIFY(row("stream 9")->y < row("stream 7")->y);
        // A rank with all that is below it.
        const auto first = m_view->layoutShown().extentOf(RankRef{RunId{0}, 0}).value();
        m_view->findChild<QScrollBar *>()->setValue(0);
        drag({60, options().screenY(first.first) + 10}, {60, options().screenY(first.second) + 20});
        QCOMPARE(rowNames().front(), QStringLiteral("rank 1"));
    }

    void pinnedRowsMoveAmongThemselves() {
        open(1);
        m_view->arrange([&](TimelineArrangement &a) { a.togglePins({node("stream 7"), node("stream 9")}); });
        drag(labelOf("stream 9"), labelOf("stream 7") - QPoint(0, 8));
        QCOMPARE(m_view->arranged().pinned, (std::vector{node("stream 9"), node("stream 7")}));
        choose("stream 9");
        press(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(m_view->arranged().pinned, (std::vector{node("stream 7"), node("stream 9")}));
    }

    void aShortPressOnALabelStillFolds() {
        open(1);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, labelOf("thread 1"));
        QVERIFY(!row("thread 1")->folded);
    }

    void allAreFoldedAndUnfolded() {
        open(2);
        press(Qt::Key_U, Qt::ShiftModifier);
        QCOMPARE(rowNames(), (QStringList{QStringLiteral("rank 0"), QStringLiteral("rank 1")}));
        press(Qt::Key_U);
        QVERIFY(!row("thread 1", 1)->folded);
        QVERIFY(row("Bandwidth") != nullptr);
    }

    /// One choice for all views; streams in one row follow it, too, and the legend needs room below.
    void kernelsAreColouredByTheirBounds() {
        open(1);
        // Wide enough that no slice shares its pixels with the next one, wherever the labels end.
        m_time->setRange({beginOf(slice("stream 7", 10)), beginOf(slice("stream 7", 20))});
        const auto colorAt = [this] {
            const auto box = timelineBoxOf(m_view->layoutShown(), options(), slice("stream 7", 10)).value();
            Color found;
            for (const auto &rect : m_view->canvas()->scene().rects) {
                const int x = box.x + box.width / 2;
                const bool isAt = x >= rect.x && x < rect.x + rect.width && rect.y == box.y;
                found = isAt && rect.width < 500 ? rect.color : found;
            }
            return found;
        };
        QCOMPARE(options().legendHeight, 0);
        const auto named = colorAt();
        QCOMPARE(named.role, ColorRole::Slice);
        setKernelColoring(KernelColoring::ByBound);
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(options().legendHeight > 0);
        QCOMPARE(colorAt(), boundColor(std::nullopt));
        choose("stream 7");
        press(Qt::Key_G);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(colorAt(), boundColor(std::nullopt));
        setKernelColoring(KernelColoring::ByName);
        QCOMPARE(options().legendHeight, 0);
        QCOMPARE(colorAt(), named);
    }

    void streamsShareARowAndGetTheirOwnAgain() {
        open(1);
        choose("stream 7");
        press(Qt::Key_G);
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(row("stream 9"), nullptr);
        QCOMPARE(m_view->layoutShown().slices(row("stream 7")->lanes.front()).size(), std::size_t{1001});
        QVERIFY(row("stream 7")->depths >= 2);
        const auto ref = slice("stream 9", 0);
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref).value();
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {box.x + box.width / 2, box.y + 5});
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{ref}));
        press(Qt::Key_G);
        QVERIFY(row("stream 9") != nullptr);
    }

    void pythonStacksAndWaitsAreSwitched() {
        open(1);
        press(Qt::Key_U);
        QCOMPARE(row("thread 1")->depths, 6U);
        m_view->rowActions()->action(TimelineCommand::ShowPython)->trigger();
        QTRY_COMPARE(row("thread 1")->depths, 1U);  // the step is no Python
        QVERIFY(!m_view->rowActions()->action(TimelineCommand::ShowPython)->isChecked());
        // Who looks for a frame gets it.
        m_selection->setItem(slice("thread 1", 4));
        QVERIFY(!m_view->arranged().leftOut.python);
        QTRY_COMPARE(row("thread 1")->depths, 6U);
    }

    void rowsAreFittedToWhatIsInSight() {
        open(1);
        press(Qt::Key_U);
        press(Qt::Key_G, Qt::ShiftModifier);
        m_time->setRange({alignedTime(kStart), alignedTime(kStart + 150'000)});
        QCOMPARE(row("thread 1")->depths, 2U);
        m_time->fitAll();
        QCOMPARE(row("thread 1")->depths, 6U);
    }

    void tracksAreFilteredByName() {
        open(2);
        press(Qt::Key_T);
        auto *field = m_view->findChild<QLineEdit *>(QStringLiteral("trackFilter"));
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("stream 9"));
        QCOMPARE(rowNames(), (QStringList{QStringLiteral("rank 0"), QStringLiteral("Ascend Hardware"),
                                          QStringLiteral("stream 9"), QStringLiteral("rank 1"),
                                          QStringLiteral("Ascend Hardware"), QStringLiteral("stream 9")}));
        QTest::keyClicks(field, QStringLiteral("9"));
        QCOMPARE(m_view->emptyReason()->id, std::string("timeline.empty.no_track"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!m_view->emptyReason());
        QVERIFY(row("thread 1") != nullptr);
        QTRY_VERIFY(m_view->canvas()->hasFocus());
    }

    void aTrackIsFoundByName() {
        open(6);
        m_view->arrange([&](TimelineArrangement &a) { a.hide(node("stream 9", 5)); });
        press(Qt::Key_P, Qt::ControlModifier);
        auto *list = m_view->findChild<QListWidget *>();
        QVERIFY(list != nullptr && list->isVisible());
        auto *field = list->parentWidget()->findChild<QLineEdit *>();
        QTest::keyClicks(field, QStringLiteral("rank 5 stream 9"));
        QCOMPARE(list->count(), 1);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!list->isVisible());
        QCOMPARE(m_view->chosenRow(), std::optional(node("stream 9", 5)));
        const auto *at = row("stream 9", 5);
        QVERIFY(at != nullptr);
        const int y = options().screenY(at->y);
        QVERIFY(y >= TimelineSceneOptions::kRulerHeight && y + at->height <= m_view->canvas()->height());
    }

    void theMenuOfARowHasTheCommands() {
        open(1);
        const QPoint at = labelOf("stream 7");
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_view->canvas()->mapToGlobal(at));
        QApplication::sendEvent(m_view->canvas(), &event);
        auto *menu = m_view->findChild<QMenu *>(QStringLiteral("rowMenu"));
        QVERIFY(menu != nullptr);
        QCOMPARE(m_view->chosenRow(), std::optional(node("stream 7")));
        auto *hide = m_view->rowActions()->action(TimelineCommand::Hide);
        QVERIFY(menu->actions().contains(hide) && hide->isEnabled());
        hide->trigger();
        QCOMPARE(row("stream 7"), nullptr);
        menu->close();
        QTRY_VERIFY(m_view->findChild<QMenu *>(QStringLiteral("rowMenu")) == nullptr);
        press(Qt::Key_Menu);
        QTRY_VERIFY(m_view->findChild<QMenu *>(QStringLiteral("rowMenu")) != nullptr);
    }

    void theMenusOfSliceAndLabelAreShortAndHoldWhatIsAskedOfThem() {
        open(1);
        const auto menuAt = [&](QPoint at) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_view->canvas()->mapToGlobal(at));
            QApplication::sendEvent(m_view->canvas(), &event);
            return m_view->findChild<QMenu *>(QStringLiteral("rowMenu"));
        };
        const auto has = [&](const QMenu *menu, TimelineCommand command) {
            return menu->actions().contains(m_view->rowActions()->action(command));
        };
        const auto closed = [&](QMenu *menu) {
            menu->close();
            return QTest::qWaitFor([&] { return m_view->findChild<QMenu *>(QStringLiteral("rowMenu")) == nullptr; });
        };
        auto *ofLabel = menuAt(labelOf("stream 7"));
        QVERIFY(ofLabel != nullptr && ofLabel->actions().size() <= 10);
        QVERIFY(has(ofLabel, TimelineCommand::CopyName) && !has(ofLabel, TimelineCommand::ZoomToSlice));
        m_view->rowActions()->action(TimelineCommand::CopyName)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("stream 7"));
        QVERIFY(closed(ofLabel));
        const auto ref = slice("stream 9", 0);
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref).value();
        auto *ofSlice = menuAt({box.x + box.width / 2, box.y + 5});
        QVERIFY(ofSlice != nullptr && ofSlice->actions().size() <= 10);
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{ref}));
        using enum TimelineCommand;
        for (const auto command : {CopyName, ZoomToSlice, ShowInPipeline, FindSameName}) {
            QVERIFY(has(ofSlice, command) && m_view->rowActions()->action(command)->isEnabled());
        }
        // All the rest is below the last entry.
        const auto *rows = ofSlice->actions().back()->menu();
        QVERIFY(rows != nullptr && has(rows, FoldAll) && has(rows, PairBaseline));
        QSignalSpy searched(m_view.get(), &TimelineView::searchRequested);
        QSignalSpy shown(m_view.get(), &TimelineView::viewRequested);
        m_view->rowActions()->action(FindSameName)->trigger();
        QCOMPARE(searched.value(0).value(0).toString(), QStringLiteral("hcom_allReduce_with_a_long_name"));
        m_view->rowActions()->action(ShowInPipeline)->trigger();
        QCOMPARE(shown.value(0).value(0).toString(), QStringLiteral("pipeline"));
        m_view->rowActions()->action(ZoomToSlice)->trigger();
        QCOMPARE(m_time->range(), timelineRangeOf(m_view->layoutShown(), ref).value());
        m_view->rowActions()->action(CopyName)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("hcom_allReduce_with_a_long_name"));
        QVERIFY(closed(ofSlice));
    }

    void ranksStandBesideThoseOfTheBaseline() {
        auto both = std::make_shared<Workspace>();
        both->runs = {run(RunId{0}, 3), run(RunId{1}, 2)};
        for (auto &capture : both->runs[1].captures) {
            capture.loaded[0].source = SourceId{capture.loaded[0].source.value + 10};
        }
        both->runs[0].role = RunRole::Comparison;
        both->runs[1].role = RunRole::Baseline;
        m_view->setWorkspace(both);
        m_view->show();
        const auto order = [&] {
            QStringList names;
            for (const auto &node : m_view->layoutShown().childrenOf(kTimelineRoot)) {
                names << QStringLiteral("%1/%2").arg(node.rank.run.value).arg(node.rank.rank);
            }
            return names.join(QLatin1Char(' '));
        };
        const auto before = order();
        auto *pair = m_view->rowActions()->action(TimelineCommand::PairBaseline);
        QVERIFY(pair->isEnabled() && !pair->isChecked());
        pair->trigger();
        QCOMPARE(order(), QStringLiteral("0/0 1/0 0/1 1/1 0/2"));
        QVERIFY(pair->isChecked());
        pair->trigger();
        QCOMPARE(order(), before);
        open(2);
        QVERIFY(!pair->isEnabled());
    }

    void anotherRankIsAlignedToTheBaseSlice() {
        open(2);
        const auto base = slice("stream 7", 10, 0);
        const auto other = slice("stream 9", 0, 1);
        m_selection->setItem(base);
        press(Qt::Key_B, Qt::ShiftModifier);
        m_selection->setItem(other);
        press(Qt::Key_L);
        QCOMPARE(beginOf(other), beginOf(base));
        QCOMPARE(m_view->arranged().offsetOf({RunId{0}, 1}), Nanos{-19 * kMs});
        QVERIFY(m_view->findChild<TimelineBar *>()->readout().contains(QStringLiteral("\u221219.000 ms")));
        press(Qt::Key_R);
        QCOMPARE(timelineRangeOf(m_view->layoutShown(), other)->end, timelineRangeOf(m_view->layoutShown(), base)->end);
        press(Qt::Key_R, Qt::ShiftModifier);
        QVERIFY(m_view->arranged().offsets.empty());
        QCOMPARE(beginOf(other) - beginOf(base), Nanos{19 * kMs});
        // A slice of the same rank has nothing to be aligned to.
        m_selection->setItem(slice("stream 9", 0, 0));
        press(Qt::Key_L);
        QVERIFY(m_view->arranged().offsets.empty());
    }

    void anOffsetIsTyped() {
        open(2);
        choose("stream 7");
        press(Qt::Key_O, Qt::ShiftModifier);
        auto *field = m_view->findChild<QLineEdit *>(QStringLiteral("offset"));
        QVERIFY(field != nullptr && field->isVisible());
        field->setText(QStringLiteral("nonsense"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->isVisible());
        field->setText(QStringLiteral("-250"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!field->isVisible());
        QCOMPARE(m_view->arranged().offsetOf({RunId{0}, 0}), Nanos{-250});
        m_view->run(TimelineCommand::AlignToStart);
        QCOMPARE(beginOf(slice("stream 7", 0, 0)), beginOf(slice("stream 7", 0, 1)));
    }

    void aRangeIsLockedAndUnlocked() {
        open(1);
        auto state = m_selection->state();
        const AlignedRange range{alignedTime(kStart), alignedTime(kStart + kMs)};
        state.setRange(range);
        m_selection->set(state);
        press(Qt::Key_L, Qt::ShiftModifier);
        QVERIFY(m_selection->lock().has_value());
        QCOMPARE(m_selection->lock()->range, range);
        m_selection->clearItems();
        QVERIFY(m_selection->lock().has_value());
        press(Qt::Key_L, Qt::ShiftModifier);
        QVERIFY(!m_selection->lock());
        press(Qt::Key_L, Qt::ShiftModifier);  // nothing is selected
        QVERIFY(!m_selection->lock());
    }

    void theArrangementSurvivesARestart() {
        open(2);
        m_view->arrange([&](TimelineArrangement &a) {
            a.togglePins({node("stream 9", 1)});
            a.hide(node("HBM"));
            a.setOffset({RunId{0}, 1}, Nanos{500});
        });
        const auto arranged = m_view->arranged();
        const auto kept = m_view->arrangement();
        make();
        m_view->setArrangement(kept);
        open(2);
        QCOMPARE(m_view->arranged(), arranged);
        QVERIFY(m_view->layoutShown().rows().front().pinned);
        QCOMPARE(m_view->layoutShown().offsetOf({RunId{0}, 1}), Nanos{500});
        for (const auto &nonsense : {QByteArray("no arrangement"), QByteArray(), QByteArray("\0\0\0\2\0\0", 6)}) {
            m_view->setArrangement(nonsense);
            QCOMPARE(m_view->arranged(), arranged);
        }
    }

    void anotherRunHasItsOwnArrangement() {
        open(1);
        m_view->arrange([&](TimelineArrangement &a) { a.hide(node("stream 7")); });
        auto other = std::make_shared<Workspace>();
        other->runs.push_back(run(RunId{1}, 1));
        other->runs[0].path = "/elsewhere";
        m_view->setWorkspace(other);
        QVERIFY(m_view->arranged().hidden.empty());
        auto again = std::make_shared<Workspace>();
        again->runs.push_back(run(RunId{2}, 1));
        m_view->setWorkspace(again);
        QCOMPARE(m_view->arranged().hidden.size(), std::size_t{1});
        QCOMPARE(m_view->arranged().hidden.begin()->rank.run, RunId{2});
    }
};

TEST_SUITE(TimelineRowsTest)

}  // namespace tst_timeline_rows

#include "tst_timeline_rows.moc"
