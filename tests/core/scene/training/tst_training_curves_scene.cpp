#include "core/scene/training/training_curves_scene.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "core/store/tables/training_record.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_training_curves_scene {

using namespace stagescope;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

/// 100 steps of 1 s with a loss; step 40 takes ten times as long, step 60 diverges.
Run logged() {
    TableWriter<TrainingValueRecord> table;
    for (std::int64_t step = 1; step <= 100; ++step) {
        TrainingValueRecord row{.file = "train.log", .dialect = "megatron", .step = step};
        row.metric = "loss";
        row.value = step == 60 ? NAN : 10.0 / static_cast<double>(step);
        table.append(row);
        row.metric = "step_time";
        row.value = step == 40 ? 1e10 : 1e9;
        row.unit = "ns";
        table.append(row);
    }
    Run run;
    run.id = RunId{3};
    run.clusterTables.push_back(std::make_shared<const TableStore>(table.take()));
    return run;
}

std::size_t marksOf(const TrainingCurvesLayout &layout, ColorRole role, int y) {
    return static_cast<std::size_t>(std::count_if(
        layout.scene.rects.begin(), layout.scene.rects.end(),
        [&](const SceneRect &rect) { return rect.color.role == role && rect.y >= y && rect.width == rect.height; }));
}

}  // namespace

class TrainingCurvesSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void curvesOfALog() {
        const auto curves = trainingCurves(logged());
        QCOMPARE(curves.file, std::string("train.log"));
        QCOMPARE(curves.steps.size(), std::size_t{100});
        QCOMPARE(curves.curves.size(), std::size_t{2});
        QCOMPARE(curves.curves[0].name.id, std::string("training.curve.loss"));
        QCOMPARE(curves.curves[1].values[39], 10'000.0);  // ms
        QCOMPARE(curves.slow, std::vector<std::size_t>{39});
        QCOMPARE(curves.bad, std::vector<std::size_t>{59});
        QVERIFY(trainingCurves(Run{}).curves.empty());
    }

    void slowAndDivergedStepsAreMarked() {
        const auto curves = trainingCurves(logged());
        const auto layout = layOutTrainingCurves(curves, 900, 400, testStyle());
        QCOMPARE(marksOf(layout, ColorRole::Warning, layout.plot.y), std::size_t{1});
        QCOMPARE(marksOf(layout, ColorRole::Error, layout.plot.y), std::size_t{1});
        for (const auto &rect : layout.scene.rects) {
            QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= 900 && rect.y + rect.height <= 400);
        }
    }

    void aPixelIsAStep() {
        auto curves = trainingCurves(logged());
        curves.captured.steps = {{7, 50, 1'000'000'000}};
        const auto layout = layOutTrainingCurves(curves, 900, 400, testStyle());
        const int x = layout.xOf(50);
        QCOMPARE(layout.stepAt(curves, x, layout.plot.y + 5), std::optional<std::size_t>(49));
        QVERIFY(!layout.stepAt(curves, 2, layout.plot.y + 5));
        QCOMPARE(layout.scene.itemAt(x, layout.plot.y + 30), std::optional<ItemRef>(StepRef{RunId{3}, 7}));
    }

    void smallRoomAndOneStep() {
        auto curves = trainingCurves(logged());
        QVERIFY(layOutTrainingCurves(curves, 20, 10, testStyle()).scene.lines.empty());
        curves.steps.resize(1);
        curves.parts.resize(1);
        curves.slow.clear();
        curves.bad.clear();
        for (auto &curve : curves.curves) {
            curve.values.resize(1);
        }
        QCOMPARE(layOutTrainingCurves(curves, 900, 400, testStyle()).stepAt(curves, 400, 100),
                 std::optional<std::size_t>(0));
    }
};

TEST_SUITE(TrainingCurvesSceneTest)

}  // namespace tst_training_curves_scene

#include "tst_training_curves_scene.moc"
