#include "core/advice/findings.h"
#include "core/analysis/run/typical_step.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/core/advice/planted_faults.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_slow_stages {

using namespace stagescope;
using namespace stagescope::planted;

/// A stage that is a little slower than the others, in each schedule: some hide it well.
class SlowStagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachSchedule_data() {
        QTest::addColumn<ScheduleKind>("schedule");
        QTest::addColumn<int>("stage");
        int stage = 0;
        for (const auto kind : scheduleKinds()) {
            // The first stages of zb-h2 have room: a tenth more of work costs less than a hundredth there.
            const bool hasRoom = kind == ScheduleKind::ZeroBubbleH2 && stage % 4 < 2;
            QTest::newRow(scheduleKindText(kind).data()) << kind << (hasRoom ? 2 : stage % 4);
            ++stage;
        }
        // Where the work spread evenly saves next to nothing, the stage is waited for all the same.
        QTest::newRow("interleaved, stage 3") << ScheduleKind::Interleaved << 3;
        QTest::newRow("mindspeed-dualpipev, stage 1") << ScheduleKind::MindSpeedDualPipeV << 1;
    }
    void eachSchedule() {
        QFETCH(ScheduleKind, schedule);
        QFETCH(int, stage);
        DemoOptions options;
        options.schedule = schedule;
        options.steps = 2;
        options.faults = {fault(DemoFault::Kind::SlowStage, stage, 0, 1.1)};
        const auto slow = found(options);
        QVERIFY(!slow.empty());
        QCOMPARE(slow.front().rule, std::string("stage_imbalance"));
        QCOMPARE(slow.front().title.args.front(), std::to_string(stage));
        QCOMPARE(slow.front().evidence.ranks.size(), std::size_t{2});
        QCOMPARE(slow.front().evidence.ranks.front().rank, 2 * stage);
        QCOMPARE(slow.front().evidence.step, m_typical);
        // Beside it a stage to hold it against.
        const auto *peer = std::get_if<RankRef>(&slow.front().evidence.items.back());
        QVERIFY(peer != nullptr && peer->rank / 2 != stage && peer->rank % 2 == 0);
        // A tenth of one rank's work at most.
        QVERIFY(*slow.front().share > 0.003 && *slow.front().share < 0.1);
        options.faults = {fault(DemoFault::Kind::SlowStage, stage, 0, 1.02)};
        QVERIFY(found(options).empty());
    }

private:
    std::vector<Finding> found(const DemoOptions &options) {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        if (!placeDemo(path, options)) {
            return {};
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        if (!run) {
            return {};
        }
        const auto steps = stepLengths(timeSplits(*run));
        m_typical = typicalStep(steps)->step;
        return findings(*run);
    }
    std::optional<std::int64_t> m_typical;  ///< of the run whose findings were asked for last
};

TEST_SUITE(SlowStagesTest)

}  // namespace tst_slow_stages

#include "tst_slow_stages.moc"
