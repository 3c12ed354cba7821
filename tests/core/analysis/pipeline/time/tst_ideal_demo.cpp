#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/session/loading/load_job.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <vector>

namespace tst_ideal_demo {

using namespace stagescope;

namespace {

/// One step of a loaded demo beside its ideal.
struct Compared {
    PipelineChart chart;
    std::vector<IdealCell> uniform;
    std::vector<IdealCell> stages;

    explicit Compared(const Demo &demo) {
        const auto run = loadRun(demo.folder().toStdString(), RunId{0}, LoadDepth::Shallow);
        if (!run || pipelineGroups(*run).empty())
            return;
        chart = pipelineChart(*run, pipelineGroups(*run).front());
        uniform = idealCells(chart, 6, run->clock, IdealCosts::UniformMeans);
        stages = idealCells(chart, 6, run->clock, IdealCosts::StageMeans);
    }
};

/// Begin of the first to end of the last.
double length(const std::vector<IdealCell> &cells) {
    const auto first = std::ranges::min(cells, {}, [](const IdealCell &c) { return c.range.begin; });
    const auto last = std::ranges::max(cells, {}, [](const IdealCell &c) { return c.range.end; });
    return double((last.range.end - first.range.begin).count());
}

double worst(const std::vector<IdealCell> &cells) {
    return double(std::ranges::max(cells, {}, &IdealCell::lateness).lateness.count());
}

Pairs pairs(const std::string &schedule, const char *fault) {
    Pairs result{{"schedule", schedule}, {"pp", "4"},    {"dp", "1"},
                 {"microbatches", "8"},  {"steps", "2"}, {"layers", "1"}};
    if (*fault != 0)
        result.emplace_back("fault", fault);
    return result;
}

}  // namespace

/// The event loop of the demo and the simulator know nothing of each other; what one played, the other must explain.
class IdealDemoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void demosRunAlmostIdeally_data() {
        QTest::addColumn<QString>("schedule");
        for (const ScheduleKind kind : scheduleKinds()) {
            const auto name = QString::fromStdString(std::string(scheduleKindText(kind)));
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void demosRunAlmostIdeally() {
        QFETCH(QString, schedule);
        const Compared step(Demo(pairs(schedule.toStdString(), "")));
        const auto expected =
            generateSchedule({.kind = *scheduleKindFromText(schedule.toStdString()), .stages = 4, .microbatches = 8});
        QCOMPARE(step.stages.size(), expected->actionCount());
        for (const IdealCell &cell : step.stages) {
            QVERIFY(cell.measured.has_value());
            // Jitter makes single cells early; transfers make the step late, but not by much.
            QVERIFY(double(cell.lateness.count()) > -0.02 * length(step.stages));
        }
        const double late = worst(step.stages) / length(step.stages);
        QVERIFY2(late > 0.001 && late < 0.15, qPrintable(QString::number(late)));
    }
    void aSlowStageIsLateAgainstABalancedPipelineOnly() {
        const Compared step(Demo(pairs("1f1b", "slow-stage=2:1.5")));
        QVERIFY(worst(step.uniform) > 0.2 * length(step.uniform));
        QVERIFY(worst(step.stages) < 0.1 * length(step.stages));
    }
};

TEST_SUITE(IdealDemoTest)

}  // namespace tst_ideal_demo

#include "tst_ideal_demo.moc"
