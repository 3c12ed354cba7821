#include "core/analysis/run/step_noise.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace tst_step_noise {

using namespace stagescope;

namespace {

using Values = std::vector<double>;

bool isNear(double value, double wanted) { return std::abs(value - wanted) <= 0.005 * std::abs(wanted); }

}  // namespace

class StepNoiseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aggregates() {
        const Values values{4, 1, 3, 2};
        QCOMPARE(aggregateOf(Aggregate::Mean, values), 2.5);
        QCOMPARE(aggregateOf(Aggregate::Median, values), 2.0);  // one that was measured
        QCOMPARE(aggregateOf(Aggregate::Min, values), 1.0);
        QCOMPARE(aggregateOf(Aggregate::Max, values), 4.0);
        QCOMPARE(aggregateOf(Aggregate::Sum, values), 10.0);
        QCOMPARE(aggregateOf(Aggregate::Count, values), 4.0);
        QCOMPARE(aggregateOf(Aggregate::P95, values), 3.85);
        QCOMPARE(aggregateOf(Aggregate::P95, Values{7}), 7.0);
        QVERIFY(std::isnan(aggregateOf(Aggregate::Mean, {})));
        QCOMPARE(aggregateOf(Aggregate::Sum, {}), 0.0);
        for (const auto aggregate : {Aggregate::Mean, Aggregate::Typical, Aggregate::P95, Aggregate::Count}) {
            QVERIFY(aggregateFromText(aggregateText(aggregate)) == aggregate);
        }
        QVERIFY(!aggregateFromText("average"));
    }

    void welch() {
        const Values a{10, 12, 11, 13, 9};
        const Values b{20, 24, 22};
        // Variances 2.5 and 4, v = 3.533, t(0.975, v) = 2.930 by numerical integration.
        QVERIFY(isNear(*stepNoise(Aggregate::Mean, a, b, 0.05), 2.930 * std::sqrt(2.5 / 5 + 4.0 / 3)));
        QCOMPARE(*stepNoise(Aggregate::Mean, a, b), *stepNoise(Aggregate::Mean, b, a));
        // A single step: as far as single steps lie apart; sums: as far as sums do.
        QVERIFY(*stepNoise(Aggregate::Max, a, b) > *stepNoise(Aggregate::Mean, a, b));
        QVERIFY(*stepNoise(Aggregate::Sum, a, a) > 4.9 * *stepNoise(Aggregate::Mean, a, a));
    }

    /// A first step that is slow widens what is said of means, not of medians.
    void slowFirstStep() {
        const Values even{10, 10.1, 9.9, 10, 10.05, 9.95};
        const Values slow{60, 10.1, 9.9, 10, 10.05, 9.95};
        QVERIFY(*stepNoise(Aggregate::Median, slow, even) < 0.5);
        QVERIFY(*stepNoise(Aggregate::Mean, slow, even) > 10);
    }

    void fewSteps() {
        const Values one{10};
        const Values two{10, 11};
        QVERIFY(!stepNoise(Aggregate::Median, one, one));
        QVERIFY(!stepNoise(Aggregate::Median, {}, two));
        QVERIFY(*stepNoise(Aggregate::Median, one, two) > 0);
        QCOMPARE(*stepNoise(Aggregate::Median, one, two), *stepNoise(Aggregate::Median, two, one));
        QCOMPARE(*stepNoise(Aggregate::Mean, Values{3, 3}, Values{4, 4}), 0.0);
    }

    /// Of pairs of runs of the same program about one in twenty lies further apart.
    void holdsWhatItSays() {
        std::mt19937 random(3);
        std::normal_distribution<double> step(100, 2);
        const auto valueOf = [](Aggregate aggregate, const Values &steps) {
            return aggregate == Aggregate::Typical ? steps[steps.size() / 2] : aggregateOf(aggregate, steps);
        };
        for (const auto aggregate : {Aggregate::Mean, Aggregate::Median, Aggregate::Typical}) {
            int beyond = 0;
            for (int i = 0; i < 2000; ++i) {
                Values a(6);
                Values b(9);
                for (auto *values : {&a, &b}) {
                    std::generate(values->begin(), values->end(), [&] { return step(random); });
                }
                const double change = std::abs(valueOf(aggregate, a) - valueOf(aggregate, b));
                beyond += change > *stepNoise(aggregate, a, b, 0.05) ? 1 : 0;
            }
            QVERIFY2(beyond > 40 && beyond < 160, qPrintable(QString::number(beyond)));
        }
    }
};

TEST_SUITE(StepNoiseTest)

}  // namespace tst_step_noise

#include "tst_step_noise.moc"
