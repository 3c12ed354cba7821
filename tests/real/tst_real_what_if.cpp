#include "core/analysis/pipeline/replay/what_if.h"
#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/base/number_text.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <cmath>

namespace tst_real_what_if {

using namespace stagescope;

namespace {

/// The pipelines of a measured job: 1F1B, p = 4, m = 4, its last stage twice as long as the others.
class Job {
public:
    Job() {
        const QDir folder(realDataFolder() + QStringLiteral("/pipeline"));
        if (!folder.exists())
            return;
        auto run = loadRun(folder.canonicalPath().toStdString(), RunId{0}, LoadDepth::Shallow);
        if (!run)
            return;
        m_clock = run->clock;
        for (const PipelineGroup &group : pipelineGroups(*run))
            m_charts.push_back(pipelineChart(*run, group));
    }
    [[nodiscard]] const std::vector<PipelineChart> &charts() const { return m_charts; }
    [[nodiscard]] std::optional<Counterfactuals> replays(std::size_t group, std::int64_t step) const {
        const auto graph = measuredGraph(m_charts[group], step, m_clock);
        return graph ? counterfactuals(m_charts[group], *graph) : std::nullopt;
    }

private:
    ClockAlignment m_clock;
    std::vector<PipelineChart> m_charts;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

/// Figures of the published traces, computed before by an independent program.
class RealWhatIfTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (m_job.charts().size() != 2)
            QSKIP("no real data");
    }

    void replaysOfAStep() {
        const auto replays = m_job.replays(0, 23);
        QVERIFY(replays);
        const std::pair<Nanos, double> expected[] = {{replays->window, 1936.1},
                                                     {replays->uniform, 1643.2},
                                                     {replays->stages, 1935.2},
                                                     {replays->actual, 1931.1},
                                                     {replays->transfers, 1934.8}};
        for (const auto &[replay, figure] : expected)
            QVERIFY2(std::abs(millis(replay) - figure) <= 0.1, qPrintable(QString::number(millis(replay))));
    }

    void replaysOfAllSteps() {
        std::vector<double> unexplained;
        std::vector<double> imbalance;
        for (std::size_t group = 0; group < 2; ++group) {
            for (const std::int64_t step : m_job.charts()[group].steps) {
                const auto replays = m_job.replays(group, step);
                QVERIFY(replays);
                const double window = millis(replays->window);
                unexplained.push_back((window - millis(replays->transfers)) / window);
                imbalance.push_back(millis(replays->stageImbalance()) / window);
            }
        }
        QCOMPARE(unexplained.size(), std::size_t{64});
        QVERIFY2(std::abs(median(unexplained) - 0.0007) < 0.0001, qPrintable(QString::number(median(unexplained))));
        QVERIFY(*std::max_element(unexplained.begin(), unexplained.end()) <= 0.0129);
        QVERIFY2(std::abs(median(imbalance) - 0.149) < 0.001, qPrintable(QString::number(median(imbalance))));
    }

    void otherSchedules_data() {
        QTest::addColumn<int>("schedule");
        QTest::addColumn<bool>("balanced");
        QTest::addColumn<double>("expected");
        QTest::newRow("as is") << int(ScheduleKind::OneFOneB) << false << 1938.9;
        QTest::newRow("balanced") << int(ScheduleKind::OneFOneB) << true << 1649.4;
        QTest::newRow("zb-h1") << int(ScheduleKind::ZeroBubbleH1) << false << 1523.2;
        QTest::newRow("interleaved") << int(ScheduleKind::Interleaved) << false << 1635.4;
        QTest::newRow("zb-v") << int(ScheduleKind::ZeroBubbleV) << false << 1517.6;
        QTest::newRow("gpipe") << int(ScheduleKind::GPipe) << false << 1938.9;
    }
    void otherSchedules() {
        QFETCH(int, schedule);
        QFETCH(bool, balanced);
        QFETCH(double, expected);
        const PipelineChart &chart = m_job.charts().front();
        const auto costs = CostSamples(chart, 23).mean();
        QVERIFY(costs);
        const ScheduleOptions options{.kind = ScheduleKind(schedule), .stages = 4, .microbatches = 4};
        const auto result = whatIf(*costs, chart.match->best(), {.schedule = options, .balanced = balanced});
        QVERIFY2(result, result ? "" : result.error().detail.c_str());
        QVERIFY2(std::abs(millis(result->makespan) / expected - 1) < 0.001,
                 qPrintable(QString::number(millis(result->makespan))));
        // Nothing but a shorter last stage helps much.
        QCOMPARE(result->boundBy, balanced ? std::nullopt : std::optional(3));
    }

private:
    Job m_job;
};

TEST_SUITE(RealWhatIfTest)

}  // namespace tst_real_what_if

#include "tst_real_what_if.moc"
