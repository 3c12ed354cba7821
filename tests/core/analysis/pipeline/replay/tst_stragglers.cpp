#include "tests/core/analysis/played_job.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <random>

namespace tst_stragglers {

using namespace stagescope;
using namespace stagescope::played;

namespace {

Stragglers studyOf(const MeasuredJob &job) { return stragglersOf(job.pipelines(), {}).value_or(Stragglers{}); }

std::vector<std::pair<std::size_t, std::size_t>> slowOnes(const Stragglers &found) {
    std::vector<std::pair<std::size_t, std::size_t>> result;
    for (const auto &worker : found.workers) {
        if (!worker.slowSteps.empty()) {
            result.emplace_back(worker.worker.replica, worker.worker.row);
        }
    }
    return result;
}

/// Of what a job is told to win, and what it wins when it is played so.
bool isAbout(Nanos told, Nanos truth) { return std::abs((told - truth).count()) < truth.count() * 3 / 100 + kMs / 2; }

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

}  // namespace

class StragglersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsFoundInJitter() {
        for (const int replicas : {1, 2, 4}) {
            const auto found = studyOf(jobOf(replicas, 5, [](auto, auto, const auto &) { return 1.0; }));
            QCOMPARE(found.workers.size(), std::size_t(replicas * kStages));
            QCOMPARE(slowOnes(found), Pairs{});
            QVERIFY(!found.isDataUneven());
            QVERIFY(found.slowdown < 1.03);
            for (const auto &stage : found.stages) {
                QVERIFY(std::abs(stage.ratio - 1) < 0.02);
            }
        }
    }

    void oneSlowWorker_data() {
        QTest::addColumn<int>("replicas");
        QTest::addColumn<double>("factor");
        for (const int replicas : {2, 3, 8}) {
            for (const double factor : {1.08, 1.3, 2.5}) {
                QTest::addRow("%d replicas, x%g", replicas, factor) << replicas << factor;
            }
        }
    }
    void oneSlowWorker() {
        QFETCH(int, replicas);
        QFETCH(double, factor);
        for (const auto kind : {ScheduleKind::OneFOneB, ScheduleKind::ZeroBubbleH1, ScheduleKind::GPipe}) {
            const auto slowJob = jobOf(
                replicas, 3,
                [factor](auto replica, auto, const auto &cell) {
                    return replica == 1 && cell.rank == 2 ? factor : 1.0;
                },
                kind);
            const auto found = studyOf(slowJob);
            QCOMPARE(slowOnes(found), (Pairs{{1, 2}}));
            const auto &slow = found.at({1, 2});
            QVERIFY(std::abs(slow.ratio / factor - 1) < 0.02);
            QCOMPARE(slow.slowSteps, (std::vector<std::int64_t>{0, 1, 2}));
            const auto even = jobOf(
                replicas, 3, [](auto, auto, const auto &) { return 1.0; }, kind);
            QVERIFY(isAbout(slow.saved, stepOf(slowJob) - stepOf(even)));
            QVERIFY(slow.saved <= found.measured);
            QVERIFY(found.stageSaved.count() < 5 * kMs);
            QCOMPARE(found.slowest.front(), std::size_t(kStages + 2));
        }
    }

    void aSlowStageIsNoSlowWorker() {
        const auto uneven = jobOf(3, 4, [](auto, auto, const auto &cell) { return cell.rank == 3 ? 1.4 : 1.0; });
        const auto found = studyOf(uneven);
        QCOMPARE(slowOnes(found), Pairs{});
        QVERIFY(std::abs(found.stages[3].ratio - 1.4) < 0.03);
        QVERIFY(std::abs(found.stages[1].ratio - 1) < 0.03);
        const auto even = jobOf(3, 4, [](auto, auto, const auto &) { return 1.1; });
        QVERIFY(found.stageSaved.count() > 40 * kMs);
        QVERIFY(isAbout(found.stageSaved, stepOf(uneven) - stepOf(even)));
        QVERIFY(found.stages[3].part.slowdown > 1.15);
        QVERIFY(found.lastStageShare.value_or(0) > 1);
    }

    void slowInSomeSteps() {
        const auto job = jobOf(2, 12, [](auto replica, int step, const auto &cell) {
            const bool isRun = step >= 4 && step < 8;
            return replica == 0 && cell.rank == 1 && (isRun || step == 10) ? 1.2 : 1.0;
        });
        const auto found = studyOf(job);
        QCOMPARE(slowOnes(found), (Pairs{{0, 1}}));
        QCOMPARE(found.at({0, 1}).slowSteps, (std::vector<std::int64_t>{4, 5, 6, 7}));
    }

    void aStepWithoutCellsOfARankIsAStepAllTheSame() {
        const auto whole = jobOf(2, 6, [](auto, auto, const auto &) { return 1.0; });
        auto part = jobOf(
            1, 6, [](auto, int step, const auto &cell) { return cell.rank == 1 && step > 1 && step < 5 ? 1.5 : 1.0; });
        std::erase_if(part.graphs[0][0].nodes, [](const auto &node) { return node.row == 1; });
        const auto pipelines = whole.pipelines();
        const auto apart = part.pipelines();
        const auto found = stragglersOf(pipelines, {}, {}, {}, apart);
        QVERIFY(found && found->apart.size() == 1);
        QCOMPARE(found->apart[0].slowSteps, (std::vector<std::int64_t>{2, 3, 4}));
    }

    void oneReplicaKnowsOnlyChanges() {
        const auto always =
            studyOf(jobOf(1, 12, [](auto, auto, const auto &cell) { return cell.rank == 1 ? 1.5 : 1.0; }));
        QVERIFY(!always.canTellWorkers());
        QCOMPARE(slowOnes(always), Pairs{});
        QVERIFY(std::abs(always.stages[1].ratio - 1.5) < 0.03);
        const auto later = studyOf(
            jobOf(1, 12, [](auto, int step, const auto &cell) { return cell.rank == 1 && step > 7 ? 1.5 : 1.0; }));
        QCOMPARE(slowOnes(later), (Pairs{{0, 1}}));
        QCOMPARE(later.at({0, 1}).slowSteps, (std::vector<std::int64_t>{8, 9, 10, 11}));
    }

    void unevenMicrobatches() {
        const auto uneven = jobOf(2, 6, [](auto replica, int step, const auto &cell) {
            return unevenLength(replica, step, cell.microbatch);
        });
        const auto even = jobOf(2, 6, [](auto, int step, const auto &) {
            double sum = 0;
            for (int i = 0; i < 2 * kMicrobatches; ++i) {
                sum += unevenLength(static_cast<std::size_t>(i % 2), step, i / 2);
            }
            return sum / (2 * kMicrobatches);
        });
        const auto found = studyOf(uneven);
        QVERIFY(found.isDataUneven());
        QVERIFY(found.data.correlation > 0.95);
        QVERIFY(found.dataSaved.count() > 5 * kMs);
        QVERIFY(isAbout(found.dataSaved, stepOf(uneven) - stepOf(even)));
        QCOMPARE(slowOnes(found), Pairs{});
        // The same microbatch always longer is not the data.
        const auto place =
            studyOf(jobOf(2, 6, [](auto, int, const auto &cell) { return cell.microbatch == 0 ? 1.3 : 1.0; }));
        QVERIFY(!place.isDataUneven());
    }

    void pipelinesThatDiffer() {
        auto job = jobOf(2, 3, [](auto, auto, const auto &) { return 1.0; });
        QVERIFY(!stragglersOf({}, {}).has_value());
        job.graphs[1].erase(job.graphs[1].begin());
        QCOMPARE(studyOf(job).steps, (std::vector<std::int64_t>{1, 2}));
        job.graphs[1].clear();
        QVERIFY(!stragglersOf(job.pipelines(), {}).has_value());
    }

    /// Its figures cannot be told by then; nobody is to look for them.
    void stoppedBeforeAllWorkersWereWeighed() {
        const auto job = jobOf(2, 3, [](auto, auto, const auto &) { return 1.0; });
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!stragglersOf(job.pipelines(), {}, {}, stop.get_token()).has_value());
    }

    /// What couples replicas after the pipeline: all wait for the slowest, so one slow worker holds up both.
    void collectivesWaitForTheLastMember() {
        auto job = jobOf(2, 1, [](auto, auto, const auto &) { return 1.0; });
        for (std::size_t replica = 0; replica < 2; ++replica) {
            auto &chart = job.charts[replica];
            for (int rank = 0; rank < kStages; ++rank) {
                const auto begin = rankTime(5000 * kMs + std::int64_t(replica) * 30 * kMs);
                PipelineCell sync;
                sync.rank = rankAt(replica, rank);
                sync.kind = CellKind::GradientSync;
                sync.name = "grads-reduce-scatter";
                sync.range = {begin, rankTime(5050 * kMs)};
                chart.cells.edit().push_back(sync);
            }
        }
        const auto with = studyOf(job);
        auto bare = job;
        for (auto &chart : bare.charts) {
            std::erase_if(chart.cells.edit(), [](const auto &cell) { return cell.kind == CellKind::GradientSync; });
        }
        const auto without = stragglersOf(bare.pipelines(), {}).value_or(Stragglers{});
        // The early replica waited 30 of its 50 ms.
        QCOMPARE(with.measured - without.measured, Nanos{20 * kMs});
    }
};

TEST_SUITE(StragglersTest)

}  // namespace tst_stragglers

#include "tst_stragglers.moc"
