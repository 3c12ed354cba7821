#include "core/settings/step_plan.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_step_plan {

using namespace stagescope;

namespace {

std::string planProblem(const StepPlan &plan, std::int64_t steps) {
    const auto problems = stepProblems(plan, steps);
    return problems.empty() ? "" : problems.front().what.id.substr(std::string("settings.problem.steps.").size());
}

}  // namespace

class StepPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void strip_data() {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("repeat");
        QTest::addColumn<QByteArray>("strip");
        QTest::addColumn<int>("recorded");
        QTest::addColumn<QByteArray>("problem");
        // skip_first 2, wait 1, warmup 1, active 2: a cycle of 4.
        QTest::newRow("fits") << 11 << 2 << QByteArray("...wRS.wRS .") << 4 << QByteArray();
        QTest::newRow("just") << 10 << 2 << QByteArray("...wRS.wRS") << 4 << QByteArray("just");
        QTest::newRow("cut") << 9 << 2 << QByteArray("...wRS.wc") << 3 << QByteArray("cut");
        QTest::newRow("second in warm-up") << 8 << 2 << QByteArray("...wRS.x") << 2 << QByteArray("deleted_last");
        QTest::newRow("second waits") << 7 << 2 << QByteArray("...wRS.") << 2 << QByteArray("fewer");
        QTest::newRow("first in warm-up") << 4 << 1 << QByteArray("...x") << 0 << QByteArray("deleted");
        QTest::newRow("not begun") << 2 << 1 << QByteArray("..") << 0 << QByteArray("none");
        QTest::newRow("for ever, in warm-up")
            << 12 << 0 << QByteArray("...wRS.wRS .x") << 4 << QByteArray("deleted_last");
        QTest::newRow("for ever, cut") << 13 << 0 << QByteArray("...wRS.wRS .wc") << 5 << QByteArray("cut_for_ever");
        QTest::newRow("none at all") << 0 << 1 << QByteArray("") << 0 << QByteArray("none");
    }
    void strip() {
        QFETCH(int, steps);
        QFETCH(int, repeat);
        QFETCH(QByteArray, strip);
        QFETCH(int, recorded);
        QFETCH(QByteArray, problem);
        const StepPlan plan{.skipFirst = 2, .wait = 1, .warmup = 1, .active = 2, .repeat = repeat};
        QCOMPARE(QByteArray::fromStdString(stepStrip(plan, steps, 100)), strip);
        QCOMPARE(plan.recorded(steps), recorded);
        QCOMPARE(QByteArray::fromStdString(planProblem(plan, steps)), problem);
    }
    /// Whatever the numbers: stretches and the count of recorded steps agree with the state of every step.
    void formulasAgreeWithEveryStep() {
        for (int code = 0; code < 3 * 3 * 3 * 3 * 3; ++code) {
            const StepPlan plan{.skipFirst = code % 3,
                                .wait = code / 3 % 3,
                                .warmup = code / 9 % 3,
                                .active = 1 + code / 27 % 3,
                                .repeat = code / 81 % 3};
            for (std::int64_t steps = 0; steps < 20; ++steps) {
                std::int64_t recorded = 0;
                std::vector<StepStretch> stretches;
                for (std::int64_t step = 0; step < steps; ++step) {
                    const auto state = plan.stateOf(step, steps);
                    recorded += state == StepState::Recorded || state == StepState::Saved || state == StepState::Cut;
                    if (stretches.empty() || stretches.back().state != state) {
                        stretches.push_back({step, step, state});
                    }
                    stretches.back().end = step + 1;
                }
                QCOMPARE(plan.recorded(steps), recorded);
                const auto found = stepStretches(plan, steps, 100);
                QCOMPARE(found.size(), stretches.size());
                for (std::size_t i = 0; i < found.size(); ++i) {
                    QCOMPARE(found[i].begin, stretches[i].begin);
                    QCOMPARE(found[i].end, stretches[i].end);
                    QCOMPARE(static_cast<int>(found[i].state), static_cast<int>(stretches[i].state));
                }
            }
        }
    }
    void hugeNumbersNeitherOverflowNorHang() {
        const auto text = readSettingText(
            R"({"wait": 9223372036854775807, "warmup": 9223372036854775807, "active": 9223372036854775807,
                "repeat": 9223372036854775807, "skip_first": 99999999999999999999})");
        QVERIFY(text.has_value());
        const auto plan = stepPlan(checkSettings(SettingKind::Schedule, text->root, {}));
        QVERIFY(plan.has_value());
        QVERIFY(plan->needed() > 0);
        QCOMPARE(plan->recorded(1'000'000'000), 0);
        QCOMPARE(stepStretches(*plan, 1'000'000'000, 12).size(), std::size_t{1});
    }
};

TEST_SUITE(StepPlanTest)

}  // namespace tst_step_plan

#include "tst_step_plan.moc"
