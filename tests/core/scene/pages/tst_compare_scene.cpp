#include "core/base/number_text.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/pages/compare_scene.h"
#include "core/scene/pages/compare_strip.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <numeric>

namespace tst_compare_scene {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &arg : message.args) {
                    text += " " + arg;
                }
                return text;
            },
            18};
}

std::shared_ptr<const TableStore> shared(TableBuilder &table) {
    return std::make_shared<const TableStore>(table.take());
}

/// A rank with one step of 100 ms that begins at `beginMs`; device work from +10 ms on.
RankCapture captureOf(int rank, std::int64_t beginMs, std::int64_t computingUs, std::string_view level) {
    const auto begin = beginMs * kMs;
    TableBuilder steps(TableKind::Steps);
    steps.set("step", std::int64_t{7}).set("begin_ns", begin).set("end_ns", begin + 100 * kMs).endRow();
    TableBuilder busy(TableKind::BusyIntervals);
    busy.set("begin_ns", begin + 10 * kMs).set("end_ns", begin + 10 * kMs + computingUs * 1000);
    busy.set("kind", std::int64_t{0}).endRow();
    busy.set("begin_ns", begin + 30 * kMs).set("end_ns", begin + 60 * kMs).set("kind", std::int64_t{1}).endRow();
    TableBuilder environment(TableKind::Environment);
    environment.set("section", std::string_view("profiler")).set("key", std::string_view("profiler_level"));
    environment.set("value", level).endRow();
    environment.set("section", std::string_view("environment")).set("key", std::string_view("HCCL_ALGO"));
    environment.set("value", std::string_view(rank == 0 ? "ring" : "mesh")).endRow();
    RankCapture capture;
    capture.rank = rank;
    capture.loaded.push_back(
        {SourceId{static_cast<std::uint32_t>(rank)}, {}, {shared(steps), shared(busy), shared(environment)}});
    return capture;
}

Workspace twoRanks(std::string_view rightLevel = "Level1") {
    Workspace workspace;
    Run run;
    run.id = RunId{0};
    run.label = "run";
    run.captures = {captureOf(0, 1000, 40'001, "Level1"), captureOf(1, 5000, 20'333, rightLevel)};
    workspace.runs.push_back(std::move(run));
    return workspace;
}

CompareModel modelOf(const Workspace &workspace) {
    return compareModel(workspace, {RunId{0}, 0}, {RunId{0}, 1}, std::nullopt);
}

bool hasText(const Scene &scene, const std::string &part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &t) { return t.text.find(part) != std::string::npos; });
}

std::vector<SceneRect> rectsOf(const Scene &scene, ColorRole role, int left) {
    std::vector<SceneRect> rects;
    for (const auto &rect : scene.rects) {
        if (rect.color.role == role && rect.x >= left) {
            rects.push_back(rect);
        }
    }
    return rects;
}

}  // namespace

class TestCompareScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAddUpAsShown() {
        const auto workspace = twoRanks();
        const auto model = modelOf(workspace);
        for (const int decimals : {1, 2, 3}) {
            const auto rows = splitDifferences(model, {decimals});
            std::int64_t left = 0;
            std::int64_t right = 0;
            for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
                left += rows[i].left;
                right += rows[i].right;
            }
            QCOMPARE(left, rows.back().left);
            QCOMPARE(right, rows.back().right);
            QCOMPARE(rows.back().left, (MillisFormat{decimals}.rounded(model.left.split->parts.total)));
        }
        QCOMPARE(model.left.split->parts.computing.count(), 40'001'000);
    }
    void differentProfilingIsWarnedOf() {
        auto workspace = twoRanks();
        auto scene = buildCompareScene(modelOf(workspace), 1600, 400, testStyle());
        QVERIFY(!hasText(scene, "compare.profiled_differently"));
        QVERIFY(hasText(scene, "HCCL_ALGO"));
        workspace = twoRanks("Level2");
        scene = buildCompareScene(modelOf(workspace), 1600, 400, testStyle());
        QVERIFY(hasText(scene, "compare.profiled_differently"));
        QVERIFY(hasText(scene, "profiler_level: Level1 / Level2"));
    }
    void figuresLieInsideAndFit() {
        const auto workspace = twoRanks("Level2");
        for (const int width : {1600, 1000, 640}) {
            const auto scene = buildCompareScene(modelOf(workspace), width, 100, testStyle());
            for (const auto &text : scene.texts) {
                QVERIFY(text.x >= 0 && text.x + text.width <= width && text.y + text.height <= scene.height);
                QVERIFY2(testStyle().metrics(text.text) <= text.width, text.text.c_str());
            }
            for (const auto &rect : scene.rects) {
                QVERIFY(rect.x >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= scene.height);
            }
        }
    }
    void lanesAreAlignedAtTheSteps() {
        const auto workspace = twoRanks();
        const auto model = modelOf(workspace);
        const auto lanes = buildCompareLanes(model, {1200, 400, {alignedTime(0), alignedTime(100 * kMs)}}, testStyle());
        const auto communication = rectsOf(lanes.scene, ColorRole::Overlapped, lanes.axis.left);
        QCOMPARE(communication.size(), std::size_t{2});
        // Both ranks communicate from 30 ms after their own step's begin on, 4 s apart, beside computing.
        QCOMPARE(communication[0].x, communication[1].x);
        QVERIFY(communication[0].width > communication[1].width);
        const auto exposed = rectsOf(lanes.scene, ColorRole::ExposedCommunication, lanes.axis.left);
        QCOMPARE(exposed.size(), std::size_t{2});
        QCOMPARE(exposed[0].x + exposed[0].width, exposed[1].x + exposed[1].width);
        QCOMPARE(communication[0].x, lanes.axis.pixelOf(alignedTime(30 * kMs)));
        QVERIFY(communication[0].y < communication[1].y);
        const auto computing = rectsOf(lanes.scene, ColorRole::Computing, lanes.axis.left);
        QCOMPARE(computing.size(), std::size_t{2});
        QVERIFY(computing[0].width > computing[1].width);
    }
    void zoomedLanesAreCutToTheAxis() {
        const auto workspace = twoRanks();
        const auto lanes = buildCompareLanes(modelOf(workspace),
                                             {800, 300, {alignedTime(35 * kMs), alignedTime(36 * kMs)}}, testStyle());
        for (const auto &rect : rectsOf(lanes.scene, ColorRole::Overlapped, 0)) {
            QCOMPARE(rect.x, lanes.axis.left);
            QCOMPARE(rect.x + rect.width, 800);
        }
    }
    void theEndOfEachStepIsMarked() {
        const auto workspace = twoRanks();
        const auto lanes =
            buildCompareLanes(modelOf(workspace), {1200, 400, {alignedTime(0), alignedTime(150 * kMs)}}, testStyle());
        const auto marks = rectsOf(lanes.scene, ColorRole::Accent, lanes.axis.left);
        QCOMPARE(marks.size(), std::size_t{2});
        for (const auto &mark : marks) {
            QCOMPARE(mark.x, lanes.axis.pixelOf(alignedTime(100 * kMs)));
        }
        QVERIFY(hasText(lanes.scene, "compare.step_end 7"));
    }
    void theStripShowsWhatDiffersMostOnEachRank() {
        auto workspace = twoRanks();
        const RankRef left{RunId{0}, 0};
        const RankRef right{RunId{0}, 1};
        const auto own = rankDifferences(rankSplits(workspace, 7), left, right);
        QCOMPARE(own.size(), std::size_t{2});
        QCOMPARE(own[0].difference.count(), std::int64_t{0});
        QVERIFY(own[1].difference < Nanos{0} || own[1].difference > Nanos{0});
        const auto scene = buildCompareStrip(own, right, 800, 64, testStyle());
        QCOMPARE(scene.hits.size(), std::size_t{2});
        QCOMPARE(scene.hits[1].item, ItemRef(right));
        const auto most = shownTime(Nanos{std::abs(own[1].difference.count())});
        QVERIFY(hasText(scene, "+" + most) && hasText(scene, std::string(kMinusSign) + most));
        // Against another run each rank stands beside its own counterpart.
        workspace.runs.push_back(workspace.runs.front());
        workspace.runs[1].id = RunId{1};
        for (const auto &each : rankDifferences(rankSplits(workspace, 7), {RunId{1}, 0}, right)) {
            QCOMPARE(each.difference.count(), std::int64_t{0});
        }
        const auto alike = buildCompareStrip({{left}, {right}}, right, 800, 64, testStyle());
        QCOMPARE(alike.hits.size(), std::size_t{2});
        QVERIFY(!hasText(alike, "+"));
    }
    void aStripOfManyRanksFits() {
        std::vector<RankDifference> many;
        for (int rank = 0; rank < 3000; ++rank) {
            many.push_back({{RunId{0}, rank}, 1, Nanos{rank == 1234 ? 9 * kMs : kMs}});
        }
        const auto scene = buildCompareStrip(many, {RunId{0}, 5}, 900, 64, testStyle());
        QVERIFY(scene.hits.size() <= 900);
        QVERIFY(std::any_of(scene.hits.begin(), scene.hits.end(), [](const SceneHit &hit) {
            return hit.item == ItemRef(RankRef{RunId{0}, 1234});
        }));
        for (const auto &rect : scene.rects) {
            QVERIFY(rect.x >= 0 && rect.x + rect.width <= 900 && rect.y >= 0 && rect.y + rect.height <= 64);
        }
    }
    void defaultsAreSensible() {
        auto workspace = twoRanks();
        auto sides = defaultComparison(workspace);
        QVERIFY(sides.has_value());
        QCOMPARE((*sides)[1].rank, 1);
        workspace.runs.push_back(workspace.runs.front());
        workspace.runs[1].id = RunId{1};
        workspace.runs[1].role = RunRole::Baseline;
        sides = defaultComparison(workspace);
        QCOMPARE(toText((*sides)[0]), std::string("rank:1/0"));
        QCOMPARE(toText((*sides)[1]), std::string("rank:0/0"));
        QVERIFY(!defaultComparison(Workspace{}).has_value());
        // The rank to look at first, beside what it is measured by.
        sides = defaultComparison(workspace, 1, 0);
        QCOMPARE(toText((*sides)[0]), std::string("rank:1/1"));
        workspace.runs.pop_back();
        sides = defaultComparison(workspace, 0, 1);
        QCOMPARE(toText((*sides)[0]), std::string("rank:0/1"));
        QCOMPARE(toText((*sides)[1]), std::string("rank:0/0"));
    }
    void aMissingRankIsEmpty() {
        const auto workspace = twoRanks();
        const auto model = compareModel(workspace, {RunId{0}, 7}, {RunId{0}, 8}, std::nullopt);
        QVERIFY(model.isEmpty());
        QVERIFY(!model.left.found);
    }
};

TEST_SUITE(TestCompareScene)

}  // namespace tst_compare_scene

#include "tst_compare_scene.moc"
