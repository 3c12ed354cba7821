#include "core/scene/pipeline/straggler_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

namespace tst_straggler_scene {

using namespace stagescope;

namespace {

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

/// All workers alike but rank 1, which is 30 % slower and waits least.
StragglerFindings findingsOf(std::size_t stages, std::size_t replicas, bool hasSlow = true) {
    StragglerFindings model;
    model.run = RunId{0};
    Stragglers found;
    found.replicas = replicas;
    found.steps = {4, 5, 6};
    found.measured = Nanos{130'000'000};
    found.ideal = Nanos{100'000'000};
    found.slowdown = 1.3;
    found.stages.resize(stages);
    for (std::size_t replica = 0; replica < replicas; ++replica) {
        for (std::size_t row = 0; row < stages; ++row) {
            Stragglers::WorkerFigures worker;
            worker.worker = {replica, row};
            worker.rank = static_cast<int>(row * replicas + replica);
            const bool isSlow = hasSlow && worker.rank == 1;
            worker.slowdown = isSlow ? 1.3 : 1.0;
            worker.ratio = isSlow ? 1.3 : 1.0;
            worker.busy = Nanos{isSlow ? 90'000'000 : 70'000'000};
            worker.wait = Nanos{isSlow ? 10'000'000 : 30'000'000};
            worker.saved = Nanos{isSlow ? 20'000'000 : 0};
            if (isSlow) {
                worker.slowSteps = found.steps;
            }
            found.workers.push_back(worker);
            model.replicas[worker.rank] = replica;
        }
    }
    model.found = found;
    return model;
}

Scene sceneOf(const StragglerFindings &model, StragglerMetric metric, int width = 900, int height = 400) {
    return buildStragglerScene(model, metric, width, height, testStyle());
}

/// The last box drawn there is the one that is seen.
std::optional<std::uint32_t> heatOf(const Scene &scene, int rank) {
    const auto hit = std::find_if(scene.hits.begin(), scene.hits.end(), [&](const SceneHit &h) {
        return h.item == ItemRef(RankRef{RunId{0}, rank});
    });
    const auto rect = std::find_if(scene.rects.rbegin(), scene.rects.rend(), [&](const SceneRect &r) {
        return hit != scene.hits.end() && r.color.role == ColorRole::Heat && r.x == hit->x && r.y == hit->y;
    });
    return rect == scene.rects.rend() ? std::nullopt : std::optional(rect->color.hash);
}

bool says(const Scene &scene, std::string_view words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &text) { return text.text.find(words) != std::string::npos; });
}

}  // namespace

class StragglerSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSlowRankIsWarmInEachMetric() {
        for (const auto metric : stragglerMetrics()) {
            const auto scene = sceneOf(findingsOf(4, 2), metric);
            QCOMPARE(scene.hits.size(), std::size_t{8});
            QCOMPARE(heatOf(scene, 1), std::optional<std::uint32_t>(kMaxHeat));
            QCOMPARE(heatOf(scene, 6), std::optional<std::uint32_t>(0));
            const auto slow = std::find_if(scene.hits.begin(), scene.hits.end(), [](const SceneHit &hit) {
                return hit.item == ItemRef(RankRef{RunId{0}, 1});
            });
            const bool isFramed = std::any_of(scene.rects.begin(), scene.rects.end(), [&](const auto &rect) {
                return rect.color.role == ColorRole::Text && rect.x == slow->x && rect.y == slow->y;
            });
            QVERIFY(isFramed);
        }
    }

    void noiseStaysCool() {
        auto model = findingsOf(4, 4, false);
        model.found->workers[5].slowdown = 1.005;
        const auto scene = sceneOf(model, StragglerMetric::Slowdown);
        const auto heat = heatOf(scene, model.found->workers[5].rank);
        QVERIFY(heat && *heat > 0 && *heat < kMaxHeat / 2);
    }

    void verdictsInWords() {
        const auto slow = sceneOf(findingsOf(4, 2), StragglerMetric::Work);
        QVERIFY(says(slow, "straggler.workers.slow 1 30.0 20.0"));
        QVERIFY(says(sceneOf(findingsOf(4, 2, false), StragglerMetric::Work), "straggler.workers.none"));
        auto one = findingsOf(4, 1, false);
        one.found->stages[2].ratio = 1.25;
        one.found->stageSaved = Nanos{12'000'000};
        const auto scene = sceneOf(one, StragglerMetric::Work);
        QVERIFY(says(scene, "straggler.workers.one_pipeline"));
        QVERIFY(says(scene, "straggler.stage 2 25.0 12.0"));
        QVERIFY(sceneOf({}, StragglerMetric::Work).hits.empty());
    }

    void readableInEachSize_data() {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("replicas");
        QTest::addColumn<int>("width");
        QTest::newRow("4x1") << 4 << 1 << 600;
        QTest::newRow("16x256") << 16 << 256 << 1000;
        QTest::newRow("16x256 narrow") << 16 << 256 << 300;
        QTest::newRow("64x2") << 64 << 2 << 1000;
    }
    void readableInEachSize() {
        QFETCH(int, stages);
        QFETCH(int, replicas);
        QFETCH(int, width);
        const auto model = findingsOf(std::size_t(stages), std::size_t(replicas));
        const int height = stragglerSceneHeight(model, testStyle());
        const auto scene = sceneOf(model, StragglerMetric::Slowdown, width, height);
        std::set<int> seen;
        for (const auto &hit : scene.hits) {
            QVERIFY(hit.width >= 1 && hit.height >= 4);
            QVERIFY(hit.x >= 0 && hit.y >= 0 && hit.x + hit.width <= width && hit.y + hit.height <= height);
            seen.insert(std::get<RankRef>(hit.item).rank);
        }
        QCOMPARE(seen.size(), std::size_t(stages * replicas));
        QCOMPARE(heatOf(scene, 1), std::optional<std::uint32_t>(kMaxHeat));
        for (const auto &text : scene.texts) {
            QVERIFY(text.x >= 0 && text.x + text.width <= width && text.y + text.height <= height);
        }
    }
};

TEST_SUITE(StragglerSceneTest)

}  // namespace tst_straggler_scene

#include "tst_straggler_scene.moc"
