#include "core/session/time_view.h"
#include "tests/support/test_suite.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include <cmath>
#include <cstdint>

namespace tst_time_view {

using namespace stagescope;

namespace {

AlignedRange range(std::int64_t begin, std::int64_t end) { return {alignedTime(begin), alignedTime(end)}; }

/// After this the next change is a step of undo of its own.
void pauseTheHand() { QTest::qWait(TimeView::kMergeMs + 50); }

}  // namespace

class TestTimeView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangeFollowsTheLimitsWhileItIsAllOfThem() {
        TimeView view;
        QSignalSpy limits(&view, &TimeView::limitsChanged);
        QSignalSpy ranges(&view, &TimeView::rangeChanged);
        view.setLimits(range(100, 1100));
        QVERIFY(view.range() == range(100, 1100));
        view.setLimits(range(0, 2000));
        QVERIFY(view.range() == range(0, 2000));
        view.setLimits(range(0, 2000));
        QCOMPARE(limits.size(), 2);
        QCOMPARE(ranges.size(), 2);
        view.setRange(range(500, 600));
        view.setLimits(range(0, 3000));
        QVERIFY(view.range() == range(500, 600));
        view.setLimits(range(550, 3000));
        QVERIFY(view.range() == range(550, 650));
        view.setLimits(range(10'000, 20'000));
        QVERIFY(view.range() == range(10'000, 20'000));
        QVERIFY(view.limits() == range(10'000, 20'000));
    }

    void rangeStaysInside_data() {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<qint64>("expectedBegin");
        QTest::addColumn<qint64>("expectedEnd");
        const auto row = [](const char *name, qint64 b, qint64 e, qint64 eb, qint64 ee) {
            QTest::newRow(name) << b << e << eb << ee;
        };
        row("inside", 200, 300, 200, 300);
        row("before", -300, -200, 0, 100);
        row("after", 5000, 5100, 900, 1000);
        row("over the begin", -50, 50, 0, 100);
        row("over the end", 950, 1050, 900, 1000);
        row("larger", -5000, 5000, 0, 1000);
        row("too narrow", 500, 502, 496, 506);
        row("empty", 500, 500, 495, 505);
        row("backwards", 600, 400, 495, 505);
        row("narrow at the begin", 0, 1, 0, 10);
        row("narrow at the end", 999, 1000, 990, 1000);
    }
    void rangeStaysInside() {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(qint64, expectedBegin);
        QFETCH(qint64, expectedEnd);
        TimeView view;
        view.setLimits(range(0, 1000));
        view.setRange(range(begin, end));
        QCOMPARE(ns(view.range().begin), expectedBegin);
        QCOMPARE(ns(view.range().end), expectedEnd);
    }

    void limitsNarrowerThanTheLeastSpan() {
        TimeView view;
        view.setLimits(range(100, 103));
        view.setRange(range(101, 102));
        QVERIFY(view.range().begin == alignedTime(100));
        QVERIFY(view.range().duration() >= Nanos{3});
        view.zoom(0.001, alignedTime(101));
        view.pan(Nanos{1000});
        QVERIFY(view.range().begin == alignedTime(100));
    }

    void zoomKeepsTheAnchorInItsPlace() {
        TimeView view;
        view.setLimits(range(0, 1'000'000));
        view.setRange(range(100'000, 200'000));
        const auto anchor = alignedTime(125'000);
        for (int i = 0; i < 5; ++i) {
            view.zoom(0.5, anchor);
            const auto place = static_cast<double>((anchor - view.range().begin).count()) /
                               static_cast<double>(view.range().duration().count());
            QVERIFY(std::abs(place - 0.25) < 0.001);
        }
        QVERIFY(std::abs((view.range().duration() - Nanos{3125}).count()) < 5);
        for (int i = 0; i < 5; ++i) {
            view.zoom(2, anchor);
        }
        QVERIFY(std::abs((view.range().begin - alignedTime(100'000)).count()) < 100);
        view.zoom(1e6, anchor);
        QVERIFY(view.range() == view.limits());
        view.zoom(1e-12, anchor);
        QCOMPARE(view.range().duration(), TimeView::kMinSpan);
        QVERIFY(view.range().contains(anchor));
    }

    void timesOfAWallClockDoNotOverflow() {
        constexpr std::int64_t kNow = 1'736'408'883'688'177'930;
        TimeView view;
        view.setLimits(range(0, kNow));
        view.setRange(range(kNow - 1000, kNow));
        view.zoom(1e30, alignedTime(kNow - 500));
        QVERIFY(view.range() == view.limits());
        view.setRange(range(kNow - 1000, kNow));
        view.pan(Nanos::min());
        QVERIFY(view.range() == range(0, 1000));
        view.pan(Nanos::max());
        QVERIFY(view.range() == range(kNow - 1000, kNow));
    }

    void panStopsAtTheLimits() {
        TimeView view;
        view.setLimits(range(0, 1000));
        view.setRange(range(100, 300));
        view.pan(Nanos{50});
        QVERIFY(view.range() == range(150, 350));
        view.pan(Nanos{-500});
        QVERIFY(view.range() == range(0, 200));
        view.pan(Nanos{5000});
        QVERIFY(view.range() == range(800, 1000));
        view.fitAll();
        QVERIFY(view.range() == range(0, 1000));
    }

    void undoAndRedo() {
        TimeView view;
        QVERIFY(!view.canUndo() && !view.canRedo());
        view.undo();
        view.redo();
        view.setLimits(range(0, 1000));
        QVERIFY(!view.canUndo());
        view.setRange(range(0, 500));
        pauseTheHand();
        view.setRange(range(100, 200));
        QVERIFY(view.canUndo() && !view.canRedo());
        view.undo();
        QVERIFY(view.range() == range(0, 500));
        view.undo();
        QVERIFY(view.range() == range(0, 1000));
        QVERIFY(!view.canUndo() && view.canRedo());
        view.redo();
        view.redo();
        QVERIFY(view.range() == range(100, 200));
        QVERIFY(!view.canRedo());
        view.undo();
        view.setRange(range(700, 800));
        QVERIFY(!view.canRedo());
        view.undo();
        QVERIFY(view.range() == range(0, 500));
    }

    void aTurnOfTheWheelIsOneStep() {
        TimeView view;
        view.setLimits(range(0, 1'000'000));
        view.setRange(range(0, 500'000));
        pauseTheHand();
        for (int i = 0; i < 8; ++i) {
            view.zoom(0.8, alignedTime(200'000));
        }
        QVERIFY(view.range() != range(0, 500'000));
        view.undo();
        QVERIFY(view.range() == range(0, 500'000));
        view.undo();
        QVERIFY(view.range() == range(0, 1'000'000));
    }

    void aRangeThatIsThereIsNoStep() {
        TimeView view;
        view.setLimits(range(0, 1000));
        QSignalSpy ranges(&view, &TimeView::rangeChanged);
        view.setRange(range(-100, 5000));
        QVERIFY(!view.canUndo());
        QCOMPARE(ranges.size(), 0);
    }

    void oldRangesFitNewLimits() {
        TimeView view;
        view.setLimits(range(0, 1000));
        view.setRange(range(0, 100));
        view.setLimits(range(50, 400));
        view.undo();
        QVERIFY(view.range() == range(50, 400));
    }
};

TEST_SUITE(TestTimeView)

}  // namespace tst_time_view

#include "tst_time_view.moc"
