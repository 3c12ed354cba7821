#include "core/scene/operators/loading_scene.h"
#include "core/store/tables/data_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_loading_scene {

using namespace stagescope;
using planted::RecordedRank;

namespace {

SceneStyle plainStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id + (message.args.empty() ? "" : ' ' + message.args[0]); },
            18};
}

/// DeviceQueue(0) < Map(1) < Source(2); Map's queue is a quarter full.
RankLoading pipelineAndBatches(int batches) {
    TableWriter<FeedOpRecord> ops;
    ops.append({.file = "pipeline_profiling_0.json", .op = 0, .type = "DeviceQueue"});
    ops.append({.file = "pipeline_profiling_0.json",
                .op = 1,
                .parent = 0,
                .type = "Map",
                .workers = 4,
                .queueUse = 0.25,
                .queueEmpty = 0.5,
                .cpu = 2});
    ops.append({.file = "pipeline_profiling_0.json", .op = 2, .parent = 1, .type = "Source", .queueUse = 1.5});
    TableWriter<FeedBatchRecord> rows;
    for (int i = 1; i <= batches; ++i) {
        rows.append({.file = "device_queue_profiling_0.txt",
                     .station = "device_queue",
                     .batch = i,
                     .fetch = 3'000'000,
                     .push = 1'000'000,
                     .queueSize = 0});
    }
    const auto space = planted::workspace({planted::capture(
        0, {std::make_shared<const TableStore>(ops.take()), std::make_shared<const TableStore>(rows.take())})});
    return rankLoading(space.runs[0], space.runs[0].captures[0]);
}

bool hasText(const Scene &scene, std::string_view part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &text) { return text.text.find(part) != std::string::npos; });
}

int widthOf(const Scene &scene, ColorRole role) {
    int width = 0;
    for (const auto &rect : scene.rects) {
        width += rect.color.role == role ? rect.width : 0;
    }
    return width;
}

}  // namespace

class TestLoadingScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void operatorsAndBatches() {
        const auto loading = pipelineAndBatches(2);
        QCOMPARE(loading.operators.size(), std::size_t{3});
        QVERIFY(loading.operators[1].isBottleneck && !loading.operators[2].isBottleneck);
        QVERIFY(!loading.areSteps);
        QCOMPARE(loading.portions.size(), std::size_t{2});
        QCOMPARE(loading.portions[0].waited, std::int64_t{3'000'000});
        const auto layout = layOutLoading(loading, 800, 500, plainStyle());
        QCOMPARE(layout.rows.size(), std::size_t{3});
        QVERIFY(hasText(layout.scene, "Map(1)") && hasText(layout.scene, "loading.batches"));
        QVERIFY(widthOf(layout.scene, ColorRole::Error) > 0);
        // Three parts of four of each batch.
        const int waited = widthOf(layout.scene, ColorRole::Warning);
        const int pushed = widthOf(layout.scene, ColorRole::Counter);
        QVERIFY(waited > 0 && pushed > 0);
        for (const auto &rect : layout.scene.rects) {
            QVERIFY(rect.x >= 0 && rect.x + rect.width <= 800 && rect.y >= 0 && rect.y + rect.height <= 500);
        }
        QVERIFY(layout.rowAt(layout.rows[1].box.x + 5, layout.rows[1].box.y + 5) == &layout.rows[1]);
        QVERIFY(layout.rowAt(-1, -1) == nullptr);
    }

    void eventsAreCounted() {
        TableWriter<FeedEventRecord> table;
        table.append({.at = 17, .action = "Enqueue"});
        const auto space =
            planted::workspace({planted::capture(0, {std::make_shared<const TableStore>(table.take())})});
        const auto loading = rankLoading(space.runs[0], space.runs[0].captures[0]);
        QVERIFY(!loading.isEmpty() && !loading.isPictured());
        QVERIFY(hasText(layOutLoading(loading, 800, 500, plainStyle()).scene, "loading.events"));
        QVERIFY(rankLoading(Run{}, RankCapture{}).isEmpty());
    }

    void stepsGoBeforeBatches() {
        RecordedRank recorded;
        recorded.device("a", 1000, 1100).device("b", 1400, 1500);
        recorded.host("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 1050, 1250);
        const auto space = planted::workspace({recorded.capture(0, {planted::steps({{4, 1000, 1500}})})});
        const auto loading = rankLoading(space.runs[0], space.runs[0].captures[0]);
        QVERIFY(loading.areSteps);
        QCOMPARE(loading.portions.size(), std::size_t{1});
        QCOMPARE(loading.portions[0].number, std::int64_t{4});
        QCOMPARE(loading.portions[0].waited, std::int64_t{150});
        QCOMPARE(loading.portions[0].beside, std::int64_t{50});
        QVERIFY(std::holds_alternative<SliceRef>(*loading.portions[0].item));
        QVERIFY(hasText(layOutLoading(loading, 600, 300, plainStyle()).scene, "loading.steps"));
    }

    /// However small or full: within the picture, and what has no room is counted.
    void anySize() {
        const auto loading = pipelineAndBatches(3000);
        for (const int size : {1, 40, 90, 200, 1000}) {
            const auto layout = layOutLoading(loading, size, size, plainStyle());
            for (const auto &rect : layout.scene.rects) {
                QVERIFY(rect.x >= 0 && rect.x + rect.width <= size && rect.y >= 0 && rect.y + rect.height <= size);
            }
        }
        QVERIFY(hasText(layOutLoading(loading, 700, 90, plainStyle()).scene, "loading.more"));
        QVERIFY(layOutLoading({}, 100, 100, plainStyle()).rows.empty());
    }
};

TEST_SUITE(TestLoadingScene)

}  // namespace tst_loading_scene

#include "tst_loading_scene.moc"
