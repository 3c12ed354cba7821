#include "core/scene/kit/heat_scale.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <random>

namespace tst_heat_range {

using namespace stagescope;

namespace {

/// Ranks that differ by up to `spread` of 200.
std::vector<double> healthy(std::size_t count, double spread, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(200 * (1 - spread / 2), 200 * (1 + spread / 2));
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return value(random); });
    return values;
}

}  // namespace

class HeatRangeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// However little ranks differ, the worst of them is no alarm.
    void noiseIsCool() {
        for (const std::size_t count : {1, 2, 3, 8, 1024}) {
            for (const double spread : {0.0, 0.001, 0.02, 0.04}) {
                const auto values = healthy(count, spread, static_cast<unsigned>(count));
                for (const bool isHighBad : {true, false}) {
                    const HeatRange range(values, isHighBad);
                    QVERIFY(!range.warmFrom());
                    for (const double value : values) {
                        QVERIFY(range.badness(value) >= 0 && range.badness(value) <= 0.5);
                    }
                }
            }
        }
    }
    /// A rank that is slower by more than the threshold is warm, alone, whatever else there is.
    void anOutlierIsWarm() {
        for (const double factor : {1.06, 1.3, 10.0}) {
            for (const bool isHighBad : {true, false}) {
                auto values = healthy(64, 0.01, 3);
                values[17] = isHighBad ? 200 * factor : 200 / factor;
                const HeatRange range(values, isHighBad);
                QVERIFY(range.warmFrom().has_value());
                for (std::size_t i = 0; i < values.size(); ++i) {
                    QCOMPARE(range.badness(values[i]) > 0.5, i == 17);
                }
                QVERIFY(factor < 1.2 || range.badness(values[17]) > 0.99);
                QCOMPARE(range.good() < range.bad(), isHighBad);
            }
        }
        QVERIFY(HeatRange({100, 130}, true).badness(130) > 0.99);  // of two, too
    }
    /// A quantity of which most ranks have next to nothing: 0.2 ms of a step of 300 ms are no news.
    void littleIsNoNews() {
        const std::vector<double> values{0.1, 0.1, 0.2, 0.3, 0};
        QVERIFY(!HeatRange(values, true, 3).warmFrom());
        QVERIFY(HeatRange(values, true).warmFrom().has_value());
    }
    void worseIsNeverCooler() {
        auto values = healthy(200, 1.5, 11);
        for (const bool isHighBad : {true, false}) {
            for (const auto &range :
                 {HeatRange(values, isHighBad), HeatRange(values, isHighBad).withLimit(250),
                  HeatRange(values, isHighBad).withLimit({}), HeatRange::ofDifferences(400, isHighBad)}) {
                std::sort(values.begin(), values.end());
                double last = isHighBad ? -1 : 2;
                for (const double value : values) {
                    const double badness = range.badness(value);
                    QVERIFY(std::isfinite(badness) && (isHighBad ? badness >= last : badness <= last));
                    last = badness;
                }
            }
        }
    }
    void limitsAndSigns() {
        const HeatRange memory({40, 60, 75}, true);
        QVERIFY(memory.withLimit({}).badness(75) <= 0.5);
        QCOMPARE(memory.withLimit(72).warmFrom(), std::optional(72.0));
        QVERIFY(memory.withLimit(72).badness(75) > 0.5 && memory.withLimit(72).badness(60) < 0.5);
        QVERIFY(!memory.withLimit(80).warmFrom());
        const auto difference = HeatRange::ofDifferences(4, true);
        QCOMPARE(difference.badness(0), 0.5);
        QCOMPARE(difference.badness(4), 1.0);
        QCOMPARE(difference.badness(-4), 0.0);
        QCOMPARE(HeatRange::ofDifferences(4, false).badness(4), 0.0);
        QCOMPARE(HeatRange::ofDifferences(0, true).badness(0), 0.5);
        QVERIFY(!HeatRange().hasValues() && !HeatRange({}, true).hasValues());
    }
};

TEST_SUITE(HeatRangeTest)

}  // namespace tst_heat_range

#include "tst_heat_range.moc"
