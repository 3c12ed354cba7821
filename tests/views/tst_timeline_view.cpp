#include "core/scene/timeline/timeline_arrows.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"
#include "views/common/detail_panel.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_actions.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QClipboard>
#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTreeWidget>

namespace tst_timeline_view {

using namespace stagescope;
using namespace stagescope::sample;

class TimelineViewTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<TimelineView> m_view;

    void open(int ranks) {
        m_view->setWorkspace(workspace(ranks));
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    [[nodiscard]] TimelineSceneOptions options() const { return m_view->optionsFor(m_view->canvas()->size()); }
    [[nodiscard]] SliceRef slice(std::string_view track, std::uint32_t index, std::uint32_t source = 0) const {
        const auto &trace = *m_view->layoutShown().sources().front().trace;
        return {RunId{0}, SourceId{source}, trackNamed(trace, track), SliceId{index}};
    }
    [[nodiscard]] QPoint middleOf(const SliceRef &ref) const {
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref).value_or(SceneBox{});
        return {box.x + box.width / 2, box.y + box.height / 2};
    }
    [[nodiscard]] const TimelineRow *row(std::string_view track) const {
        const auto &source = m_view->layoutShown().sources().front();
        return m_view->layoutShown().find({source.rank, source.source, trackNamed(*source.trace, track)});
    }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<TimelineView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_view->resize(1200, 500);
    }
    void cleanup() { m_view.reset(); }

    void bracketsFollowArrows() {
        TraceBuilder b;
        const auto process = b.intern("host");
        const auto thread = b.track({TrackKind::HostThread, process, b.intern("thread")});
        const auto stream = b.track({TrackKind::DeviceStream, process, b.intern("stream")});
        b.slice(thread, kStart, 100, b.intern("op"), SliceClass::HostOp, 0);
        b.slice(thread, kStart + 10, 20, b.intern("launch"), SliceClass::Runtime, 0);
        for (int i = 0; i < 3; ++i) {
            b.slice(stream, kStart + 200 + i * 50, 50, b.intern("kernel"), SliceClass::Computing, 0);
        }
        auto arrow = [&, id = std::uint64_t{1}](std::int64_t from, std::int64_t to) mutable {
            b.flow(FlowPhase::Start, thread, kStart + from, id, b.intern("launch"));
            b.flow(FlowPhase::End, stream, kStart + to, id++, b.intern("launch"));
        };
        arrow(15, 200);
        arrow(20, 250);
        arrow(60, 300);
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(run(RunId{0}, 0));
        workspace->runs[0].captures.push_back(capture(0, SourceId{0}, merged(std::move(b))));
        m_view->setWorkspace(workspace);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        const auto selected = [&] { return std::get<SliceRef>(m_selection->state().items.front()); };
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::keyClick(m_view->canvas(), key, modifiers);
        };
        const auto launch = slice("thread", 1);
        m_selection->setItem(launch);
        press(Qt::Key_BracketRight);
        QCOMPARE(selected(), slice("stream", 0));
        press(Qt::Key_BracketLeft);
        QCOMPARE(selected(), launch);
        press(Qt::Key_BracketRight, Qt::ControlModifier);
        press(Qt::Key_BracketRight);
        QCOMPARE(selected(), slice("stream", 1));
        // A kernel's own arrow, not that of the one which begins when it ends.
        press(Qt::Key_BracketLeft, Qt::ControlModifier);
        press(Qt::Key_BracketLeft);
        QCOMPARE(selected(), launch);
        m_selection->setItem(slice("stream", 2));
        press(Qt::Key_BracketLeft);
        QCOMPARE(selected(), slice("thread", 0));
        press(Qt::Key_BracketLeft);
        QCOMPARE(selected(), slice("thread", 0));
        // The operator has the arrows of its launch too.
        const auto arrows = timelineArrows(m_view->layoutShown(), selected(), ArrowDirection::Out, 10);
        QCOMPARE(arrows.size(), std::size_t{3});
        const auto line = timelineLineOf(m_view->layoutShown(), options(), {arrows[0].from, arrows[0].begin},
                                         {arrows[0].to, arrows[0].end});
        QVERIFY(line.has_value());
        QCOMPARE(line->fromX, options().axis().pixelOf(arrows[0].begin));
        QCOMPARE(line->toY, middleOf(slice("stream", 0)).y());
        // It is drawn: the pixel at its head is another one without it.
        const auto at = QPoint(line->toX - 3, line->toY);
        const auto with = m_view->canvas()->grab().toImage().pixel(at);
        m_selection->clearItems();
        QVERIFY(m_view->canvas()->grab().toImage().pixel(at) != with);
    }
    void anEmptyViewSaysWhy() {
        QVERIFY(m_view->emptyReason().has_value());
        auto empty = std::make_shared<Workspace>();
        empty->runs.push_back(run(RunId{0}, 0));
        m_view->setWorkspace(empty);
        QCOMPARE(m_view->emptyReason()->id, std::string("timeline.empty.no_trace.other"));
        QVERIFY(messageText(*m_view->emptyReason()) != QString::fromStdString(m_view->emptyReason()->id));
    }

    void aLoadedRankFillsTheAxisFromItsFirstToItsLastEvent() {
        open(1);
        QVERIFY(!m_view->emptyReason());
        QCOMPARE(m_time->limits(), (AlignedRange{alignedTime(kStart), alignedTime(kStart + 100 * kMs)}));
        QCOMPARE(m_time->range(), m_time->limits());
    }

    void aClickSelectsTheSliceUnderThePointer() {
        open(1);
        const auto ref = slice("stream 9", 0);
        const QSignalSpy changed(m_selection.get(), &Selection::changed);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, middleOf(ref));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{ref}));
    }

    /// However it came to be selected: a rank that is read anew brings the chart's own selection with it.
    void commandsFollowWhatIsSelected() {
        open(1);
        const auto *zoom = m_view->rowActions()->action(TimelineCommand::ZoomToSlice);
        QVERIFY(!zoom->isEnabled());
        m_selection->setItem(slice("stream 9", 0), m_view->canvas());
        QVERIFY(zoom->isEnabled());
        m_selection->clearItems();
        QVERIFY(!zoom->isEnabled());
    }

    void aClickOnTheBackgroundDeselects() {
        open(1);
        m_selection->setItem(slice("stream 9", 0));
        const auto at = middleOf(slice("stream 9", 0));
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {options().labelWidth + 5, at.y()});
        QVERIFY(m_selection->state().items.empty());
    }

    void controlClickAddsAndRemoves() {
        open(1);
        const auto first = slice("stream 9", 0);
        const auto second = slice("Computing", 0);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, middleOf(first));
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::ControlModifier, middleOf(second));
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{first, second}));
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::ControlModifier, middleOf(first));
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{second}));
    }

    void aClickOnALabelFoldsAndUnfoldsItsRow() {
        open(1);
        QVERIFY(row("thread 1")->folded);
        const QPoint label(60, options().screenY(row("thread 1")->y) + 8);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, label);
        QVERIFY(!row("thread 1")->folded);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, label);
        QVERIFY(row("thread 1")->folded);
        QVERIFY(m_selection->state().items.empty());
    }

    void aClickOnTheNameOfARankSelectsIt() {
        open(2);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {50, options().screenY(10)});
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{RankRef{RunId{0}, 0}}));
    }

    void aSliceSelectedElsewhereIsUnfoldedAndScrolledIntoSight() {
        open(4);
        m_time->setRange({alignedTime(kStart), alignedTime(kStart + kMs)});
        const auto ref = slice("thread 1", 5, 3);
        m_selection->setItem(ref);
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref);
        QVERIFY(box.has_value());
        QVERIFY(box->y >= TimelineSceneOptions::kRulerHeight);
        QVERIFY(box->y + box->height <= m_view->canvas()->height());
        const auto range = timelineRangeOf(m_view->layoutShown(), ref).value();
        QVERIFY(m_time->range().begin <= range.begin && range.end <= m_time->range().end);
        QCOMPARE(box->height, TimelineLayout::kDepthHeight - 1);
    }

    void whatIsSelectedHereMovesNothing() {
        open(1);
        m_time->setRange({alignedTime(kStart + 45 * kMs), alignedTime(kStart + 60 * kMs)});
        const auto before = m_time->range();
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier,
                          {options().labelWidth + 20, middleOf(slice("stream 9", 0)).y()});
        QCOMPARE(m_selection->state().items.size(), std::size_t{1});
        QCOMPARE(m_time->range(), before);
    }

    /// Of what opens below the chart, such as the details of the slice.
    void theSelectedSliceStaysInSightWhenTheChartShrinks() {
        open(1);
        const auto isIn = [&](const SliceRef &ref) {
            const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref);
            const auto band = options().scrollingBand();
            return box && box->y >= band.top && box->y + box->height <= band.bottom;
        };
        SliceRef last = slice("thread 1", 0);
        for (const char *track : {"stream 7", "stream 9", "Computing"}) {
            last = isIn(slice(track, 0)) && middleOf(slice(track, 0)).y() > middleOf(last).y() ? slice(track, 0) : last;
        }
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, middleOf(last));
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{last}));
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), last);
        auto *canvas = m_view->canvas();
        m_view->resize(m_view->width(), m_view->height() - canvas->height() + box->y);
        QTRY_VERIFY(canvas->height() < box->y + box->height);
        QVERIFY(isIn(last));
        // Who scrolled away from it stays there.
        auto *scroll = canvas->parentWidget()->findChild<QScrollBar *>();
        QVERIFY(scroll->value() > 0);
        scroll->setValue(0);
        QVERIFY(!isIn(last));
        m_view->resize(m_view->width(), m_view->height() - 20);
        QTRY_VERIFY(canvas->height() < box->y);
        QCOMPARE(scroll->value(), 0);
    }

    void theSelectedSliceIsOutlined() {
        open(1);
        const auto ref = slice("stream 9", 0);
        const auto box = timelineBoxOf(m_view->layoutShown(), options(), ref).value();
        const auto accent = Theme::current().color(ColorRole::Accent);
        const QPoint edge(box.x + box.width / 2, box.y - 1);
        QVERIFY(m_view->canvas()->grab().toImage().pixelColor(edge) != accent);
        m_selection->setItem(ref);
        QCOMPARE(m_view->canvas()->grab().toImage().pixelColor(edge), accent);
    }

    void aRankSelectedElsewhereComesIntoSight() {
        open(16);  // brief ranks, yet more than fit
        m_view->resize(m_view->width(), 300);
        QTRY_VERIFY(m_view->canvas()->height() < m_view->layoutShown().height());
        m_selection->setItem(RankRef{RunId{0}, 15});
        QTRY_VERIFY(options().scrollY > 0);
        const auto top = options().screenY(m_view->layoutShown().extentOf(RankRef{RunId{0}, 15})->first);
        QVERIFY(top >= TimelineSceneOptions::kRulerHeight && top < m_view->canvas()->height());
    }

    void aRangeDraggedOverTheRowsIsSelected() {
        open(1);
        const int left = options().labelWidth;
        const int y = middleOf(slice("stream 9", 0)).y();
        QTest::mousePress(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {left + 100, y});
        for (const int x : {left + 200, left + 300}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, y), m_view->canvas()->mapToGlobal(QPointF(x, y)),
                             Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(m_view->canvas(), &move);
        }
        QTest::mouseRelease(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, {left + 300, y});
        const auto axis = options().axis();
        QCOMPARE(m_selection->state().range,
                 (std::optional<AlignedRange>({axis.timeOf(left + 100), axis.timeOf(left + 300)})));
        QVERIFY(m_selection->state().items.empty());
    }

    void periodAndCommaGoToTheNextAndPreviousSlice() {
        open(1);
        m_selection->setItem(slice("stream 7", 10));
        QTest::keyClick(m_view->canvas(), Qt::Key_Period);
        QCOMPARE(m_selection->state().items.front(), ItemRef(slice("stream 7", 11)));
        QTest::keyClick(m_view->canvas(), Qt::Key_Comma);
        QTest::keyClick(m_view->canvas(), Qt::Key_Comma);
        QCOMPARE(m_selection->state().items.front(), ItemRef(slice("stream 7", 9)));
    }

    void theRankFilterAndTheSelectedRanksDecideWhichRowsThereAre() {
        open(3);
        auto *filter = m_view->findChild<QLineEdit *>(QStringLiteral("rankFilter"));
        filter->setText(QStringLiteral("1-2"));
        QCOMPARE(m_view->layoutShown().sources().size(), std::size_t{2});
        auto state = m_selection->state();
        state.ranks = {RankRef{RunId{0}, 2}};
        m_selection->set(state);
        QCOMPARE(m_view->layoutShown().sources().size(), std::size_t{1});
        filter->clear();
        QCOMPARE(m_view->layoutShown().sources().front().rank.rank, 2);
        filter->setText(QStringLiteral("77"));
        QVERIFY(m_view->emptyReason().has_value());
    }

    void ranksAreReadFromTextOrRefused() {
        QCOMPARE(TimelineBar::ranksFromText(QStringLiteral("0, 2-4")), std::optional(std::vector<int>{0, 2, 3, 4}));
        QCOMPARE(TimelineBar::ranksFromText({}), std::optional(std::vector<int>{}));
        QVERIFY(!TimelineBar::ranksFromText(QStringLiteral("4-2")));
        QVERIFY(!TimelineBar::ranksFromText(QStringLiteral("0-999999")));
        QVERIFY(!TimelineBar::ranksFromText(QStringLiteral("a")));
    }

    void anArrivingRankKeepsTheZoomAndTheFolds() {
        open(1);
        const auto zoom = AlignedRange{alignedTime(kStart + kMs), alignedTime(kStart + 2 * kMs)};
        m_time->setRange(zoom);
        const QPoint label(60, options().screenY(row("thread 1")->y) + 8);
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, Qt::NoModifier, label);
        m_view->setWorkspace(workspace(2));
        QCOMPARE(m_time->range(), zoom);
        QVERIFY(!row("thread 1")->folded);
        QCOMPARE(m_view->layoutShown().sources().size(), std::size_t{2});
    }

    void aPictureNeedsNoShownWindow() {
        m_view->setWorkspace(workspace(1));
        QImage image(800, 400, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        QPainter painter(&image);
        m_view->paintPicture(painter, image.size());
        painter.end();
        QSet<QRgb> colors;
        for (int x = 0; x < image.width(); x += 3) {
            for (int y = 0; y < image.height(); y += 3) {
                QVERIFY(image.pixel(x, y) != QColor(Qt::magenta).rgb());
                colors.insert(image.pixel(x, y));
            }
        }
        QVERIFY(colors.size() > 8);
    }

    void theDetailsNameWhatWhereHowLongAndWhichShareOfTheStep() {
        DetailPanel panel(m_selection.get());
        open(1);
        panel.setWorkspace(workspace(1));
        m_selection->setItem(slice("stream 9", 0));
        QTRY_VERIFY(!panel.isBusy() && panel.tree()->topLevelItemCount() > 0);
        QVERIFY(panel.headline().startsWith(QStringLiteral("hcom_allReduce_with_a_long_name, rank 0, ")));
        QVERIFY(panel.headline().contains(QStringLiteral("30.000 ms")));
        panel.tree()->selectAll();
        QTest::keyClick(panel.tree(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("30.000 ms")));
        m_selection->clearItems();
        QCOMPARE(panel.tree()->topLevelItemCount(), 0);
    }
};

TEST_SUITE(TimelineViewTest)

}  // namespace tst_timeline_view

#include "tst_timeline_view.moc"
