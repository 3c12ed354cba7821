#include "core/analysis/pipeline/recognition/chart_memo.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_chart_memo {

using namespace stagescope;

namespace {

Run runOf(int ranks) {
    Run run;
    run.id = RunId{0};
    for (int rank = 0; rank < ranks; ++rank) {
        RankCapture capture;
        capture.rank = rank;
        capture.loaded.push_back(
            {SourceId{0}, {}, {std::make_shared<const TableStore>(TableBuilder(TableKind::PipelineCells).take())}});
        run.captures.push_back(std::move(capture));
    }
    return run;
}

std::shared_ptr<const PipelineChart> chartOf(std::size_t cells) {
    auto chart = std::make_shared<PipelineChart>();
    chart->cells.edit().resize(cells);
    return chart;
}

const PipelineGroup kGroup{"pp(0,1)", {0, 1}, GroupOrigin::Metadata};

}  // namespace

class ChartMemoTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSameStoresGiveTheSameChart() {
        ChartMemo memo;
        const auto run = runOf(3);
        const auto chart = chartOf(4);
        QVERIFY(memo.find(ChartMemo::keyOf(run, kGroup)) == nullptr);
        memo.keep(ChartMemo::keyOf(run, kGroup), chart);
        const auto copy = run;  // a later workspace with the same ranks loaded
        QCOMPARE(memo.find(ChartMemo::keyOf(copy, kGroup)), chart);
    }
    void whatArrivesOrMovesMakesItAnother() {
        ChartMemo memo;
        auto run = runOf(3);
        memo.keep(ChartMemo::keyOf(run, kGroup), chartOf(4));
        auto other = run;
        other.captures[2].loaded.clear();  // not of the group
        QVERIFY(memo.find(ChartMemo::keyOf(other, kGroup)) != nullptr);
        other.clock.setUncertainty(Nanos{5});
        other.clock.setOffset(2, Nanos{5});
        QVERIFY(memo.find(ChartMemo::keyOf(other, kGroup)) != nullptr);  // clocks of its ranks were not moved
        other = run;
        other.clock.setOffset(1, Nanos{5});
        QVERIFY(memo.find(ChartMemo::keyOf(other, kGroup)) == nullptr);
        other = run;
        other.captures[1].loaded.push_back(run.captures[2].loaded.front());
        QVERIFY(memo.find(ChartMemo::keyOf(other, kGroup)) == nullptr);
        QVERIFY(memo.find(ChartMemo::keyOf(run, {"pp(1,0)", {1, 0}, GroupOrigin::ByHand})) == nullptr);
        // Stores that are gone are never taken for others, wherever those lie in memory.
        run = runOf(3);
        QVERIFY(memo.find(ChartMemo::keyOf(run, kGroup)) == nullptr);
    }
    void chartsShareTheirCellsUntilOneIsEdited() {
        auto chart = *chartOf(3);
        const auto copy = chart;
        QCOMPARE(copy.cells.data(), chart.cells.data());
        const auto before = copy.cells[1].microbatch;
        chart.cells.edit()[1].microbatch = before + 7;
        QCOMPARE(copy.cells[1].microbatch, before);
        QCOMPARE(chart.cells[1].microbatch, before + 7);
        const auto *own = chart.cells.data();
        chart.cells.edit()[1].microbatch = before;  // nobody else has it
        QCOMPARE(chart.cells.data(), own);
        QVERIFY(PipelineChart{}.cells.empty());
    }
    void itIsBounded() {
        ChartMemo memo;
        const auto run = runOf(2);
        const auto key = [&](int i) { return ChartMemo::keyOf(run, {std::to_string(i), {0, 1}, GroupOrigin::ByHand}); };
        const auto chart = chartOf(ChartMemo::kMostCells / 4);
        for (int i = 0; i < 4; ++i) {
            memo.keep(key(i), chart);
        }
        QCOMPARE(memo.size(), std::size_t{4});
        QVERIFY(memo.find(key(0)) != nullptr);
        memo.keep(key(4), chart);
        QCOMPARE(memo.size(), std::size_t{4});
        QVERIFY(memo.find(key(0)) != nullptr);  // used last but one
        QVERIFY(memo.find(key(1)) == nullptr);
        memo.keep(key(5), chartOf(2 * ChartMemo::kMostCells));
        QCOMPARE(memo.size(), std::size_t{1});
    }
};

TEST_SUITE(ChartMemoTest)

}  // namespace tst_chart_memo

#include "tst_chart_memo.moc"
