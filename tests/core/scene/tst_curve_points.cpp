#include "core/scene/curve_points.h"

#include <QtTest/QTest>

#include <algorithm>
#include <random>

using namespace stagescope;

namespace {

AlignedRange window(std::int64_t begin, std::int64_t end) { return {alignedTime(begin), alignedTime(end)}; }
RankRange range(std::int64_t begin, std::int64_t end) { return {rankTime(begin), rankTime(end)}; }

}  // namespace

class CurvePointsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aValueHoldsUntilTheNext() {
        const CounterTable curve({10, 20, 40}, {1, 5, 2});
        const auto points = curvePoints(curve, Nanos{100}, window(100, 200), 100, 1000);
        const std::vector<CurvePoint> expected{{alignedTime(110), 1}, {alignedTime(120), 1}, {alignedTime(120), 5},
                                               {alignedTime(140), 5}, {alignedTime(140), 2}, {alignedTime(140), 2}};
        QVERIFY(points == expected);
    }
    void whatHoldsAtTheEdgesIsDrawnFromThem() {
        const CounterTable curve({10, 20, 40}, {1, 5, 2});
        const auto points = curvePoints(curve, Nanos{0}, window(25, 30), 100, 1000);
        QVERIFY((points == std::vector<CurvePoint>{{alignedTime(25), 5}, {alignedTime(30), 5}}));
        QVERIFY(curvePoints(curve, Nanos{0}, window(41, 60), 100, 1000).empty());
        QVERIFY(curvePoints(curve, Nanos{0}, window(0, 10), 100, 1000).empty());
        QVERIFY(curvePoints(CounterTable(), Nanos{0}, window(0, 10), 100, 1000).empty());
    }
    void aMillionSamplesKeepTheirPeaksInFewPoints() {
        std::vector<std::int64_t> times;
        std::vector<double> values;
        for (std::int64_t i = 0; i < 1'000'000; ++i) {
            times.push_back(i * 7);
            values.push_back(i == 654'321 ? 99 : i == 123'456 ? -9 : static_cast<double>(i % 5));
        }
        const CounterTable curve(times, values);
        const auto points = curvePoints(curve, Nanos{0}, window(0, 7'000'000), 1200, 1500);
        QVERIFY(points.size() <= 1500);
        QVERIFY(points.size() > 100);
        const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                     [](const auto &a, const auto &b) { return a.value < b.value; });
        QCOMPARE(high->value, 99.0);
        QCOMPARE(low->value, -9.0);
        QVERIFY(std::is_sorted(points.begin(), points.end(), [](const auto &a, const auto &b) { return a.at < b.at; }));
    }
    void peaksOfAnyRangeAreExact() {
        std::mt19937 random(7);
        std::vector<std::int64_t> times;
        std::vector<double> values;
        std::int64_t at = 0;
        for (int i = 0; i < 5000; ++i) {
            at += random() % 3 == 0 ? 0 : random() % 900;
            times.push_back(at);
            values.push_back(static_cast<double>(random() % 10'000));
        }
        const CounterTable curve(times, values);
        for (int i = 0; i < 500; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % static_cast<unsigned>(at));
            const auto end = begin + 1 + static_cast<std::int64_t>(random() % 20'000);
            // What holds at the begin counts, then every sample inside.
            std::optional<CurvePeak> expected;
            for (auto j = curve.indexAt(rankTime(begin)); j < curve.size() && times[j] < end; ++j) {
                if (!expected || values[j] > expected->value) {
                    expected = CurvePeak{rankTime(times[j]), values[j]};
                }
            }
            const auto peak = peakWithin(curve, range(begin, end));
            QVERIFY(peak.has_value() && expected.has_value());
            QCOMPARE(peak->value, expected->value);
            QCOMPARE(ns(peak->at), ns(expected->at));
        }
        // The last sample is one too.
        const CounterTable rising({10, 20}, {1, 5});
        QCOMPARE(peakWithin(rising, range(0, 1000))->value, 5.0);
        QCOMPARE(ns(peakWithin(rising, range(0, 1000))->at), std::int64_t{20});
        QCOMPARE(peakWithin(rising, range(0, 20))->value, 1.0);
        QVERIFY(!peakWithin(curve, range(at + 1, at + 10)));
        QVERIFY(!peakWithin(curve, range(-10, times.front())));
    }
    void differencesHoldWhereBothDo() {
        const CounterTable a({10, 20, 50}, {1, 5, 2});
        const CounterTable b({0, 10, 25}, {4, 3, 1});
        // b runs ten behind: 10, 20, 35 on the clock of a.
        const auto minus = difference(a, b, Nanos{10});
        std::vector<std::pair<std::int64_t, double>> samples;
        for (std::uint32_t i = 0; i < minus.size(); ++i) {
            samples.emplace_back(ns(minus.time(i)), minus.value(i));
        }
        QVERIFY((samples == std::vector<std::pair<std::int64_t, double>>{{10, -3}, {20, 2}, {35, 4}}));
        QCOMPARE(difference(a, CounterTable(), Nanos{0}).size(), std::size_t{0});
    }
    void repeatsAreLeftOutAndTheEndStays() {
        const auto curve = withoutRepeats(CounterTable({1, 2, 3, 4, 5}, {7, 7, 8, 8, 8}));
        QCOMPARE(curve.size(), std::size_t{3});
        QCOMPARE(ns(curve.time(1)), std::int64_t{3});
        QCOMPARE(ns(curve.time(2)), std::int64_t{5});
    }
};

QTEST_GUILESS_MAIN(CurvePointsTest)
#include "tst_curve_points.moc"
