#include "core/analysis/pipeline/numbering.h"
#include "core/analysis/pipeline/p2p_edges.h"
#include "core/demo/demo_writer.h"
#include "core/session/load_job.h"
#include "tests/support/identities.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <random>

using namespace stagescope;

namespace {

constexpr int kDamages = 12;

/// Shrinks, moves and deletes cells at random, in place of what a profile lost or got wrong.
PipelineChart damaged(const Run &run, PipelineChart chart, unsigned seed) {
    std::mt19937 random(seed);
    const auto roll = [&](int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(random); };
    std::vector<PipelineCell> kept;
    for (auto cell : chart.cells) {
        const auto length = cell.range.duration();
        switch (roll(12)) {
            case 0:
                continue;
            case 1:
                cell.range.begin += length / 3;
                cell.range.end -= length / (2 + roll(3));
                break;
            case 2:
                cell.range = {cell.range.begin + length * roll(3), cell.range.end + length * roll(3)};
                break;
            case 3:
                cell.range = {cell.range.begin - length / 2, cell.range.end - length / 2};
                break;
            default:
                break;
        }
        kept.push_back(cell);
    }
    std::stable_sort(kept.begin(), kept.end(), [](const PipelineCell &a, const PipelineCell &b) {
        return a.rank != b.rank ? a.rank < b.rank : a.range.begin < b.range.begin;
    });
    chart.cells = std::move(kept);
    chart.unmatched.clear();
    numberCells(chart, scheduleHint(run, chart.group), run.clock, {});
    pairP2p(chart, run.clock);
    return chart;
}

}  // namespace

class IdentitiesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySchedule_data() {
        QTest::addColumn<int>("kind");
        for (const auto kind : scheduleKinds()) {
            QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << static_cast<int>(kind);
        }
    }
    void everySchedule() {
        QFETCH(int, kind);
        DemoOptions options;
        options.schedule = static_cast<ScheduleKind>(kind);
        options.dp = 1;
        options.steps = 2;
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(writeDemo(path, options).has_value());
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.size(), std::size_t{1});
        const auto chart = pipelineChart(*run, groups.front());
        const auto whole = identities::check(*run, chart);
        QVERIFY2(whole.broken.empty(), whole.broken.c_str());
        QCOMPARE(whole.accounts, std::size_t{8});
        QVERIFY(100 * whole.unknown < whole.whole);
        for (unsigned seed = 1; seed <= kDamages; ++seed) {
            const auto sums = identities::check(*run, damaged(*run, chart, seed));
            QVERIFY(sums.accounts > 0);
            QVERIFY2(sums.broken.empty(), (sums.broken + ", seed " + std::to_string(seed)).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(IdentitiesTest)
#include "tst_identities.moc"
