#include "core/scene/memory/memory_blocks_scene.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <random>

namespace tst_memory_blocks_scene {

using namespace stagescope;

namespace {

MemoryBlocksOptions optionsOf(const LiveBlocks &live, Box area, double first, double last) {
    return {area, evenEdges(first, last, area.width, live.events()), 0, [](std::uint32_t group) {
                return Color{ColorRole::Slice, group};
            }};
}

/// The whole area of parts must be what was alive: no gaps, no overlaps.
void verifyTiles(const LiveBlocks &live, const MemoryBlocksPicture &picture, const MemoryBlocksOptions &options) {
    std::vector<int> covered(static_cast<std::size_t>(options.area.width) *
                             static_cast<std::size_t>(options.area.height));
    for (const auto &part : picture.parts) {
        QVERIFY(options.area.cutTo(part.box) == part.box);
        for (int y = part.box.y; y < part.box.bottom(); ++y) {
            for (int x = part.box.x; x < part.box.right(); ++x) {
                ++covered[static_cast<std::size_t>((y - options.area.y) * options.area.width + x - options.area.x)];
            }
        }
    }
    for (int x = 0; x < options.area.width; ++x) {
        int sum = 0;
        for (int y = 0; y < options.area.height; ++y) {
            const int count = covered[static_cast<std::size_t>(y * options.area.width + x)];
            QVERIFY(count <= 1);
            sum += count;
        }
        const int left = x / kBlockColumn * kBlockColumn;
        const auto at = [&](int pixel) { return options.edges[static_cast<std::size_t>(pixel)]; };
        const auto peak = live.peakIn(at(left), std::max(at(left) + 1, at(left + kBlockColumn)));
        const double height =
            static_cast<double>(live.bytesAt(peak)) / static_cast<double>(picture.top) * options.area.height;
        QVERIFY2(std::abs(sum - height) <= 1.01,
                 qPrintable(QStringLiteral("x %1: %2 of %3").arg(x).arg(sum).arg(height)));
    }
}

}  // namespace

class MemoryBlocksSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatLiesAboveAFreedBlockComesDown() {
        // 100 bytes for good, 60 freed at event 5, 40 on top of them.
        const LiveBlocks live({{100, 0, BlockLife::kForever, 1}, {60, 1, 5, 2}, {40, 2, BlockLife::kForever, 3}}, 10);
        const auto options = optionsOf(live, {10, 20, 100, 200}, 0, 10);
        const auto picture = memoryBlocksPicture(live, options);
        QVERIFY(picture.isExact);
        QCOMPARE(picture.top, std::uint64_t{200});
        const auto blockAt = [&](int x, int fromBottom) {
            const auto part = picture.partAt(10 + x, 220 - fromBottom);
            return part ? static_cast<int>(picture.parts[*part].block) : -1;
        };
        QCOMPARE(blockAt(5, 50), 0);
        QCOMPARE(blockAt(5, 150), -1);  // event 0: nothing above yet
        QCOMPARE(blockAt(35, 150), 1);  // event 3
        QCOMPARE(blockAt(35, 180), 2);
        QCOMPARE(blockAt(75, 120), 2);  // event 7: it came down
        QCOMPARE(blockAt(75, 150), -1);
        QCOMPARE(picture.parts.size(), std::size_t{4});  // the last one stands at two heights
    }

    void partsTileWhatIsAlive_data() {
        QTest::addColumn<int>("events");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("last");
        QTest::newRow("few") << 300 << 0.0 << 300.0;
        QTest::newRow("many") << 40'000 << 0.0 << 40'000.0;
        QTest::newRow("zoomed") << 40'000 << 20'000.25 << 20'100.75;
        QTest::newRow("one event") << 40'000 << 15.0 << 16.0;
    }
    void partsTileWhatIsAlive() {
        QFETCH(int, events);
        QFETCH(double, first);
        QFETCH(double, last);
        std::mt19937 random(11);
        std::vector<BlockLife> lives;
        std::vector<std::size_t> alive;
        for (int event = 0; event < events; ++event) {
            if (!alive.empty() && random() % 2 == 0) {
                const auto at = alive.size() - 1 - random() % std::min<std::size_t>(alive.size(), 20);
                lives[alive[at]].end = static_cast<std::uint32_t>(event);
                alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(at));
            } else {
                alive.push_back(lives.size());
                const auto size = random() % 10 == 0 ? 100'000 + random() % 900'000 : 1 + random() % 2000;
                lives.push_back({size, static_cast<std::uint32_t>(event), BlockLife::kForever,
                                 static_cast<std::uint32_t>(random() % 7)});
            }
        }
        const LiveBlocks live(lives, static_cast<std::uint32_t>(events));
        const auto options = optionsOf(live, {3, 5, 401, 300}, first, last);
        const auto picture = memoryBlocksPicture(live, options);
        QVERIFY(picture.isExact);
        verifyTiles(live, picture, options);
        for (const auto &part : picture.parts) {
            QVERIFY(part.isMany || lives[part.block].group == part.group);
        }
    }

    void theDistanceShowsGroups() {
        constexpr std::uint32_t kEvents = 4 * kExactEvents;
        std::vector<BlockLife> lives;
        for (std::uint32_t event = 0; event + 100 < kEvents; event += 2) {
            lives.push_back({1000 + event % 7, event, event + 100, event % 3});
        }
        const LiveBlocks live(lives, kEvents);
        const auto options = optionsOf(live, {0, 0, 800, 400}, 0, kEvents);
        const auto picture = memoryBlocksPicture(live, options);
        QVERIFY(!picture.isExact);
        QVERIFY(!picture.parts.empty());
        for (const auto &part : picture.parts) {
            QVERIFY(part.group < 3);
            QVERIFY(options.area.cutTo(part.box) == part.box);
        }
        QVERIFY(picture.partAt(400, 399));
    }

    void nothingGivesNothing() {
        for (const std::uint32_t events : {0U, 9U}) {
            const LiveBlocks live({}, events);
            QVERIFY(memoryBlocksPicture(live, optionsOf(live, {0, 0, 10, 10}, 0, events)).parts.empty());
        }
    }
};

TEST_SUITE(MemoryBlocksSceneTest)

}  // namespace tst_memory_blocks_scene

#include "tst_memory_blocks_scene.moc"
