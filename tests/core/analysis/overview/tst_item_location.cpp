#include "core/analysis/overview/item_facts.h"
#include "core/analysis/overview/item_location.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/steps.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>

namespace tst_item_location {

using namespace stagescope;

namespace {

std::string factOf(const ItemFacts &facts, std::string_view key) {
    const auto it = std::find_if(facts.facts.begin(), facts.facts.end(), [&](const auto &f) { return f.first == key; });
    return it == facts.facts.end() ? std::string{} : it->second;
}

}  // namespace

/// An item is where its details say, and in one place.
class ItemLocationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        const auto options = parseDemoOptions({{"pp", "2"}, {"dp", "1"}, {"microbatches", "3"}, {"steps", "2"}});
        const auto path = m_home.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, *options).has_value());
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        m_workspace.runs.push_back(std::move(*run));
        m_workspace.runs.front().role = RunRole::None;
    }

    void cellsTransfersAndBubblesAreWhereTheirDetailsSay() {
        const auto &run = m_workspace.runs.front();
        const auto group = pipelineGroups(run).front();
        const auto chart = pipelineChart(run, group);
        QVERIFY(!chart.cells.empty() && !chart.p2p.empty());
        std::vector<ItemRef> items;
        for (const auto &cell : chart.cells) {
            items.emplace_back(cellRef(run.id, group, cell));
        }
        for (const auto &op : chart.p2p) {
            items.emplace_back(CommOpRef{run.id, op.rank, op.nth, op.name});
        }
        for (int nth = 0; nth < 3; ++nth) {
            items.emplace_back(BubbleRef{run.id, group.id, chart.cells.front().step, 0, nth});
        }
        ItemLocator all(m_workspace);
        for (const auto &item : items) {
            const auto spans = locate(m_workspace, item);
            const auto facts = itemFacts(m_workspace, item);
            QVERIFY2(spans.size() == 1 && facts, toText(item).c_str());
            const auto again = all.locate(item);
            QVERIFY2(again.size() == 1 && again.front().range == spans.front().range, toText(item).c_str());
            QVERIFY(all.holding(item) == rankHolding(m_workspace, item));
            QCOMPARE(std::optional(spans.front().rank), facts->rank);
            QCOMPARE(std::to_string(ns(spans.front().range.begin)), factOf(*facts, "start_ns"));
            QCOMPARE(std::to_string(ns(spans.front().range.end)), factOf(*facts, "end_ns"));
            QVERIFY(rankHolding(m_workspace, item) == RankRef({run.id, spans.front().rank}));
        }
    }

    void slicesAreOnTheClockOfTheRun() {
        auto &run = m_workspace.runs.front();
        const auto &capture = run.captures[1];
        const auto &source = *std::find_if(capture.loaded.begin(), capture.loaded.end(),
                                           [](const LoadedSource &loaded) { return !loaded.traces.empty(); });
        const auto &trace = *source.traces.front();
        const auto track = std::find_if(trace.tracks().begin(), trace.tracks().end(),
                                        [&](const Track &t) { return trace.slices(t.id).size() > 2; });
        const SliceRef ref{run.id, source.source, track->id, SliceId{1}};
        const auto slice = trace.slices(track->id).at(SliceId{1});
        run.clock.setOffset(capture.rank, Nanos{1000});
        const auto spans = locate(m_workspace, ref);
        QCOMPARE(spans.size(), std::size_t{1});
        QVERIFY(spans.front().range == RankRange({slice.begin, slice.end}));
        const auto aligned = locateSlice(m_workspace, ref);
        QVERIFY(aligned);
        QCOMPARE(aligned->rank, capture.rank);
        QCOMPARE(ns(aligned->range.begin), ns(slice.begin) + 1000);
        QVERIFY(rankHolding(m_workspace, ref) == RankRef({run.id, capture.rank}));
        run.clock.setOffset(capture.rank, Nanos{0});
        for (const auto &gone : {SliceRef{run.id, source.source, track->id, SliceId{1'000'000'000}},
                                 SliceRef{run.id, source.source, TrackId{1'000'000}, SliceId{0}},
                                 SliceRef{run.id, SourceId{77'777}, track->id, SliceId{0}},
                                 SliceRef{RunId{9}, source.source, track->id, SliceId{0}}}) {
            QVERIFY(locate(m_workspace, gone).empty());
            QVERIFY(!locateSlice(m_workspace, gone) && !rankHolding(m_workspace, gone));
        }
    }

    void aStepIsOnAllRanksAndLinksAreOnNone() {
        const auto &run = m_workspace.runs.front();
        const auto steps = rankSteps(run.captures.front());
        const auto spans = locate(m_workspace, StepRef{run.id, steps.back().step});
        QCOMPARE(spans.size(), run.captures.size());
        QVERIFY(spans.front().range == steps.back().range);
        QVERIFY(!rankHolding(m_workspace, StepRef{run.id, steps.back().step}));
        QVERIFY(locate(m_workspace, StepRef{run.id, 4711}).empty());

        const auto whole = locate(m_workspace, RankRef{run.id, 1});
        QCOMPARE(whole.size(), std::size_t{1});
        QVERIFY(whole.front().range.begin <= steps.front().range.begin);
        QVERIFY(whole.front().range.end >= steps.back().range.begin);
        QVERIFY(locate(m_workspace, RankRef{run.id, 5}).empty());

        const auto moment = locate(m_workspace, MomentRef{run.id, 1, 12345});
        QVERIFY(moment.size() == 1 && moment.front().range == RankRange({rankTime(12345), rankTime(12345)}));
        QVERIFY(locate(m_workspace, LinkRef{run.id, "g", "5", "send", 0, 1}).empty());
        QVERIFY(locate(m_workspace, BlockRef{run.id, 0, 0, 0}).empty());
        QVERIFY(locate(m_workspace, MemoryOpRef{run.id, 7, 0}).empty());
    }

private:
    QTemporaryDir m_home;
    Workspace m_workspace;
};

TEST_SUITE(ItemLocationTest)

}  // namespace tst_item_location

#include "tst_item_location.moc"
