#include "core/advice/findings.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/demo/demo_cluster.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDirIterator>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_demo_clocks {

using namespace stagescope;

namespace {

/// Each rank on a host of its own, whose clock is up to 50 ms off.
DemoOptions optionsOf(ScheduleKind schedule) {
    DemoOptions options;
    options.schedule = schedule;
    options.steps = 2;
    options.ranksPerHost = 1;
    options.clockOffset = std::chrono::milliseconds(50);
    options.seed = 7;
    return options;
}

/// Without the timelines where only the profiler's own analysis is left.
std::optional<Run> played(const DemoOptions &options, bool hasTimelines = true) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    if (!placeDemo(path, options)) {
        return std::nullopt;
    }
    QDirIterator files(folder.path(), {QStringLiteral("ascend_pytorch_profiler*.db")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (!hasTimelines && files.hasNext()) {
        QFile::remove(files.next());
    }
    auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    return run ? std::optional(std::move(*run)) : std::nullopt;
}

/// Largest error in ms of the difference between a rank's clock and the first one's, over the ranks that `first` is
/// linked with; infinite where a rank is left out.
double errorOf(const DemoOptions &options, const std::vector<ClockOffset> &offsets) {
    const DemoCluster cluster(options);
    const auto truth = [&](int rank) { return cluster.clockOffset(cluster.hostOf(rank)); };
    double worst = offsets.size() == static_cast<std::size_t>(options.ranks()) ? 0 : INFINITY;
    std::size_t references = 0;
    for (const auto &offset : offsets) {
        references += offset.method == ClockMethod::Reference ? 1 : 0;
        if (offset.method == ClockMethod::Unknown || references != 1) {
            return INFINITY;
        }
        const auto error =
            offset.offset.count() - offsets.front().offset.count() + truth(offset.rank) - truth(offsets.front().rank);
        worst = std::max(worst, static_cast<double>(std::abs(error)) / 1e6);
    }
    return worst;
}

}  // namespace

/// Clocks of played clusters, against the truth that the player knows.
class DemoClocksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachSchedule_data() {
        QTest::addColumn<ScheduleKind>("schedule");
        for (const auto kind : scheduleKinds()) {
            QTest::newRow(scheduleKindText(kind).data()) << kind;
        }
    }
    /// Pipelines of different replicas have nothing in common but the collectives over the replicas.
    void eachSchedule() {
        QFETCH(ScheduleKind, schedule);
        const auto options = optionsOf(schedule);
        const auto run = played(options);
        QVERIFY(run.has_value());
        auto charts = rawCharts(*run);
        const auto ops = commOps(*run);
        const auto matched = clockOffsets(*run, charts, ops);
        QVERIFY(errorOf(options, matched) < 1);
        QVERIFY(std::isinf(errorOf(options, clockOffsets(*run, charts))));
        // By the clocks that are brought together no cell begins before what it needs has ended.
        const auto alignment = measuredAlignment(*run);
        QVERIFY(alignment.isShifted());
        QVERIFY(earlyCells(charts, {}) > 0);
        QCOMPARE(earlyCells(charts, alignment), std::size_t{0});
        for (auto &chart : charts) {
            chart.edges.edit().clear();
            chart.p2p.edit().clear();
        }
        const auto byCausality = clockOffsets(*run, charts, ops);
        QVERIFY(errorOf(options, byCausality) < 2);
        // What is said of the error covers it.
        for (const auto &offsets : {matched, byCausality}) {
            const auto widest = std::max_element(offsets.begin(), offsets.end(), [](const auto &a, const auto &b) {
                return a.uncertainty < b.uncertainty;
            });
            QVERIFY(errorOf(options, offsets) <= 3 * static_cast<double>(widest->uncertainty.count()) / 1e6);
        }
    }

    void replicasAlone() {
        auto options = optionsOf(ScheduleKind::OneFOneB);
        options.pp = 1;
        options.dp = 4;
        const auto run = played(options);
        QVERIFY(run.has_value());
        QVERIFY(errorOf(options, clockOffsets(*run, rawCharts(*run), commOps(*run))) < 1);
        QVERIFY(measuredAlignment(*run).isShifted());
        const auto found = findings(*run);
        QVERIFY(!found.empty());
        QCOMPARE(found.front().rule, std::string("clock_skew"));
    }

    /// Communication files tell begin and length of each collective.
    void withoutTimelines() {
        auto options = optionsOf(ScheduleKind::OneFOneB);
        options.pp = 1;
        options.dp = 4;
        const auto run = played(options, false);
        QVERIFY(run.has_value());
        QVERIFY(commOps(*run).empty());
        QVERIFY(errorOf(options, clockOffsets(*run, rawCharts(*run), clockOperators(*run))) < 1);
        const auto alignment = measuredAlignment(*run);
        QVERIFY(alignment.isShifted());
    }
};

TEST_SUITE(DemoClocksTest)

}  // namespace tst_demo_clocks

#include "tst_demo_clocks.moc"
