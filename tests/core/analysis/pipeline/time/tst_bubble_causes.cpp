#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/analysis/pipeline/time/critical_path.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_bubble_causes {

using namespace stagescope;

namespace {

/// A schedule played with F 10, I 10, W 10 ns (B 20, O 30), as if it had been measured.
PipelineChart played(const ScheduleOptions &options, Nanos transfer = Nanos{0}) {
    const auto schedule = generateSchedule(options);
    const UniformCosts costs{
        .forward = Nanos{10}, .backwardInput = Nanos{10}, .backwardWeight = Nanos{10}, .transfer = transfer};
    auto chart = schedule ? theoryChart(options, *schedule, costs) : tl::make_unexpected(schedule.error());
    return chart ? *chart : PipelineChart{};
}

std::vector<RowBubbles> causesOf(const PipelineChart &chart) {
    const auto graph = measuredGraph(chart, 0, {});
    return graph ? bubbleCauses(chart, *graph, {}) : std::vector<RowBubbles>{};
}

/// busy + stage work + idle = window, gaps disjoint and adding up to the causes.
bool closes(const PipelineChart &chart) {
    const auto graph = measuredGraph(chart, 0, {});
    if (!graph) {
        return false;
    }
    for (const auto &row : bubbleCauses(chart, *graph, {})) {
        Nanos sum{0};
        auto last = graph->window.begin;
        for (const auto &gap : row.gaps) {
            if (gap.range.begin < last || gap.range.isEmpty()) {
                return false;
            }
            last = gap.range.end;
            sum += gap.range.duration();
        }
        const auto free = row.idle() + row.stageWork;
        if (row.hasCells && (row.idle() < Nanos{0} || row.busy + free != graph->window.duration() || sum != free)) {
            return false;
        }
    }
    return true;
}

const std::vector<ScheduleOptions> kAll = {
    {.kind = ScheduleKind::GPipe, .stages = 4, .microbatches = 8},
    {.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8},
    {.kind = ScheduleKind::Interleaved, .stages = 4, .microbatches = 8, .chunks = 2},
    {.kind = ScheduleKind::ZeroBubbleH1, .stages = 4, .microbatches = 8},
    {.kind = ScheduleKind::ZeroBubbleH2, .stages = 4, .microbatches = 8},
    {.kind = ScheduleKind::ZeroBubbleV, .stages = 4, .microbatches = 8},
    {.kind = ScheduleKind::DualPipe, .stages = 4, .microbatches = 8},
    {.kind = ScheduleKind::DualPipeV, .stages = 4, .microbatches = 10},
    {.kind = ScheduleKind::MindSpeedDualPipeV, .stages = 4, .microbatches = 10, .hasLogits = true},
};

}  // namespace

class BubbleCausesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anIdealPipelineFillsAndDrains() {
        const auto rows = causesOf(played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8}));
        QCOMPARE(rows.size(), std::size_t{4});
        for (std::size_t row = 0; row < 4; ++row) {
            QCOMPARE(rows[row].busy, Nanos{240});
            QCOMPARE(rows[row].idle(), Nanos{90});
            QCOMPARE(rows[row].of(BubbleCause::Head), Nanos{10} * row);
            QCOMPARE(rows[row].of(BubbleCause::Tail), Nanos{20} * row);
            QCOMPARE(rows[row].of(BubbleCause::DependencyWait), Nanos{90} - Nanos{30} * row);
        }
    }

    void anIdealPipelineHasInherentBubblesOnly() {
        for (const auto &options : kAll) {
            const auto chart = played(options);
            for (const auto &row : causesOf(chart)) {
                QVERIFY(row.inherent.has_value());
                const bool isUniform = options.kind != ScheduleKind::MindSpeedDualPipeV;
                QVERIFY2(!isUniform || *row.inherent == row.idle(), scheduleText(options).c_str());
                for (const auto &bubble : row.bubbles) {
                    QVERIFY(!isUniform || bubble.blamed == MeasuredGraph::kNone);
                }
            }
        }
    }

    void aBubbleIsOwedToTheLongCell() {
        // B2 of the last stage takes 40 more, so all that comes after it is 40 later.
        auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8});
        auto &cells = chart.cells.edit();
        const auto slow = std::find_if(cells.begin(), cells.end(), [](const PipelineCell &c) {
            return c.rank == 3 && c.kind == CellKind::Backward && c.microbatch == 2;
        });
        const auto from = slow->range.end;
        slow->range.end += Nanos{40};
        const auto late = static_cast<std::size_t>(slow - cells.begin());
        for (auto &cell : cells) {
            const auto reach = from + Nanos{20} * (3 - cell.rank);  // when the gradient would have come
            if (&cell != &*slow && cell.range.begin >= (cell.rank == 3 ? from : reach)) {
                cell.range.begin += Nanos{40};
                cell.range.end += Nanos{40};
            }
        }
        const auto graph = measuredGraph(chart, 0, {});
        QVERIFY(graph && closes(chart));
        const auto rows = bubbleCauses(chart, *graph, {});
        const auto widest =
            std::max_element(rows[2].bubbles.begin(), rows[2].bubbles.end(), [](const Bubble &a, const Bubble &b) {
                return a.range.duration() - a.inherent < b.range.duration() - b.inherent;
            });
        QVERIFY(widest->blamed != MeasuredGraph::kNone);
        QCOMPARE(graph->nodes[widest->blamed].cell, late);
        QVERIFY(widest->inherent < widest->range.duration());
        QCOMPARE(rows[2].bubbleAt(widest->range.begin), &*widest);
        QVERIFY(rows[2].bubbleAt(widest->range.end) != &*widest);
    }

    void everyScheduleIsExplained() {
        for (const auto &options : kAll) {
            const auto chart = played(options, Nanos{1});
            QVERIFY2(closes(chart), scheduleText(options).c_str());
            for (const auto &row : causesOf(chart)) {
                QCOMPARE(row.of(BubbleCause::Unknown), Nanos{0});
                // No edges were recorded, so what is neither computed nor waited for is put down to the launch.
                QCOMPARE(row.of(BubbleCause::Transfer), Nanos{0});
            }
        }
    }

    void transfersAreToldFromWaits() {
        auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 2, .microbatches = 2}, Nanos{4});
        // F0 of rank 1 ends at 24, its B0 at 44: rank 0 gets the gradient at 48 and begins.
        const auto find = [&](int rank, CellKind kind, int microbatch) {
            return static_cast<std::size_t>(std::find_if(chart.cells.begin(), chart.cells.end(),
                                                         [&](const PipelineCell &c) {
                                                             return c.rank == rank && c.kind == kind &&
                                                                    c.microbatch == microbatch;
                                                         }) -
                                            chart.cells.begin());
        };
        P2pOp send;
        send.rank = 1;
        send.range = {rankTime(44), rankTime(48)};
        P2pOp receive = send;
        receive.rank = 0;
        receive.range.begin = rankTime(20);
        chart.p2p = {receive, send};
        P2pEdge edge{.send = 1, .receive = 0, .from = 1, .to = 0};
        edge.producer = find(1, CellKind::Backward, 0);
        edge.consumer = find(0, CellKind::Backward, 0);
        edge.transfer = Nanos{3};
        chart.edges = {edge};
        const auto rows = causesOf(chart);
        QCOMPARE(rows[0].of(BubbleCause::Transfer), Nanos{3});
        QCOMPARE(rows[0].of(BubbleCause::RendezvousWait), Nanos{1});
        QVERIFY(closes(chart));
        // Posted a ns after the gradient was computed, since it was launched that late.
        chart.p2p.edit()[0].range.begin = rankTime(45);
        chart.p2p.edit()[0].launched = rankTime(45);
        QCOMPARE(causesOf(chart)[0].of(BubbleCause::HostLaunch), Nanos{1});
        QCOMPARE(causesOf(chart)[0].of(BubbleCause::RendezvousWait), Nanos{0});
        // Posted before: however late that was, it costs nothing.
        chart.p2p.edit()[0].range.begin = rankTime(43);
        chart.p2p.edit()[0].launched = rankTime(43);
        QCOMPARE(causesOf(chart)[0].of(BubbleCause::HostLaunch), Nanos{0});
        QVERIFY(closes(chart));
    }

    /// A host is blamed only by a launch that is recorded, and only for what passed after all was there.
    void hostsAreBlamedByTheirLaunches() {
        auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 2, .microbatches = 2});
        // Rank 0 gets the gradient of microbatch 0 at 40 and begins 12 later; that of microbatch 1, at 70, finds it 10
        // late.
        for (auto &cell : chart.cells.edit()) {
            if (cell.rank == 0 && cell.kind == CellKind::Backward) {
                cell.range = {cell.range.begin + Nanos{12}, cell.range.end + Nanos{12}};
            }
        }
        auto &cells = chart.cells.edit();
        const auto begin = std::find_if(cells.begin(), cells.end(), [](const PipelineCell &cell) {
            return cell.rank == 0 && cell.kind == CellKind::Backward;
        });
        const auto lateness = [&] {
            const auto rows = causesOf(chart);
            return std::pair(rows[0].of(BubbleCause::HostLaunch).count(), rows[0].of(BubbleCause::LateStart).count());
        };
        QCOMPARE(lateness(), std::pair(std::int64_t{0}, std::int64_t{22}));
        begin->launched = begin->range.begin - Nanos{5};
        QCOMPARE(lateness(), std::pair(std::int64_t{7}, std::int64_t{15}));
        // What the host received from 2 to 6 after it was computed, it could not launch before.
        begin->received = {begin->range.begin - Nanos{10}, begin->range.begin - Nanos{6}};
        QCOMPARE(lateness(), std::pair(std::int64_t{3}, std::int64_t{15}));
        QCOMPARE(causesOf(chart)[0].of(BubbleCause::Transfer), Nanos{4});
        QVERIFY(closes(chart));
        begin->launched = begin->range.begin - Nanos{100};  // long before the gradient came
        QCOMPARE(lateness(), std::pair(std::int64_t{0}, std::int64_t{22}));
        QVERIFY(closes(chart));
    }

    void workOutsideOfTheScheduleIsOtherWork() {
        auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8});
        PipelineCell loss;
        loss.rank = 2;
        loss.step = 0;
        loss.kind = CellKind::Loss;
        loss.range = {rankTime(5), rankTime(12)};
        chart.cells.edit().push_back(loss);
        const auto rows = causesOf(chart);
        QCOMPARE(rows[2].of(BubbleCause::OtherWork), Nanos{7});
        QCOMPARE(rows[2].of(BubbleCause::Head), Nanos{13});
        QVERIFY(closes(chart));
    }

    void whatIsNotKnownIsSaid() {
        auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8});
        std::erase_if(chart.cells.edit(), [](const PipelineCell &c) { return c.rank == 1; });
        const auto rows = causesOf(chart);
        QVERIFY(!rows[1].hasCells);
        QVERIFY(rows[0].of(BubbleCause::Unknown) > Nanos{0});
        QCOMPARE(rows[0].of(BubbleCause::DependencyWait), Nanos{0});
        QVERIFY(closes(chart));
        QVERIFY(!counterfactuals(chart, *measuredGraph(chart, 0, {})));
    }

    void identityHoldsForAnyInput() {
        std::mt19937 random(7);
        const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
        for (int round = 0; round < 300; ++round) {
            auto chart = played(kAll[static_cast<std::size_t>(below(static_cast<int>(kAll.size())))], Nanos{below(4)});
            for (auto &cell : chart.cells.edit()) {
                cell.range.begin += Nanos{below(30) == 0 ? below(40) - 20 : 0};
                cell.range.end =
                    std::max(cell.range.begin, cell.range.end + Nanos{below(20) == 0 ? below(40) - 20 : 0});
                cell.kind = below(60) == 0 ? CellKind::Other : cell.kind;
                cell.microbatch = below(60) == 0 ? -1 : cell.microbatch;
            }
            std::erase_if(chart.cells.edit(), [&](const PipelineCell &) { return below(15) == 0; });
            QVERIFY(closes(chart));
        }
    }

    void counterfactualsOfAnIdealPipeline() {
        const auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8});
        const auto result = counterfactuals(chart, *measuredGraph(chart, 0, {}));
        QVERIFY(result);
        QCOMPARE(result->window, Nanos{330});
        QCOMPARE(result->inherent(), Nanos{90});
        QCOMPARE(result->stageImbalance(), Nanos{0});
        QCOMPARE(result->variability(), Nanos{0});
        QCOMPARE(result->residual(), Nanos{0});
    }

    /// Each planted trouble moves its own part and no other.
    void counterfactualsFindWhatWasPlanted() {
        const ScheduleOptions options{.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8};
        const auto schedule = generateSchedule(options);
        auto costs = simulationCosts({.forward = Nanos{1000}, .backward = Nanos{2000}});
        const auto plain = costs.duration;
        const auto chartOf = [&](const SimulationCosts &c) {
            auto chart = played(options);
            const auto simulation = simulateSchedule(*schedule, c);
            std::size_t at = 0;
            for (const auto &rank : simulation->times) {
                for (const auto &times : rank) {
                    chart.cells.edit()[at++].range = {rankTime(times.begin.count()), rankTime(times.end.count())};
                }
            }
            return chart;
        };
        costs.duration = [&](const PipelineAction &a) { return plain(a) * (a.rank == 3 ? 3 : 2) / 2; };
        auto chart = chartOf(costs);
        auto result = counterfactuals(chart, *measuredGraph(chart, 0, {}));
        QVERIFY(result->stageImbalance() > Nanos{5000});
        QCOMPARE(result->variability(), Nanos{0});
        QCOMPARE(result->launch() + result->residual(), Nanos{0});

        costs.duration = plain;
        costs.transfer = [](const PipelineAction &, const PipelineAction &) { return Nanos{100}; };
        chart = chartOf(costs);
        result = counterfactuals(chart, *measuredGraph(chart, 0, {}));
        QCOMPARE(result->stageImbalance(), Nanos{0});
        // No transfer was recorded: the delay is seen where it is, between the inputs and the begin.
        QVERIFY(result->launch() > Nanos{0});
        QCOMPARE(result->residual(), Nanos{0});
    }

    void criticalPathIsTheWindow() {
        for (const auto &options : kAll) {
            const auto chart = played(options);
            const auto graph = measuredGraph(chart, 0, {});
            const auto path = criticalPath(chart, *graph);
            QCOMPARE(path.cells + path.gaps + (graph->nodes[path.stops.front().node].range.begin - graph->window.begin),
                     graph->window.duration());
            const auto slack = slackOf(chart, *graph);
            QVERIFY(slack);
            for (const auto &value : *slack) {
                QVERIFY(value >= Nanos{0});
            }
            QCOMPARE((*slack)[path.stops.back().node], Nanos{0});
        }
    }

    void slackSaysHowLateACellMayBe() {
        auto chart = played({.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8});
        const auto graph = measuredGraph(chart, 0, {});
        const auto slack = slackOf(chart, *graph);
        for (std::size_t i = 0; i < graph->nodes.size(); i += 7) {
            const auto longer = [&](Nanos more) {
                return replayGraph(*graph, {.duration =
                                                [&](const MeasuredGraph::Node &node) {
                                                    return node.range.duration() +
                                                           (node.cell == graph->nodes[i].cell ? more : Nanos{0});
                                                }})
                    ->makespan;
            };
            QCOMPARE(longer((*slack)[i]), Nanos{330});
            QCOMPARE(longer((*slack)[i] + Nanos{1}), Nanos{331});
        }
    }
};

TEST_SUITE(BubbleCausesTest)

}  // namespace tst_bubble_causes

#include "tst_bubble_causes.moc"
