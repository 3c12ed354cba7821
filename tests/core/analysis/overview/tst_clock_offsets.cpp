#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_clock_offsets {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

Run runOf(int ranks, int ranksPerHost) {
    Run run;
    for (int rank = 0; rank < ranks; ++rank) {
        RankCapture capture;
        capture.rank = rank;
        capture.host = ranksPerHost == 0 ? std::string() : "host" + std::to_string(rank / ranksPerHost);
        run.captures.push_back(capture);
    }
    return run;
}

/// A played pipeline whose ranks write their times by clocks that are `errors` fast.
PipelineChart playedWith(const std::vector<std::int64_t> &errors, bool hasTransfers) {
    const ScheduleOptions options{.stages = static_cast<int>(errors.size()), .microbatches = 8};
    const auto schedule = generateSchedule(options);
    auto chart = *theoryChart(options, *schedule,
                              {.forward = Nanos{10 * kMs}, .backward = Nanos{20 * kMs}, .transfer = Nanos{kMs}});
    if (const auto graph = measuredGraph(chart, 0, {}); graph && hasTransfers) {
        std::mt19937 random(3);
        for (const auto &node : graph->nodes) {
            for (const auto &input : node.inputs) {
                if (input.producer == MeasuredGraph::kNone || graph->nodes[input.producer].row == node.row) {
                    continue;
                }
                const auto begin = ns(graph->nodes[input.producer].range.end);
                P2pOp send;
                send.rank = chart.cells[graph->nodes[input.producer].cell].rank;
                send.range = {rankTime(begin), rankTime(begin + kMs)};
                P2pOp receive = send;
                receive.rank = chart.cells[node.cell].rank;
                receive.range.end += Nanos{static_cast<std::int64_t>(random() % 200'000) - 100'000};
                chart.edges.edit().push_back({.send = chart.p2p.size(), .receive = chart.p2p.size() + 1});
                chart.p2p.edit().push_back(send);
                chart.p2p.edit().push_back(receive);
            }
        }
    }
    const auto shift = [&](int rank, RankRange &range) {
        const Nanos error{errors[static_cast<std::size_t>(rank)]};
        range = {range.begin + error, range.end + error};
    };
    for (auto &cell : chart.cells.edit()) {
        shift(cell.rank, cell.range);
    }
    for (auto &op : chart.p2p.edit()) {
        shift(op.rank, op.range);
    }
    return chart;
}

}  // namespace

class ClockOffsetsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void transfersRecoverTheClocks() {
        const std::vector<std::int64_t> errors = {0, 50 * kMs, -37 * kMs, 12 * kMs};
        const auto offsets = clockOffsets(runOf(4, 0), std::vector{playedWith(errors, true)});
        QCOMPARE(offsets.size(), std::size_t{4});
        QCOMPARE(offsets[0].method, ClockMethod::Reference);
        for (std::size_t rank = 0; rank < 4; ++rank) {
            QVERIFY(std::abs(offsets[rank].offset.count() + errors[rank]) < kMs / 5);
            QVERIFY(rank == 0 || offsets[rank].method == ClockMethod::Matched);
            QVERIFY(offsets[rank].uncertainty < Nanos{kMs / 5});
        }
        const auto alignment = alignmentOf(offsets);
        QVERIFY(std::abs(ns(alignment.toAligned(1, rankTime(50 * kMs)))) < kMs / 5);
    }

    void causalityLeavesAnInterval() {
        const std::vector<std::int64_t> errors = {0, 50 * kMs, -37 * kMs, 12 * kMs};
        const auto offsets = clockOffsets(runOf(4, 0), std::vector{playedWith(errors, false)});
        for (std::size_t rank = 1; rank < 4; ++rank) {
            QCOMPARE(offsets[rank].method, ClockMethod::Causality);
            QVERIFY(std::abs(offsets[rank].offset.count() + errors[rank]) < 2 * kMs);
        }
    }

    void ranksOfAHostShareTheirClock() {
        const auto offsets = clockOffsets(runOf(4, 2), std::vector{playedWith({0, 0, 5 * kMs, 5 * kMs}, true)});
        QCOMPARE(offsets[0].offset, offsets[1].offset);
        QCOMPARE(offsets[2].offset, offsets[3].offset);
        QVERIFY(std::abs(offsets[2].offset.count() + 5 * kMs) < kMs / 5);
    }

    void collectivesLinkPipelines() {
        std::vector<CommOp> ops;
        for (int i = 0; i < 5; ++i) {
            for (int rank = 0; rank < 3; ++rank) {
                CommOp op;
                op.rank = rank;
                op.name = "hcom_allReduce__1_" + std::to_string(i) + "_1";
                op.range.end = rankTime(i * kMs + rank * 7 * kMs);
                ops.push_back(op);
            }
        }
        const auto offsets = clockOffsets(runOf(3, 0), {}, ops);
        QCOMPARE(offsets[1].offset, Nanos{-7 * kMs});
        QCOMPARE(offsets[2].offset, Nanos{-14 * kMs});
        QCOMPARE(offsets[2].method, ClockMethod::Matched);
    }

    void loopsAreClosedByLeastSquares() {
        // 0-1 says 10, 1-2 says 10, 0-2 says 26: the contradiction of 6 is spread evenly.
        std::vector<CommOp> ops;
        const auto add = [&](int a, int b, std::int64_t difference) {
            CommOp op;
            op.rank = a;
            op.name = "hcom_allReduce__" + std::to_string(ops.size());
            op.range.end = rankTime(100 * kMs);
            ops.push_back(op);
            op.rank = b;
            op.range.end += Nanos{difference * kMs};
            ops.push_back(op);
        };
        add(0, 1, 10);
        add(1, 2, 10);
        add(0, 2, 26);
        const auto offsets = clockOffsets(runOf(3, 0), {}, ops);
        QCOMPARE(offsets[1].offset, Nanos{-12 * kMs});
        QCOMPARE(offsets[2].offset, Nanos{-24 * kMs});
    }

    void clocksThatAgreeAreLeftAlone() {
        const auto offsets = clockOffsets(runOf(4, 0), std::vector{playedWith({0, 20'000, 0, -20'000}, true)});
        const auto alignment = alignmentOf(offsets);
        QVERIFY(!alignment.isShifted());
        QVERIFY(alignment.uncertainty() && *alignment.uncertainty() < Nanos{kMs / 5});
        QVERIFY(alignmentOf(clockOffsets(runOf(4, 0), std::vector{playedWith({0, 5 * kMs, 0, 0}, true)})).isShifted());
        QVERIFY(!alignmentOf(clockOffsets(runOf(4, 0), {})).uncertainty());
    }

    /// A rank stays where it is when its offset is within what the comparison can be wrong by, whatever the others do.
    void onlyOffsetsBeyondTheirUncertaintyMove() {
        const std::vector<ClockOffset> offsets = {
            {.rank = 0, .method = ClockMethod::Reference, .uncertainty = Nanos{0}, .comparisons = 4},
            {1, ClockMethod::Matched, Nanos{5 * kMs}, Nanos{kMs}, 4},
            {2, ClockMethod::Matched, Nanos{2 * kMs}, Nanos{kMs}, 4},
            {3, ClockMethod::Causality, Nanos{-42 * kMs}, Nanos{16 * kMs}, 4},
            {4, ClockMethod::Causality, Nanos{-30 * kMs}, Nanos{16 * kMs}, 4},
            {5, ClockMethod::Unknown, Nanos{9 * kMs}, Nanos{0}, 0}};
        const auto alignment = alignmentOf(offsets);
        const std::vector<std::int64_t> expected = {0, 5, 0, -42, 0, 0};
        for (int rank = 0; rank < 6; ++rank) {
            QCOMPARE(alignment.offset(rank).count(), expected[static_cast<std::size_t>(rank)] * kMs);
        }
    }

    /// Collectives tell first: a sender that buffers is done long before its receiver.
    void collectivesOutweighTransfers() {
        auto chart = playedWith({0, 0, 0, 0}, true);
        for (auto &op : chart.p2p.edit()) {
            op.range.end += Nanos{op.rank * 7 * kMs};
        }
        std::vector<CommOp> ops;
        for (int i = 0; i < 4; ++i) {
            for (int rank = 0; rank < 4; ++rank) {
                CommOp op;
                op.rank = rank;
                op.name = "hcom_allReduce__1_" + std::to_string(i) + "_1";
                op.range.end = rankTime(i * kMs + rank * 300);
                ops.push_back(op);
            }
        }
        for (const auto &offset : clockOffsets(runOf(4, 0), std::vector{chart}, ops)) {
            QVERIFY(std::abs(offset.offset.count()) < kMs / 5);
        }
        QVERIFY(!alignmentOf(clockOffsets(runOf(4, 0), std::vector{chart}, ops)).isShifted());
    }

    /// Bounds that contradict one another tell nothing; profilers that count from one base time have one clock.
    void weakEvidenceMovesNothing() {
        auto chart = playedWith({0, 50 * kMs}, false);
        for (auto &cell : chart.cells.edit()) {
            if (cell.rank == 0 && cell.kind == CellKind::Backward) {
                cell.range = {cell.range.begin - Nanos{300 * kMs}, cell.range.end - Nanos{300 * kMs}};
            }
        }
        QCOMPARE(clockOffsets(runOf(2, 0), std::vector{chart})[1].method, ClockMethod::Unknown);
        auto run = runOf(4, 0);
        for (auto &capture : run.captures) {
            TableBuilder facts(TableKind::Environment);
            facts.set("section", "session")
                .set("key", "baseTimeNanoseconds")
                .set("value", "1790857026000000000")
                .endRow();
            capture.loaded.push_back({SourceId{0}, {}, {std::make_shared<const TableStore>(facts.take())}});
        }
        const auto played = std::vector{playedWith({0, 50 * kMs, -37 * kMs, 12 * kMs}, false)};
        QVERIFY(alignmentOf(clockOffsets(runOf(4, 0), played)).isShifted());
        QVERIFY(!alignmentOf(clockOffsets(run, played)).isShifted());
        QVERIFY(sharesClock(run));
        for (const auto &offset : clockOffsets(run, played)) {
            QCOMPARE(offset.method, ClockMethod::Shared);
            QCOMPARE(offset.offset, Nanos{0});
        }
        // Many ends that agree overrule the guess.
        QVERIFY(alignmentOf(clockOffsets(run, std::vector{playedWith({0, 50 * kMs, -37 * kMs, 12 * kMs}, true)}))
                    .isShifted());
        // Not by what devices of one host differ by; processes of one file have one clock, too.
        auto parts = runOf(4, 0);
        for (auto &capture : parts.captures) {
            FileSource file;
            file.path = "/profiles/merged.json";
            file.process = std::to_string(100 + capture.rank);
            capture.files = {file};
        }
        const auto nearby = std::vector{playedWith({0, 400'000, -300'000, 200'000}, true)};
        QVERIFY(!alignmentOf(clockOffsets(run, nearby)).isShifted());
        QVERIFY(!alignmentOf(clockOffsets(parts, nearby)).isShifted());
        QVERIFY(alignmentOf(clockOffsets(runOf(4, 0), nearby)).isShifted());
    }

    void whatIsKnownIsOfTheSameRun() {
        auto parts = runOf(2, 0);
        for (auto &capture : parts.captures) {
            FileSource file;
            file.path = "/profiles/merged.json";
            file.process = std::to_string(100 + capture.rank);
            capture.files = {file};
        }
        auto files = parts;
        for (auto &capture : files.captures) {
            capture.files.front().process.clear();
        }
        for (int again = 0; again < 2; ++again) {  // they hold the same stores: none
            QCOMPARE(offsetsOf(parts)[1].method, ClockMethod::Shared);
            QCOMPARE(offsetsOf(files)[1].method, ClockMethod::Unknown);
            QCOMPARE(offsetsOf(runOf(3, 0)).size(), std::size_t{3});
        }
    }

    void nothingIsClaimedWithoutEvidence() {
        for (const auto &offset : clockOffsets(runOf(3, 0), {})) {
            QCOMPARE(offset.method, ClockMethod::Unknown);
            QCOMPARE(offset.offset, Nanos{0});
            QCOMPARE(offset.uncertainty, Nanos::max());
        }
    }
};

TEST_SUITE(ClockOffsetsTest)

}  // namespace tst_clock_offsets

#include "tst_clock_offsets.moc"
