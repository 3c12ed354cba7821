#include "core/scene/communication/strategy_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tst_strategy_scene {

using namespace stagescope;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

StrategyModel model(ParallelSizes sizes) {
    StrategyQuestion question;
    question.sizes = sizes;
    auto model = strategyModel(Run{}, question);
    for (int rank = 0; model.sizes && rank < model.sizes->world; ++rank) {
        model.values[rank] = rank;
        model.present.push_back(rank);
    }
    return model;
}

StrategyOptions options(int width, int height) {
    StrategyOptions options;
    options.width = width;
    options.height = height;
    return options;
}

const StrategyScene::Place *placeOf(const StrategyScene &scene, int rank) {
    const auto it = std::find_if(scene.places.begin(), scene.places.end(), [&](const auto &place) {
        return std::binary_search(place.ranks.begin(), place.ranks.end(), rank);
    });
    return it == scene.places.end() ? nullptr : &*it;
}

}  // namespace

class StrategySceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stagesGoDownAndReplicasAcross() {
        const auto built = buildStrategyScene(model({2, 2, 2, 1, 1, 0}), options(900, 400), testStyle());
        QCOMPARE(built.places.size(), std::size_t{8});
        // Megatron: tp fastest, then dp, then pp.
        const auto *first = placeOf(built, 0);
        QCOMPARE(placeOf(built, 1)->box.y, first->box.y);
        QVERIFY(placeOf(built, 1)->box.x < placeOf(built, 2)->box.x);
        QVERIFY(placeOf(built, 4)->box.y > first->box.y);
        QCOMPARE(placeOf(built, 4)->box.x, first->box.x);
        const Box &box = placeOf(built, 5)->box;
        QCOMPARE(built.placeAt(box.x + 3, box.y + 3)->ranks, (std::vector<int>{5}));
    }

    void fewStagesHaveTheirScaleRightBelow() {
        for (const int height : {200, 400, 1200}) {
            const auto built = buildStrategyScene(model({2, 2, 2, 1, 1, 0}), options(900, height), testStyle());
            int lowest = 0;
            for (const auto &place : built.places) {
                lowest = std::max(lowest, place.box.bottom());
            }
            const auto text = std::find_if(built.scene.texts.begin(), built.scene.texts.end(),
                                           [](const SceneText &each) { return each.text == "pipeline.no_data"; });
            QVERIFY(text != built.scene.texts.end());
            QVERIFY(text->y >= lowest && text->y <= lowest + 8);
        }
    }

    /// Of dimensions that have something to outline.
    void headsTakeTheLinesThatTheyNeed() {
        auto narrow = options(380, 400);
        narrow.caption = "the usual numbering";
        const auto built = buildStrategyScene(model({2, 2, 2, 1, 1, 0}), narrow, testStyle());
        std::map<std::string, int> lines;
        for (const auto &text : built.scene.texts) {
            QVERIFY(text.x + static_cast<int>(text.text.size()) * 7 <= 380);
            lines.emplace(text.text, text.y);
        }
        QVERIFY(lines.at("strategy.dimension.TP") == lines.at("strategy.dimension.DP"));
        QVERIFY(lines.at("strategy.dimension.DP") < lines.at("strategy.dimension.PP"));
        QVERIFY(!lines.contains("strategy.dimension.CP") && !lines.contains("strategy.dimension.EP"));
        QVERIFY(placeOf(built, 0)->box.y > lines.at("strategy.dimension.PP"));
    }

    void foldedPlacesShowTheirWorst() {
        auto folded = options(900, 400);
        folded.fold = StrategyFold::Tp;
        const auto built = buildStrategyScene(model({2, 2, 2, 1, 1, 0}), folded, testStyle());
        QCOMPARE(built.places.size(), std::size_t{4});
        QCOMPARE(placeOf(built, 2)->ranks, (std::vector<int>{2, 3}));
        QCOMPARE(placeOf(built, 2)->worst, 3);
    }

    void thousandsOfRanksShareplaces() {
        const auto big = model({8, 16, 128, 1, 1, 0});
        QCOMPARE(big.sizes->world, 16384);
        const auto built = buildStrategyScene(big, options(900, 400), testStyle());
        std::set<int> ranks;
        for (const auto &place : built.places) {
            QVERIFY(place.box.width >= kMinPlace);
            QVERIFY(place.box.right() <= 900 && place.box.bottom() <= 400);
            ranks.insert(place.ranks.begin(), place.ranks.end());
        }
        QCOMPARE(ranks.size(), std::size_t{16384});
        for (const auto &rect : built.scene.rects) {
            QVERIFY(rect.x >= 0 && rect.x + rect.width <= 900 && rect.y >= 0 && rect.y + rect.height <= 400);
        }
    }

    /// A frame around each of the 256 members would leave nothing of their colours.
    void theGroupOfASelectedRankHidesNoColours() {
        auto asked = options(1400, 800);
        asked.selected = 1000;
        const auto built = buildStrategyScene(model({1, 16, 256, 1, 1, 0}), asked, testStyle());
        const auto frames = std::count_if(built.scene.rects.begin(), built.scene.rects.end(), [](const SceneRect &r) {
            return r.color.role == roleOf(ParallelDimension::Dp) && r.width == 1 && r.height > 20;
        });
        QVERIFY2(frames > 0 && frames <= 8, qPrintable(QString::number(frames)));
    }
    void groupsOfEachDimension() {
        const ParallelSizes sizes = *completed({2, 2, 4, 2, 2, 0});
        const auto order = RankNumbering::MegatronTpCpEpDpPp;
        const std::array<std::size_t, 5> expected{2, 2, 4, 2, 2};  // members of a group
        for (const auto dimension : parallelDimensions()) {
            std::map<std::int64_t, std::vector<int>> groups;
            for (int rank = 0; rank < sizes.world; ++rank) {
                groups[groupKey(dimension, *stagescope::placeOf(rank, sizes, order), sizes, order)].push_back(rank);
            }
            for (const auto &[key, ranks] : groups) {
                QCOMPARE(ranks.size(), expected[static_cast<std::size_t>(dimension)]);
            }
        }
        // Tensor parallel ranks are neighbours.
        QCOMPARE(groupKey(ParallelDimension::Tp, *stagescope::placeOf(0, sizes, order), sizes, order),
                 groupKey(ParallelDimension::Tp, *stagescope::placeOf(1, sizes, order), sizes, order));
    }

    void unknownSizesGiveNothing() {
        const auto none = strategyModel(Run{}, {});
        QVERIFY(!none.sizes);
        QVERIFY(buildStrategyScene(none, options(900, 400), testStyle()).places.empty());
    }

    void typedSizesWinOverTheMetadata() {
        Run run;
        run.parallel = {2, 2, 1, 1, 1, 4};
        QCOMPARE(strategyModel(run, {}).sizes->world, 4);
        StrategyQuestion typed;
        typed.sizes.dp = 3;
        QCOMPARE(strategyModel(run, typed).sizes->world, 12);
    }
};

TEST_SUITE(StrategySceneTest)

}  // namespace tst_strategy_scene

#include "tst_strategy_scene.moc"
