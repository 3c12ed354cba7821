// Collectives carry gradients where a job trains: no rule says so of a profile of inference.
#include "core/advice/findings.h"
#include "core/analysis/training/training_work.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_training_rules {

using namespace stagescope;
using namespace stagescope::testing;

class TrainingRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gradientsAreOfTraining_data() {
        QTest::addColumn<QString>("product");
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("trains");
        const auto gemm = QStringLiteral("sm90_xmma_gemm_bf16bf16_bf16f32");
        const auto mm = QStringLiteral("aten::mm");
        QTest::newRow("inference") << gemm << mm << false;
        QTest::newRow("kernel of a backward pass") << QStringLiteral("void flash_bwd_dq_dk_dv_loop(x)") << mm << true;
        QTest::newRow("kernel of an optimizer") << QStringLiteral("multi_tensor_apply_kernel<Adam>") << mm << true;
        QTest::newRow("call of the backward pass")
            << gemm << QStringLiteral("autograd::engine::evaluate_function: MmBackward0") << true;
        QTest::newRow("call of the optimizer") << gemm << QStringLiteral("Optimizer.step#SGD.step") << true;
    }
    void whatACompilerMadeTellsNothing() {
        const auto run = loadedText(jaxTrace());
        QVERIFY(run);
        QCOMPARE(showsTraining(*run->capture(0)), std::nullopt);
        QVERIFY(mayTrain(*run));
    }
    void gradientsAreOfTraining() {
        QFETCH(QString, product);
        QFETCH(QString, op);
        QFETCH(bool, trains);
        KinetoWords words;
        words.product = product;
        const auto run = loadedText(kinetoTrace(words).replace(QStringLiteral("aten::mm"), op));
        QVERIFY(run);
        QCOMPARE(showsTraining(*run->capture(0)), std::optional(trains));
        QCOMPARE(mayTrain(*run), trains);
        const auto advice = adviceFor(*run);
        int seen = 0;
        for (const auto &outcome : advice.rules) {
            if (outcome.rule == "overlap_off" || outcome.rule == "exposed_dp") {
                const bool isInference =
                    outcome.unanswered && outcome.unanswered->id == "finding.exposed_dp.unanswered.inference";
                QCOMPARE(isInference, !trains);
                ++seen;
            }
        }
        QCOMPARE(seen, 2);
    }
};

TEST_SUITE(TrainingRulesTest)

}  // namespace tst_training_rules

#include "tst_training_rules.moc"
