#include "core/scene/timeline/timeline_found.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>

namespace tst_timeline_found {

using namespace stagescope;
using namespace stagescope::sample;

class TimelineFoundTest : public QObject {
    Q_OBJECT

    static TimelineSceneOptions options(std::int64_t firstUs, std::int64_t lastUs) {
        TimelineSceneOptions o;
        o.width = 1220;
        o.height = 900;
        o.labelWidth = 220;
        o.range = {alignedTime(kStart + firstUs * 1000), alignedTime(kStart + lastUs * 1000)};
        o.origin = alignedTime(kStart);
        return o;
    }
    static std::vector<SliceRef> kernels(std::uint32_t step) {
        std::vector<SliceRef> result;
        const auto track = trackNamed(*trace(), "stream 7");
        for (std::uint32_t i = 0; i < 1000; i += step) {
            result.push_back({RunId{0}, SourceId{0}, track, SliceId{i}});
        }
        return result;
    }
    struct Marks {
        std::vector<SceneRect> bars;
        std::vector<SceneRect> ticks;
    };
    static Marks marksOf(const TimelineLayout &layout, const TimelineSceneOptions &o, std::span<const SliceRef> found) {
        Scene scene;
        scene.width = o.width;
        scene.height = o.height;
        drawFound(scene, layout, o, found);
        Marks marks;
        for (const auto &r : scene.rects) {
            (r.y < TimelineSceneOptions::kRulerHeight ? marks.ticks : marks.bars).push_back(r);
        }
        return marks;
    }

private Q_SLOTS:
    void eachInSightHasItsBarAndItsTick() {
        const TimelineLayout layout({timelineSources(*workspace(1), {}), {}});
        const auto o = options(0, 1000);  // ten kernels of 50 us, one pixel a microsecond
        const auto found = kernels(2);
        const auto marks = marksOf(layout, o, found);
        QCOMPARE(marks.bars.size(), std::size_t{5});
        QCOMPARE(marks.ticks.size(), std::size_t{5});
        for (std::size_t i = 0; i < marks.bars.size(); ++i) {
            const auto box = timelineBoxOf(layout, o, found[i]);
            QCOMPARE(marks.bars[i].x, box->x);
            QCOMPARE(marks.bars[i].width, box->width);
            QCOMPARE(marks.bars[i].y + marks.bars[i].height, box->y + box->height);
            QCOMPARE(marks.bars[i].height, kFoundBarHeight);
            QCOMPARE(marks.ticks[i].x, box->x);
        }
    }

    void thoseThatShareAPixelAreOne() {
        const TimelineLayout layout({timelineSources(*workspace(1), {}), {}});
        const auto marks = marksOf(layout, options(0, 10'000'000), kernels(1));  // 10 s: 100 ms are 10 pixels
        QVERIFY(!marks.bars.empty() && marks.bars.size() <= 11);
        QVERIFY(marks.ticks.size() <= 11);
    }

    void whatIsOutOfSightOrNotLoadedIsPassedOver() {
        const TimelineLayout layout({timelineSources(*workspace(1), {}), {}});
        const auto found = kernels(1);
        QVERIFY(marksOf(layout, options(200'000, 300'000), found).bars.empty());
        const std::vector<SliceRef> other{{RunId{0}, SourceId{9}, found[0].track, SliceId{0}},
                                          {RunId{0}, SourceId{0}, TrackId{999}, SliceId{0}},
                                          {RunId{0}, SourceId{0}, found[0].track, SliceId{5000}}};
        QVERIFY(marksOf(layout, options(0, 1000), other).bars.empty());
        auto scrolled = options(0, 1000);
        scrolled.scrollY = layout.height();
        QVERIFY(marksOf(layout, scrolled, found).bars.empty());
    }
};

TEST_SUITE(TimelineFoundTest)

}  // namespace tst_timeline_found

#include "tst_timeline_found.moc"
