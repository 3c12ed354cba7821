#include "core/scene/communication/matrix_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tst_matrix_scene {

using namespace stagescope;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

std::vector<float> randomValues(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(1, 100);
    std::vector<float> values(count);
    for (float &v : values) {
        v = random() % 3 == 0 ? std::numeric_limits<float>::quiet_NaN() : value(random);
    }
    return values;
}

MatrixAxes axesOf(std::size_t count) {
    MatrixAxes axes{Message("from"), Message("to")};
    for (std::size_t i = 0; i < count; ++i) {
        axes.names.push_back(std::to_string(i));
    }
    return axes;
}

std::optional<SceneRect> seenAt(const Scene &scene, int x, int y) {
    const auto it = std::find_if(scene.rects.rbegin(), scene.rects.rend(), [&](const SceneRect &r) {
        return r.x <= x && r.y <= y && r.x + r.width > x && r.y + r.height > y;
    });
    return it == scene.rects.rend() ? std::nullopt : std::optional(*it);
}

}  // namespace

class MatrixSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachBlockHoldsTheWorstOfItsPlaces_data() {
        QTest::addColumn<bool>("highIsBad");
        QTest::newRow("high is bad") << true;
        QTest::newRow("low is bad") << false;
    }
    void eachBlockHoldsTheWorstOfItsPlaces() {
        QFETCH(bool, highIsBad);
        constexpr std::size_t kRows = 37;
        constexpr std::size_t kColumns = 21;
        const auto values = randomValues(kRows * kColumns, 5);
        const HeatMatrix matrix(kRows, kColumns, values, highIsBad);
        QCOMPARE(matrix.count(), static_cast<std::size_t>(std::count_if(values.begin(), values.end(),
                                                                        [](float v) { return !std::isnan(v); })));
        for (std::size_t level = 0; level < matrix.levels(); ++level) {
            const std::size_t size = std::size_t{1} << level;
            for (std::size_t row = 0; row * size < kRows; ++row) {
                for (std::size_t column = 0; column * size < kColumns; ++column) {
                    std::optional<float> worst;
                    for (auto r = row * size; r < std::min(kRows, (row + 1) * size); ++r) {
                        for (auto c = column * size; c < std::min(kColumns, (column + 1) * size); ++c) {
                            const float v = values[r * kColumns + c];
                            if (!std::isnan(v) && (!worst || (highIsBad ? v > *worst : v < *worst))) {
                                worst = v;
                            }
                        }
                    }
                    QCOMPARE(matrix.at(row, column, level), worst);
                    const auto place = matrix.worstOf(row, column, level);
                    QCOMPARE(place.has_value(), worst.has_value());
                    if (place) {
                        QCOMPARE(matrix.at(place->row, place->column), worst);
                        QCOMPARE(place->row / size, row);
                        QCOMPARE(place->column / size, column);
                    }
                }
            }
        }
        QVERIFY(!matrix.at(0, 0, matrix.levels()));
        QVERIFY(!matrix.at(kRows, 0));
    }

    void cellsForOnePlaceKeepTheWorst() {
        const std::vector<HeatMatrix::Cell> cells{{0, 1, 5}, {0, 1, 9}, {0, 1, 7}, {8, 8, 1}};
        const HeatMatrix matrix(2, 2, cells, true);
        QCOMPARE(matrix.at(0, 1), std::optional(9.0F));
        QCOMPARE(matrix.count(), std::size_t{1});
    }

    void thePointTellsTheValueThatIsSeen_data() {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {1, 2, 16, 256, 1024}) {
            QTest::addRow("%d", ranks) << ranks;
        }
    }
    void thePointTellsTheValueThatIsSeen() {
        QFETCH(int, ranks);
        const auto n = static_cast<std::size_t>(ranks);
        const auto values = randomValues(n * n, 9);
        const HeatMatrix matrix(n, n, values, false);
        const auto built = buildMatrixScene(matrix, axesOf(n), {Message("bandwidth")}, {900, 600}, testStyle());
        std::mt19937 random(3);
        int seen = 0;
        for (int i = 0; i < 500; ++i) {
            const int x = built.area.x + static_cast<int>(random() % static_cast<unsigned>(built.area.width));
            const int y = built.area.y + static_cast<int>(random() % static_cast<unsigned>(built.area.height));
            const auto block = built.blockAt(x, y);
            QVERIFY(block.has_value());
            const auto rect = seenAt(built.scene, x, y);
            const auto value = matrix.at(block->row, block->column, built.level);
            if (rect && rect->color.role == ColorRole::Heat) {
                QVERIFY(value.has_value());
                QCOMPARE(rect->color, heatRangeOf(matrix).colorOf(static_cast<double>(*value)));
                ++seen;
            }
        }
        QVERIFY(seen > (matrix.count() > 1 ? 100 : -1));
        QVERIFY(!built.blockAt(built.area.x - 1, built.area.y));
    }

    void thousandsOfRanksBecomeBlocksThatOneCanSee() {
        constexpr std::size_t kRanks = 4096;
        std::vector<HeatMatrix::Cell> cells;
        for (std::size_t r = 0; r < kRanks; ++r) {
            for (std::size_t k = 1; k <= 8; ++k) {
                cells.push_back({r, (r + k) % kRanks, 20});
            }
        }
        cells[8 * 1234].value = 2;  // one slow link
        const HeatMatrix matrix(kRanks, kRanks, cells, false);
        const auto built = buildMatrixScene(matrix, axesOf(kRanks), {Message("bandwidth")}, {1600, 800}, testStyle());
        QVERIFY(built.level > 0);
        const auto worst = std::find_if(built.scene.rects.begin(), built.scene.rects.end(), [&](const SceneRect &r) {
            return r.color == Color{ColorRole::Heat, kMaxHeat} && built.area.contains(r.x, r.y);
        });
        QVERIFY(worst != built.scene.rects.end());
        QVERIFY(worst->width >= kMinBlock && worst->height >= kMinBlock);
        const auto block = built.blockAt(worst->x, worst->y);
        const auto place = matrix.worstOf(block->row, block->column, built.level);
        QCOMPARE(*place, (HeatMatrix::Place{1234, 1235}));

        MatrixSceneOptions near{1600, 800, {1230, 8, 1230, 8}};
        const auto zoomed = buildMatrixScene(matrix, axesOf(kRanks), {Message("bandwidth")}, near, testStyle());
        QCOMPARE(zoomed.level, std::size_t{0});
        QVERIFY(std::any_of(zoomed.scene.texts.begin(), zoomed.scene.texts.end(),
                            [](const SceneText &t) { return t.text == "1235"; }));
        QVERIFY(std::any_of(zoomed.scene.texts.begin(), zoomed.scene.texts.end(),
                            [](const SceneText &t) { return t.text == "2.00"; }));
    }

    /// Links of one kind differ by a few percent; a slow one is told from them in any company.
    void noiseIsNotWarmAndASlowLinkIs() {
        std::vector<float> values;
        for (int i = 0; i < 64; ++i) {
            values.push_back(12 + static_cast<float>(i % 5) / 16);
        }
        const auto warmest = [](const std::vector<float> &of) {
            const HeatMatrix matrix(8, 8, of, false);
            const auto built = buildMatrixScene(matrix, axesOf(8), {Message("bandwidth")}, {900, 600}, testStyle());
            std::uint32_t most = 0;
            for (const auto &rect : built.scene.rects) {
                most = rect.color.role == ColorRole::Heat ? std::max(most, rect.color.hash) : most;
            }
            const bool isTold = std::any_of(built.scene.texts.begin(), built.scene.texts.end(),
                                            [](const SceneText &t) { return t.text == "heat.warm_from"; });
            return std::pair(most, isTold);
        };
        QVERIFY(warmest(values).first < kMaxHeat / 2 && !warmest(values).second);
        values[13] = 6;
        QVERIFY(warmest(values).first == kMaxHeat && warmest(values).second);
    }

    void kindsAreNamed() {
        const std::vector<HeatMatrix::Cell> cells{{0, 1, 0}, {1, 0, 1}};
        const HeatMatrix matrix(2, 2, cells, true);
        const MatrixValues values{Message("transport"), {"HCCS", "RDMA"}};
        const auto built = buildMatrixScene(matrix, axesOf(2), values, {600, 400}, testStyle());
        for (const char *kind : {"HCCS", "RDMA"}) {
            QCOMPARE(std::count_if(built.scene.texts.begin(), built.scene.texts.end(),
                                   [&](const SceneText &t) { return t.text == kind; }),
                     2);  // in its place and in the legend
        }
    }

    void hostsAreDividedWhereThereIsRoom() {
        const auto values = randomValues(16 * 16, 1);
        auto axes = axesOf(16);
        axes.borders = {2, 4, 6, 8, 10, 12, 14};
        const HeatMatrix matrix(16, 16, values, true);
        const auto lines = [&](int size) {
            const auto built = buildMatrixScene(matrix, axes, {Message("time")}, {size, size}, testStyle());
            return std::count_if(built.scene.rects.begin(), built.scene.rects.end(),
                                 [](const SceneRect &r) { return r.color.role == ColorRole::MutedText; });
        };
        QCOMPARE(lines(600), 14);
        QCOMPARE(lines(100), 0);
    }
};

TEST_SUITE(MatrixSceneTest)

}  // namespace tst_matrix_scene

#include "tst_matrix_scene.moc"
