#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <vector>

namespace tst_ideal_schedule {

using namespace stagescope;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kStep = 7;
const ScheduleOptions kOneFOneB{.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8};
constexpr UniformCosts kCosts{.forward = 10ns, .backwardInput = 12ns, .backwardWeight = 8ns};

PipelineChart theory(const ScheduleOptions &options, const UniformCosts &costs) {
    const Result<Schedule> schedule = generateSchedule(options);
    return schedule ? theoryChart(options, *schedule, costs).value_or(PipelineChart{}) : PipelineChart{};
}

/// The chart as a profile would show it: ranks 1, 3, 5, 7 of a job, step 7, each clock wrong by 1000 ns per rank.
struct Measured {
    PipelineChart chart;
    ClockAlignment clock;

    explicit Measured(PipelineChart ideal) : chart(std::move(ideal)) {
        chart.steps = {kStep};
        for (int &rank : chart.group.ranks) {
            rank = 2 * rank + 1;
            clock.setOffset(rank, Nanos{-1000 * rank});
        }
        for (PipelineCell &cell : chart.cells.edit()) {
            cell.rank = 2 * cell.rank + 1;
            cell.step = kStep;
            const Nanos shift{1000 * cell.rank + 5000};
            cell.range = {cell.range.begin + shift, cell.range.end + shift};
        }
    }
    [[nodiscard]] std::vector<IdealCell> ideal(IdealCosts costs = IdealCosts::UniformMeans) const {
        return idealCells(chart, kStep, clock, costs);
    }
};

AlignedTime lastEnd(const std::vector<IdealCell> &cells) {
    return std::ranges::max(cells, {}, [](const IdealCell &cell) { return cell.range.end; }).range.end;
}

Nanos worst(const std::vector<IdealCell> &cells) { return std::ranges::max(cells, {}, &IdealCell::lateness).lateness; }

}  // namespace

class TestIdealSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theoryLooksLikeAMeasurement();
    void theoryOfADeadlockIsRefused();
    void anIdealStepIsNotLate_data();
    void anIdealStepIsNotLate();
    void transfersMakeLate();
    void aSlowStage();
    void missingCells();
    void halvesStandForOverlappedCells();
    void backwardsForInputMayBeCalledBackwards_data();
    void backwardsForInputMayBeCalledBackwards();
    void nothingWithoutAMatch();
};

void TestIdealSchedule::theoryLooksLikeAMeasurement() {
    const PipelineChart chart = theory({.kind = ScheduleKind::DualPipe, .stages = 4, .microbatches = 8}, kCosts);
    QCOMPARE(chart.group.ranks, (std::vector<int>{0, 1, 2, 3}));
    QCOMPARE(chart.group.id, std::string("dualpipe p=4 m=8"));
    QCOMPARE(chart.steps, (std::vector<std::int64_t>{0}));
    QVERIFY(chart.match && chart.match->score == 1);
    const PipelineCell &pair = chart.cells[7];
    QVERIFY(pair.kind == CellKind::Overlapped && pair.numbering == Numbering::Named);
    QCOMPARE(pair.microbatch, 3);
    QCOMPARE(pair.backwardMicrobatch, 1);
    QCOMPARE(pair.backwardChunk, 1);
    QCOMPARE(pair.name, std::string("(F3&B1')"));
    QCOMPARE(pair.range.duration(), 30ns);
    const bool isSorted = std::ranges::is_sorted(
        chart.cells, {}, [](const PipelineCell &cell) { return std::pair(cell.rank, cell.range.begin); });
    QVERIFY(isSorted);
}

void TestIdealSchedule::theoryOfADeadlockIsRefused() {
    Schedule schedule = *generateSchedule(kOneFOneB);
    std::swap(schedule.ranks[0].front(), schedule.ranks[0].back());
    QVERIFY(!theoryChart(kOneFOneB, schedule, kCosts));
}

void TestIdealSchedule::anIdealStepIsNotLate_data() {
    QTest::addColumn<ScheduleKind>("kind");
    for (const ScheduleKind kind : scheduleKinds())
        QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << kind;
}

void TestIdealSchedule::anIdealStepIsNotLate() {
    QFETCH(ScheduleKind, kind);
    const Measured measured(theory({.kind = kind, .stages = 4, .microbatches = 8}, kCosts));
    for (const IdealCosts costs : {IdealCosts::UniformMeans, IdealCosts::StageMeans}) {
        const std::vector<IdealCell> cells = measured.ideal(costs);
        QCOMPARE(cells.size(), measured.chart.cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            QCOMPARE(cells[i].measured, std::optional(i));
            QCOMPARE(cells[i].lateness, 0ns);
            QCOMPARE(cells[i].rank, measured.chart.cells[i].rank);
            QCOMPARE(cells[i].range.duration(), measured.chart.cells[i].range.duration());
        }
    }
}

void TestIdealSchedule::transfersMakeLate() {
    UniformCosts costs = kCosts;
    costs.transfer = 2ns;
    const Measured measured(theory(kOneFOneB, costs));
    const std::vector<IdealCell> cells = measured.ideal();
    QCOMPARE(lastEnd(cells), alignedTime(5000 + 330));
    QCOMPARE(worst(cells), 2ns * (2 * 3 * 8 / 4 + 2 * 2));
    QCOMPARE(cells.front().lateness, 0ns);
}

void TestIdealSchedule::aSlowStage() {
    // The last stage takes twice as long; the one rank that matters is known by its global number.
    const Schedule schedule = *generateSchedule(kOneFOneB);
    SimulationCosts slow;
    slow.duration = [](const PipelineAction &action) {
        return (action.kind == CellKind::Forward ? 10ns : 20ns) * (action.rank == 3 ? 2 : 1);
    };
    const Simulation simulation = *simulateSchedule(schedule, slow);
    PipelineChart chart = theory(kOneFOneB, kCosts);
    std::size_t next = 0;
    for (const std::vector<ActionTimes> &rank : simulation.times) {
        for (const ActionTimes &times : rank)
            chart.cells.edit()[next++].range = {rankTime(times.begin.count()), rankTime(times.end.count())};
    }
    const Measured measured(chart);
    QCOMPARE(worst(measured.ideal(IdealCosts::StageMeans)), 0ns);
    // Spread over all stages: F = 12.5, B = 25, in whole nanoseconds.
    QCOMPARE(lastEnd(measured.ideal(IdealCosts::UniformMeans)), alignedTime(5000 + (8 + 3) * (12 + 25)));
    QVERIFY(worst(measured.ideal(IdealCosts::UniformMeans)) > 100ns);
}

void TestIdealSchedule::missingCells() {
    Measured measured(theory(kOneFOneB, kCosts));
    std::erase_if(measured.chart.cells.edit(), [](const PipelineCell &cell) {
        return cell.rank == 5 || (cell.rank == 3 && cell.microbatch == 4 && cell.kind == CellKind::Forward);
    });
    for (const IdealCosts costs : {IdealCosts::UniformMeans, IdealCosts::StageMeans}) {
        const std::vector<IdealCell> cells = measured.ideal(costs);
        QCOMPARE(cells.size(), std::size_t(64));
        const auto lost = std::ranges::count_if(cells, [](const IdealCell &cell) { return !cell.measured; });
        QCOMPARE(lost, 17);
        QCOMPARE(worst(cells), 0ns);
        QCOMPARE(lastEnd(cells), alignedTime(5000 + 330));
    }
}

void TestIdealSchedule::halvesStandForOverlappedCells() {
    Measured measured(theory({.kind = ScheduleKind::DualPipeV, .stages = 2, .microbatches = 4}, kCosts));
    std::vector<PipelineCell> cells;
    for (const PipelineCell &cell : measured.chart.cells) {
        cells.push_back(cell);
        if (cell.kind != CellKind::Overlapped)
            continue;
        cells.back().kind = CellKind::Forward;
        cells.back().backwardMicrobatch = cells.back().backwardChunk = -1;
        cells.back().range.end = cell.range.begin + 10ns;
        PipelineCell backward = cell;
        backward.kind = CellKind::Backward;
        backward.microbatch = cell.backwardMicrobatch;
        backward.chunk = cell.backwardChunk;
        backward.backwardMicrobatch = backward.backwardChunk = -1;
        backward.range.begin = cell.range.begin + 10ns;
        cells.push_back(backward);
    }
    measured.chart.cells = cells;
    const std::vector<IdealCell> ideal = measured.ideal();
    QVERIFY(std::ranges::any_of(ideal, [](const IdealCell &cell) { return cell.kind == CellKind::Overlapped; }));
    for (const IdealCell &cell : ideal) {
        QVERIFY(cell.measured.has_value());
        QCOMPARE(cell.lateness, 0ns);
    }
}

void TestIdealSchedule::backwardsForInputMayBeCalledBackwards_data() {
    QTest::addColumn<ScheduleKind>("kind");
    for (const ScheduleKind kind : {ScheduleKind::ZeroBubbleH1, ScheduleKind::ZeroBubbleV, ScheduleKind::DualPipe})
        QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << kind;
}

/// The marks of the training loop say backward for both, the number of the cell tells what it is.
void TestIdealSchedule::backwardsForInputMayBeCalledBackwards() {
    QFETCH(ScheduleKind, kind);
    Measured measured(theory({.kind = kind, .stages = 4, .microbatches = 8}, kCosts));
    int changed = 0;
    for (PipelineCell &cell : measured.chart.cells.edit()) {
        if (cell.kind == CellKind::BackwardInput) {
            cell.kind = CellKind::Backward;
            ++changed;
        }
    }
    QVERIFY(changed > 0);
    for (const IdealCosts costs : {IdealCosts::UniformMeans, IdealCosts::StageMeans}) {
        for (const IdealCell &cell : measured.ideal(costs)) {
            QVERIFY(cell.measured.has_value());
            QCOMPARE(cell.lateness, 0ns);
        }
    }
    // Without numbers the kinds that were seen must do.
    for (PipelineCell &cell : measured.chart.cells.edit())
        cell.microbatch = -1;
    for (const IdealCell &cell : measured.ideal()) {
        QVERIFY(!cell.measured);
        if (cell.kind == CellKind::BackwardInput && kind != ScheduleKind::DualPipe)
            QCOMPARE(cell.range.duration(), 12ns);
    }
}

void TestIdealSchedule::nothingWithoutAMatch() {
    Measured measured(theory(kOneFOneB, kCosts));
    QVERIFY(idealCells(measured.chart, kStep + 1, measured.clock, IdealCosts::StageMeans).empty());
    measured.chart.group.ranks.pop_back();
    QVERIFY(measured.ideal().empty());
    measured.chart.group.ranks.push_back(7);
    measured.chart.match->isCustom = true;
    QVERIFY(measured.ideal().empty());
    measured.chart.match.reset();
    QVERIFY(measured.ideal().empty());
}

TEST_SUITE(TestIdealSchedule)

}  // namespace tst_ideal_schedule

#include "tst_ideal_schedule.moc"
