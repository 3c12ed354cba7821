#include "core/analysis/run/time_split.h"
#include "core/analysis/trace/free_gaps.h"
#include "core/base/item_ref.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_free_gaps {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// A device that idles from 100 to 200 between two kernels, the second launched at `launch`.
RecordedRank around(std::int64_t launch) {
    RecordedRank recorded;
    recorded.direct("aten::a", "first", 0, 10, 30, 100);
    recorded.direct("aten::b", "second", launch - 5, launch, 200, 300);
    return recorded;
}

FreeGap middleGap(RecordedRank &recorded) {
    const auto gaps = freeGaps(recorded.capture(0, {planted::steps({{1, 0, 300}})}));
    for (const auto &gap : gaps.steps.at(0).gaps) {
        if (gap.range.begin == rankTime(100)) {
            return gap;
        }
    }
    return {};
}

}  // namespace

class TestFreeGaps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void neighboursAndLateness() {
        auto recorded = around(150);
        const auto gaps = freeGaps(recorded.capture(0, {planted::steps({{1, 0, 350}})}));
        QCOMPARE(gaps.steps.size(), std::size_t{1});
        const auto &step = gaps.steps[0];
        QCOMPARE(step.gaps.size(), std::size_t{3});  // before the first, between, after the last
        QCOMPARE(step.busy, Nanos{170});
        QCOMPARE(step.gaps[0].before, FreeGap::kNone);
        QCOMPARE(gaps.paths[step.gaps[1].before].end, std::int64_t{100});
        QCOMPARE(gaps.paths[step.gaps[1].after].begin, std::int64_t{200});
        QCOMPARE(step.gaps[1].hostLate, Nanos{60});
        QCOMPARE(step.gaps[2].after, FreeGap::kNone);
        QCOMPARE(step.gaps[2].range.duration(), Nanos{50});
    }
    void causes_data() {
        QTest::addColumn<int>("launch");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("cause");
        QTest::newRow("launched late") << 150 << QByteArray() << QByteArray("host_launch");
        QTest::newRow("launched in time") << 120 << QByteArray() << QByteArray("other");
        QTest::newRow("sync call at the begin") << 150 << QByteArray("sync") << QByteArray("synchronisation");
        QTest::newRow("sync call, launched in time") << 120 << QByteArray("sync") << QByteArray("other");
        QTest::newRow("data loading") << 170 << QByteArray("data") << QByteArray("data_loading");
        QTest::newRow("data loading after a sync") << 170 << QByteArray("sync data") << QByteArray("data_loading");
        QTest::newRow("host waits for others") << 170 << QByteArray("gloo") << QByteArray("communication_wait");
        QTest::newRow("device waits for others") << 120 << QByteArray("notify") << QByteArray("communication_wait");
        QTest::newRow("late although a task waits") << 170 << QByteArray("notify") << QByteArray("host_launch");
        QTest::newRow("copy") << 150 << QByteArray("copy") << QByteArray("copy");
        QTest::newRow("short copy") << 150 << QByteArray("short") << QByteArray("host_launch");
    }
    void causes() {
        QFETCH(int, launch);
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, cause);
        auto recorded = around(launch);
        const auto has = [&](const char *word) { return kind.contains(word); };
        if (has("sync")) {
            recorded.host("aclrtSynchronizeStream", 50, 105, SliceClass::Runtime, "thread 2");
        }
        if (has("data")) {
            recorded.host("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 106, 160);
        }
        if (has("gloo")) {
            recorded.host("gloo:all_reduce", 101, 160);
        }
        if (has("notify")) {
            recorded.device("Notify_Wait", 101, 190, SliceClass::Event);
        }
        if (has("copy") || has("short")) {
            recorded.device("MEMCPY_ASYNC", 110, has("short") ? 130 : 190, SliceClass::Memcpy);
        }
        QCOMPARE(std::string(freeCauseText(middleGap(recorded).cause)), cause.toStdString());
    }
    /// A collective whose launch is not recorded, on a host that is: nobody can say that the host was late.
    void withoutALaunchTheHostIsNotBlamed() {
        RecordedRank recorded;
        recorded.direct("aten::a", "first", 0, 10, 30, 100);
        recorded.device("hcom_allReduce", 200, 300, SliceClass::Communication);
        QCOMPARE(middleGap(recorded).cause, FreeCause::Unknown);
    }
    /// The gap from 100 to 200, launched at 170: what the pipeline tells of parts of it holds there.
    void whatThePipelineTells() {
        auto recorded = around(170);
        const auto capture = recorded.capture(0, {planted::steps({{1, 0, 300}})});
        const auto gaps = freeGaps(capture, {{{rankTime(90), rankTime(140)}, FreeCause::PipelineWait},
                                             {{rankTime(140), rankTime(170)}, FreeCause::HostLaunch},
                                             {{rankTime(180), rankTime(220)}, FreeCause::Other}});
        std::vector<std::pair<std::int64_t, FreeCause>> found;
        for (const auto &gap : gaps.steps.at(0).gaps) {
            if (gap.range.begin >= rankTime(100)) {
                found.emplace_back(gap.range.duration().count(), gap.cause);
                QCOMPARE(gap.hidden, FreeCause::HostLaunch);
            }
        }
        using Found = decltype(found);
        QCOMPARE(found, (Found{{40, FreeCause::PipelineWait},
                               {30, FreeCause::HostLaunch},
                               {10, FreeCause::HostLaunch},
                               {20, FreeCause::Other}}));
        // Before the pipeline reaches the rank, its host is free to be late.
        const auto head = freeGaps(capture, {{{rankTime(20), rankTime(30)}, FreeCause::PipelineWait, true}});
        QCOMPARE(head.steps.at(0).gaps.front().range.duration(), Nanos{30});
        QCOMPARE(head.steps.at(0).gaps.front().cause, FreeCause::PipelineWait);
    }
    /// Nothing waits for what a rank sends: where only that is under way, the host holds the device up all the same.
    void whatLiesBehindSends() {
        const auto gapsBeside = [](std::string_view p2p) {
            auto recorded = around(170);
            recorded.device("hcom_p2p", 100, 190, SliceClass::Communication);
            TableBuilder ops(TableKind::CommOps);
            ops.set("name", "hcom_p2p").set("p2p", p2p).set("begin_ns", std::int64_t{100});
            ops.set("end_ns", std::int64_t{190}).endRow();
            return freeGaps(recorded.capture(0, {planted::steps({{1, 0, 300}}), planted::shared(ops)})).steps.at(0);
        };
        const auto sending = gapsBeside("send");
        QCOMPARE(sending.busy, Nanos{260});
        QCOMPARE(sending.gaps.back().range.duration(), Nanos{10});
        QCOMPARE(sending.behindSends.size(), std::size_t{1});
        QCOMPARE(sending.behindSends[0].range.begin, rankTime(100));
        QCOMPARE(sending.behindSends[0].range.end, rankTime(190));
        QCOMPARE(sending.behindSends[0].cause, FreeCause::HostLaunch);
        QVERIFY(gapsBeside("receive").behindSends.empty());
    }
    void withoutTheHostUnknown() {
        RecordedRank recorded;
        recorded.device("a", 30, 100).device("b", 200, 300);
        const auto gap = middleGap(recorded);
        QCOMPARE(gap.cause, FreeCause::Unknown);
        QVERIFY(!gap.hostLate);
    }
    /// A gap over the border of two steps is cut there, and keeps its cause and neighbours.
    void cutAtStepEnds() {
        auto recorded = around(170);
        const auto gaps = freeGaps(recorded.capture(0, {planted::steps({{1, 0, 190}, {2, 190, 400}})}));
        QCOMPARE(gaps.steps.size(), std::size_t{2});
        const auto &tail = gaps.steps[0].gaps.back();
        const auto &head = gaps.steps[1].gaps.front();
        QCOMPARE(tail.range.duration(), Nanos{90});
        QCOMPARE(head.range.duration(), Nanos{10});
        QCOMPARE(tail.cause, FreeCause::HostLaunch);
        QCOMPARE(head.cause, FreeCause::HostLaunch);
        QCOMPARE(gaps.paths[head.before].begin, std::int64_t{30});
    }
    /// Whatever was recorded: step = busy + gaps, the parts of the time split, and each gap has one cause.
    void identities() {
        std::mt19937 random(11);
        const auto some = [&](int most) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(most)); };
        for (int round = 0; round < 60; ++round) {
            RecordedRank recorded;
            for (int i = 0; i < 25; ++i) {
                const auto begin = some(900);
                if (i % 3 == 0) {
                    recorded.device("hcom_allReduce", begin, begin + some(60), SliceClass::Communication);
                } else {
                    recorded.direct("op", "kernel", std::max<std::int64_t>(0, begin - 30),
                                    std::max<std::int64_t>(0, begin - some(25)), begin, begin + some(40));
                }
            }
            const auto cut = 300 + some(300);
            const auto capture = recorded.capture(0, {planted::steps({{1, 20, cut}, {2, cut + some(20), 950}})});
            const auto gaps = freeGaps(capture);
            const auto splits = timeSplits(capture);
            QCOMPARE(gaps.steps.size(), splits.size());
            for (std::size_t i = 0; i < splits.size(); ++i) {
                const auto &step = gaps.steps[i];
                const auto &parts = splits[i].parts;
                Nanos idle{0};
                for (const auto part : step.byCause()) {
                    idle += part;
                }
                QCOMPARE(step.busy + idle, parts.total);
                QCOMPARE(step.busy, parts.computing + parts.notOverlapped);
            }
        }
    }
    void table() {
        auto recorded = around(170);
        recorded.host("aten::slow_python", 101, 160);
        const auto space = planted::workspace({recorded.capture(0, {planted::steps({{1, 0, 300}})})});
        const auto gaps = planted::table("free_gaps", {.workspace = &space, .parameters = {{"top", "1"}}});
        QCOMPARE(gaps.rows.size(), std::size_t{1});
        QCOMPARE(gaps.text(0, "cause"), std::string("host_launch"));
        QCOMPARE(gaps.text(0, "duration_us"), std::string("0.1"));
        QCOMPARE(gaps.text(0, "before"), std::string("first"));
        QCOMPARE(gaps.text(0, "after"), std::string("second"));
        QCOMPARE(gaps.text(0, "host_call"), std::string("aten::slow_python"));
        for (const auto *column : {"evidence", "evidence_before", "evidence_host"}) {
            QVERIFY(itemFromText(gaps.text(0, column)).has_value());
        }
        const auto sums = planted::table("free_gaps", {.workspace = &space, .parameters = {{"by", "cause"}}});
        double percent = 0;
        for (std::size_t row = 0; row < sums.rows.size(); ++row) {
            percent += std::stod(sums.text(row, "step_percent"));
        }
        QCOMPARE(sums.text(0, "cause"), std::string("busy"));
        QVERIFY(std::abs(percent - 100) < 1e-9);
    }
};

TEST_SUITE(TestFreeGaps)

}  // namespace tst_free_gaps

#include "tst_free_gaps.moc"
