#include "tests/support/test_suite.h"
#include "views/common/pan_zoom.h"

#include <QtTest/QtTest>
#include <QtWidgets/QWidget>

namespace tst_pan_zoom {

using namespace stagescope;

namespace {
constexpr int kWidth = 1000;
constexpr std::int64_t kNsPerPixel = 1000;
AlignedRange range(std::int64_t beginPixel, std::int64_t endPixel) {
    return {alignedTime(beginPixel * kNsPerPixel), alignedTime(endPixel * kNsPerPixel)};
}
}  // namespace

class PanZoomTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QWidget> m_widget;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<Selection> m_selection;
    PanZoomController *m_gestures = nullptr;
    std::optional<AlignedRange> m_item;

    void drag(Qt::MouseButton button, Qt::KeyboardModifiers keys, QPoint from, QPoint to) {
        QTest::mousePress(m_widget.get(), button, keys, from);
        for (const QPoint at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, m_widget->mapToGlobal(at), Qt::NoButton, button, keys);
            QApplication::sendEvent(m_widget.get(), &move);
        }
        QTest::mouseRelease(m_widget.get(), button, keys, to);
    }
    void wheel(QPoint at, QPoint angle, Qt::KeyboardModifiers keys) {
        QWheelEvent event(at, m_widget->mapToGlobal(at), {}, angle, Qt::NoButton, keys, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_widget.get(), &event);
    }

private Q_SLOTS:
    void init() {
        m_item.reset();
        m_widget = std::make_unique<QWidget>();
        m_widget->resize(100 + kWidth, 300);
        m_time = std::make_unique<TimeView>();
        m_time->setLimits(range(0, kWidth));
        m_selection = std::make_unique<Selection>();
        m_gestures = new PanZoomController(
            m_widget.get(), m_time.get(), m_selection.get(),
            [this] {
                return TimeAxis{m_time->range(), 100, kWidth};
            },
            m_widget.get());
        m_gestures->setItemRange([this] { return m_item; });
    }

    void dragSelectsTheRangeAndLeavesTheZoomAlone() {
        const QSignalSpy selected(m_gestures, &PanZoomController::areaSelected);
        drag(Qt::LeftButton, Qt::NoModifier, {300, 50}, {500, 90});
        QCOMPARE(m_selection->state().range, std::optional(range(200, 400)));
        QCOMPARE(m_time->range(), range(0, kWidth));
        QCOMPARE(selected.size(), 1);
    }

    void dragBeyondTheEdgeIsCutToTheAxis() {
        drag(Qt::LeftButton, Qt::NoModifier, {300, 50}, {3000, 90});
        QCOMPARE(m_selection->state().range, std::optional(range(200, kWidth)));
    }

    void aClickSelectsNoRange() {
        QTest::mouseClick(m_widget.get(), Qt::LeftButton, Qt::NoModifier, {300, 50});
        QVERIFY(!m_selection->state().range);
    }

    void aDragOnTheLabelsDoesNothing() {
        drag(Qt::LeftButton, Qt::NoModifier, {50, 50}, {500, 90});
        QVERIFY(!m_selection->state().range);
    }

    void altDragZoomsIntoTheBox() {
        drag(Qt::LeftButton, Qt::AltModifier, {500, 50}, {300, 90});
        QCOMPARE(m_time->range(), range(200, 400));
        QVERIFY(!m_selection->state().range);
    }

    void controlShiftAndMiddleDragPan_data() {
        QTest::addColumn<int>("button");
        QTest::addColumn<int>("keys");
        QTest::newRow("control") << int(Qt::LeftButton) << int(Qt::ControlModifier);
        QTest::newRow("shift") << int(Qt::LeftButton) << int(Qt::ShiftModifier);
        QTest::newRow("middle") << int(Qt::MiddleButton) << int(Qt::NoModifier);
    }
    void controlShiftAndMiddleDragPan() {
        QFETCH(int, button);
        QFETCH(int, keys);
        m_time->setRange(range(400, 500));
        const QSignalSpy scrolled(m_gestures, &PanZoomController::scrolled);
        drag(Qt::MouseButton(button), Qt::KeyboardModifiers(keys), {300, 150}, {500, 110});
        QCOMPARE(m_time->range(), range(380, 480));
        int sum = 0;
        for (const auto &call : scrolled) {
            sum += call.front().toInt();
        }
        QCOMPARE(sum, 40);
    }

    void controlWheelZoomsAndKeepsTheTimeUnderThePointer() {
        wheel({600, 50}, {0, 120}, Qt::ControlModifier);
        QCOMPARE(m_time->range(), range(100, 900));
    }

    void shiftWheelPansAndPlainWheelScrolls() {
        m_time->setRange(range(400, 500));
        const QSignalSpy scrolled(m_gestures, &PanZoomController::scrolled);
        wheel({600, 50}, {0, -120}, Qt::ShiftModifier);
        QCOMPARE(m_time->range(), range(410, 510));
        QCOMPARE(scrolled.size(), 0);
        wheel({600, 50}, {0, -120}, Qt::NoModifier);
        QCOMPARE(scrolled.size(), 1);
        QVERIFY(scrolled.front().front().toInt() > 0);
        QCOMPARE(m_time->range(), range(410, 510));
    }

    void lettersZoomAndPan() {
        m_time->setRange(range(400, 500));
        QTest::keyClick(m_widget.get(), Qt::Key_D);
        QCOMPARE(m_time->range(), range(410, 510));
        QTest::keyClick(m_widget.get(), Qt::Key_A);
        QTest::keyClick(m_widget.get(), Qt::Key_Left);
        QCOMPARE(m_time->range(), range(390, 490));
        const auto before = m_time->range().duration();
        QTest::keyClick(m_widget.get(), Qt::Key_W);
        QVERIFY(m_time->range().duration() < before);
        QTest::keyClick(m_widget.get(), Qt::Key_S);
        QCOMPARE(m_time->range().duration(), before);
    }

    void keysCountByTheirPlaceNotTheirLetter() {
        m_time->setRange(range(400, 500));
        const auto press = [&](int key, quint32 scanCode) {
            QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, scanCode, 0, 0);
            QApplication::sendEvent(m_widget.get(), &event);
        };
        press(Qt::Key_Z, 25);  // the key of W says Z on an AZERTY keyboard
        QVERIFY(m_time->range().duration() < range(400, 500).duration());
        const auto after = m_time->range();
        press(Qt::Key_A, 24);  // and that of Q says A
        QCOMPARE(m_time->range(), after);
    }

    void backspaceUndoesAndShiftBackspaceRedoes() {
        m_time->setRange(range(400, 500));
        QTest::keyClick(m_widget.get(), Qt::Key_Backspace);
        QCOMPARE(m_time->range(), range(0, kWidth));
        QTest::keyClick(m_widget.get(), Qt::Key_Backspace, Qt::ShiftModifier);
        QCOMPARE(m_time->range(), range(400, 500));
    }

    void fitShowsTheItemAndTwiceShowsAll() {
        m_item = range(100, 120);
        QTest::keyClick(m_widget.get(), Qt::Key_F);
        QCOMPARE(m_time->range(), range(99, 121));
        QTest::keyClick(m_widget.get(), Qt::Key_F);
        QCOMPARE(m_time->range(), range(0, kWidth));
    }

    void resetShowsAll() {
        m_time->setRange(range(400, 500));
        QTest::keyClick(m_widget.get(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_time->range(), range(0, kWidth));
    }

    void markTogglesTheRangeOfTheItem() {
        m_item = range(100, 120);
        QTest::keyClick(m_widget.get(), Qt::Key_M);
        QCOMPARE(m_selection->state().range, m_item);
        QTest::keyClick(m_widget.get(), Qt::Key_M);
        QVERIFY(!m_selection->state().range);
    }

    void shiftZZoomsIntoTheSelectedRange() {
        drag(Qt::LeftButton, Qt::NoModifier, {300, 50}, {500, 90});
        QTest::keyClick(m_widget.get(), Qt::Key_Z, Qt::ShiftModifier);
        QCOMPARE(m_time->range(), range(200, 400));
    }

    void escapeDuringADragSelectsNothing() {
        QTest::mousePress(m_widget.get(), Qt::LeftButton, Qt::NoModifier, {300, 50});
        QMouseEvent move(QEvent::MouseMove, QPointF(500, 50), m_widget->mapToGlobal(QPointF(500, 50)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_widget.get(), &move);
        QVERIFY(m_gestures->isDragging());
        QTest::keyClick(m_widget.get(), Qt::Key_Escape);
        QTest::mouseRelease(m_widget.get(), Qt::LeftButton, Qt::NoModifier, {500, 50});
        QVERIFY(!m_selection->state().range);
    }
};

TEST_SUITE(PanZoomTest)

}  // namespace tst_pan_zoom

#include "tst_pan_zoom.moc"
