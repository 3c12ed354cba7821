// Durations, late arrivals, packets and overlap: models and scenes on planted figures.
#include "core/analysis/communication/models/comm_packets_model.h"
#include "core/scene/communication/comm_durations_scene.h"
#include "core/scene/communication/comm_late_scene.h"
#include "core/scene/communication/comm_overview_scene.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_comm_scenes {

using namespace stagescope;

namespace {

constexpr std::string_view kGroup = "4711";

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

void addTime(TableBuilder &table, std::string_view step, std::string_view name, double startUs, double elapsedMs,
             double transitMs, double waitMs, double synchronizationMs) {
    table.set("step", step).set("name", name).set("group", kGroup).set("kind", std::string_view("collective"));
    table.set("start_us", startUs).set("elapsed_ms", elapsedMs).set("transit_ms", transitMs).set("wait_ms", waitMs);
    table.set("synchronization_ms", synchronizationMs).set("idle_ms", elapsedMs - transitMs - waitMs).endRow();
}

void addPackets(TableBuilder &table, std::string_view name, std::string_view transport, double packageMb, double count,
                double durationMs) {
    table.set("step", std::string_view("step7")).set("name", name).set("group", kGroup);
    table.set("kind", std::string_view("collective")).set("transport", transport).set("size_mb", 30.0);
    table.set("time_ms", 3.0).set("bandwidth_gbps", 10.0).set("large_packet_ratio", 0.25);
    table.set("package_mb", packageMb).set("count", count).set("duration_ms", durationMs).endRow();
}

void give(RankCapture &capture, TableBuilder &table) {
    capture.loaded.push_back({SourceId{0}, {}, {std::make_shared<const TableStore>(table.take())}});
}

/// Two ranks; rank 1 begins each collective later, the second one of step 7 by 3 ms.
Run run() {
    Run run;
    for (int rank = 0; rank < 2; ++rank) {
        RankCapture capture;
        capture.rank = rank;
        TableBuilder times(TableKind::CommTimes);
        addTime(times, "step7", "hcom_allReduce__711_0_1", 1'000'000 + rank * 100, 4, 1, 2, 1.5);
        addTime(times, "step7", "hcom_allReduce__711_1_1", 1'010'000 + rank * 3000, 8, 2, 2, 0);
        addTime(times, "step8", "hcom_allReduce__711_2_1", 1'030'000, 2, 2, 0, 0);
        give(capture, times);
        TableBuilder packets(TableKind::CommBandwidths);
        addPackets(packets, "hcom_allReduce__711_0_1", "HCCS", 2, 10, 2);
        addPackets(packets, "hcom_allReduce__711_0_1", "HCCS", 1, 10, 1);
        addPackets(packets, "hcom_allReduce__711_0_1", "SDMA", 0, 0, 0);
        give(capture, packets);
        TableBuilder steps(TableKind::StepTraceTime);
        steps.set("step", std::string_view("7")).set("device", std::int64_t{rank});
        steps.set("computing_ns", std::int64_t{6'000'000}).set("not_overlapped_ns", std::int64_t{3'000'000});
        steps.set("overlapped_ns", std::int64_t{1'000'000}).set("communication_ns", std::int64_t{4'000'000});
        steps.set("free_ns", std::int64_t{2'000'000}).set("preparing_ns", std::int64_t{-1}).endRow();
        give(capture, steps);
        run.captures.push_back(std::move(capture));
    }
    return run;
}

CommLane laneOf(const std::vector<std::pair<std::int64_t, std::int64_t>> &ranges) {
    std::vector<CommBox> boxes;
    for (const auto &[begin, end] : ranges) {
        boxes.push_back({{alignedTime(begin), alignedTime(end)}, 0, static_cast<int>(boxes.size())});
    }
    return CommLane(std::move(boxes));
}

}  // namespace

class CommScenesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAddUpToTheElapsedTime() {
        const auto model = commDurations(run(), {std::string(kGroup), "7"});
        QCOMPARE(model.rows.size(), std::size_t{2});
        QCOMPARE(model.scopes.steps, (std::vector<std::string>{"7", "8"}));
        QCOMPARE(model.ranksOfFiles, (std::vector<int>{0, 1}));
        const auto &parts = *model.rowOf(1)->parts;
        QCOMPARE(parts.operators, std::size_t{2});
        QCOMPARE(parts.elapsed, Nanos{12'000'000});
        QCOMPARE(parts.transit + parts.wait + parts.idle, parts.elapsed);
        QCOMPARE(parts.synchronization, Nanos{1'500'000});
        QCOMPARE(parts.waitPercent(), 100.0 * 4 / 7);
        QCOMPARE(model.rowOf(1)->lane.boxes().size(), std::size_t{2});
        QVERIFY(model.rowOf(5) == nullptr);
        QVERIFY(commDurations(run(), {"other", ""}).rows.empty());
    }

    void aLaneFindsWhatIsAtATime() {
        const auto lane = laneOf({{0, 100}, {20, 30}, {200, 201}});
        QCOMPARE(lane.at(alignedTime(10))->nth, 0);
        QCOMPARE(lane.at(alignedTime(25))->nth, 1);  // the later one lies on top
        QCOMPARE(lane.at(alignedTime(99))->nth, 0);
        QVERIFY(lane.at(alignedTime(150)) == nullptr);
        QVERIFY(lane.at(alignedTime(-1)) == nullptr);
        QCOMPARE(lane.firstAfter(alignedTime(101)), std::size_t{2});
    }

    void everyOperatorIsUnderItsPixel() {
        const auto model = commDurations(run(), {});
        const auto scene =
            buildCommDurationsScene(model, {1000, 400, *model.bounds, model.bounds->begin, 0, {}}, testStyle());
        QCOMPARE(scene.lanes.size(), std::size_t{2});
        for (const auto &lane : scene.lanes) {
            const auto &row = model.rows[lane.row];
            for (const auto &box : row.lane.boxes()) {
                const int x = scene.axis.pixelOf(box.range.begin + box.range.duration() / 2);
                QCOMPARE(scene.operatorAt(model, x, lane.box.y + 5), std::optional(model.refOf(row, box)));
            }
        }
        QVERIFY(!scene.operatorAt(model, 5, 5));
    }

    /// Sends and receives of a batch run at once: one name there, and it stands on the operator on top.
    void namesDoNotLieOverEachOther() {
        CommDurations model;
        model.names = {"op"};
        model.rows.push_back({0, laneOf({{0, 500}, {10, 500}, {300, 400}, {600, 900}}), std::nullopt});
        model.bounds = AlignedRange{alignedTime(0), alignedTime(1000)};
        const auto scene =
            buildCommDurationsScene(model, {1000, 300, *model.bounds, alignedTime(0), 0, {}}, testStyle());
        std::vector<std::pair<int, int>> names;
        for (const auto &text : scene.scene.texts) {
            if (text.text == "op") {
                names.emplace_back(text.x, text.x + text.width);
            }
        }
        QCOMPARE(names.size(), std::size_t{3});
        for (std::size_t i = 1; i < names.size(); ++i) {
            QVERIFY(names[i - 1].second <= names[i].first);
        }
    }

    void aMillionOperatorsAreDrawnByThePixel() {
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
        for (std::int64_t i = 0; i < 1'000'000; ++i) {
            ranges.emplace_back(i * 100, i * 100 + 50);
        }
        CommDurations model;
        model.names = {"op"};
        model.rows.push_back({0, laneOf(ranges), std::nullopt});
        model.bounds = AlignedRange{alignedTime(0), alignedTime(100'000'000)};
        const auto scene =
            buildCommDurationsScene(model, {1000, 300, *model.bounds, alignedTime(0), 0, {}}, testStyle());
        QVERIFY(scene.scene.rects.size() < 3000);
        QVERIFY(scene.scene.rects.size() > 900);
    }

    void fewRowsHaveTheirLegendRightBelow() {
        const auto model = commDurations(run(), {});
        for (const int height : {300, 800, 1600}) {
            const auto scene =
                buildCommDurationsScene(model, {1000, height, *model.bounds, model.bounds->begin, 0, {}}, testStyle());
            int lowest = 0;
            int legend = -1;
            for (const auto &text : scene.scene.texts) {
                lowest = text.text == "rank.label" ? std::max(lowest, text.y + text.height) : lowest;
                legend = text.text == "comm.idle" ? text.y : legend;
            }
            QVERIFY(lowest > 0 && legend >= lowest);
            QVERIFY2(legend <= lowest + 8, std::to_string(height).c_str());
        }
    }

    void ranksThatDoNotFitAreReachedByTheirRow() {
        CommDurations model;
        for (int rank = 0; rank < 100; ++rank) {
            model.rows.push_back({rank, {}, CommParts{}});
        }
        const auto top = buildCommDurationsScene(model, {800, 400, {}, {}, 0, {}}, testStyle());
        QVERIFY(top.shownRows > 3 && top.shownRows < 50);
        const auto last = buildCommDurationsScene(model, {800, 400, {}, {}, 95, {}}, testStyle());
        QCOMPARE(last.shownRows, std::size_t{5});
        QCOMPARE(last.lanes.back().row, std::size_t{99});
    }

    void whoComesLastPaysForTheWait() {
        const auto model = commLateModel(run(), {"", "7"});
        QCOMPARE(model.collectives.size(), std::size_t{2});
        QCOMPARE(model.collectives.front().name, std::string("hcom_allReduce__711_1_1"));
        QCOMPARE(model.collectives.front().waited, Nanos{3'000'000});
        QCOMPARE(model.ranks.size(), std::size_t{1});
        QCOMPARE(model.ranks.front().rank, 1);
        QCOMPARE(model.ranks.front().timesLast, std::size_t{2});
        QCOMPARE(model.ranks.front().waited, Nanos{3'100'000});
        const auto scene = buildCommLateScene(model, 900, 500, {}, testStyle());
        const ItemRef op = CommOpRef{RunId{}, 1, 0, "hcom_allReduce__711_1_1"};
        const ItemRef rank = RankRef{RunId{}, 1};
        for (const auto &item : {op, rank}) {
            QVERIFY(std::any_of(scene.hits.begin(), scene.hits.end(), [&](const auto &h) { return h.item == item; }));
        }
    }

    void packetsAreCountedBySize() {
        const auto packets = commPackets(run(), {}, {0});
        QCOMPARE(packets.transports.size(), std::size_t{1});  // SDMA has no distribution
        const auto &hccs = packets.transports.front();
        QCOMPARE(hccs.transport, std::string("HCCS"));
        QCOMPARE(hccs.sizeMb, 30.0);  // of the operator, once
        QCOMPARE(*hccs.gbps(), 10.0);
        QCOMPARE(*hccs.largePercent, 25.0);
        QCOMPARE(hccs.bars.size(), std::size_t{2});
        QCOMPARE(hccs.bars[0].leastMb, 1.0);
        QCOMPARE(*hccs.bars[0].gbps(), 10.0);
        QCOMPARE(hccs.bars[1].count, 10.0);
        QCOMPARE(commPackets(run(), {}, {}).transports.front().sizeMb, 60.0);
        QVERIFY(commPackets(run(), {}, {9}).transports.empty());
    }

    void manySizesShareBars() {
        Run run;
        RankCapture capture;
        capture.rank = 0;
        TableBuilder packets(TableKind::CommBandwidths);
        for (int i = 1; i <= 1000; ++i) {
            addPackets(packets, "op", "RDMA", i * 0.001, 2, 1);
        }
        give(capture, packets);
        run.captures.push_back(std::move(capture));
        const auto model = commPackets(run, {}, {});
        const auto &bars = model.transports.front().bars;
        QVERIFY(bars.size() <= CommPackets::kMostBars);
        double count = 0;
        for (const auto &bar : bars) {
            count += bar.count;
        }
        QCOMPARE(count, 2000.0);
        QCOMPARE(bars.back().mostMb, 1.0);
    }

    void overlapIsTheShareThatComputingCovers() {
        const auto model = commOverview(run(), {});
        QCOMPARE(model.rows.size(), std::size_t{2});
        QCOMPARE(model.rows[0].overlapPercent(), 25.0);
        QCOMPARE(model.rows[0].exposed(), std::int64_t{3'000'000});
        const auto scene = buildCommOverviewScene(model, 900, 500, {}, testStyle());
        const ItemRef rank = RankRef{RunId{}, 1};
        QVERIFY(std::any_of(scene.hits.begin(), scene.hits.end(), [&](const auto &h) { return h.item == rank; }));
    }
    /// Columns of many steps: what stands below them is named, and each step where it begins.
    void columnsSayTheirRankAndStep() {
        CommOverview model;
        for (int i = 0; i < 32; ++i) {
            model.rows.push_back({i % 8, std::to_string(10 + i / 8), {0, 5, 1, 4, 0, 0}});
        }
        const auto scene = buildCommOverviewScene(model, 900, 300, {}, testStyle());
        const auto count = [&](std::string_view text) {
            return std::count_if(scene.texts.begin(), scene.texts.end(), [&](const auto &t) { return t.text == text; });
        };
        for (const auto *text : {"head.rank", "head.step", "10", "11", "12", "13"}) {
            QVERIFY2(count(text) == 1, text);
        }
        QCOMPARE(count("4"), 4);
    }

    void withoutFilesTheModelsAreEmpty() {
        const Run empty;
        QVERIFY(commDurations(empty, {}).isEmpty());
        QVERIFY(commLateModel(empty, {}).isEmpty());
        QVERIFY(commPackets(empty, {}, {}).isEmpty());
        QVERIFY(commOverview(empty, {}).isEmpty());
    }
};

TEST_SUITE(CommScenesTest)

}  // namespace tst_comm_scenes

#include "tst_comm_scenes.moc"
