#include "core/advice/number_texts.h"
#include "core/base/message.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/kit/column_chart.h"
#include "core/scene/kit/time_axis.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>

namespace tst_column_chart {

using namespace stagescope;

namespace {

constexpr std::int64_t kClock = 1'700'000'000'000'000'000;

SceneStyle style() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &argument : message.args) {
                    text += " " + argument;
                }
                return text;
            },
            18};
}

ResultTable tableOf(ColumnType x, const char *xName, std::vector<std::pair<Cell, Cell>> rows,
                    const char *yName = "count") {
    ResultTable table{"query", {{xName, x, {}, {}}, {yName, ColumnType::Integer, {}, {}}}, {}, {}};
    for (auto &[a, b] : rows) {
        table.rows.push_back({std::move(a), std::move(b)});
    }
    return table;
}

Cell whole(std::int64_t value) { return value; }
Cell text(const char *value) { return std::string(value); }

bool hasText(const Scene &scene, const std::string &part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &each) { return each.text.find(part) != std::string::npos; });
}

void verifyInside(const Scene &scene) {
    for (const auto &rect : scene.rects) {
        QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= scene.width &&
                rect.y + rect.height <= scene.height);
    }
    for (const auto &line : scene.lines) {
        QVERIFY(line.x1 >= 0 && line.x2 < scene.width && std::min(line.y1, line.y2) >= 0 &&
                std::max(line.y1, line.y2) < scene.height);
    }
    for (const auto &each : scene.texts) {
        QVERIFY(each.x >= 0 && each.y >= 0 && each.x + each.width <= scene.width);
    }
}

}  // namespace

/// Two columns of a result as a chart.
class ColumnChartTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesThatAreNotThereAreCounted() {
        const auto chart =
            columnChartOf(tableOf(ColumnType::Integer, "step",
                                  {{whole(3), whole(30)}, {{}, whole(1)}, {whole(1), {}}, {whole(2), whole(0)}}),
                          0, 1);
        QCOMPARE(chart.unknown, std::size_t{2});
        QCOMPARE(chart.points.size(), std::size_t{2});
        QCOMPARE(chart.points[0].x, 2.0);  // by x, and 0 is a value
        QCOMPARE(chart.points[0].row, std::size_t{3});
        QVERIFY(!chart.areNames && !chart.isFromEarliest);
        QVERIFY(hasText(layOutColumnChart(chart, {400, 200}, style()).scene, "column_chart.unknown 2"));
    }
    void whatIsNoColumnOfNumbersHasNoChart() {
        const auto table = tableOf(ColumnType::Text, "name", {{text("a"), whole(1)}});
        QVERIFY(columnChartOf(table, 1, 0).yName.empty());
        QVERIFY(columnChartOf(table, 0, 2).yName.empty());
        QVERIFY(columnChartOf(table, 7, 1).yName.empty());
        const auto none = columnChartOf(tableOf(ColumnType::Integer, "step", {}), 0, 1);
        QVERIFY(hasText(layOutColumnChart(none, {400, 200}, style()).scene, "column_chart.empty"));
    }
    /// Times of a clock are told from the earliest, to the ns.
    void timesCountFromTheEarliest() {
        const auto chart = columnChartOf(
            tableOf(ColumnType::Integer, "begin_ns", {{whole(kClock + 1001), whole(1)}, {whole(kClock), whole(2)}}), 0,
            1);
        QVERIFY(chart.isFromEarliest);
        QCOMPARE(chart.points[1].x, 1001.0);
        QVERIFY(hasText(layOutColumnChart(chart, {600, 200}, style()).scene,
                        "column_chart.title_from_earliest count begin_ns"));
    }
    void namesHaveBarsFromZero() {
        const auto table = tableOf(ColumnType::Text, "name",
                                   {{text("a"), whole(100)}, {text("b"), whole(-50)}, {text("c"), whole(0)}});
        const auto chart = columnChartOf(table, 0, 1);
        QVERIFY(chart.areNames);
        const auto layout = layOutColumnChart(chart, {600, 200}, style());
        verifyInside(layout.scene);
        QCOMPARE(layout.places.size(), std::size_t{3});
        std::vector<SceneRect> bars;
        for (const auto &rect : layout.scene.rects) {
            if (rect.color.role == ColorRole::Counter) {
                bars.push_back(rect);
            }
        }
        QCOMPARE(bars.size(), std::size_t{3});
        QVERIFY(std::abs(bars[0].width - 2 * bars[1].width) <= 2);
        QVERIFY(std::abs(bars[1].x + bars[1].width - bars[0].x) <= 1);  // both begin at 0
        QVERIFY(hasText(layout.scene, "\u221250"));
        const auto *place = layout.placeAt(layout.places[1].box.x + 5, layout.places[1].box.y + 5);
        QVERIFY(place != nullptr);
        QCOMPARE(chart.points[place->point].name, std::string("b"));
    }
    void namesThatDoNotFitAreTold() {
        std::vector<std::pair<Cell, Cell>> rows;
        for (int i = 0; i < 100; ++i) {
            rows.emplace_back(std::string("name ") + std::to_string(i), whole(i));
        }
        const auto layout =
            layOutColumnChart(columnChartOf(tableOf(ColumnType::Text, "name", rows), 0, 1), {600, 200}, style());
        verifyInside(layout.scene);
        const auto shown = layout.places.size();
        QVERIFY(shown > 3 && shown < 12);
        QVERIFY(hasText(layout.scene, "column_chart.more " + std::to_string(100 - shown)));
    }
    /// However many points: no more than the picture has pixels, and a peak that one row alone has is there.
    void manyPointsKeepTheirPeaks_data() {
        QTest::addColumn<bool>("hasBars");
        QTest::newRow("line") << false;
        QTest::newRow("bars") << true;
    }
    void manyPointsKeepTheirPeaks() {
        QFETCH(bool, hasBars);
        ResultTable table = tableOf(ColumnType::Integer, "step", {});
        for (int i = 0; i < 50'000; ++i) {
            table.rows.push_back({whole(i), whole(i == 31'234 ? 1000 : 10)});
        }
        const auto chart = columnChartOf(table, 0, 1);
        const auto layout = layOutColumnChart(chart, {500, 300, hasBars}, style());
        verifyInside(layout.scene);
        QVERIFY(layout.places.size() <= 500);
        QVERIFY(layout.scene.rects.size() < 3000);
        const auto peak = std::find_if(layout.places.begin(), layout.places.end(),
                                       [&](const auto &place) { return chart.points[place.point].y == 1000; });
        QVERIFY(peak != layout.places.end());
        QVERIFY(peak->box.height > 200);
        QVERIFY(layout.placeAt(0, 0) == nullptr);
    }
    void oddValuesAreDrawn() {
        for (const auto &rows : std::vector<std::vector<std::pair<Cell, Cell>>>{
                 {{whole(5), whole(7)}},
                 {{whole(5), whole(7)}, {whole(5), whole(7)}},
                 {{whole(INT64_MIN), whole(INT64_MAX)}, {whole(INT64_MAX), whole(INT64_MIN)}},
                 {{1e300, -1e300}, {-1e300, 1e300}},
                 {{NAN, 1.0}, {1.0, INFINITY}}}) {
            for (const int size : {0, 1, 50, 400}) {
                for (const bool hasBars : {false, true}) {
                    const auto chart = columnChartOf(tableOf(ColumnType::Real, "x", rows), 0, 1);
                    verifyInside(layOutColumnChart(chart, {size, size, hasBars}, style()).scene);
                }
            }
        }
    }
    void valuesAreShort_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("shown");
        QTest::newRow("ms") << 2'500'000.0 << "ns"
                            << "2.5 ms";
        QTest::newRow("us") << 3.0 << "us"
                            << "3 us";
        QTest::newRow("hundred") << 100.0 << ""
                                 << "100";
        QTest::newRow("half") << 0.5 << ""
                              << "0.5";
        QTest::newRow("small") << 0.00012 << ""
                               << "0.00012";
        QTest::newRow("zero") << 0.0 << ""
                              << "0";
        QTest::newRow("negative") << -1500.0 << "ns" << QStringLiteral("\u22121.5 us");
        QTest::newRow("bytes") << 2048.0 << "bytes"
                               << "2048 bytes";
    }
    void valuesAreShort() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, shown);
        QCOMPARE(QString::fromStdString(chartValueText(value, unit.toStdString())), shown);
    }
    /// Every text of a figure for people: of less, of more, and of what rounds to 0.
    void figuresHaveTheSignsThatPeopleRead() {
        const auto cell = [](const char *name, double value) {
            return shownCell(Cell{value}, ColumnSpec{name, ColumnType::Real, "us", ""});
        };
        const std::vector<std::pair<std::string, std::string>> figures{
            {MillisFormat{1}.text(Nanos{-2'740'000}), "\u22122.7"},
            {valueText(-0.5), "\u22120.50"},
            {percentText(-1, 4), "\u221225.0"},
            {timeText(Nanos{-2'500'000'000}), "\u22122.50 s"},
            {signedTimeText(Nanos{-2'500'000}), "\u22122.5 ms"},
            {signedTimeText(Nanos{2'500'000}), "+2.5 ms"},
            {signedTimeText(Nanos{1}), "0.0 ms"},
            {signedText(-3), "\u22123.0"},
            {signedText(12.5), "+12.5"},
            {signedText(-0.01), "0.0"},
            {signedBytesText(-1536), "\u22121.50 KiB"},
            {shownDuration(Nanos{-19'000'000}), "\u221219.000 ms"},
            {signedFigure("1e-05 GB/s"), "+1e-05 GB/s"},
            {signedFigure("\u2013"), "\u2013"},
            {shownTime(Nanos{-1'230'000}), "\u22121.23 ms"},
            {cell("mean_us", -1.5), "\u22121.50 us"},
            {cell("change_us", 1.5), "+1.50 us"},
            {cell("change_us", 0), "0 ns"},
            {oneDecimal(-12.34), "\u221212.3"},
            {filledMessage("step: %1 ms, %2 ms", std::vector<std::string>{"\u22122512.3", "+2512.3"}),
             "step: \u22122.51 s, +2.51 s"}};
        for (const auto &[shown, wanted] : figures) {
            QCOMPARE(QString::fromStdString(shown), QString::fromStdString(wanted));
        }
        for (const auto &tick :
             axisTicks({{AlignedTime(Nanos{-5000000}), AlignedTime(Nanos{0})}, 0, 500}, AlignedTime(Nanos{0}), 50)) {
            QVERIFY2(tick.label.starts_with(kMinusSign), tick.label.c_str());
        }
    }
};

TEST_SUITE(ColumnChartTest)

}  // namespace tst_column_chart

#include "tst_column_chart.moc"
