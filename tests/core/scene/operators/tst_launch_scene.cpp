#include "core/scene/operators/launch_scene.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_launch_scene {

using namespace stagescope;
using planted::RecordedRank;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &arg : message.args) {
                    text += ' ' + arg;
                }
                return text;
            },
            18};
}

/// Three launches at 0, 200 and 400 ns; the device begins at 1000, 1500 and 2000.
RankLaunches launches() {
    RecordedRank recorded;
    recorded.direct("a", "a", 0, 0, 1000, 1400);
    recorded.direct("b", "b", 200, 200, 1500, 1900);
    recorded.direct("c", "c", 400, 400, 2000, 2400);
    recorded.direct("x", "x", 500, 500, 1200, 1300, SliceClass::Communication);
    return rankLaunches(recorded.capture(3), {});
}

bool says(const Scene &scene, std::string_view part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &text) { return text.text.find(part) != std::string::npos; });
}

}  // namespace

class TestLaunchScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void streamsWithMostLaunchesComeFirst() {
        const auto all = launches();
        QCOMPARE(all.rank, 3);
        QCOMPARE(all.streams.size(), std::size_t{2});
        QCOMPARE(all.streams[0].name, std::string("stream 7"));
        QCOMPARE(all.streams[0].queue.delays.count, std::uint64_t{3});
        QCOMPARE(all.launches(), std::uint64_t{4});
        QCOMPARE(all.begin, std::int64_t{0});
        QCOMPARE(all.end, std::int64_t{2000});
    }
    void lengthsOverTime() {
        const auto all = launches();
        const auto &queue = all.streams[0].queue;
        QCOMPARE(queueLengthAt(queue, -1), std::int64_t{0});
        QCOMPARE(queueLengthAt(queue, 450), std::int64_t{3});
        QCOMPARE(queueLengthAt(queue, 1000), std::int64_t{2});
        QCOMPARE(queueLengthAt(queue, 1999), std::int64_t{1});
        QCOMPARE(queueLengthAt(queue, 5000), std::int64_t{0});
    }
    /// The pixels of the stretch with three launches ahead reach the top; after the last begin nothing is drawn.
    void curveIsAsHighAsTheQueueIsLong() {
        const auto all = launches();
        const auto built = layOutLaunches(all, 1000, 500, testStyle());
        QCOMPARE(built.rows.size(), std::size_t{2});
        const auto &row = built.rows[0];
        QCOMPARE(row.most, std::int64_t{3});
        const auto heightAt = [&](std::int64_t time) {
            const int x = row.plot.x + static_cast<int>(row.plot.width * time / 2000);
            int height = 0;
            for (const auto &rect : built.scene.rects) {
                if (rect.color.role == ColorRole::Counter && rect.x <= x && x < rect.x + rect.width &&
                    row.plot.contains(x, rect.y)) {
                    height = std::max(height, rect.height);
                }
            }
            return height;
        };
        QCOMPARE(heightAt(700), row.plot.height - 1);
        const int third = (row.plot.height - 1 + 1) / 3;
        QVERIFY(std::abs(heightAt(1200) - 2 * third) <= 1);
        QVERIFY(std::abs(heightAt(1800) - third) <= 1);
        QVERIFY(built.rowAt(row.plot.x + 5, row.plot.y + 5) == &built.rows[0]);
        QCOMPARE(launchTimeAt(all, row, row.plot.x), std::int64_t{0});
        QCOMPARE(launchTimeAt(all, row, row.plot.right()), std::int64_t{2000});
        QVERIFY(says(built.scene, "launches.stream stream 7 3 3"));
        QVERIFY(!says(built.scene, "launches.more"));
    }
    void delaysAreBars() {
        const auto all = launches();
        const auto built = layOutLaunches(all, 1000, 500, testStyle());
        QCOMPARE(built.bars.size(), all.delays.size());
        QCOMPARE(all.delays.size(), std::size_t{2});  // 990, 690 ns; 1290, 1590 ns
        const auto *bar = built.barAt(built.bars[1].box.x + 1, built.bars[1].box.y + 1);
        QVERIFY(bar != nullptr && bar->bucket == 1);
        QVERIFY(built.bars[0].box.x > built.rows[0].plot.right());
    }
    /// In a narrow window delays stand below; streams without room are counted.
    void littleRoom() {
        auto all = launches();
        const auto narrow = layOutLaunches(all, 600, 500, testStyle());
        QVERIFY(narrow.bars[0].box.y > narrow.rows.back().plot.bottom());
        for (int i = 0; i < 20; ++i) {
            all.streams.push_back(all.streams[0]);
        }
        const auto low = layOutLaunches(all, 1000, 260, testStyle());
        QVERIFY(low.rows.size() < all.streams.size());
        QVERIFY(says(low.scene, "launches.more " + std::to_string(all.streams.size() - low.rows.size())));
        for (const auto &text : low.scene.texts) {
            QVERIFY(text.y >= 0 && text.y <= 260);
        }
        QVERIFY(layOutLaunches(all, 10, 10, testStyle()).scene.width == 10);
    }
};

TEST_SUITE(TestLaunchScene)

}  // namespace tst_launch_scene

#include "tst_launch_scene.moc"
