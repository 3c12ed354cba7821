#include "core/scene/difference/series_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_series_scene {

using namespace stagescope;

namespace {

SceneStyle plainStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

/// Two figures, of which no run tells the second.
SeriesPanels runs(std::size_t count) {
    SeriesPanels series;
    series.panels = {{"step_ms", "ms", {}}, {"free_ms", "ms", {}}};
    for (std::size_t i = 0; i < count; ++i) {
        const double value = 10 + static_cast<double>(i);
        series.runs.push_back("r" + std::to_string(i));
        series.panels[0].values.push_back({value, {value - 1, value, value + 1}});
        series.panels[1].values.emplace_back();
    }
    return series;
}

}  // namespace

class TestSeriesScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void largerValuesStandHigher() {
        const auto layout = layOutSeries(runs(3), {600, 400, {}}, plainStyle());
        std::vector<SceneRect> values;
        std::copy_if(layout.scene.rects.begin(), layout.scene.rects.end(), std::back_inserter(values),
                     [](const SceneRect &rect) { return rect.color.role == ColorRole::Text; });
        QCOMPARE(values.size(), std::size_t{3});
        QVERIFY(values[0].y > values[1].y && values[1].y > values[2].y);
        QVERIFY(values[0].x < values[1].x && values[1].x < values[2].x);
        QCOMPARE(layout.scene.lines.size() >= 2, true);
    }
    void whatNoRunTellsSaysSo() {
        const auto layout = layOutSeries(runs(2), {600, 400, {}}, plainStyle());
        QVERIFY(std::any_of(layout.scene.texts.begin(), layout.scene.texts.end(),
                            [](const SceneText &text) { return text.text == "series.unknown"; }));
    }
    void manyRunsAreNumbered() {
        const auto has = [&](const SeriesLayout &layout, const char *what) {
            return std::any_of(layout.scene.texts.begin(), layout.scene.texts.end(),
                               [&](const SceneText &text) { return text.text == what; });
        };
        QVERIFY(has(layOutSeries(runs(3), {600, 400, {}}, plainStyle()), "r2"));
        auto many = runs(30);
        many.runs[4] = "a very long label of a run";
        QVERIFY(has(layOutSeries(many, {900, 400, {}}, plainStyle()), "7"));
    }
    void placesAreFound() {
        const auto layout = layOutSeries(runs(4), {600, 400, 2}, plainStyle());
        QVERIFY(!layout.places.empty());
        const auto &place = layout.places.back();
        const auto found = layout.placeAt(place.box.x + 1, place.box.y + 1);
        QVERIFY(found && found->run == place.run && found->panel == place.panel);
        QVERIFY(!layout.placeAt(1, 1));
    }
    void timeSplitsStandOnOneScale() {
        auto series = runs(3);
        series.splits = {SplitParts{0, 60, 20, 10, 10, 0}, std::nullopt, SplitParts{0, 30, 10, 5, 5, 0}};
        const auto layout = layOutSeries(series, {600, 400, {}}, plainStyle());
        std::vector<SceneRect> computing;
        for (const auto &place : layout.places) {
            if (place.panel == series.panels.size()) {
                std::copy_if(layout.scene.rects.begin(), layout.scene.rects.end(), std::back_inserter(computing),
                             [&](const SceneRect &rect) {
                                 return rect.color.role == ColorRole::Computing && place.box.contains(rect.x, rect.y);
                             });
            }
        }
        QCOMPARE(computing.size(), std::size_t{2});
        QVERIFY(std::abs(computing[0].height - 2 * computing[1].height) <= 2);
        series.splits = {SplitParts{}, SplitParts{-5, -5}};  // as a broken clock tells
        QVERIFY(!layOutSeries(series, {600, 400, {}}, plainStyle()).places.empty());
    }
    void smallAndEmptyPictures() {
        for (const auto &[width, height] : {std::pair{0, 0}, {10, 10}, {90, 50}, {200, 90}}) {
            auto many = runs(50);
            many.splits.assign(50, SplitParts{1, 2, 3, 4, 5, 6});
            const auto layout = layOutSeries(many, {width, height, 0}, plainStyle());
            for (const auto &rect : layout.scene.rects) {
                QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= height);
            }
        }
        QVERIFY(layOutSeries({}, {600, 400, {}}, plainStyle()).places.empty());
    }
};

TEST_SUITE(TestSeriesScene)

}  // namespace tst_series_scene

#include "tst_series_scene.moc"
