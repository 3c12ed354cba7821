// Training logs of real runs: figures that an independent reading in Python gives.
#include "core/analysis/training/training_log.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_real_training_log {

using namespace stagescope;

namespace {

Run loaded(const char *name) {
    const auto path = realFile(QStringLiteral("more/logs/") + QLatin1String(name));
    auto run = path.empty() ? Result<Run>(Run{}) : loadRun(path, RunId{0}, LoadDepth::Shallow);
    return run ? std::move(*run) : Run{};
}

struct Losses {
    std::size_t count = 0;
    double sum = 0;
    double lowest = 1e9;
};
Losses lossesOf(const LoggedSeries &log) {
    Losses losses;
    for (const auto &step : log.steps) {
        if (step.hasLoss) {
            ++losses.count;
            losses.sum += step.loss;
            losses.lowest = std::min(losses.lowest, step.loss);
        }
    }
    return losses;
}

}  // namespace

class RealTrainingLogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesOfLlamaFactory() {
        const auto all = loggedSeries(loaded("trainer_log.jsonl"));
        if (all.empty()) {
            QSKIP("real logs are not here");
        }
        const auto &log = all.front();
        QCOMPARE(log.steps.size(), std::size_t{866});
        QCOMPARE(log.steps.front().step, std::int64_t{10});
        QCOMPARE(log.steps.back().step, std::int64_t{8660});
        const auto losses = lossesOf(log);
        QCOMPARE(losses.count, std::size_t{866});
        QVERIFY(std::abs(losses.sum - 250.4338) < 1e-6);
        QCOMPARE(losses.lowest, 0.0935);
        QVERIFY(log.isByClock);  // 5:39:46 in all, 24 s until step 10
        double seconds = 0;
        for (const auto &step : log.steps) {
            seconds += std::isnan(step.stepTime) ? 0 : 10 * step.stepTime / 1e9;
        }
        QVERIFY(std::abs(seconds - (5 * 3600 + 39 * 60 + 46 - 24)) < 1e-3);
    }

    void theStateOfATrainer() {
        const auto all = loggedSeries(loaded("trainer_state.json"));
        if (all.empty()) {
            QSKIP("real logs are not here");
        }
        const auto losses = lossesOf(all.front());
        QCOMPARE(losses.count, std::size_t{30});
        QVERIFY(std::abs(losses.sum - 3.9994) < 1e-6);
        QCOMPARE(losses.lowest, 0.0531);
        QCOMPARE(all.front().steps.back().step, std::int64_t{12030});
    }
};

TEST_SUITE(RealTrainingLogTest)

}  // namespace tst_real_training_log
#include "tst_real_training_log.moc"
