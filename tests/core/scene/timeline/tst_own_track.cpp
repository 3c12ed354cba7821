#include "core/scene/timeline/own_track.h"
#include "core/scene/timeline/timeline_arrangement_text.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <limits>

namespace tst_own_track {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

const std::optional<AlignedRange> kBounds{{alignedTime(kStart), alignedTime(kStart + 100 * kMs)}};

ResultTable tableOf(std::vector<ColumnSpec> columns, std::vector<std::vector<Cell>> rows) {
    return {"query", std::move(columns), std::move(rows), {}};
}
ColumnSpec whole(const char *name) { return {name, ColumnType::Integer, {}, {}}; }
ColumnSpec text(const char *name) { return {name, ColumnType::Text, {}, {}}; }

std::string sliceOfRank(int rank) {
    const auto ws = workspace(rank + 1);
    const auto &loaded = ws->runs.front().capture(rank)->loaded.front();
    const auto track = trackNamed(*loaded.traces.front(), "stream 7");
    return toText(ItemRef(SliceRef{RunId{0}, loaded.source, track, SliceId{2}}));
}

std::int64_t beginOf(const ResultSpan &span) { return ns(span.range.begin) - kStart; }
std::int64_t lengthOf(const ResultSpan &span) { return span.range.duration().count(); }

std::vector<std::string> rowNames(const TimelineLayout &layout) {
    std::vector<std::string> names;
    for (const auto &row : layout.rows()) {
        const auto &trace = *layout.sourceOf(row).trace;
        names.push_back(row.node.track.isValid() ? std::string(trace.text(trace.track(row.node.track).name))
                                                 : std::to_string(row.node.rank.rank));
    }
    return names;
}

TimelineLayout layoutWith(const Workspace &workspace, const std::vector<OwnTrack> &tracks,
                          const TimelineArrangement &arrangement = {}, const std::vector<RankRef> &ranks = {}) {
    auto sources = timelineSources(workspace, ranks);
    addOwnTracks(sources, tracks, workspace, ranks, {});
    return {std::move(sources), arrangement};
}

}  // namespace

/// Results of queries as stretches of time, and as tracks among those of their ranks.
class OwnTrackTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsTellTimesAndRanks() {
        const auto ws = workspace(2);
        const auto spans = spansOf(tableOf({whole("rank"), text("name"), whole("begin_ns"), whole("dur_ns")},
                                           {{std::int64_t{1}, std::string("a"), kStart + 5, std::int64_t{7}},
                                            {std::int64_t{0}, std::string("b"), kStart + 1, std::int64_t{0}},
                                            {std::int64_t{9}, std::string("c"), kStart + 2, std::int64_t{1}},
                                            {{}, std::string("d"), kStart + 3, std::int64_t{1}}}),
                                   *ws, kBounds);
        QCOMPARE(spans.spans.size(), std::size_t{4});
        QCOMPARE(spans.untimed, std::size_t{0});
        QVERIFY(!spans.areFromFirstEvent);
        QCOMPARE(spans.spans[0].rank.rank, 1);
        QCOMPARE(beginOf(spans.spans[0]), 5);  // to the ns: a double has fewer digits
        QCOMPARE(lengthOf(spans.spans[0]), 7);
        QCOMPARE(spans.spans[0].name, std::string("a"));
        QVERIFY(spans.spans[1].range.isEmpty());
        QCOMPARE(spans.spans[2].rank.rank, -1);  // no rank of this run
        QCOMPARE(spans.spans[3].rank.rank, -1);
    }
    void namesAndUnitsOfColumns_data() {
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("length");
        QTest::addColumn<int>("factor");
        QTest::newRow("ts and dur") << "ts"
                                    << ""
                                    << "dur" << 1;
        QTest::newRow("unit in the name") << "start_us"
                                          << ""
                                          << "duration_us" << 1'000;
        QTest::newRow("unit of the column") << "begin"
                                            << "ms"
                                            << "length_ms" << 1'000'000;
        QTest::newRow("capitals") << "Timestamp_NS"
                                  << ""
                                  << "DUR" << 1;
        QTest::newRow("time") << "time_ns"
                              << ""
                              << "dur_ns" << 1;
    }
    void namesAndUnitsOfColumns() {
        QFETCH(QString, begin);
        QFETCH(QString, unit);
        QFETCH(QString, length);
        QFETCH(int, factor);
        const ColumnSpec beginColumn{begin.toStdString(), ColumnType::Integer, unit.toStdString(), {}};
        const auto spans =
            spansOf(tableOf({beginColumn, whole(length.toUtf8())}, {{kStart / factor + 3, std::int64_t{2}}}),
                    *workspace(1), kBounds);
        QCOMPARE(spans.spans.size(), std::size_t{1});
        QCOMPARE(beginOf(spans.spans[0]), 3 * factor);
        QCOMPARE(lengthOf(spans.spans[0]), 2 * factor);
        QCOMPARE(spans.spans[0].rank.rank, 0);  // the only one
    }
    void ranksMayBeReal() {
        const ColumnSpec rank{"Rank", ColumnType::Real, {}, {}};
        const auto spans = spansOf(
            tableOf({rank, whole("begin_ns"), whole("dur_ns")},
                    {{1.0, kStart, std::int64_t{1}}, {0.5, kStart, std::int64_t{1}}, {1e300, kStart, std::int64_t{1}}}),
            *workspace(2), kBounds);
        QCOMPARE(spans.spans.at(0).rank.rank, 1);
        QCOMPARE(spans.spans.at(1).rank.rank, -1);
        QCOMPARE(spans.spans.at(2).rank.rank, -1);
    }
    void endsAndMoments() {
        const auto ws = workspace(1);
        const auto ends =
            spansOf(tableOf({whole("begin_ns"), whole("end_ns")}, {{kStart, kStart + 9}, {kStart, {}}}), *ws, kBounds);
        QCOMPARE(ends.spans.size(), std::size_t{1});
        QCOMPARE(lengthOf(ends.spans[0]), 9);
        QCOMPARE(ends.untimed, std::size_t{1});  // an end that is not known is none at the begin
        const auto moments = spansOf(tableOf({whole("ts")}, {{kStart + 4}}), *ws, kBounds);
        QVERIFY(moments.spans.at(0).range.isEmpty());
    }
    void rowsWithoutATimeAreCounted() {
        constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        const auto spans = spansOf(tableOf({whole("begin_ns"), whole("dur_ns")}, {{{}, std::int64_t{1}},
                                                                                  {kStart, {}},
                                                                                  {kStart, std::int64_t{-1}},
                                                                                  {kLeast, std::int64_t{1}},
                                                                                  {kStart, kMost},
                                                                                  {std::string("x"), std::int64_t{1}},
                                                                                  {kStart, std::int64_t{1}}}),
                                   *workspace(1), kBounds);
        QCOMPARE(spans.spans.size(), std::size_t{1});
        QCOMPARE(spans.spans[0].row, std::size_t{6});
        QCOMPARE(spans.untimed, std::size_t{6});
        QVERIFY(!mayHaveSpans(tableOf({whole("count"), text("name")}, {})));
        QVERIFY(mayHaveSpans(tableOf({text("evidence")}, {})));
    }
    void evidenceTellsWhatColumnsDoNot() {
        const auto ws = workspace(2);
        const auto spans = spansOf(
            tableOf({text("evidence"), text("name")}, {{sliceOfRank(1), std::string("k")},
                                                       {std::string("slice:0/99/1/1"), std::string("gone")},
                                                       {std::string("nonsense"), std::string("none")},
                                                       {toText(ItemRef(RankRef{RunId{0}, 1})), std::string("rank")}}),
            *ws, kBounds);
        QCOMPARE(spans.untimed, std::size_t{2});
        QCOMPARE(spans.spans.size(), std::size_t{2});
        QCOMPARE(spans.spans[0].rank.rank, 1);
        QCOMPARE(beginOf(spans.spans[0]), 200'000);
        QCOMPARE(lengthOf(spans.spans[0]), 50'000);
        QCOMPARE(spans.spans[1].row, std::size_t{3});
        // The rank of a row with columns of times.
        const auto ranked = spansOf(tableOf({text("evidence"), whole("begin_ns"), whole("dur_ns")},
                                            {{sliceOfRank(1), kStart + 1, std::int64_t{2}}}),
                                    *ws, kBounds);
        QCOMPARE(ranked.spans.at(0).rank.rank, 1);
        QCOMPARE(beginOf(ranked.spans[0]), 1);
    }
    void timesFromTheFirstEvent() {
        const auto ws = workspace(1);
        const std::vector<ColumnSpec> columns{whole("begin_ns"), whole("dur_ns")};
        const auto spans = spansOf(tableOf(columns, {{std::int64_t{10}, std::int64_t{1}}}), *ws, kBounds);
        QVERIFY(spans.areFromFirstEvent);
        QCOMPARE(beginOf(spans.spans.at(0)), 10);
        const auto far =
            spansOf(tableOf(columns, {{std::int64_t{10}, std::int64_t{1}}, {kStart, std::int64_t{1}}}), *ws, kBounds);
        QVERIFY(!far.areFromFirstEvent);
        QCOMPARE(ns(far.spans.at(0).range.begin), 10);
    }
    void theColumnRunNamesTheProfile() {
        auto ws = *workspace(1);
        ws.runs.push_back(sample::run(RunId{7}, 1));
        ws.runs.back().role = RunRole::Baseline;
        const auto spans = spansOf(
            tableOf({whole("run"), whole("begin_ns"), whole("dur_ns")}, {{std::int64_t{1}, kStart, std::int64_t{1}},
                                                                         {std::int64_t{0}, kStart, std::int64_t{1}},
                                                                         {std::int64_t{2}, kStart, std::int64_t{1}}}),
            ws, kBounds);
        QCOMPARE(spans.untimed, std::size_t{1});
        QCOMPARE(spans.spans.at(0).rank.run, RunId{7});
        QCOMPARE(spans.spans.at(1).rank.run, RunId{0});
    }
    /// Right below the header of its rank, folded or not; that of the whole run above all ranks.
    void aTrackStandsBelowItsRank() {
        for (const int ranks : {1, 4, 20}) {
            const auto ws = workspace(ranks);
            std::vector<ResultSpan> spans{
                {{RunId{0}, ranks - 1}, {alignedTime(kStart), alignedTime(kStart + kMs)}, "x", 0},
                {{RunId{0}, -1}, {alignedTime(kStart), alignedTime(kStart + kMs)}, "y", 1}};
            const std::vector<OwnTrack> tracks{ownTrackOf(spans, "Mine"), ownTrackOf({spans.front()}, "Second")};
            const auto names = rowNames(layoutWith(*ws, tracks));
            QCOMPARE(names.at(0), std::string("-1"));
            QCOMPARE(names.at(1), std::string("Mine"));
            const auto rank = std::find(names.begin(), names.end(), std::to_string(ranks - 1));
            QVERIFY(names.end() - rank > 2);
            QCOMPARE(rank[1], std::string("Mine"));
            QCOMPARE(rank[2], std::string("Second"));
            QCOMPARE(std::count(names.begin(), names.end(), "Mine"), 2);
            const auto other = rowNames(layoutWith(*ws, tracks, {}, {RankRef{RunId{0}, 0}}));
            QCOMPARE(std::count(other.begin(), other.end(), "Second"), ranks == 1 ? 1 : 0);
            TimelineArrangement folded;
            folded.folds[{{RunId{0}, ranks - 1}, {}, {}}] = true;  // by hand: all that is below it
            QCOMPARE(std::ranges::count(rowNames(layoutWith(*ws, tracks, folded)), "Mine"), 1);
        }
    }
    /// A track of the run as a whole is no rank that others fold for.
    void ofAllRanksFoldsNothing() {
        const auto ws = workspace(2);
        const auto track =
            ownTrackOf({{{RunId{0}, -1}, {alignedTime(kStart), alignedTime(kStart + kMs)}, "y", 0}}, "Mine");
        const auto names = rowNames(layoutWith(*ws, {track}));
        QCOMPARE(names.at(1), std::string("Mine"));
        QCOMPARE(names.size(), rowNames(layoutWith(*ws, {})).size() + 2);
    }
    void isBroughtIntoSight() {
        const auto ws = workspace(1);
        const auto at = [](std::int64_t ms) { return alignedTime(kStart + ms * kMs); };
        const auto track =
            ownTrackOf({{{RunId{0}, 0}, {at(10), at(11)}, "a", 0}, {{RunId{0}, 0}, {at(80), at(90)}, "b", 1}}, "Mine");
        auto sources = timelineSources(*ws, {});
        QVERIFY(!rangeToSee(track, sources, {at(20), at(30)}));  // not shown at all
        addOwnTracks(sources, {track}, *ws, {}, {{{RunId{0}, 0}, Nanos{5 * kMs}}});
        QCOMPARE(rangeToSee(track, sources, {at(20), at(30)}), std::optional(AlignedRange{at(15), at(95)}));
        QVERIFY(!rangeToSee(track, sources, {at(0), at(16)}));  // moved with its rank
        QVERIFY(rangeToSee(track, sources, {at(0), at(12)}));
        const auto two = workspace(2);
        const auto ofTwo =
            ownTrackOf({{{RunId{0}, 0}, {at(10), at(11)}, "a", 0}, {{RunId{0}, 1}, {at(80), at(90)}, "b", 1}}, "Mine");
        auto ofBoth = timelineSources(*two, {});
        addOwnTracks(ofBoth, {ofTwo}, *two, {}, {});
        QVERIFY(rangeToSee(ofTwo, ofBoth, {at(80), at(90)}));  // of the second rank alone
    }
    void overlappingRowsAreDrawnBelowOneAnother() {
        const auto at = [](std::int64_t from, std::int64_t to) {
            return AlignedRange{alignedTime(kStart + from), alignedTime(kStart + to)};
        };
        const auto track = ownTrackOf({{{RunId{0}, 0}, at(0, 10), "a", 0},
                                       {{RunId{0}, 0}, at(5, 15), "b", 1},
                                       {{RunId{0}, 0}, at(20, 20), "flag", 2}},
                                      "Mine");
        const auto &part = track.parts.at(0);
        QCOMPARE(part.trace->slices(part.track).size(), std::size_t{3});
        QCOMPARE(part.trace->slices(part.track).depthCount(), 2U);
    }
    /// A slice of it stands for the item of its row; it is forgotten with the track, and never kept in a file.
    void slicesStandForTheirRows() {
        const auto ws = workspace(1);
        const auto item = *itemFromText(sliceOfRank(0));
        const AlignedRange later{alignedTime(kStart + kMs), alignedTime(kStart + 2 * kMs)};
        const AlignedRange sooner{alignedTime(kStart), alignedTime(kStart + kMs)};
        const auto track =
            ownTrackOf({{{RunId{0}, 0}, later, "none", 0}, {{RunId{0}, 0}, sooner, "k", 1, item}}, "Mine");
        const auto &part = track.parts.at(0);
        const SliceRef first{RunId{0}, part.source, part.track, SliceId{0}};
        QCOMPARE(itemBehind({track}, first), std::optional(item));
        QVERIFY(!itemBehind({track}, {RunId{0}, part.source, part.track, SliceId{1}}));
        QVERIFY(!itemBehind({track}, {RunId{0}, part.source, part.track, SliceId{2}}));
        QVERIFY(!itemBehind({}, first));
        QVERIFY(isOwnTrack(part.source));
        QVERIFY(!isOwnTrack(SourceId{}) && !isOwnTrack(SourceId{3}) && !isOwnTrack(previewOf(SourceId{3})));

        TimelineArrangement arrangement;
        const TimelineNode node{part.rank, part.source, part.track};
        arrangement.pinned = {node};
        arrangement.folds[node] = true;
        const auto layout = layoutWith(*ws, {track}, arrangement);
        QVERIFY(layout.find(node) != nullptr && layout.find(node)->pinned);
        QCOMPARE(arrangementText(arrangement, RunId{0}, layout.sources(), {}),
                 arrangementText({}, RunId{0}, layout.sources(), {}));
        forgetRows(arrangement, track);
        QCOMPARE(arrangement, TimelineArrangement{});
    }
};

TEST_SUITE(OwnTrackTest)

}  // namespace tst_own_track

#include "tst_own_track.moc"
