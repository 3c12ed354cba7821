#include "core/analysis/pipeline/schedule/schedule_order.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/analysis/pipeline/schedule/simulator.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <vector>

namespace tst_simulator {

using namespace stagescope;
using namespace std::chrono_literals;

namespace {

/// F = I = W = 1, B = 2, O = 3, in ns.
UniformCosts unitCosts(Nanos transfer = 0ns) {
    return {.forward = 1ns, .backwardInput = 1ns, .backwardWeight = 1ns, .overlapped = 3ns, .transfer = transfer};
}

struct Played {
    Schedule schedule;
    Simulation simulation;
};
Played played(const ScheduleOptions &options, const UniformCosts &costs) {
    const Result<Schedule> schedule = generateSchedule(options);
    if (!schedule)
        return {};
    const Result<Simulation> simulation = simulateSchedule(*schedule, simulationCosts(costs));
    return {*schedule, simulation ? *simulation : Simulation{}};
}

QString numbers(const std::vector<RankFigures> &figures, const std::function<qint64(const RankFigures &)> &of) {
    QStringList words;
    for (const RankFigures &rank : figures)
        words << QString::number(of(rank));
    return words.join(QLatin1Char(' '));
}
QString inner(const std::vector<RankFigures> &figures) {
    return numbers(figures, [](const RankFigures &f) { return f.innerIdle.count(); });
}
QString global(const std::vector<RankFigures> &figures) {
    return numbers(figures, [](const RankFigures &f) { return f.globalIdle.count(); });
}
QString peaks(const std::vector<RankFigures> &figures) {
    return numbers(figures, [](const RankFigures &f) { return f.peakActivations; });
}

/// What the makespan grows by per unit of transfer time, for a transfer much shorter than any action.
qint64 sensitivity(const ScheduleOptions &options, int costFactor = 1) {
    UniformCosts costs{.forward = 1'000'000ns, .backwardInput = 1'000'000ns, .backwardWeight = 1'000'000ns};
    costs.forward /= costFactor;
    costs.backwardInput /= costFactor;
    costs.backwardWeight /= costFactor;
    const Nanos without = played(options, costs).simulation.makespan;
    costs.transfer = 100ns;
    return (played(options, costs).simulation.makespan - without) / 100ns;
}

}  // namespace

class TestSimulator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figures_data();
    void figures();
    void timesOf1F1B();
    void timesOfDualPipe();
    void widePipelines();
    void zeroBubbleHasNoInnerIdle();
    void unequalCostsOpenBubbles();
    void transfersCost();
    void turnArounds();
    void lossComesBeforeItsBackward();
    void deadlockNamesTheHeads();
    void refusesActionsOutside();
    void stops();
};

void TestSimulator::figures_data() {
    QTest::addColumn<ScheduleOptions>("options");
    QTest::addColumn<int>("makespan");
    QTest::addColumn<QString>("globalIdle");
    QTest::addColumn<QString>("innerIdle");
    QTest::addColumn<QString>("peakActivations");
    using Kind = ScheduleKind;
    const auto row = [](const char *name, const ScheduleOptions &options, int makespan, const char *globalIdle,
                        const char *innerIdle, const char *peak) {
        QTest::newRow(name) << options << makespan << QString::fromUtf8(globalIdle) << QString::fromUtf8(innerIdle)
                            << QString::fromUtf8(peak);
    };
    const auto of = [](Kind kind, int m) { return ScheduleOptions{.kind = kind, .stages = 4, .microbatches = m}; };
    row("gpipe", of(Kind::GPipe, 8), 33, "9 9 9 9", "9 6 3 0", "8 8 8 8");
    row("1f1b", of(Kind::OneFOneB, 8), 33, "9 9 9 9", "9 6 3 0", "4 3 2 1");
    row("interleaved", of(Kind::Interleaved, 8), 57, "9 9 9 9", "9 6 3 0", "11 9 7 5");
    ScheduleOptions moe = of(Kind::Interleaved, 8);
    moe.overlapsMoe = true;
    row("interleaved moe", moe, -1, "", "", "12 10 8 6");
    row("zb-h1", of(Kind::ZeroBubbleH1, 8), 27, "3 3 3 3", "3 2 1 0", "4 4 4 4");
    row("zb-h2", of(Kind::ZeroBubbleH2, 8), 27, "3 3 3 3", "0 0 0 0", "8 8 8 8");
    row("zb-v", of(Kind::ZeroBubbleV, 8), 51, "3 3 3 3", "0 0 0 0", "8 8 8 8");
    row("dualpipe", of(Kind::DualPipe, 8), 26, "2 2 2 2", "2 1 1 2", "5 5 5 5");
    row("dualpipev", of(Kind::DualPipeV, 8), 54, "6 6 6 6", "6 5 4 3", "9 9 9 9");
    row("dualpipev m=10", of(Kind::DualPipeV, 10), 66, "6 6 6 6", "", "9 9 9 9");
    ScheduleOptions mindSpeed = of(Kind::MindSpeedDualPipeV, 10);
    row("mindspeed", mindSpeed, 72, "12 12 12 12", "", "9 9 9 9");
    mindSpeed.detachesWeights = true;
    row("mindspeed detach", mindSpeed, 66, "6 6 6 6", "", "9 9 9 9");
}

void TestSimulator::figures() {
    QFETCH(ScheduleOptions, options);
    QFETCH(int, makespan);
    QFETCH(QString, globalIdle);
    QFETCH(QString, innerIdle);
    QFETCH(QString, peakActivations);
    const auto [schedule, simulation] = played(options, unitCosts());
    const std::vector<RankFigures> figures = rankFigures(schedule, simulation);
    if (makespan >= 0)
        QCOMPARE(simulation.makespan, Nanos{makespan});
    if (!globalIdle.isEmpty())
        QCOMPARE(global(figures), globalIdle);
    if (!innerIdle.isEmpty())
        QCOMPARE(inner(figures), innerIdle);
    QCOMPARE(peaks(figures), peakActivations);
    const QString freed = peaks(rankFigures(schedule, simulation, true));
    if (options.kind == ScheduleKind::ZeroBubbleH1)
        QCOMPARE(freed, QStringLiteral("4 3 2 1"));
    if (options.kind == ScheduleKind::ZeroBubbleH2)
        QCOMPARE(freed, QStringLiteral("7 5 3 1"));
}

void TestSimulator::timesOf1F1B() {
    const auto [schedule, simulation] =
        played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8}, unitCosts());
    std::vector<int> begins;
    for (const ActionTimes &times : simulation.times[0])
        begins.push_back(int(times.begin.count()));
    QCOMPARE(begins, (std::vector<int>{0, 1, 2, 3, 10, 12, 13, 15, 16, 18, 19, 21, 22, 25, 28, 31}));
    QCOMPARE(simulation.times[3].front().begin, 3ns);
    QCOMPARE(simulation.times[3].back().begin, 25ns);
    QCOMPARE(simulation.times[3].back().end, 27ns);
}

void TestSimulator::timesOfDualPipe() {
    const auto [schedule, simulation] =
        played({.kind = ScheduleKind::DualPipe, .stages = 4, .microbatches = 8}, unitCosts());
    std::vector<int> begins;
    for (const ActionTimes &times : simulation.times[0])
        begins.push_back(int(times.begin.count()));
    QCOMPARE(begins, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 11, 14, 17, 20, 22, 23, 24, 25}));
}

void TestSimulator::widePipelines() {
    const auto dual = played({.kind = ScheduleKind::DualPipe, .stages = 8, .microbatches = 20}, unitCosts());
    QCOMPARE(dual.simulation.makespan, 66ns);
    UniformCosts costs{.forward = 2ns, .backwardInput = 2ns, .backwardWeight = 2ns, .overlapped = 5ns};
    const auto v = played({.kind = ScheduleKind::DualPipeV, .stages = 8, .microbatches = 20}, costs);
    QCOMPARE(global(rankFigures(v.schedule, v.simulation)), QStringLiteral("15 16 17 18 19 20 21 21"));
}

void TestSimulator::zeroBubbleHasNoInnerIdle() {
    for (int p = 1; p <= 16; ++p) {
        for (const int m : {2 * p - 1, 2 * p, 2 * p + 1, 3 * p + 2, 64}) {
            const auto h2 = played({.kind = ScheduleKind::ZeroBubbleH2, .stages = p, .microbatches = m}, unitCosts());
            const auto v = played({.kind = ScheduleKind::ZeroBubbleV, .stages = p, .microbatches = m}, unitCosts());
            const std::vector<RankFigures> figures = rankFigures(h2.schedule, h2.simulation);
            const std::vector<RankFigures> freed = rankFigures(h2.schedule, h2.simulation, true);
            const std::vector<RankFigures> vFigures = rankFigures(v.schedule, v.simulation);
            for (int rank = 0; rank < p; ++rank) {
                const auto r = std::size_t(rank);
                QCOMPARE(figures[r].innerIdle, 0ns);
                QCOMPARE(figures[r].globalIdle, Nanos{p - 1});
                QCOMPARE(figures[r].peakActivations, std::min(2 * p, m));
                QCOMPARE(freed[r].peakActivations, std::min(2 * (p - rank) - 1, m));
                QCOMPARE(vFigures[r].innerIdle, 0ns);
                QCOMPARE(vFigures[r].peakActivations, std::min(2 * p, 2 * m));
            }
        }
    }
}

void TestSimulator::unequalCostsOpenBubbles() {
    const UniformCosts h1{.forward = 10ns, .backwardInput = 8ns, .backwardWeight = 12ns};
    const auto [schedule, simulation] =
        played({.kind = ScheduleKind::ZeroBubbleH1, .stages = 4, .microbatches = 8}, h1);
    QCOMPARE(rankFigures(schedule, simulation)[0].globalIdle, 30ns);
    const UniformCosts halves{.forward = 10ns, .backwardInput = 13ns, .backwardWeight = 7ns};
    const auto v = played({.kind = ScheduleKind::ZeroBubbleV, .stages = 4, .microbatches = 8}, halves);
    const std::vector<RankFigures> figures = rankFigures(v.schedule, v.simulation);
    QCOMPARE(std::ranges::max(figures, {}, &RankFigures::innerIdle).innerIdle, 36ns);
}

void TestSimulator::transfersCost() {
    using Kind = ScheduleKind;
    const auto of = [](Kind kind, int p, int m) {
        return ScheduleOptions{.kind = kind, .stages = p, .microbatches = m};
    };
    for (const int p : {2, 4, 8}) {
        for (const int m : {2 * p, 4 * p, 8 * p}) {
            QCOMPARE(sensitivity(of(Kind::OneFOneB, p, m)), qint64(2 * (p - 1) * m / p + 2 * (p - 2)));
            QCOMPARE(sensitivity(of(Kind::DualPipeV, p, m)), qint64(2 * (p - 1) * m / p + 2 * (p - 2)));
            QCOMPARE(sensitivity(of(Kind::GPipe, p, m)), qint64(2 * (p - 1)));
            QCOMPARE(sensitivity(of(Kind::ZeroBubbleH1, p, m)), qint64(4 * (p - 1)));
            QCOMPARE(sensitivity(of(Kind::Interleaved, p, m), 2), qint64(4 * p - 2));
        }
    }
    QCOMPARE(sensitivity(of(Kind::OneFOneB, 4, 16)), qint64(28));
    QCOMPARE(sensitivity(of(Kind::ZeroBubbleV, 4, 16), 2), qint64(13));
    QCOMPARE(sensitivity(of(Kind::ZeroBubbleV, 8, 32), 2), qint64(33));
}

/// Where a V turns and where the loss is, nothing crosses a link.
void TestSimulator::turnArounds() {
    UniformCosts costs = unitCosts(100ns);
    const auto one = played({.kind = ScheduleKind::ZeroBubbleV, .stages = 1, .microbatches = 2}, costs);
    QCOMPARE(one.simulation.makespan, 12ns);
    const auto two = played({.kind = ScheduleKind::OneFOneB, .stages = 2, .microbatches = 1}, costs);
    QCOMPARE(two.simulation.makespan, 206ns);
}

void TestSimulator::lossComesBeforeItsBackward() {
    UniformCosts costs = unitCosts();
    costs.loss = 5ns;
    const auto [schedule, simulation] =
        played({.kind = ScheduleKind::MindSpeedDualPipeV, .stages = 1, .microbatches = 1, .hasLogits = true}, costs);
    QCOMPARE(simulation.makespan, 2ns + 5ns + 4ns);
}

void TestSimulator::deadlockNamesTheHeads() {
    // Groups smaller than the pipeline: refused by the generator, since they never end.
    const ScheduleOptions options{.kind = ScheduleKind::Interleaved, .stages = 4, .microbatches = 8, .groupSize = 2};
    QVERIFY(!generateSchedule(options));
    Schedule schedule{StagePlacement::Loop, 2, 8, 8, {}};
    for (int rank = 0; rank < 4; ++rank)
        schedule.ranks.push_back(interleavedOrder(options, rank));
    const Result<Simulation> simulation = simulateSchedule(schedule, simulationCosts(unitCosts()));
    QVERIFY(!simulation);
    QCOMPARE(simulation.error().kind, ErrorKind::BadArgument);
    const QString detail = QString::fromStdString(simulation.error().detail);
    QVERIFY2(detail.startsWith(QStringLiteral("the ranks wait for each other: rank 0 at ")), qPrintable(detail));
    QCOMPARE(detail.count(QStringLiteral("rank ")), 4);
    const Result<Schedule> crossed = scheduleFromText("0F0,0F1,0B0,0B1\n1F1,1B1,1F0,1B0\n");
    QVERIFY(simulateSchedule(*crossed, simulationCosts(unitCosts())));
    const Result<Schedule> circle = scheduleFromText("0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
    const Result<Simulation> never = simulateSchedule(*circle, simulationCosts(unitCosts()));
    QVERIFY(!never);
    QCOMPARE(never.error().detail, std::string("the ranks wait for each other: rank 0 at B0, rank 1 at F1"));
}

void TestSimulator::refusesActionsOutside() {
    Schedule schedule = *generateSchedule({.stages = 2, .microbatches = 2});
    schedule.ranks[0][0].microbatch = 2;
    const Result<Simulation> simulation = simulateSchedule(schedule, simulationCosts(unitCosts()));
    QVERIFY(!simulation);
    QCOMPARE(simulation.error().kind, ErrorKind::BadArgument);
}

void TestSimulator::stops() {
    std::stop_source source;
    source.request_stop();
    const Schedule schedule = *generateSchedule({.stages = 2, .microbatches = 2});
    const Result<Simulation> simulation = simulateSchedule(schedule, simulationCosts(unitCosts()), source.get_token());
    QVERIFY(!simulation);
    QCOMPARE(simulation.error().kind, ErrorKind::Cancelled);
}

TEST_SUITE(TestSimulator)

}  // namespace tst_simulator

#include "tst_simulator.moc"
