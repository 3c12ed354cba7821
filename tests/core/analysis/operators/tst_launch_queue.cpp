#include "core/analysis/operators/launch_queue.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_launch_queue {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// Calls of 10 ns at 0, 20, 40 launch work that the device does from 100 on, 50 ns each; a fourth at 300 begins at
/// once.
std::vector<DispatchPath> burst() {
    RecordedRank recorded;
    recorded.direct("aten::a", "a", 0, 0, 100, 150);
    recorded.direct("aten::b", "b", 20, 20, 150, 200);
    recorded.direct("aten::c", "c", 40, 40, 200, 250);
    recorded.direct("aten::d", "d", 300, 300, 310, 315);
    recorded.device("unlaunched", 400, 500);
    return dispatchPaths(recorded.capture());
}

}  // namespace

class TestLaunchQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lengthIsLaunchesMinusBegins() {
        const auto paths = burst();
        const auto queues = launchQueues(paths);
        QCOMPARE(queues.size(), std::size_t{1});
        const auto &queue = queues.front();
        QCOMPARE(queue.delays.count, std::uint64_t{4});
        QCOMPARE(queue.unknown, std::uint64_t{1});
        QCOMPARE(queue.longest, std::int64_t{3});
        QCOMPARE(queue.window, Nanos{310});
        QCOMPARE(queue.empty, Nanos{100});
        QCOMPARE(queue.full, Nanos{0});
        // 20 ns of one, 20 of two, 60 of three, 50 of two, 50 of one, 100 of none, 10 of one.
        QCOMPARE(queue.mean, (20 * 1 + 20 * 2 + 60 * 3 + 50 * 2 + 50 * 1 + 10 * 1) / 310.0);
        std::vector<std::pair<std::int64_t, std::int64_t>> curve;
        for (const auto &sample : queue.curve) {
            curve.emplace_back(sample.time, sample.length);
        }
        const std::vector<std::pair<std::int64_t, std::int64_t>> expected{{0, 1},   {20, 2},  {40, 3},  {100, 2},
                                                                          {150, 1}, {200, 0}, {300, 1}, {310, 0}};
        QCOMPARE(curve, expected);
    }
    void delaysAndShortWork() {
        const auto paths = burst();
        const auto queue = launchQueues(paths).front();
        QCOMPARE(queue.delays.max, Nanos{150});  // launched until 50, begun at 200
        QCOMPARE(queue.delays.min, Nanos{0});
        QCOMPARE(queue.latest->begin, std::int64_t{200});
        QCOMPARE(queue.shorter, std::uint64_t{1});
        QCOMPARE(queue.shorterTime, Nanos{5});
        QCOMPARE(queue.longDelays, std::uint64_t{0});
    }
    /// A thousand and twenty-four launches ahead of the first begin: launches block from then on.
    void aFullQueueIsTimed() {
        RecordedRank recorded;
        for (int i = 0; i < 1030; ++i) {
            recorded.direct("op", "k", i * 20, i * 20, 100'000 + i * 50, 100'000 + i * 50 + 40);
        }
        const auto paths = dispatchPaths(recorded.capture());
        const auto queue = launchQueues(paths).front();
        QCOMPARE(queue.longest, std::int64_t{1030});
        // From the 1024th launch (1023 * 20) to the begin that leaves 1023: the seventh, at 100 000 + 6 * 50.
        QCOMPARE(queue.full, Nanos{100'300 - 1023 * 20});
    }
    /// What lies outside of the range is not there; of a device whose clock is ahead nothing begins before its launch.
    void rangesAndClocks() {
        const auto paths = burst();
        const auto queue = launchQueues(paths, RankRange{rankTime(300), rankTime(320)}).front();
        QCOMPARE(queue.delays.count, std::uint64_t{1});
        QCOMPARE(queue.longest, std::int64_t{1});
        QVERIFY(launchQueues(paths, RankRange{rankTime(390), rankTime(600)}).empty());
        const auto early = dispatchPaths(RecordedRank().direct("op", "k", 0, 40, 30, 60).capture());
        QCOMPARE(launchQueues(early).front().longest, std::int64_t{1});
        QCOMPARE(launchQueues(early).front().delays.max, Nanos{0});
    }
    void bucketsAreNeighbours() {
        RecordedRank recorded;
        recorded.direct("op", "k", 0, 0, 10, 20);               // at once
        recorded.direct("op", "k", 100, 100, 110 + 999, 1200);  // 999 ns
        recorded.direct("op", "k", 2000, 2000, 2010 + 4000, 7000);
        const auto paths = dispatchPaths(recorded.capture());
        const auto buckets = delayBuckets(paths);
        QCOMPARE(buckets.size(), std::size_t{4});
        const std::vector<std::uint64_t> counts{2, 0, 0, 1};
        for (std::size_t i = 0; i < buckets.size(); ++i) {
            QCOMPARE(buckets[i].count, counts[i]);
            QCOMPARE(buckets[i].from, i == 0 ? Nanos{0} : buckets[i - 1].to);
        }
        QCOMPARE(buckets.back().from, Nanos{4000});
        QCOMPARE(buckets.back().device, Nanos{990});
        QVERIFY(delayBuckets({}).empty());
    }
};

TEST_SUITE(TestLaunchQueue)

}  // namespace tst_launch_queue

#include "tst_launch_queue.moc"
