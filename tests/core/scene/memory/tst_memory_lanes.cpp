// Memory below the rows of the pipeline chart, and the map of peaks, on numbers.
#include "core/scene/memory/memory_lanes.h"
#include "core/scene/memory/memory_peaks_scene.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "tests/support/sample_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

namespace tst_memory_lanes {

using namespace stagescope;
using namespace stagescope::sample_pipeline;

namespace {

constexpr std::int64_t kOneGiB = std::int64_t{1} << 30;

struct Sample {
    std::int64_t at = 0;
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
};

RankCapture captureOf(int rank, const std::vector<Sample> &samples, std::int64_t process = kNoBytes) {
    TableWriter<MemorySampleRecord> table;
    for (const auto &sample : samples) {
        table.append({"allocator", "PTA", "7", 0, sample.at, sample.allocated, sample.reserved, kNoBytes});
    }
    if (process != kNoBytes) {
        table.append({"process", "APP", {}, 0, samples.front().at, kNoBytes, process, kNoBytes});
    }
    RankCapture capture;
    capture.rank = rank;
    capture.version = 3;
    FileSource file;
    file.id = SourceId{static_cast<std::uint32_t>(rank)};
    file.format = "profile_memory";
    capture.files.push_back(file);
    LoadedSource source;
    source.source = file.id;
    source.tables.push_back(std::make_shared<const TableStore>(table.take()));
    capture.loaded.push_back(std::move(source));
    return capture;
}

Run jobOf(const std::vector<std::int64_t> &above, int replicas) {
    Run run;
    run.parallel.tp = 1;
    run.parallel.dp = replicas;
    run.parallel.pp = static_cast<int>(above.size());
    run.parallel.world = replicas * run.parallel.pp;
    for (int rank = 0; rank < run.parallel.world; ++rank) {
        const auto top = above[static_cast<std::size_t>(rank / replicas)] - (rank % replicas);
        run.captures.push_back(
            captureOf(rank, {{10, kOneGiB, 20 * kOneGiB}, {20, kOneGiB + top, 20 * kOneGiB}}, 23 * kOneGiB));
    }
    return run;
}

}  // namespace

class MemoryLanesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stripsStandBelowTheCellsOnTheSameAxis() {
        const auto input = twoStages();
        Run run;
        run.captures.push_back(captureOf(0, {{kStart, kOneGiB, 4 * kOneGiB},
                                             {kStart + 30 * kMs, 3 * kOneGiB, 4 * kOneGiB},
                                             {kStart + 60 * kMs, 2 * kOneGiB, 4 * kOneGiB},
                                             {kStart + 90 * kMs, 2 * kOneGiB, 4 * kOneGiB}}));
        const auto lanes = memoryLanes(run, input.chart.group.ranks, {});
        QCOMPARE(lanes.lanes.size(), std::size_t{1});
        QCOMPARE(lanes.of(0)->least, static_cast<double>(kOneGiB));
        QCOMPARE(lanes.span, static_cast<double>(2 * kOneGiB));
        auto options = optionsOf(1600, 900, input);
        options.memory = &lanes;
        const auto out = buildPipelineScene(input, options, testStyle());
        verifyInside(out.scene);
        const auto &memory = out.rowOf(0)->memory;
        QVERIFY(memory.height >= PipelineScene::kMinMemory);
        QVERIFY(memory.y >= out.rowOf(0)->p2p.bottom() || out.rowOf(0)->p2p.isEmpty());
        QCOMPARE(memory.x, out.axis.left);
        QVERIFY(2 * memory.height <= out.rowOf(0)->cells.height);
        // Three steps of the area, each from its begin to the next, as high as what lies above the static level, at
        // least a pixel.
        std::vector<SceneRect> area;
        for (const auto &rect : out.scene.rects) {
            if (rect.color.role == ColorRole::OtherWork && memory.contains(rect.x, rect.y)) {
                area.push_back(rect);
            }
        }
        QCOMPARE(area.size(), std::size_t{3});
        QCOMPARE(area[1].x, out.axis.pixelOf(alignedTime(kStart + 30 * kMs)));
        QCOMPARE(area[1].x + area[1].width, out.axis.pixelOf(alignedTime(kStart + 60 * kMs)));
        QCOMPARE(area[0].height, 1);
        QCOMPARE(area[1].height, memory.height);
        QCOMPARE(area[2].height, static_cast<int>(std::lround(memory.height * 0.5)));
        // A point there is a moment of that rank.
        const auto item = pipelineItemAt(input, out, area[1].x + 4, memory.y + 3);
        QVERIFY(item.has_value());
        const auto *moment = std::get_if<MomentRef>(&*item);
        QVERIFY(moment != nullptr && moment->rank == 0);
        QCOMPARE(alignedTime(moment->at), out.axis.timeOf(area[1].x + 4));
        // Without records the chart is as it was.
        const MemoryLanes none;
        options.memory = &none;
        const auto without = buildPipelineScene(input, options, testStyle());
        QVERIFY(without.rowOf(0)->memory.isEmpty());
        QVERIFY(without.rowsHeight < out.rowsHeight);
    }
    void peaksNarrowerThanAPixelAreDrawn() {
        const auto input = twoStages();
        std::vector<Sample> samples;
        for (int i = 0; i < 100'000; ++i) {
            samples.push_back({kStart + i * 900, i == 40'000 ? 8 * kOneGiB : kOneGiB + i % 2, 8 * kOneGiB});
        }
        Run run;
        run.captures.push_back(captureOf(0, samples));
        const auto lanes = memoryLanes(run, input.chart.group.ranks, {});
        auto options = optionsOf(1000, 700, input);
        options.memory = &lanes;
        const auto out = buildPipelineScene(input, options, testStyle());
        const auto &memory = out.rowOf(0)->memory;
        const int x = out.axis.pixelOf(alignedTime(kStart + 40'000 * 900));
        const auto isPeak = [&](const SceneRect &rect) {
            return rect.color.role == ColorRole::Free && rect.y == memory.y && rect.x <= x && x < rect.x + rect.width;
        };
        QVERIFY(std::any_of(out.scene.rects.begin(), out.scene.rects.end(), isPeak));
        QVERIFY(out.scene.rects.size() < 10'000);
    }
    void lanesAreKeptUntilTheCaptureChanges() {
        Run run;
        run.captures.push_back(captureOf(0, {{10, 1, 2}, {20, 2, 2}}));
        const std::vector<int> ranks{0};
        const auto first = memoryLanes(run, ranks, {});
        QCOMPARE(memoryLanes(run, ranks, first).of(0)->allocated.get(), first.of(0)->allocated.get());
        run.captures[0].version = 4;
        QVERIFY(memoryLanes(run, ranks, first).of(0)->allocated.get() != first.of(0)->allocated.get());
    }
    void ranksWithoutALaneSayWhy() {
        Run run;
        run.captures.push_back(captureOf(0, {{10, 1, 2}, {20, 2, 2}}));
        RankCapture damaged;
        damaged.rank = 1;
        damaged.state = LoadState::Damaged;
        RankCapture unread;
        unread.rank = 2;
        run.captures.insert(run.captures.end(), {damaged, unread});
        const std::vector<int> ranks{0, 1, 2, 3};
        const auto lanes = memoryLanes(run, ranks, {});
        QCOMPARE(lanes.whyNot(1).id, std::string("pipeline.memory.damaged"));
        QCOMPARE(lanes.whyNot(2).id, std::string("pipeline.memory.none"));
        QCOMPARE(lanes.whyNot(3).id, std::string("pipeline.memory.missing"));
    }
    /// Where a page is low, the scene is higher than it, and is scrolled.
    void noRoomTakesNothingAway() {
        const auto model =
            memoryPeaksModel(jobOf({8 * kOneGiB, 6 * kOneGiB, 4 * kOneGiB, 2 * kOneGiB}, 2), std::nullopt);
        for (const int height : {10, 60, 150, 900}) {
            const auto scene = buildMemoryPeaksScene(model, {900, height, PeakMetric::Occupied, {}}, testStyle());
            verifyInside(scene);
            QVERIFY(scene.height >= height);
            const auto high = buildMemoryPeaksScene(model, {900, 900, PeakMetric::Occupied, {}}, testStyle());
            QCOMPARE(scene.texts.size(), high.texts.size());
            for (const auto &text : scene.texts) {
                QVERIFY(text.height >= testStyle().lineHeight - 2);
            }
        }
    }
    void oneForwardOneBackwardFallsFromStageToStage() {
        // Two microbatches' worth more or less than the shape on one stage.
        const auto run = jobOf({8 * kOneGiB, 6 * kOneGiB, 4 * kOneGiB, 2 * kOneGiB}, 2);
        const auto peaks = memoryPeaks(run);
        QCOMPARE(peaks.ranks.size(), std::size_t{8});
        QCOMPARE(peaks.stages.size(), std::size_t{4});
        QCOMPARE(peaks.stages[0].inFlight, 4);
        QCOMPARE(*peaks.stages[1].aboveLeast, 6 * kOneGiB);
        QCOMPARE(peaks.stages[1].rank, 2);
        QCOMPARE(std::llround(*peaks.perMicrobatch), 2 * kOneGiB);
        QCOMPARE(std::llround(*peaks.stages[3].expected), 2 * kOneGiB);
        QCOMPARE(*peaks.of(0)->peak.outside, 3 * kOneGiB);
        // Stage 1 keeps more than the shape: the unit is that of all, the stage stands out.
        const auto odd = memoryPeaks(jobOf({8 * kOneGiB, 9 * kOneGiB, 4 * kOneGiB, 2 * kOneGiB}, 1));
        QCOMPARE(std::llround(*odd.perMicrobatch), std::llround(69.0 * kOneGiB / 30.0));
        QVERIFY(static_cast<double>(*odd.stages[1].aboveLeast) > *odd.stages[1].expected);
        QVERIFY(!memoryPeaks(jobOf({8 * kOneGiB}, 2)).perMicrobatch);
    }
    void theMapAndTheBarAreOfTheSameFigures() {
        const auto run = jobOf({8 * kOneGiB, 6 * kOneGiB}, 3);
        const auto model = memoryPeaksModel(run, 64 * kOneGiB);
        QCOMPARE(model.stages, 2);
        QCOMPARE(model.replicas, 3);
        QCOMPARE(model.places[4].stage, 1);
        QCOMPARE(model.places[4].replica, 1);
        QCOMPARE(*metricOf(*model.peaks.of(0), PeakMetric::Occupied), 23.0);
        QCOMPARE(*metricOf(*model.peaks.of(0), PeakMetric::Outside), 3.0);
        QCOMPARE(*metricOf(*model.peaks.of(0), PeakMetric::CapacityPercent), 100.0 * 23 / 64);
        for (const auto &[width, height] : {std::pair{1600, 600}, std::pair{1000, 400}, std::pair{320, 200}}) {
            const auto scene = buildMemoryPeaksScene(model, {width, height, PeakMetric::Occupied, {}}, testStyle());
            verifyInside(scene);
        }
        const auto scene = buildMemoryPeaksScene(model, {1600, 600, PeakMetric::Occupied, 4}, testStyle());
        // The legend of the map is whole, whatever room half of a page leaves it.
        auto style = testStyle();
        style.message = [words = style.message](const Message &message) {
            return message.id == "pipeline.no_data"               ? std::string("no data")
                   : message.id == "memory.peaks.metric.occupied" ? std::string("Process, or reserved (GiB)")
                                                                  : words(message);
        };
        auto lacking = model;  // of one rank
        lacking.places.front().rank = 999;
        for (const int width : {1600, 1000, 800}) {
            for (const bool isLacking : {false, true}) {
                const auto narrow =
                    buildMemoryPeaksScene(isLacking ? lacking : model, {width, 400, PeakMetric::Occupied, {}}, style);
                const auto isWhole = [&](std::string_view entry) {
                    return std::any_of(narrow.texts.begin(), narrow.texts.end(),
                                       [&](const SceneText &text) { return text.text == entry; });
                };
                // Where all have a value, nothing is said of such as have none.
                QVERIFY2(isWhole("no data") == isLacking, std::to_string(width).c_str());
                QVERIFY(width < 1000 || isWhole("Process, or reserved (GiB)"));
            }
        }
        std::set<int> ranks;
        for (const auto &hit : scene.hits) {
            ranks.insert(std::get<RankRef>(hit.item).rank);
        }
        QCOMPARE(ranks.size(), std::size_t{6});
        // The parts of the bar stand side by side and fill it: least, on top, reserved, outside, left.
        std::vector<SceneRect> parts;
        for (const auto &rect : scene.rects) {
            const bool isPart = rect.color.role == ColorRole::Optimizer || rect.color.role == ColorRole::CounterPeak ||
                                rect.color.role == ColorRole::Preparing || rect.color.role == ColorRole::Free;
            if (isPart && rect.height == 22) {
                parts.push_back(rect);
            }
        }
        QCOMPARE(parts.size(), std::size_t{4});
        const int whole = 1600 - 16;
        QVERIFY(std::abs(parts[0].width - whole / 64) <= 1);
        QVERIFY(std::abs(parts[2].width - whole * 3 / 64) <= 1);
        QCOMPARE(parts[3].x + parts[3].width, 8 + whole);
    }
};

TEST_SUITE(MemoryLanesTest)

}  // namespace tst_memory_lanes

#include "tst_memory_lanes.moc"
