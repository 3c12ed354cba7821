#include "core/analysis/memory/live_blocks.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <map>
#include <random>

namespace tst_live_blocks {

using namespace stagescope;

namespace {

/// Random lives, `events` changes: each event allocates or frees one block.
std::vector<BlockLife> randomLives(std::uint32_t events, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<BlockLife> blocks;
    std::vector<std::size_t> alive;
    for (std::uint32_t event = 0; event < events; ++event) {
        if (!alive.empty() && random() % 100 < 48) {
            const auto at = random() % alive.size();
            blocks[alive[at]].end = event;
            alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(at));
        } else {
            alive.push_back(blocks.size());
            blocks.push_back(
                {1 + random() % 5000, event, BlockLife::kForever, static_cast<std::uint32_t>(random() % 40)});
        }
    }
    return blocks;
}

bool isAlive(const BlockLife &block, std::uint32_t event) { return block.begin <= event && event < block.end; }

}  // namespace

class LiveBlocksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStateIsThatOfTheLives() {
        constexpr std::uint32_t kEvents = 20'000;
        const auto lives = randomLives(kEvents, 3);
        const LiveBlocks live(lives, kEvents);
        QCOMPARE(live.events(), kEvents);
        for (std::uint32_t event = 0; event < kEvents; event += 37) {
            std::vector<LiveBlocks::Block> expected;
            std::uint64_t bytes = 0;
            for (LiveBlocks::Block b = 0; b < lives.size(); ++b) {
                if (isAlive(lives[b], event)) {
                    expected.push_back(b);
                    bytes += lives[b].size;
                }
            }
            QCOMPARE(live.aliveAt(event), expected);
            QCOMPARE(live.bytesAt(event), bytes);
        }
    }

    void changesBetweenTwoEventsLeadFromOneStateToTheOther() {
        constexpr std::uint32_t kEvents = 9000;
        const LiveBlocks live(randomLives(kEvents, 8), kEvents);
        std::mt19937 random(1);
        for (int i = 0; i < 200; ++i) {
            const auto a = static_cast<std::uint32_t>(random() % kEvents);
            const auto from = std::min(a, static_cast<std::uint32_t>(random() % kEvents));
            const auto to = std::max(a, from);
            auto state = live.aliveAt(from);
            const auto first = live.firstBegunAfter(from);
            for (std::size_t n = 0; n < live.begunIn(from, to).size(); ++n) {
                state.push_back(first + static_cast<LiveBlocks::Block>(n));
            }
            for (const auto b : live.endedIn(from, to)) {
                QVERIFY(std::binary_search(state.begin(), state.end(), b));
                state.erase(std::lower_bound(state.begin(), state.end(), b));
            }
            QCOMPARE(state, live.aliveAt(to));
        }
    }

    void theGreatestTotalIsFoundInAnyRange() {
        constexpr std::uint32_t kEvents = 10'000;
        const LiveBlocks live(randomLives(kEvents, 4), kEvents);
        std::mt19937 random(2);
        for (int i = 0; i < 500; ++i) {
            const auto from = static_cast<std::uint32_t>(random() % kEvents);
            const auto to = from + 1 + static_cast<std::uint32_t>(random() % (kEvents - from));
            std::uint32_t expected = from;
            for (auto e = from; e < to; ++e) {
                expected = live.bytesAt(e) > live.bytesAt(expected) ? e : expected;
            }
            QCOMPARE(live.peakIn(from, to), expected);
        }
        QCOMPARE(live.peakIn(17, 17), 17U);
    }

    void groupsAddUpToTheTotal() {
        constexpr std::uint32_t kEvents = 30'000;
        const auto lives = randomLives(kEvents, 6);
        const LiveBlocks live(lives, kEvents);
        QCOMPARE(live.groups().size(), LiveBlocks::kGroups);
        for (std::uint32_t bucket = 0; bucket * LiveBlocks::kBucket < kEvents; ++bucket) {
            const auto peak = live.peakIn(bucket * LiveBlocks::kBucket, (bucket + 1) * LiveBlocks::kBucket);
            std::map<std::uint32_t, std::uint64_t> byGroup;
            for (const auto b : live.aliveAt(peak)) {
                byGroup[lives[b].group] += lives[b].size;
            }
            const auto bytes = live.groupBytes(bucket);
            std::uint64_t sum = 0;
            for (std::size_t g = 0; g < bytes.size(); ++g) {
                sum += bytes[g];
                if (g < live.groups().size()) {
                    QCOMPARE(bytes[g], byGroup[live.groups()[g]]);
                }
            }
            QCOMPARE(sum, live.bytesAt(peak));
        }
        QVERIFY(live.groupBytes(kEvents).empty());
    }

    void nothingIsNothing() {
        const LiveBlocks none({}, 0);
        QCOMPARE(none.events(), 0U);
        QVERIFY(none.aliveAt(0).empty());
        const LiveBlocks quiet({}, 5);
        QCOMPARE(quiet.bytesAt(4), std::uint64_t{0});
    }
};

TEST_SUITE(LiveBlocksTest)

}  // namespace tst_live_blocks

#include "tst_live_blocks.moc"
