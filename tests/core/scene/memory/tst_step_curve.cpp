#include "core/scene/kit/time_axis.h"
#include "core/scene/memory/byte_axis.h"
#include "core/scene/memory/step_curve.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <random>

namespace tst_step_curve {

using namespace stagescope;

namespace {

AlignedRange window(std::int64_t begin, std::int64_t end) { return {alignedTime(begin), alignedTime(end)}; }
RankRange range(std::int64_t begin, std::int64_t end) { return {rankTime(begin), rankTime(end)}; }

/// "1..5 -" for pixels with values and without.
QByteArray text(const std::vector<CurveColumn> &columns) {
    QByteArray all;
    for (const auto &column : columns) {
        all += (all.isEmpty() ? "" : " ") +
               (column.isThere ? QByteArray::number(column.least) + ".." + QByteArray::number(column.most) : "-");
    }
    return all;
}

}  // namespace

class StepCurveTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aValueHoldsUntilTheNext() {
        const CounterTable curve({10, 20, 40}, {1, 5, 2});
        const auto columns = curveColumns(curve, Nanos{100}, window(100, 160), 6);
        QCOMPARE(text(columns), QByteArray("- 1..1 1..5 5..5 2..5 -"));
        // A pixel that a value begins in has what held before, too.
        QCOMPARE(text(curveColumns(curve, Nanos{100}, window(100, 160), 4)), QByteArray("1..1 1..5 2..5 -"));
    }
    void whatHoldsAtTheEdgesIsDrawnFromThem() {
        const CounterTable curve({10, 20, 40}, {1, 5, 2});
        QCOMPARE(text(curveColumns(curve, Nanos{0}, window(25, 30), 3)), QByteArray("5..5 5..5 5..5"));
        QCOMPARE(text(curveColumns(curve, Nanos{0}, window(41, 60), 2)), QByteArray("- -"));
        QCOMPARE(text(curveColumns(curve, Nanos{0}, window(0, 10), 2)), QByteArray("- -"));
        QCOMPARE(text(curveColumns(CounterTable(), Nanos{0}, window(0, 10), 2)), QByteArray("- -"));
        // Less than a nanosecond per pixel.
        QCOMPARE(text(curveColumns(curve, Nanos{0}, window(19, 21), 4)), QByteArray("1..1 1..5 1..5 5..5"));
    }
    /// What is seen from afar is what a zoom finds: the same as looking through all samples, in any window.
    void theOverviewIsWhatAZoomShows() {
        std::mt19937 random(11);
        for (int round = 0; round < 60; ++round) {
            // Bursts and long holds, samples of the same time among them: the shape of allocators.
            std::vector<std::int64_t> times;
            std::vector<double> values;
            std::int64_t at = 1000;
            for (int i = 0; i < 3000; ++i) {
                const auto dice = random() % 100;
                at += dice < 30 ? 0 : dice < 97 ? random() % 50 : random() % 200'000;
                times.push_back(at);
                values.push_back(static_cast<double>(random() % 1000));
            }
            const CounterTable curve(times, values);
            const auto begin = static_cast<std::int64_t>(random() % static_cast<unsigned>(at));
            const auto seen = window(begin, begin + 1 + static_cast<std::int64_t>(random() % (1U << (random() % 21))));
            constexpr int kPixels = 97;
            const auto columns = curveColumns(curve, Nanos{0}, seen, kPixels);
            const TimeAxis axis{seen, 0, kPixels};
            for (int x = 0; x < kPixels; ++x) {
                const auto from = ns(axis.timeOf(x));
                const auto to = std::max(ns(axis.timeOf(x + 1)), from + 1);
                CurveColumn expected;
                const auto held = curve.indexAt(rankTime(from - 1));
                for (auto i = held < curve.size() ? held : 0; i < curve.size() && times[i] < to; ++i) {
                    expected.add(values[i], values[i]);
                }
                expected.isThere = expected.isThere && from <= times.back();
                const auto &column = columns[static_cast<std::size_t>(x)];
                QCOMPARE(column.isThere, expected.isThere);
                QVERIFY(!column.isThere || (column.least == expected.least && column.most == expected.most));
            }
            // Ten times as near: ten pixels make one of before.
            const auto near = curveColumns(curve, Nanos{0}, window(0, 970'000), 970);
            const auto far = curveColumns(curve, Nanos{0}, window(0, 970'000), 97);
            for (std::size_t x = 0; x < far.size(); ++x) {
                CurveColumn sum;
                for (std::size_t i = 10 * x; i < 10 * x + 10; ++i) {
                    if (near[i].isThere) {
                        sum.add(near[i].least, near[i].most);
                    }
                }
                QVERIFY(sum.isThere == far[x].isThere && sum.least == far[x].least && sum.most == far[x].most);
            }
        }
    }
    void aMillionSamplesKeepTheirPeaks() {
        std::vector<std::int64_t> times;
        std::vector<double> values;
        for (std::int64_t i = 0; i < 1'000'000; ++i) {
            times.push_back(i * 7);
            values.push_back(i == 654'321 ? 99 : i == 123'456 ? -9 : static_cast<double>(i % 5));
        }
        const CounterTable curve(times, values);
        const auto columns = curveColumns(curve, Nanos{0}, window(0, 7'000'000), 1200);
        const auto x = [](std::int64_t sample) { return static_cast<std::size_t>(sample * 1200 / 1'000'000); };
        QCOMPARE(columns[x(654'321)].most, 99.0);
        QCOMPARE(columns[x(123'456)].least, -9.0);
        QCOMPARE(std::count_if(columns.begin(), columns.end(), [](const auto &c) { return c.most > 4 || c.least < 0; }),
                 2);
    }
    void aBandIsTheLeastAndTheMostOfItsCurves() {
        std::mt19937 random(5);
        std::vector<CounterTable> curves;
        std::vector<OffsetCurve> asked;
        for (int i = 0; i < 6; ++i) {
            std::vector<std::int64_t> times;
            std::vector<double> values;
            for (std::int64_t at = random() % 50; at < 2000; at += random() % 40) {
                times.push_back(at);
                values.push_back(static_cast<double>(random() % 100));
            }
            curves.emplace_back(times, values);
        }
        for (std::size_t i = 0; i < curves.size(); ++i) {
            asked.push_back({&curves[i], Nanos{static_cast<std::int64_t>(i) * 13}});
        }
        const auto band = bandOf(asked);
        for (std::int64_t at = 0; at < 2000; ++at) {
            CurveColumn expected;
            for (const auto &[curve, offset] : asked) {
                if (const auto i = curve->indexAt(rankTime(at) - offset); i < curve->size()) {
                    expected.add(curve->value(i), curve->value(i));
                }
            }
            const auto i = band.least.indexAt(rankTime(at));
            QCOMPARE(i < band.least.size(), expected.isThere);
            if (expected.isThere) {
                QCOMPARE(band.least.value(i), expected.least);
                QCOMPARE(band.most.value(band.most.indexAt(rankTime(at))), expected.most);
            }
        }
        QCOMPARE(bandOf({}).least.size(), std::size_t{0});
    }
    void stepsAreLaidOverOneAnother() {
        const CounterTable curve({0, 105, 130, 210}, {1, 2, 3, 4});
        // Steps of 100 from 100 on; where they belong they last 20 and 150.
        const std::vector<CurvePiece> pieces{{range(100, 200), range(1000, 1020)},
                                             {range(200, 300), range(1020, 1170)}};
        const auto laid = moved(curve, pieces);
        std::vector<std::pair<std::int64_t, double>> samples;
        for (std::uint32_t i = 0; i < laid.size(); ++i) {
            samples.emplace_back(ns(laid.time(i)), laid.value(i));
        }
        // 130 would be at 1030, which is the next step already; that one's begin holds 3.
        const std::vector<std::pair<std::int64_t, double>> expected{
            {1000, 1}, {1005, 2}, {1020, 3}, {1030, 4}, {1170, 4}};
        QVERIFY(samples == expected);
        QCOMPARE(moved(curve, {}).size(), std::size_t{0});
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
    void anAxisIsBrokenBelowWhatIsAlwaysThere() {
        constexpr double kGiB = 1 << 30;
        const auto leveled = byteAxis(20 * kGiB, 24 * kGiB, 500);
        QVERIFY(leveled.isBroken);
        QVERIFY(leveled.least > 19 * kGiB && leveled.least < 20 * kGiB);
        QVERIFY(leveled.most > 24 * kGiB && leveled.most < 25 * kGiB);
        QCOMPARE(leveled.ticks.front().label, std::string("20.0 GiB"));
        QVERIFY(leveled.ticks.size() >= 5);
        const auto flat = byteAxis(20 * kGiB, 20 * kGiB, 500);
        QVERIFY(flat.isBroken && flat.most > 20 * kGiB && flat.least < 20 * kGiB && flat.ticks.size() > 2);
        const auto wide = byteAxis(kGiB, 24 * kGiB, 500);
        QVERIFY(!wide.isBroken);
        QCOMPARE(wide.least, 0.0);
        QCOMPARE(wide.ticks.front().label, std::string("0 GiB"));
        const auto difference = byteAxis(-2 * kGiB, -kGiB, 500);
        QVERIFY(!difference.isBroken && difference.most >= 0 && difference.least < -2 * kGiB);
        QVERIFY(!byteAxis(0, 0, 500).isBroken);
        QVERIFY(byteAxis(0, 0, 0).most > 0);
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

TEST_SUITE(StepCurveTest)

}  // namespace tst_step_curve

#include "tst_step_curve.moc"
