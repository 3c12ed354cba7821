#include "core/scene/cluster/rank_time_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <numeric>

namespace tst_rank_time_scene {

using namespace stagescope;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                return message.args.empty() ? message.id : message.id + " " + message.args.front();
            },
            18};
}

/// Each rank computes in the first half of its own share of 1 ms.
RankTimeModel manyRanks(int count, std::size_t rows, std::size_t columns) {
    auto signals = std::make_shared<RankSignals>();
    signals->run = RunId{0};
    for (int rank = 0; rank < count; ++rank) {
        RankSignal signal{rank, rank % 4, {}, AlignedRange{alignedTime(0), alignedTime(1'000'000)}};
        for (std::int64_t i = 0; i < 100; ++i) {
            signal.pieces.push_back({i * 10'000, i * 10'000 + 100 * (1 + rank % 100), 100, -1});
        }
        signals->ranks.push_back(std::move(signal));
    }
    RankTimeModel model;
    std::vector<std::size_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::size_t{0});
    model.asked = {*signals->bounds(), columns, std::move(order), rows};
    model.raster = rasterOf(*signals, model.asked);
    model.signals = std::move(signals);
    return model;
}

RankTimeScene built(const RankTimeModel &model, AlignedRange range) {
    return buildRankTimeScene(model, {1400, 800, range, alignedTime(0)}, testStyle());
}

}  // namespace

class TestRankTimeScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thousandsOfRanksStayWithinTheirRoom() {
        const auto room = rasterRoom(4095, 1400, 800, testStyle());
        const auto model = manyRanks(4096, room.rows, room.columns);
        QVERIFY(model.raster.rows < 4096);
        const auto scene = built(model, *model.signals->bounds());
        QVERIFY(scene.scene.rects.size() <= model.raster.rows * model.raster.columns + 50);
        for (const auto &rect : scene.scene.rects) {
            QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= 1400 && rect.y + rect.height <= 800);
        }
        for (const auto &text : scene.scene.texts) {
            QVERIFY(text.x >= 0 && text.y >= 0 && text.x + text.width <= 1400 && text.y + text.height <= 800);
        }
        std::size_t ranks = 0;
        for (std::size_t row = 0; row < model.raster.rows; ++row) {
            ranks += model.ranksOf(row).size();
        }
        QCOMPARE(ranks, std::size_t{4096});
        QCOMPARE(model.worstOf(0, 0), model.ranksOf(0).front());  // computes least
    }
    void rowsAndTimesLeadBack() {
        const auto model = manyRanks(8, 8, 200);
        const auto scene = built(model, *model.signals->bounds());
        for (int row = 0; row < 8; ++row) {
            const int y = scene.area.y + row * scene.rowHeight + scene.rowHeight / 2;
            QCOMPARE(scene.rowAt(scene.area.x + 5, y), std::optional(static_cast<std::size_t>(row)));
        }
        QVERIFY(!scene.rowAt(scene.area.x - 1, scene.area.y + 1));
        QCOMPARE(scene.scene.itemAt(scene.area.x - 20, scene.area.y + scene.rowHeight / 2),
                 std::optional<ItemRef>(RankRef{RunId{0}, 0}));
    }
    /// A raster of another range stands where its times lie, until that in sight is worked out.
    void anotherRangeStandsInItsPlace() {
        const auto model = manyRanks(8, 8, 200);
        const auto scene = built(model, {alignedTime(-1'000'000), alignedTime(1'000'000)});
        const int middle = scene.axis.pixelOf(alignedTime(0));
        for (const auto &rect : scene.scene.rects) {
            QVERIFY(rect.color.role != ColorRole::Heat || rect.y < scene.area.y || rect.y > scene.area.bottom() ||
                    rect.x >= middle);
        }
    }
    /// Most of a pipeline waits for its turn: what computes stands out, what does not is no alarm.
    void whoComputesNothingIsNoAlarm() {
        auto model = manyRanks(1, 1, 500);
        for (const auto &[value, heat] : {std::pair{0.F, kMaxHeat / 2}, std::pair{100.F, 0U}}) {
            std::fill(model.raster.values.begin(), model.raster.values.end(), value);
            const auto scene = built(model, *model.signals->bounds());
            for (const auto &rect : scene.scene.rects) {
                const bool isPlace = rect.color.role == ColorRole::Heat && rect.y == scene.area.y;
                QVERIFY(!isPlace || std::max(rect.color.hash, heat) - std::min(rect.color.hash, heat) <= 1);
                QVERIFY(rect.color.role != ColorRole::Heat ||
                        rect.color.hash <= kMaxHeat / 2 + 1);  // nor in the legend
            }
        }
    }
    void ranksAreLabelledInRoundSteps() {
        const auto room = rasterRoom(1023, 1400, 600, testStyle());
        const auto model = manyRanks(1024, room.rows, room.columns);
        std::vector<int> labels;
        for (const auto &text : built(model, *model.signals->bounds()).scene.texts) {
            if (text.text.starts_with("rank.label ")) {
                labels.push_back(std::stoi(text.text.substr(11)));
            }
        }
        QVERIFY(labels.size() >= 10);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QCOMPARE(labels[i], static_cast<int>(i) * labels[1]);
        }
        QVERIFY(labels[1] == 32 || labels[1] == 64);
    }
    void neighboursOfOneColourAreOneBox() {
        auto model = manyRanks(1, 1, 500);
        std::fill(model.raster.values.begin(), model.raster.values.end(), 50.F);
        const auto scene = built(model, *model.signals->bounds());
        const auto inside = std::count_if(scene.scene.rects.begin(), scene.scene.rects.end(), [&](const SceneRect &r) {
            return r.color.role == ColorRole::Heat && r.y == scene.area.y;
        });
        QCOMPARE(inside, 1);
    }
};

TEST_SUITE(TestRankTimeScene)

}  // namespace tst_rank_time_scene

#include "tst_rank_time_scene.moc"
