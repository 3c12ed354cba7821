#include "core/analysis/cluster/rank_raster.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis.h"
#include "tests/core/advice/comm_rank.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace tst_rank_signal {

using namespace stagescope;
using planted::CommRank;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Rank 1 comes last to the first collective, rank 0 to the second.
Run twoRanks() {
    CommRank first(0);
    first.op("dp", "hcom_allReduce__1_1_1", 10 * kMs, 30 * kMs).op("dp", "hcom_allReduce__1_2_1", 60 * kMs, 70 * kMs);
    first.kernel("MatMul", 0, 10 * kMs).kernel("MatMul", 30 * kMs, 40 * kMs);
    CommRank second(1);
    second.op("dp", "hcom_allReduce__1_1_1", 25 * kMs, 30 * kMs).op("dp", "hcom_allReduce__1_2_1", 50 * kMs, 70 * kMs);
    second.kernel("MatMul", 0, 20 * kMs);
    std::vector<CommRank> ranks;
    ranks.push_back(std::move(first));
    ranks.push_back(std::move(second));
    return planted::commRun(std::move(ranks), {{"dp", "dp", {0, 1}}});
}

Run oneRank(CommRank rank) {
    std::vector<CommRank> ranks;
    ranks.push_back(std::move(rank));
    return planted::commRun(std::move(ranks));
}

RasterQuestion all(const RankSignals &signals, AlignedRange range, std::size_t columns) {
    auto order = rankOrder(signals, RankOrder::Number, range);
    const auto rows = order.size();
    return {range, columns, std::move(order), rows};
}

AlignedRange millis(std::int64_t begin, std::int64_t end) { return {alignedTime(begin * kMs), alignedTime(end * kMs)}; }

double meanOf(const RankSignals &signals, std::size_t rank, AlignedRange range) {
    return rasterOf(signals, all(signals, range, 1)).at(rank, 0);
}

}  // namespace

class TestRankSignal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whoWaitsForWhom() {
        const auto run = twoRanks();
        const auto signals = rankSignals(run, SignalMetric::WaitingFor);
        QCOMPARE(signals.ranks.size(), std::size_t{2});
        const auto &first = signals.ranks[0].pieces;
        QCOMPARE(first.size(), std::size_t{1});
        QCOMPARE(first[0].begin, 10 * kMs);
        QCOMPARE(first[0].end, 25 * kMs);
        QCOMPARE(first[0].whom, 1);
        const auto &second = signals.ranks[1].pieces;
        QCOMPARE(second.size(), std::size_t{1});
        QCOMPARE(second[0].begin, 50 * kMs);
        QCOMPARE(second[0].end, 60 * kMs);
        QCOMPARE(second[0].whom, 0);
        const auto raster = rasterOf(signals, all(signals, millis(0, 80), 8));
        QCOMPARE(raster.whomAt(0, 1), 1);
        QCOMPARE(raster.at(0, 1), 100.F);
        QCOMPARE(raster.at(0, 2), 50.F);
        QCOMPARE(raster.whomAt(1, 5), 0);
        QCOMPARE(raster.whomAt(1, 1), -1);
    }
    void waitsThatTheClocksMayHaveMadeAreNone() {
        auto run = twoRanks();
        run.clock.setUncertainty(Nanos{12 * kMs});
        const auto signals = rankSignals(run, SignalMetric::Waiting);
        QCOMPARE(signals.ranks[0].pieces.size(), std::size_t{1});  // 15 ms
        QVERIFY(signals.ranks[1].pieces.empty());                  // 10 ms
        QVERIFY(signals.ranks[1].known.has_value());
    }
    void timesAreOnTheAlignedClock() {
        auto run = twoRanks();
        run.clock.setOffset(1, Nanos{5 * kMs});
        const auto signals = rankSignals(run, SignalMetric::WaitingFor);
        QCOMPARE(signals.ranks[0].pieces[0].end, 30 * kMs);
        QCOMPARE(signals.ranks[1].pieces[0].begin, 55 * kMs);
    }
    void rasterKeepsSums() {
        const auto run = twoRanks();
        const auto signals = rankSignals(run, SignalMetric::Computing);
        const auto range = millis(0, 40);
        for (const std::size_t columns : {1U, 3U, 7U, 40U, 641U}) {
            const auto raster = rasterOf(signals, all(signals, range, columns));
            double sum = 0;
            for (std::size_t column = 0; column < columns; ++column) {
                const auto length = raster.timeOf(column + 1) - raster.timeOf(column);
                sum += raster.at(0, column) / 100.0 * static_cast<double>(length.count());
            }
            QVERIFY2(std::abs(sum - 20.0 * kMs) < 100, qPrintable(QString::number(sum)));
        }
    }
    void nothingIsKnownBeforeAndAfter() {
        const auto run = twoRanks();
        const auto signals = rankSignals(run, SignalMetric::Computing);
        const auto raster = rasterOf(signals, all(signals, millis(-20, 60), 8));
        QVERIFY(std::isnan(raster.at(0, 0)));
        QVERIFY(std::isnan(raster.at(0, 1)));
        QCOMPARE(raster.at(0, 2), 100.F);
        QCOMPARE(raster.at(0, 4), 0.F);
        QVERIFY(std::isnan(raster.at(0, 7)));
    }
    /// Kernels without shapes: their work is not known, which is not none.
    void unknownWorkIsNotNone() {
        const auto signals = rankSignals(twoRanks(), SignalMetric::Flops);
        QVERIFY(signals.isEmpty());
        QVERIFY(!signals.ranks[0].known);
    }
    void severalRanksInARow() {
        const auto run = twoRanks();
        const auto signals = rankSignals(run, SignalMetric::Computing);
        auto question = all(signals, millis(0, 20), 2);
        question.rows = 1;
        auto raster = rasterOf(signals, question);
        QCOMPARE(raster.rows, std::size_t{1});
        QCOMPARE(raster.at(0, 0), 100.F);
        QCOMPARE(raster.at(0, 1), 0.F);  // rank 0 does not compute: little is bad
        question.value = RowValue::Mean;
        raster = rasterOf(signals, question);
        QCOMPARE(raster.at(0, 1), 50.F);
    }
    void worstComesFirst() {
        const auto run = twoRanks();
        const auto signals = rankSignals(run, SignalMetric::Waiting);
        QCOMPARE(rankOrder(signals, RankOrder::Worst, millis(0, 80)), (std::vector<std::size_t>{0, 1}));
        QCOMPARE(rankOrder(signals, RankOrder::Worst, millis(40, 80)), (std::vector<std::size_t>{1, 0}));
    }
    /// However many pieces there are, they keep their sums.
    void manyPiecesAreBroughtTogether() {
        CommRank rank(0);
        std::int64_t sum = 0;
        for (int i = 0; i < 5000; ++i) {
            const std::int64_t length = 10'000 + 37 * (i % 50);
            rank.kernel("Add", i * 20'000, i * 20'000 + length);
            sum += length;
        }
        const auto run = oneRank(std::move(rank));
        const auto fine = rankSignals(run, SignalMetric::Computing);
        QCOMPARE(fine.resolution, Nanos{0});
        const auto coarse = rankSignals(run, SignalMetric::Computing, {}, 64);
        QVERIFY(coarse.ranks[0].pieces.size() <= 64);
        QVERIFY(coarse.resolution > Nanos{0});
        const auto total = [](const RankSignals &signals) {
            double kept = 0;
            for (const auto &piece : signals.ranks[0].pieces) {
                kept += piece.value / 100.0 * static_cast<double>(piece.length());
            }
            return kept;
        };
        QVERIFY(std::abs(total(fine) - static_cast<double>(sum)) < 1);
        QVERIFY(std::abs(total(coarse) / static_cast<double>(sum) - 1) < 1e-5);
    }
    /// In a cluster whose rank 5 is slow, rank 5 is waited for, and the shares are those of time_split.
    void slowRankOfACluster() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "4"}, {"steps", "2"}, {"fault", "slow-rank=5:1.5"}});
        const auto &run = *workspace->mainRun();
        const auto waits = rankSignals(run, SignalMetric::WaitingFor);
        std::map<int, std::int64_t> blamed;
        for (const auto &signal : waits.ranks) {
            for (const auto &piece : signal.pieces) {
                blamed[piece.whom] += piece.length();
            }
        }
        const auto most = std::max_element(blamed.begin(), blamed.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        QCOMPARE(most->first, 5);
        QCOMPARE(waits.ranks[0].stage, 0);
        QCOMPARE(waits.ranks[7].stage, 1);
        const auto computing = rankSignals(run, SignalMetric::Computing);
        for (const auto &split : timeSplits(run)) {
            const auto range = run.clock.toAligned(split.rank, *split.range);
            const auto share = 100.0 * static_cast<double>(split.parts.computing.count()) /
                               static_cast<double>(split.parts.total.count());
            QVERIFY(std::abs(meanOf(computing, static_cast<std::size_t>(split.rank), range) - share) < 0.01);
        }
        const auto flops = rankSignals(run, SignalMetric::Flops);
        QVERIFY(!flops.isEmpty());
        const auto traffic = rankSignals(run, SignalMetric::Traffic);
        QVERIFY(!traffic.isEmpty());
    }
    void asATable() {
        Workspace workspace;
        workspace.runs.push_back(twoRanks());
        const auto *entry = analysisById("rank_time");
        const auto table =
            entry->run({.workspace = &workspace, .parameters = {{"metric", "waiting_for"}, {"columns", "6"}}}, {});
        QVERIFY(table.has_value());
        QCOMPARE(table->rows.size(), std::size_t{11});  // rank 1 tells nothing of the first sixth
        QCOMPARE(table->text(0, "waited_rank"), std::string("1"));
        QVERIFY(entry->run({.workspace = &workspace, .parameters = {{"metric", "colour"}}}, {}).error().kind ==
                ErrorKind::BadArgument);
        Workspace none;
        none.runs.push_back(oneRank(CommRank(0)));
        const auto empty = entry->run({.workspace = &none}, {});
        QVERIFY(empty->rows.empty() && !empty->notes.empty());
    }
};

TEST_SUITE(TestRankSignal)

}  // namespace tst_rank_signal

#include "tst_rank_signal.moc"
