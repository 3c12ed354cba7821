#include "core/scene/operators/kernel_bars_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>
#include <utility>

namespace tst_kernel_bars_scene {

using namespace stagescope;

namespace {

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

/// type, core, name, shapes, kernels, us in all.
struct Line {
    std::string type;
    std::string core;
    std::string name;
    std::string shapes;
    std::int64_t count;
    double totalUs;
};
ResultTable table(const std::vector<Line> &lines) {
    ResultTable table{"kernel_stats",
                      {{"type", ColumnType::Text, "", ""},
                       {"core", ColumnType::Text, "", ""},
                       {"name", ColumnType::Text, "", ""},
                       {"input_shapes", ColumnType::Text, "", ""},
                       {"count", ColumnType::Integer, "", ""},
                       {"total_us", ColumnType::Real, "us", ""}},
                      {},
                      {}};
    for (const auto &line : lines) {
        table.rows.push_back({line.type, line.core, line.name, line.shapes, line.count, line.totalUs});
    }
    return table;
}
ResultTable types() {
    return table({{"Add", "VECTOR", "", "", 4, 100},
                  {"MatMul", "CUBE", "", "", 2, 600},
                  {"MatMul", "MIX", "", "", 1, 200},
                  {"Cast", "VECTOR", "", "", 3, 50},
                  {"Odd", "", "", "", 1, 50.001}});
}

int barWidth(const KernelBarsScene &built, const KernelBarsScene::Place &place) {
    const auto it = std::find_if(built.scene.rects.begin(), built.scene.rects.end(), [&](const SceneRect &rect) {
        return rect.color.role == ColorRole::Slice && place.box.contains(rect.x, rect.y);
    });
    return it == built.scene.rects.end() ? 0 : it->width;
}

}  // namespace

class KernelBarsSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLongestComeFirstAndTheRestIsSummed() {
        const auto bars = kernelBars(types(), 2);
        QCOMPARE(bars.groups.size(), std::size_t{2});
        QCOMPARE(bars.groups[0].label, std::string("MatMul (CUBE)"));
        QCOMPARE(bars.groups[1].label, std::string("MatMul (MIX)"));
        QCOMPARE(bars.groups[1].row, std::size_t{2});
        QCOMPARE(bars.groupCount, std::size_t{5});
        QCOMPARE(bars.kernelCount, std::uint64_t{11});
        QCOMPARE(bars.total, Nanos{1'000'001});
        QCOMPARE(bars.rest, Nanos{200'001});
        QVERIFY(kernelBars(table({}), 15).isEmpty());
    }
    void coresCloseToTheSame() {
        const auto bars = kernelBars(types(), 15);
        QCOMPARE(bars.rest, Nanos{0});
        std::vector<std::string> cores;
        Nanos sum{0};
        for (const auto &bar : bars.parts) {
            cores.push_back(bar.label);
            sum += bar.total;
        }
        QCOMPARE(cores, (std::vector<std::string>{"CUBE", "MIX", "VECTOR", ""}));
        QCOMPARE(sum, bars.total);
    }
    void namesAndShapesAreLabels() {
        const auto bars = kernelBars(table({{"MatMul", "CUBE", "aclnnMm", "2,3;3,4", 1, 5}}), 15);
        QCOMPARE(bars.groups[0].label, std::string("aclnnMm 2,3;3,4"));
        QCOMPARE(bars.groups[0].color.hash, nameHash("aclnnMm"));
    }
    void everyBarIsFound() {
        const auto bars = kernelBars(types(), 3);
        for (const auto width : {1000, 500}) {
            const auto built = buildKernelBarsScene(bars, {width, 400, "rank 0"}, testStyle());
            QCOMPARE(built.scene.width, width);
            QCOMPARE(built.places.size(), bars.groups.size() + bars.parts.size());
            for (const auto &place : built.places) {
                const auto *at = built.at(place.box.x + 3, place.box.y + 3);
                QVERIFY(at != nullptr && at->isPart == place.isPart && at->bar == place.bar);
                QVERIFY(place.box.right() <= width && place.box.bottom() <= built.scene.height);
            }
            QVERIFY(built.at(0, 0) == nullptr);
        }
    }
    /// Groups have the colour of their bound, and the bounds beside them are the legend.
    void byBound() {
        auto statistics = types();
        statistics.columns.push_back({"bound", ColumnType::Text, "", ""});
        const std::vector<std::string> bounds{"vector", "cube", "mte2", "none", ""};
        for (std::size_t row = 0; row < bounds.size(); ++row) {
            statistics.rows[row].emplace_back(bounds[row]);
        }
        const auto bars = kernelBars(statistics, 2, KernelColoring::ByBound);
        QCOMPARE(bars.groups[0].color, boundColor(KernelBound::Cube));
        QCOMPARE(bars.groups[1].color, boundColor(KernelBound::Mte2));
        QCOMPARE(bars.parts.size(), std::size_t{5});
        Nanos sum{0};
        std::set<std::pair<ColorRole, std::uint32_t>> colors;
        for (const auto &part : bars.parts) {
            sum += part.total;
            colors.insert({part.color.role, part.color.hash});
            QCOMPARE(part.color, boundColorOf(part.label));
        }
        QCOMPARE(sum, bars.total);
        QCOMPARE(colors.size(), std::size_t{5});
        const auto built = buildKernelBarsScene(bars, {1000, 400, ""}, testStyle());
        const auto has = [&](const char *text) {
            return std::any_of(built.scene.texts.begin(), built.scene.texts.end(),
                               [&](const SceneText &at) { return at.text == text; });
        };
        QVERIFY(has("operator.bounds") && has("bound.cube") && has("bound.unknown"));
        QVERIFY(!has("operator.cores") && !has("bound.scalar"));
    }
    /// A table that was made before bounds were known, or of a GPU.
    void withoutBounds() {
        const auto bars = kernelBars(types(), 15, KernelColoring::ByBound);
        QCOMPARE(bars.parts.size(), std::size_t{1});
        QCOMPARE(bars.parts[0].total, bars.total);
        QCOMPARE(bars.groups[0].color, boundColor(std::nullopt));
        QCOMPARE(boundColorOf("nonsense"), boundColor(std::nullopt));
    }
    /// Kernels of GPUs tell no core: a half that says so would say nothing. Their names are long.
    void withoutCores() {
        auto statistics = types();
        const auto core = statistics.indexOf("core");
        const auto type = statistics.indexOf("type");
        for (auto &row : statistics.rows) {
            row[core] = {};
            row[type] = std::string(300, 'k');
        }
        const auto bars = kernelBars(statistics, 15);
        QVERIFY(bars.parts.empty());
        QVERIFY(bars.groups[0].label.size() <= 60 && bars.groups[0].whole.size() == 300);
        const auto built = buildKernelBarsScene(bars, {1000, 400, ""}, testStyle());
        QCOMPARE(built.places.size(), bars.groups.size());
        QVERIFY(std::none_of(built.scene.texts.begin(), built.scene.texts.end(),
                             [](const SceneText &at) { return at.text == "operator.cores"; }));
    }
    void barsAreInProportion() {
        const auto bars = kernelBars(types(), 15);
        const auto built = buildKernelBarsScene(bars, {1200, 400, ""}, testStyle());
        const int longest = barWidth(built, built.places[0]);
        QVERIFY(longest > 100);
        QCOMPARE(barWidth(built, built.places[1]), static_cast<int>(std::lround(longest / 3.0)));
        // Each half has a scale of its own, of which its longest takes all.
        const auto cores = std::find_if(built.places.begin(), built.places.end(),
                                        [](const KernelBarsScene::Place &place) { return place.isPart; });
        QVERIFY(barWidth(built, *cores) > barWidth(built, *(cores + 1)));
    }
    /// Rows keep their height when there is less room: the page scrolls.
    void rowsStayReadable() {
        const auto built = buildKernelBarsScene(kernelBars(types(), 15), {1000, 10, ""}, testStyle());
        QVERIFY(built.scene.height > 5 * 18);
        for (const auto &text : built.scene.texts) {
            QVERIFY(text.y + text.height <= built.scene.height);
        }
    }
};

TEST_SUITE(KernelBarsSceneTest)

}  // namespace tst_kernel_bars_scene

#include "tst_kernel_bars_scene.moc"
