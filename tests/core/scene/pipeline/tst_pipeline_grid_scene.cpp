#include "core/scene/pipeline/pipeline_grid_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <set>

namespace tst_pipeline_grid_scene {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

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

/// All ranks alike, but one of which is twice as busy.
PipelineGridInput gridOf(int stages, int replicas) {
    PipelineGridInput input;
    input.run = RunId{0};
    input.stages = stages;
    input.replicas = replicas;
    input.replicasDone = replicas;
    for (int replica = 0; replica < replicas; ++replica) {
        for (int stage = 0; stage < stages; ++stage) {
            PipelineRankFigures rank;
            rank.rank = stage * replicas + replica;
            rank.stage = stage;
            rank.replica = replica;
            rank.hasCells = true;
            rank.window = Nanos{100 * kMs};
            rank.busy = Nanos{(rank.rank == 1 ? 80 : 40) * kMs};
            rank.meanForward = Nanos{10 * kMs};
            input.ranks.push_back(rank);
        }
    }
    return input;
}

std::optional<SceneRect> placeOf(const Scene &scene, int rank) {
    for (const auto &hit : scene.hits) {
        if (hit.item == ItemRef(RankRef{RunId{0}, rank})) {
            // The last box drawn there is the one that is seen.
            const auto it = std::find_if(scene.rects.rbegin(), scene.rects.rend(), [&](const SceneRect &r) {
                return r.x <= hit.x && r.y <= hit.y && r.x + r.width > hit.x && r.y + r.height > hit.y;
            });
            return it == scene.rects.rend() ? std::nullopt : std::optional(*it);
        }
    }
    return std::nullopt;
}

PipelineCell cell(int rank, CellKind kind, int microbatch, std::int64_t beginMs, std::int64_t endMs) {
    PipelineCell c;
    c.rank = rank;
    c.step = 1;
    c.kind = kind;
    c.microbatch = microbatch;
    c.range = {rankTime(kStart + beginMs * kMs), rankTime(kStart + endMs * kMs)};
    return c;
}

PipelineChart chartOf(std::vector<int> ranks, std::vector<PipelineCell> cells) {
    PipelineChart chart;
    chart.group = {"pp", std::move(ranks), GroupOrigin::Metadata};
    chart.cells = std::move(cells);
    chart.steps = {1};
    return chart;
}

}  // namespace

class TestPipelineGridScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void warmIsBadInEachMetric() {
        const auto input = gridOf(2, 4);
        auto scene = buildPipelineGridScene(input, {800, 200, PipelineMetric::Work}, testStyle());
        QCOMPARE(placeOf(scene, 1)->color, (Color{ColorRole::Heat, kMaxHeat}));
        QCOMPARE(placeOf(scene, 2)->color, (Color{ColorRole::Heat, 0}));
        // What all others have is no alarm, even where one has less of it.
        for (const auto metric : {PipelineMetric::BubbleShare, PipelineMetric::BusyShare}) {
            scene = buildPipelineGridScene(input, {800, 200, metric}, testStyle());
            QCOMPARE(placeOf(scene, 1)->color, (Color{ColorRole::Heat, 0}));
            QVERIFY(placeOf(scene, 2)->color.hash > 0 && placeOf(scene, 2)->color.hash <= kMaxHeat / 2);
        }
    }
    /// Who is slow waits least: the first sight of all pipelines is not of bubbles.
    void whoIsSlowIsWarmAtFirstSight() {
        auto input = gridOf(4, 64);
        for (auto &rank : input.ranks) {
            rank.busy = Nanos{(10 + rank.stage) * kMs + rank.rank % 3 * kMs / 100};
        }
        const auto usual = input.ranks[77].busy;
        input.ranks[77].busy += usual / 5;
        const auto scene = buildPipelineGridScene(input, {.width = 1600, .height = 200}, testStyle());
        for (const auto &rank : input.ranks) {
            const auto heat = placeOf(scene, rank.rank)->color.hash;
            QVERIFY2(rank.rank == input.ranks[77].rank ? heat == kMaxHeat : heat < kMaxHeat / 4,
                     qPrintable(QString::number(rank.rank)));
        }
        // Nor is a healthy job warm anywhere.
        input.ranks[77].busy = usual;
        const auto healthy = buildPipelineGridScene(input, {.width = 1600, .height = 200}, testStyle());
        for (const auto &rank : input.ranks) {
            QVERIFY(placeOf(healthy, rank.rank)->color.hash < kMaxHeat / 4);
        }
    }
    void placesCarryValuesAndTheScaleItsEnds() {
        const auto scene = buildPipelineGridScene(gridOf(2, 4), {800, 200, PipelineMetric::BubbleShare}, testStyle());
        std::multiset<std::string> texts;
        for (const auto &text : scene.texts) {
            texts.insert(text.text);
        }
        QCOMPARE(texts.count("20.0"), std::size_t{2});  // the place and the good end of the scale
        QCOMPARE(texts.count("60.0"), std::size_t{8});
        QCOMPARE(texts.count("pipeline.metric.bubble"), std::size_t{1});
        QCOMPARE(texts.count("pipeline.grid.progress 4 4"), std::size_t{0});
    }
    void unknownRanksAreHatched() {
        auto input = gridOf(2, 4);
        input.ranks[0].hasCells = false;
        input.replicasDone = 3;
        const auto scene = buildPipelineGridScene(input, {800, 200, PipelineMetric::MeanForward}, testStyle());
        QVERIFY(placeOf(scene, 0)->hatched);
        QVERIFY(!GridMetrics(input).of(input.ranks[0], PipelineMetric::Window).has_value());
        QVERIFY(!GridMetrics(input).of(input.ranks[1], PipelineMetric::MeanBackward).has_value());
        QVERIFY(std::any_of(scene.texts.begin(), scene.texts.end(),
                            [](const SceneText &t) { return t.text == "pipeline.grid.progress 3 4"; }));
    }
    void thousandsStayInsideAndCanBeHit() {
        for (const auto &[stages, replicas] : {std::pair{16, 64}, std::pair{16, 256}, std::pair{2, 2048}}) {
            const auto input = gridOf(stages, replicas);
            const auto scene = buildPipelineGridScene(input, {900, 300, PipelineMetric::BubbleShare}, testStyle());
            std::set<std::string> hit;
            for (const auto &r : scene.rects) {
                QVERIFY(r.x >= 0 && r.y >= 0 && r.x + r.width <= scene.width && r.y + r.height <= scene.height);
            }
            for (const auto &h : scene.hits) {
                hit.insert(toText(h.item));
            }
            QCOMPARE(hit.size(), input.ranks.size());
        }
    }
    void worstOfAPixelIsSeen() {
        auto input = gridOf(1, 4000);
        input.ranks[1001].busy = Nanos{1 * kMs};
        const auto scene = buildPipelineGridScene(input, {500, 100, PipelineMetric::BubbleShare}, testStyle());
        QCOMPARE(placeOf(scene, 1001)->color, (Color{ColorRole::Heat, kMaxHeat}));
    }
    void figuresOfAGroup() {
        const auto chart =
            chartOf({3, 5}, {cell(3, CellKind::Forward, 0, 0, 10), cell(3, CellKind::BackwardInput, 0, 50, 60),
                             cell(3, CellKind::BackwardWeight, 0, 60, 80)});
        const auto figures = groupFigures(chart, {}, 7, 1);
        QCOMPARE(figures.size(), std::size_t{2});
        QCOMPARE(figures[0].rank, 3);
        QCOMPARE(figures[0].replica, 7);
        QCOMPARE(figures[0].window.count(), 80 * kMs);
        QCOMPARE(figures[0].busy.count(), 40 * kMs);
        QCOMPARE(figures[0].meanForward.count(), 10 * kMs);
        QCOMPARE(figures[0].meanBackward.count(), 30 * kMs);  // I and W together
        QCOMPARE(figures[1].stage, 1);
        QVERIFY(!figures[1].hasCells);
        // A step that the group does not have: that of median length.
        QVERIFY(groupFigures(chart, {}, 0, 99)[0].hasCells);
    }
    void envelopeHoldsLeastMedianAndMost() {
        PipelineEnvelope envelope;
        for (const auto length : {10, 14, 30}) {
            // Each replica starts at another time: only times within its own step count.
            envelope.add(chartOf({0}, {cell(0, CellKind::Forward, 0, 1000 * length, 1000 * length + length),
                                       cell(0, CellKind::Backward, -1, 2000 * length, 2000 * length + 5)}),
                         1, {});
        }
        const auto spans = envelope.spans();
        QCOMPARE(envelope.replicas(), 3);
        QCOMPARE(spans.size(), std::size_t{1});  // what has no number cannot be compared
        QCOMPARE(spans[0].replicas, std::size_t{3});
        QCOMPARE(spans[0].beginMost.count(), 0);
        QCOMPARE(spans[0].endLeast.count(), 10 * kMs);
        QCOMPARE(spans[0].endMedian.count(), 14 * kMs);
        QCOMPARE(spans[0].endMost.count(), 30 * kMs);
    }
};

TEST_SUITE(TestPipelineGridScene)

}  // namespace tst_pipeline_grid_scene

#include "tst_pipeline_grid_scene.moc"
