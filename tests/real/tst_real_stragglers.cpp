#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <string>

namespace tst_real_stragglers {

using namespace stagescope;

/// Figures that StragglerAnalysis (arXiv 2505.05713) gives for its measured job.
class RealStragglersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresOfTheJob() {
        const auto file = realFile("pipeline/straggler_ST.json.gz");
        if (file.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(file, RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto job = measuredJob(*run);
        const auto found = stragglersOf(job.pipelines(), *run);
        QVERIFY(found.has_value());
        QCOMPARE(found->steps.size(), std::size_t{32});
        const auto isNear = [](double value, double wanted) { return std::abs(value / wanted - 1) < 1e-3; };
        QVERIFY(isNear(found->slowdown, 1.179));
        QVERIFY(isNear(found->stages[3].part.slowdown, 1.232));
        QVERIFY(isNear(found->lastStageShare.value_or(0), 1.219));
        QVERIFY(std::abs(found->slowestShare.value_or(0) - 0.031) < 0.0005);
        QVERIFY(found->stages[3].ratio > 1.5);
        for (const auto &worker : found->workers) {
            QVERIFY2(worker.slowSteps.empty(), std::to_string(worker.rank).c_str());
        }
    }
};

TEST_SUITE(RealStragglersTest)

}  // namespace tst_real_stragglers

#include "tst_real_stragglers.moc"
