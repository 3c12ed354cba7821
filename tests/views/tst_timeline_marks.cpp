#include "core/session/marks.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"
#include "views/common/mark_painter.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtGui/QCursor>
#include <QtGui/QPainter>
#include <QtTest/QtTest>

namespace tst_timeline_marks {

using namespace stagescope;
using namespace stagescope::sample;

class TimelineMarksTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<Marks> m_marks;
    std::unique_ptr<TimelineView> m_view;

    void open(const std::shared_ptr<const Workspace> &shown = workspace(1)) {
        m_view->setWorkspace(shown);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    [[nodiscard]] SceneCanvas *canvas() const { return m_view->canvas(); }
    [[nodiscard]] TimelineSceneOptions options() const { return m_view->optionsFor(canvas()->size()); }
    [[nodiscard]] TrackId track(std::string_view name) const {
        return trackNamed(*m_view->layoutShown().sources().front().trace, name);
    }
    [[nodiscard]] const TimelineRow *row(std::string_view name, std::size_t source = 0) const {
        const auto &own = m_view->layoutShown().sources()[source];
        return m_view->layoutShown().find({own.rank, own.source, track(name)});
    }
    [[nodiscard]] int middleOf(const TimelineRow *shown) const {
        return options().screenY(shown->y) + shown->height / 2;
    }
    [[nodiscard]] int xOf(std::int64_t ms) const { return options().axis().pixelOf(alignedTime(kStart + ms * kMs)); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(canvas(), key, modifiers);
    }
    void drag(QPoint from, QPoint to) {
        QTest::mousePress(canvas(), Qt::LeftButton, Qt::NoModifier, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(to), canvas()->mapToGlobal(QPointF(to)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas(), &move);
        QTest::mouseRelease(canvas(), Qt::LeftButton, Qt::NoModifier, to);
    }
    [[nodiscard]] QRgb pixel(int x, int y) { return canvas()->grab().toImage().pixel(x, y); }

private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_marks = std::make_unique<Marks>();
        m_marks->open("/somewhere/run");
        m_view = std::make_unique<TimelineView>(ViewServices{m_selection.get(), m_time.get(), nullptr, m_marks.get()});
        m_view->resize(1200, 500);
    }
    void cleanup() {
        m_view.reset();
        QCursor::setPos(0, 0);
    }

    void kSetsAFlagAtThePointer() {
        open();
        const QPoint at(xOf(30), middleOf(row("stream 7")));
        QCursor::setPos(canvas()->mapToGlobal(at));
        QCoreApplication::processEvents();
        QVERIFY(canvas()->underMouse());
        press(Qt::Key_K);
        QCOMPARE(m_marks->all().size(), std::size_t{1});
        QVERIFY(m_marks->all().front().isFlag());
        QCOMPARE(m_marks->all().front().range.begin, options().axis().timeOf(at.x() + 0.5));
        QCOMPARE(m_marks->inHand()->id, m_marks->all().front().id);
    }

    void kSetsAFlagAtTheSelectedSliceFromTheKeyboard() {
        open();
        m_selection->setItem(SliceRef{RunId{0}, SourceId{0}, track("stream 9"), SliceId{0}});
        press(Qt::Key_K);
        QCOMPARE(m_marks->all().front().range.begin, alignedTime(kStart + 20 * kMs));
    }

    void deleteTakesTheMarkInHandAndUndoBringsItBack() {
        open();
        m_selection->setItem(SliceRef{RunId{0}, SourceId{0}, track("stream 9"), SliceId{0}});
        press(Qt::Key_K);
        press(Qt::Key_K);
        press(Qt::Key_Delete);
        QCOMPARE(m_marks->all().size(), std::size_t{1});
        press(Qt::Key_Delete);  // nothing is in hand
        QCOMPARE(m_marks->all().size(), std::size_t{1});
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_marks->all().size(), std::size_t{2});
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_marks->all().size(), std::size_t{1});
    }

    void aRangeMarkIsMadeAndAClickOnItSelectsItsTime() {
        open();
        drag({xOf(20), 5}, {xOf(60), 5});
        const auto range = *m_selection->state().range;
        QVERIFY(m_selection->state().lanes.empty());  // the ruler means all rows
        press(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(m_marks->all().front().range, range);
        m_selection->set({});
        m_marks->take(std::nullopt);
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, {xOf(40), TimelineSceneOptions::kRulerHeight - 5});
        QCOMPARE(m_selection->state().range, std::optional(range));
        QCOMPARE(m_marks->inHand()->id, m_marks->all().front().id);
    }

    void mTakesTheTimeOfTheSliceForAPermanentMark() {
        open();
        m_selection->setItem(SliceRef{RunId{0}, SourceId{0}, track("stream 9"), SliceId{0}});
        press(Qt::Key_M);
        QCOMPARE(m_selection->state().range->begin, alignedTime(kStart + 20 * kMs));
        press(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(m_marks->all().front().range.duration(), Nanos{30 * kMs});
        press(Qt::Key_M);
        QVERIFY(!m_selection->state().range);
        QCOMPARE(m_marks->all().size(), std::size_t{1});
    }

    void marksAreDrawnOnTheRulerAndOverTheRows() {
        open();
        const int x = xOf(55);
        const int y = middleOf(row("stream 9"));  // its slice ends at 50 ms
        const auto before = pixel(x, y);
        const auto time = options().axis().timeOf(x + 0.5);
        const auto id = m_marks->add({time, time}, "here");
        m_marks->recolor(id, 0xff00ff);
        m_marks->take(std::nullopt);
        const auto image = canvas()->grab().toImage();
        QVERIFY(before != qRgb(255, 0, 255));
        QCOMPARE(image.pixel(x, y), qRgb(255, 0, 255));
        QCOMPARE(image.pixel(x + 2, TimelineSceneOptions::kRulerHeight - 13), qRgb(255, 0, 255));
        QCOMPARE(image.pixel(x - 1, y), before);
        // In pictures too.
        QImage picture(canvas()->size(), QImage::Format_RGB32);
        QPainter painter(&picture);
        m_view->paintPicture(painter, picture.size());
        painter.end();
        QCOMPARE(picture.pixel(x, y), qRgb(255, 0, 255));
    }

    void aMarkOutOfSightIsNotDrawn() {
        open();
        const auto before = canvas()->grab().toImage();
        m_marks->add({alignedTime(kStart - 5 * kMs), alignedTime(kStart - kMs)}, "before");
        QCOMPARE(canvas()->grab().toImage(), before);
    }

    void namesKeepClearOfTheNextMark() {
        std::vector<TimeMark> marks;
        for (int i = 0; i < 20; ++i) {
            const auto begin = alignedTime(1000 + i * 37);
            marks.push_back({static_cast<std::uint64_t>(i + 1),
                             "a rather long name of a mark",
                             0x112233,
                             {begin, i % 3 == 0 ? begin + Nanos{90} : begin}});
        }
        const MarkArea area{{{alignedTime(1100), alignedTime(1500)}, 100, 800}, 10, 14, 24, 300};
        const auto metrics = textMetrics(QApplication::font());
        const auto shapes = markShapes(marks, area, metrics);
        QVERIFY(shapes.size() > 5);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            QVERIFY(shapes[i].left >= 100 && shapes[i].right <= 900);
            QVERIFY(shapes[i].left + shapes[i].labelWidth <= 900);
            QVERIFY(shapes[i].label.empty() || metrics(shapes[i].label) < shapes[i].labelWidth);
            if (i + 1 < shapes.size() && !shapes[i].label.empty()) {
                QVERIFY(shapes[i].left + shapes[i].labelWidth <= shapes[i + 1].left);
            }
            QCOMPARE(markAt(shapes, area, shapes[i].left + 1, 12), std::optional(shapes[i].id));
        }
        QVERIFY(!markAt(shapes, area, shapes[0].left + 1, 40));
    }

    void aDragOverRowsSelectsThemAndTheirTime() {
        open(workspace(2));
        const auto *first = row("stream 7");
        const auto *last = row("stream 9");
        drag({xOf(10), middleOf(last)}, {xOf(40), middleOf(first)});  // upwards
        const auto &state = m_selection->state();
        QCOMPARE(state.range->begin, options().axis().timeOf(xOf(10)));
        QCOMPARE(state.lanes.size(), std::size_t{2});
        QCOMPARE(state.lanes[0].track, track("stream 7"));
        QCOMPARE(state.lanes[1].track, track("stream 9"));
        QCOMPARE(state.lanes[1].endDepth, LaneRef::kAllDepths);
        // Only those rows are tinted.
        const auto chosen = pixel(xOf(39), options().screenY(last->bottom()) - 2);
        m_selection->set({});
        QVERIFY(pixel(xOf(39), options().screenY(last->bottom()) - 2) != chosen);
    }

    void aDragReachesOverRanks() {
        open(workspace(2));
        m_view->resize(1200, 1600);
        QVERIFY(QTest::qWaitFor([&] { return canvas()->height() > 1000; }));
        const auto &layout = m_view->layoutShown();
        const auto *top = row("stream 7");
        const auto *bottom = row("stream 7", 1);
        QVERIFY(top != nullptr && bottom != nullptr);
        drag({xOf(10), middleOf(top)}, {xOf(40), middleOf(bottom)});
        std::set<SourceId> sources;
        for (const auto &lane : m_selection->state().lanes) {
            sources.insert(lane.source);
        }
        QCOMPARE(sources.size(), std::size_t{2});
        // stream 7, stream 9, the lane, the folded counters of the first rank; thread and stream 7 of the second
        QVERIFY(m_selection->state().lanes.size() >= 5);
        QCOMPARE(layout.sources().size(), std::size_t{2});
    }

    void byDepthADragSelectsRowsWithinATrack() {
        open();
        const auto *thread = row("thread 1");
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, {20, middleOf(thread)});  // unfolds
        thread = row("thread 1");
        QCOMPARE(thread->depths, std::uint32_t{6});
        const int depth = TimelineLayout::kDepthHeight;
        const int top = options().screenY(thread->y);
        press(Qt::Key_X);
        QVERIFY(m_view->rowActions()->action(TimelineCommand::BoxByDepth)->isChecked());
        drag({xOf(10), top + depth + 4}, {xOf(40), top + 3 * depth + 4});
        const auto &lane = m_selection->state().lanes.front();
        QCOMPARE(lane.track, track("thread 1"));
        QCOMPARE(lane.firstDepth, std::uint32_t{1});
        QCOMPARE(lane.endDepth, std::uint32_t{4});
        press(Qt::Key_X);
        drag({xOf(10), top + depth + 4}, {xOf(40), top + 3 * depth + 4});
        QCOMPARE(m_selection->state().lanes.front().endDepth, LaneRef::kAllDepths);
    }

    void lanesOfAShiftedRankSayByHowMuch() {
        auto shifted = std::make_shared<Workspace>(*workspace(1));
        shifted->runs.front().clock.setOffset(0, Nanos{12345});
        open(shifted);
        const int y = middleOf(row("stream 7"));
        drag({xOf(10), y}, {xOf(40), y});
        QCOMPARE(m_selection->state().lanes.front().offset, Nanos{12345});
    }

    void aClickElsewhereForgetsTheBox() {
        open();
        const int y = middleOf(row("stream 9"));
        drag({xOf(10), y}, {xOf(40), y});
        QVERIFY(!m_selection->state().lanes.empty());
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::NoModifier, {xOf(80), y});
        QVERIFY(m_selection->state().lanes.empty());
        QVERIFY(!m_selection->state().range);
    }

    void eAsksForTheSlicesOfTheTrack() {
        open();
        std::vector<LaneRef> asked;
        connect(m_view.get(), &View::slicesRequested, this, [&](const LaneRef &lane) { asked.push_back(lane); });
        m_selection->setItem(SliceRef{RunId{0}, SourceId{0}, track("stream 9"), SliceId{0}});
        press(Qt::Key_E);
        QCOMPARE(asked.size(), std::size_t{1});
        QCOMPARE(asked.front().track, track("stream 9"));
    }

    void eAsksForTheRowUnderThePointerWhenNothingIsChosen() {
        open();
        std::vector<LaneRef> asked;
        connect(m_view.get(), &View::slicesRequested, this, [&](const LaneRef &lane) { asked.push_back(lane); });
        QCursor::setPos(canvas()->mapToGlobal(QPoint(xOf(30), middleOf(row("stream 7")))));
        QCoreApplication::processEvents();
        press(Qt::Key_E);
        QCOMPARE(asked.size(), std::size_t{1});
        QCOMPARE(asked.back().track, track("stream 7"));
    }

    void withoutMarksTheKeysDoNothing() {
        m_marks->open({});
        open();
        press(Qt::Key_K);
        press(Qt::Key_M, Qt::ShiftModifier);
        press(Qt::Key_Delete);
        QVERIFY(m_marks->all().empty());
    }
};

TEST_SUITE(TimelineMarksTest)

}  // namespace tst_timeline_marks

#include "tst_timeline_marks.moc"
