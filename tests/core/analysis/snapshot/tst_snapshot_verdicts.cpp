#include "core/analysis/snapshot/free_space.h"
#include "core/analysis/snapshot/leak_candidates.h"
#include "core/analysis/snapshot/stack_groups.h"
#include "core/analysis/tables/analysis_list.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_snapshot_verdicts {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

/// A run of nothing but one made snapshot.
Workspace workspaceOf(const std::string &name) {
    Run run;
    run.id = RunId{0};
    SnapshotFile snapshot;
    snapshot.file.path = madeSnapshot(name);
    snapshot.store = readSnapshotFile(snapshot.file.path)->reading.store;
    run.snapshots.push_back(std::move(snapshot));
    Workspace workspace;
    workspace.runs.push_back(std::move(run));
    return workspace;
}

SnapshotSource firstSource(const Workspace &workspace) {
    AnalysisInput input;
    input.workspace = &workspace;
    return snapshotSources(input, &workspace.runs[0]).at(0);
}

ResultTable tableOf(const AnalysisEntry &entry, const Workspace &workspace,
                    std::map<std::string, std::string> parameters = {}) {
    AnalysisInput input;
    input.workspace = &workspace;
    input.parameters = std::move(parameters);
    auto table = entry.run(input, {});
    return table ? *table : ResultTable{};
}

}  // namespace

class SnapshotVerdictsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFailedAllocationHasItsCause_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("cause");
        QTest::newRow("fragmentation") << QByteArray("oom_fragmentation") << QByteArray("fragmentation");
        QTest::newRow("isolation") << QByteArray("oom_isolation") << QByteArray("stream or pool isolation");
        QTest::newRow("pending") << QByteArray("oom_pending") << QByteArray("pending frees");
        QTest::newRow("large") << QByteArray("oom_large") << QByteArray("large request");
        QTest::newRow("exhaustion") << QByteArray("oom_exhaustion") << QByteArray("exhaustion");
    }
    void aFailedAllocationHasItsCause() {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, cause);
        const auto workspace = workspaceOf((file + ".pickle").toStdString());
        const auto table = tableOf(makeSnapshotOomEntry(), workspace);
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(table.text(0, "cause")), cause);
    }
    void memoryOutsideNeedsTheCapacity() {
        const auto workspace = workspaceOf("oom_exhaustion.pickle");
        const auto with = [&](std::uint64_t bytes) {
            return tableOf(makeSnapshotOomEntry(), workspace, {{"capacity_bytes", std::to_string(bytes)}})
                .text(0, "cause");
        };
        QCOMPARE(with(64 * kMiB), std::string("outside the allocator"));
        QCOMPARE(with(42 * kMiB), std::string("exhaustion"));  // 41 MiB are reserved or free
    }
    void theStateIsThatOfTheFailure() {
        const auto workspace = workspaceOf("oom_fragmentation.pickle");
        const auto oom = oomExplanations(firstSource(workspace), 0).at(0);
        QCOMPARE(oom.active, 30 * kMiB);  // at the end nothing is in use
        QCOMPARE(oom.freeOfStream, 10 * kMiB);
        QCOMPARE(oom.largestOfStream, 2 * kMiB);
        QCOMPARE(oom.freeRuns, std::uint64_t{5});
        std::uint64_t used = 0;
        for (const auto &space : freeSpaceAtEnd(firstSource(workspace))) {
            used += space.used;
            QCOMPARE(space.releasable, space.reserved);
        }
        QCOMPARE(used, std::uint64_t{0});
    }

    void freeAndUsedAreAllThatIsReserved() {
        for (const char *name : {"current_4.pickle", "expandable.pickle", "npu_workspace.pickle", "ring.pickle"}) {
            const auto workspace = workspaceOf(name);
            const auto source = firstSource(workspace);
            std::uint64_t reserved = 0;
            for (const auto &space : freeSpaceAtEnd(source)) {
                QCOMPARE(space.used + space.free(), space.reserved);
                QVERIFY(space.largest <= space.free());
                reserved += space.reserved;
            }
            const auto &device = *source.device;
            QCOMPARE(reserved, device.allocations.reservedAfter(device.eventCount - 1));
        }
    }

    void groupsSumUpToAllInUse() {
        const auto workspace = workspaceOf("current_4.pickle");
        const auto source = firstSource(workspace);
        for (std::uint32_t events = 0; events <= source.device->eventCount; ++events) {
            const auto &table = source.device->allocations;
            const auto all = events == 0 ? table.baselineBytes : table.activeBytes[events - 1];
            QCOMPARE(bytesOf(stackGroups(source, events, StackGrouping::Stack)), all);
            QCOMPARE(bytesOf(stackGroups(source, events, StackGrouping::Frame)), all);
        }
        const auto before = stackGroups(source, 0, StackGrouping::Frame);
        QCOMPARE(before[0].name, std::string("(older than the history)"));
        QCOMPARE(before[0].bytes, std::uint64_t{1000});
        QCOMPARE(before[1].name, std::string("forward (model.py:12)"));
        const auto peak = tableOf(makeSnapshotPeakEntry(), workspace);
        QCOMPARE(peak.text(0, "group"), std::string("forward (model.py:12)"));
    }

    void whatGrowsFromStepToStepIsFound() {
        const auto leaking = workspaceOf("steps_leaking.pickle");
        const auto report = leakCandidates(firstSource(leaking), StackGrouping::Frame, 8);
        QVERIFY(report.evidence == StepEvidence::StepMarks);
        QCOMPARE(report.boundaries.size(), std::size_t{6});
        QCOMPARE(report.candidates.size(), std::size_t{1});
        QCOMPARE(report.candidates[0].name, std::string("keep_history (metrics.py:33)"));
        QCOMPARE(report.candidates[0].bytesPerStep, static_cast<double>(kMiB));
        QCOMPARE(report.candidates[0].freedShare, 0.0);
        const auto sound = workspaceOf("steps_sound.pickle");
        QVERIFY(leakCandidates(firstSource(sound), StackGrouping::Frame, 8).candidates.empty());
    }
    /// Neither marks nor an optimizer: what repeats tells the steps.
    void whatRepeatsTellsSteps() {
        const auto leaking = workspaceOf("steps_leaking_repeated.pickle");
        const auto report = leakCandidates(firstSource(leaking), StackGrouping::Frame, 8);
        QVERIFY(report.evidence == StepEvidence::Repetition);
        QCOMPARE(report.boundaries.size(), std::size_t{5});
        QCOMPARE(report.candidates.size(), std::size_t{1});
        QCOMPARE(report.candidates[0].name, std::string("keep_history (metrics.py:33)"));
        QCOMPARE(report.candidates[0].bytesPerStep, static_cast<double>(kMiB));
        const auto sound = workspaceOf("steps_sound_repeated.pickle");
        QVERIFY(leakCandidates(firstSource(sound), StackGrouping::Frame, 8).candidates.empty());
        const auto nothing = workspaceOf("grown_stream.pickle");
        QVERIFY(leakCandidates(firstSource(nothing), StackGrouping::Frame, 8).evidence == StepEvidence::EqualParts);
    }

    void listsHaveARowForEach() {
        const auto workspace = workspaceOf("current_4.pickle");
        QCOMPARE(tableOf(makeSnapshotEventsEntry(), workspace).rows.size(), std::size_t{21});
        QCOMPARE(tableOf(makeSnapshotEventsEntry(), workspace, {{"rows", "5"}}).rows.size(), std::size_t{5});
        QCOMPARE(tableOf(makeSnapshotBlocksEntry(), workspace).rows.size(), std::size_t{9});
        QCOMPARE(tableOf(makeSnapshotBlocksEntry(), workspace, {{"at", "end"}}).rows.size(), std::size_t{6});
        QCOMPARE(tableOf(makeSnapshotSegmentsEntry(), workspace).rows.size(), std::size_t{5});
        for (const auto &entry : {makeSnapshotEventsEntry(), makeSnapshotBlocksEntry(), makeSnapshotSegmentsEntry(),
                                  makeSnapshotPeakEntry(), makeSnapshotFragmentationEntry(), makeSnapshotOomEntry()}) {
            const auto table = tableOf(entry, workspace);
            QVERIFY(!table.rows.empty());
            for (const auto &row : table.rows) {
                QCOMPARE(row.size(), entry.columns.size());
            }
        }
        AnalysisInput input;
        input.workspace = &workspace;
        input.parameters = {{"at", "noon"}};
        QVERIFY(!makeSnapshotPeakEntry().run(input, {}));
    }

    void theDifferenceGoesByNameNotByAddress() {
        auto workspace = workspaceOf("steps_leaking.pickle");
        auto baseline = workspaceOf("steps_sound.pickle").runs[0];
        baseline.id = RunId{1};
        baseline.role = RunRole::Baseline;
        workspace.runs.push_back(std::move(baseline));
        const auto table = tableOf(makeSnapshotDiffEntry(), workspace, {{"at", "end"}});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "group"), std::string("keep_history (metrics.py:33)"));
        QCOMPARE(table.text(0, "delta_bytes"), std::to_string(6 * kMiB));
    }
};

TEST_SUITE(SnapshotVerdictsTest)

}  // namespace tst_snapshot_verdicts

#include "tst_snapshot_verdicts.moc"
