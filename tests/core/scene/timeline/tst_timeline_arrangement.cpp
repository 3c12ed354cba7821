#include "core/scene/timeline/timeline_arrangement_text.h"
#include "core/scene/timeline/timeline_carry.h"
#include "core/scene/timeline/timeline_moves.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>

namespace tst_timeline_arrangement {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

constexpr int kCharacter = 7;
const MessageText kText = [](const Message &message) {
    return message.args.empty() ? message.id : message.id + " " + message.args.front();
};

/// Two streams that overlap each other, with waits between their kernels, and a thread of Python and operators.
std::shared_ptr<const TraceStore> mixedTrace() {
    TraceBuilder b;
    const auto device = b.intern("device");
    const auto host = b.intern("host");
    b.sortProcess(host, 1);
    b.sortProcess(device, 2);
    const auto thread = b.track({TrackKind::HostThread, host, b.intern("thread")});
    b.slice(thread, kStart, 1000, b.intern("main.py"), SliceClass::Python, 0);
    b.slice(thread, kStart + 100, 300, b.intern("aten::add"), SliceClass::HostOp, 0);
    const auto frames = b.track({TrackKind::HostThread, host, b.intern("frames")});
    b.slice(frames, kStart, 1000, b.intern("module.py"), SliceClass::Python, 0);
    for (int stream = 0; stream < 2; ++stream) {
        const auto track = b.track({TrackKind::DeviceStream, device, b.intern("stream " + std::to_string(stream))});
        for (int i = 0; i < 10; ++i) {
            const auto begin = kStart + i * 1000 + stream * 300;
            b.slice(track, begin, 400, b.intern("kernel"), SliceClass::Computing, 0);
            b.slice(track, begin + 500, 100, b.intern("EVENT_WAIT"), SliceClass::Event, 0);
        }
    }
    return merged(std::move(b));
}

TimelineSource mixedSource(int rank = 0) {
    TimelineSource source;
    source.rank = {RunId{0}, rank};
    source.source = SourceId{static_cast<std::uint32_t>(rank)};
    source.trace = mixedTrace();
    source.colors = std::make_shared<const SliceColors>(sliceColors(*source.trace));
    return source;
}

std::vector<TimelineSource> sampleSources(int ranks) { return timelineSources(*workspace(ranks), {}); }

TimelineNode nodeOf(const TimelineSource &source, std::string_view name) {
    for (const auto &track : source.trace->tracks()) {
        if (source.trace->text(track.name) == name) {
            return {source.rank, source.source, track.id};
        }
    }
    return kTimelineRoot;
}

TimelineNode headerOf(const TimelineSource &source) { return {source.rank, {}, {}}; }

TimelineSceneOptions optionsOf(const TimelineLayout &layout, int height = 900) {
    TimelineSceneOptions o;
    o.width = 1220;
    o.height = height;
    o.range = {alignedTime(kStart), alignedTime(kStart + 100 * kMs)};
    o.origin = alignedTime(kStart);
    o.pinnedHeight = layout.pinnedHeight();
    o.pinnedShown = layout.pinnedHeight();
    return o;
}

std::vector<std::string> textsOf(const TimelineLayout &layout, const TimelineSceneOptions &o) {
    const TextMetrics metrics = [](std::string_view text) { return static_cast<int>(text.size()) * kCharacter; };
    std::vector<std::string> texts;
    for (const auto &text : timelineScene(layout, o, TextRuler(metrics), kText).texts) {
        texts.push_back(text.text);
    }
    return texts;
}

bool contains(const std::vector<std::string> &texts, const std::string &text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

class TimelineArrangementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What programs write: processes and threads that are named and do nothing, moments that nothing names, one range
    /// per request with a name of its own.
    void stepsComeFirstAndNothingIsEmptyOrNameless() {
        auto text = testing::kinetoTrace();
        text.chop(2);
        const QStringList more{
            testing::processName(QStringLiteral("55"), QStringLiteral("ghost")),
            testing::threadName(QStringLiteral("10"), QStringLiteral("99"), QStringLiteral("idle thread")),
            QStringLiteral("{'ph':'i','name':'Record Window End','pid':'','tid':'','ts':3000,'s':'g'}")};
        text += QLatin1Char(',') + more.join(QLatin1Char(','));
        for (int i = 0; i < 6; ++i) {
            for (const char *phase : {"b", "e"}) {
                text += QStringLiteral(",{'ph':'%1','cat':'request','id':%2,'name':'req-%2','pid':10,'tid':10,'ts':%3}")
                            .arg(QLatin1String(phase))
                            .arg(i)
                            .arg(1000 + 100 * i + (*phase == 'e' ? 350 : 0));
            }
        }
        auto run =
            testing::loadedText(QString(text + QStringLiteral("]}")).replace(QLatin1Char('\''), QLatin1Char('"')));
        QVERIFY(run.has_value());
        Workspace workspace;
        workspace.runs.push_back(std::move(*run));
        const auto sources = timelineSources(workspace, {RankRef{RunId{0}, 0}});
        const TimelineLayout layout(sources, {});
        std::vector<std::string> names;
        for (const auto &row : layout.rows()) {
            const auto &trace = *sources[row.source].trace;
            names.push_back(row.node.track.isValid() ? std::string(trace.text(trace.track(row.node.track).name))
                                                     : "rank");
        }
        QVERIFY(names.size() > 4);
        QCOMPARE(names[0], std::string("rank"));
        QVERIFY2(names[1].starts_with("Steps"), names[1].c_str());
        for (const char *absent : {"ghost", "idle thread", ""}) {
            QVERIFY2(!contains(names, absent), absent);
        }
        QCOMPARE(std::ranges::count(names, std::string("request")), 1);
        QVERIFY(std::ranges::none_of(names, [](const auto &name) { return name.starts_with("req-"); }));
        const auto lane = std::ranges::find(names, std::string("request")) - names.begin();
        QCOMPARE(layout.rows()[static_cast<std::size_t>(lane)].depths, 4U);
    }

    void pinnedRowsComeFirstInTheirOrderAndStayWhenOneScrolls() {
        const auto sources = sampleSources(2);
        const auto first = nodeOf(sources[1], "stream 9");
        const auto second = nodeOf(sources[0], "stream 7");
        TimelineArrangement a;
        a.togglePins({first, second});
        const TimelineLayout layout(sources, a);
        QCOMPARE(layout.rows()[0].node, first);
        QCOMPARE(layout.rows()[1].node, second);
        QCOMPARE(layout.pinnedHeight(), layout.rows()[1].bottom());
        QVERIFY(!layout.rows()[2].pinned);
        // Each row is there once.
        const auto count = std::count_if(layout.rows().begin(), layout.rows().end(),
                                         [&](const auto &row) { return row.node == first; });
        QCOMPARE(count, 1);
        auto o = optionsOf(layout, 300);
        const int top = o.screenY(layout.rows()[0].y);
        const int below = o.screenY(layout.rows()[2].y);
        QCOMPARE(below, o.scrollingBand().top);
        o.scrollY = 50;
        QCOMPARE(o.screenY(layout.rows()[0].y), top);
        QCOMPARE(o.screenY(layout.rows()[2].y), below - 50);
        QCOMPARE(o.rowY(top + 3), 3);
        QCOMPARE(timelineRowAt(layout, o, top + 3), &layout.rows()[0]);
        QCOMPARE(o.rowY(below), layout.rows()[2].y + 50);
    }

    void whatScrollsIsNeverDrawnOverPinnedRows() {
        const auto sources = sampleSources(1);
        TimelineArrangement a;
        a.togglePins({nodeOf(sources[0], "stream 7")});
        const TimelineLayout layout(sources, a);
        auto o = optionsOf(layout, 200);
        const TextMetrics metrics = [](std::string_view text) { return static_cast<int>(text.size()) * kCharacter; };
        const auto keepsToItsBand = [&](const SceneRect &r) {
            const bool isGrid = r.width == 1;
            return isGrid || r.x < o.labelWidth || r.y >= o.scrollingBand().top ||
                   r.y + r.height <= o.pinnedBand().bottom;
        };
        for (const int scroll : {0, 17, 60}) {
            o.scrollY = scroll;
            const auto scene = timelineScene(layout, o, TextRuler(metrics), kText);
            QVERIFY(std::all_of(scene.rects.begin(), scene.rects.end(), keepsToItsBand));
        }
        // A click there means the pinned row's slice, wherever the rest is scrolled to.
        const SliceRef kernel{RunId{0}, SourceId{0}, nodeOf(sources[0], "stream 7").track, SliceId{0}};
        const auto box = timelineBoxOf(layout, o, kernel).value();
        QVERIFY(box.pinned);
        QCOMPARE(timelineItemAt(layout, o, box.x, box.y + 5), std::optional<ItemRef>(kernel));
    }

    void unpinningPutsARowBack() {
        const auto sources = sampleSources(1);
        const auto node = nodeOf(sources[0], "stream 7");
        TimelineArrangement a;
        a.togglePins({node});
        a.togglePins({node});
        QCOMPARE(a, TimelineArrangement{});
        QCOMPARE(TimelineLayout(sources, a).pinnedHeight(), 0);
    }

    void sameNamedTracksArePinnedInAllRanks() {
        const auto sources = sampleSources(3);
        const auto nodes = sameNamed(sources, nodeOf(sources[1], "stream 9"));
        QCOMPARE(nodes.size(), std::size_t{3});
        TimelineArrangement a;
        a.togglePins({nodes[1]});
        a.togglePins(nodes);  // not all were pinned: now all are
        QCOMPARE(a.pinned.size(), std::size_t{3});
        const TimelineLayout layout(sources, a);
        QVERIFY(contains(textsOf(layout, optionsOf(layout)), "timeline.rank 2"));
        a.togglePins(nodes);
        QVERIFY(a.pinned.empty());
    }

    void hiddenTracksLeaveARowThatCountsThem() {
        const auto sources = sampleSources(1);
        TimelineArrangement a;
        a.hide(nodeOf(sources[0], "stream 7"));
        a.hide(nodeOf(sources[0], "stream 9"));
        const TimelineLayout layout(sources, a);
        QCOMPARE(layout.find(nodeOf(sources[0], "stream 7")), nullptr);
        const auto process = nodeOf(sources[0], "Ascend Hardware");
        const auto row = std::find_if(layout.rows().begin(), layout.rows().end(),
                                      [](const auto &r) { return r.kind == TimelineRowKind::Hidden; });
        QVERIFY(row != layout.rows().end());
        QCOMPARE(row->hiddenRows, std::size_t{2});
        QCOMPARE(row->node, process);
        QVERIFY(contains(textsOf(layout, optionsOf(layout)), "timeline.hidden_tracks 2"));
        // Its slices are shown nowhere: not by the open process above.
        const SliceRef kernel{RunId{0}, SourceId{0}, nodeOf(sources[0], "stream 7").track, SliceId{0}};
        QVERIFY(!timelineBoxOf(layout, optionsOf(layout), kernel));
        showHiddenBelow(a, layout, process);
        QCOMPARE(a, TimelineArrangement{});
    }

    void aHiddenRankLeavesARowToo() {
        const auto sources = sampleSources(2);
        TimelineArrangement a;
        a.hide(headerOf(sources[0]));
        const TimelineLayout layout(sources, a);
        QCOMPARE(layout.rows().front().node.rank.rank, 1);
        QCOMPARE(layout.rows().back().kind, TimelineRowKind::Hidden);
        QCOMPARE(layout.rows().back().node, kTimelineRoot);
        QVERIFY(!layout.extentOf(sources[0].rank));
    }

    void theFilterKeepsTracksByTheirNameOrThatOfTheirProcess() {
        const auto sources = sampleSources(1);
        TimelineArrangement a;
        a.filter = "STREAM";
        const TimelineLayout some(sources, a);
        QVERIFY(some.find(nodeOf(sources[0], "stream 7")) != nullptr);
        QCOMPARE(some.find(nodeOf(sources[0], "thread 1")), nullptr);
        QCOMPARE(some.find(nodeOf(sources[0], "HBM")), nullptr);
        a.filter = "hbm";
        const TimelineLayout all(sources, a);
        QVERIFY(all.find(nodeOf(sources[0], "Bandwidth")) != nullptr);  // open, as nothing is folded by default
        a.filter = "nowhere";
        QVERIFY(TimelineLayout(sources, a).rows().empty());
    }

    void rowsAreMovedAmongTheirSiblings() {
        const auto sources = sampleSources(3);
        const auto seven = nodeOf(sources[0], "stream 7");
        const auto nine = nodeOf(sources[0], "stream 9");
        TimelineArrangement unfolded;
        unfolded.folds[headerOf(sources[0])] = false;  // more than two ranks start brief
        auto a = unfolded;
        TimelineLayout layout(sources, a);
        const auto top = rowsToMoveAmong(layout, a, seven).front();
        moveRowBy(a, layout, top, -1);
        QCOMPARE(a, unfolded);
        moveRowBy(a, layout, seven, 1);
        layout = TimelineLayout(sources, a);
        QVERIFY(layout.find(nine)->y < layout.find(seven)->y);
        moveRow(a, layout, headerOf(sources[2]), headerOf(sources[0]));
        layout = TimelineLayout(sources, a);
        QCOMPARE(layout.rows().front().node, headerOf(sources[2]));
        QCOMPARE(layout.extentOf(sources[2].rank)->first, 0);
        a.togglePins({seven, nine});
        layout = TimelineLayout(sources, a);
        moveRow(a, layout, seven, std::nullopt);
        QCOMPARE(a.pinned, (std::vector{nine, seven}));
    }

    void streamsShareARowAndNoSliceIsLost() {
        const auto source = mixedSource();
        TimelineArrangement a;
        a.merged.insert(nodeOf(source, "device"));
        const auto blended = blendedTracks({source}, a, {});
        const TimelineLayout layout({source}, a, blended);
        const auto first = nodeOf(source, "stream 0");
        const auto second = nodeOf(source, "stream 1");
        const auto *row = layout.find(first);
        QVERIFY(row != nullptr);
        QCOMPARE(layout.find(second), nullptr);
        QCOMPARE(layout.rowShowing(source.rank, source.source, second.track), row);
        QCOMPARE(layout.slices(row->lanes.front()).size(), std::size_t{40});
        QVERIFY(row->depths > 1);
        auto o = optionsOf(layout);
        o.range = {alignedTime(kStart), alignedTime(kStart + 10'000)};
        for (const auto &track : {first, second}) {
            for (std::uint32_t i = 0; i < 20; ++i) {
                const SliceRef ref{RunId{0}, source.source, track.track, SliceId{i}};
                const auto box = timelineBoxOf(layout, o, ref);
                QVERIFY(box.has_value());
                QCOMPARE(timelineItemAt(layout, o, box->x + box->width / 2, box->y + 3), std::optional<ItemRef>(ref));
            }
        }
        QVERIFY(contains(textsOf(layout, o), "timeline.streams 2"));
        // Without the table, and with one made for another arrangement, the streams are shown as they are.
        QVERIFY(TimelineLayout({source}, a).find(second) != nullptr);
        QVERIFY(TimelineLayout({source}, {}, blended).find(second) != nullptr);
    }

    void pythonAndWaitsAreLeftOut() {
        const auto source = mixedSource();
        TimelineArrangement a;
        a.leftOut = {true, true};
        const TimelineLayout layout({source}, a, blendedTracks({source}, a, {}));
        QCOMPARE(layout.find(nodeOf(source, "frames")), nullptr);  // nothing else is on it
        const auto thread = nodeOf(source, "thread");
        QCOMPARE(layout.find(thread)->depths, 1U);
        const auto stream = nodeOf(source, "stream 0");
        QCOMPARE(layout.slices(layout.find(stream)->lanes.front()).size(), std::size_t{10});
        const SliceRef kernel{RunId{0}, source.source, stream.track, SliceId{2}};
        QCOMPARE(timelineNeighbour(layout, kernel, true)->slice, SliceId{4});  // 3 is a wait
        QCOMPARE(timelineNeighbour(layout, kernel, false)->slice, SliceId{0});
        const SliceRef python{RunId{0}, source.source, thread.track, SliceId{0}};
        QVERIFY(!timelineBoxOf(layout, optionsOf(layout), python));
    }

    void tablesThatStillFitAreTakenOver() {
        const auto source = mixedSource();
        TimelineArrangement a;
        a.leftOut.waits = true;
        const auto before = blendedTracks({source}, a, {});
        QCOMPARE(before.size(), std::size_t{2});
        a.leftOut.python = true;
        const auto other = blendedTracks({source}, a, before);
        QCOMPARE(other.size(), std::size_t{4});
        a.leftOut.python = false;
        const auto again = blendedTracks({source}, a, before);
        QVERIFY(std::equal(before.begin(), before.end(), again.begin(), again.end()));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(blendedTracks({source}, a, {}, stop.get_token()).empty());
    }

    void fittedRowsAreAsHighAsWhatIsInSight() {
        const auto sources = sampleSources(1);
        const auto thread = nodeOf(sources[0], "thread 1");
        TimelineArrangement a;
        a.folds[thread] = false;
        a.depthsFitted = true;
        const auto depthsAt = [&](std::int64_t from, std::int64_t to) {
            return TimelineLayout(sources, a, {}, {alignedTime(kStart + from * 1000), alignedTime(kStart + to * 1000)})
                .find(thread)
                ->depths;
        };
        QCOMPARE(depthsAt(0, 90'000), 6U);
        QCOMPARE(depthsAt(0, 150), 2U);          // frame 1 begins at 100 us, frame 2 at 200
        QCOMPARE(depthsAt(95'000, 96'000), 1U);  // nothing there: the row stays
    }

    void offsetsMoveARankAndAreNamedOnItsRow() {
        TimelineArrangement a;
        const auto ws = workspace(2);
        a.setOffset({RunId{0}, 1}, Nanos{1'500'000});
        const TimelineLayout layout(timelineSources(*ws, {}, a.offsets), a);
        QCOMPARE(layout.offsetOf({RunId{0}, 1}), Nanos{1'500'000});
        auto o = optionsOf(layout);
        o.labelWidth = 600;
        QVERIFY(contains(textsOf(layout, o), "timeline.shifted +1.500 ms  node  timeline.device 1"));
        alignToStart(a, layout);
        QVERIFY(a.offsets.empty());
    }

    void anArrangementSurvivesAsText() {
        const auto sources = sampleSources(2);
        TimelineArrangement a;
        a.togglePins({nodeOf(sources[1], "stream 9"), nodeOf(sources[0], "stream 7")});
        a.hide(nodeOf(sources[0], "HBM"));
        a.folds[headerOf(sources[1])] = true;
        a.folds[nodeOf(sources[0], "thread 1")] = false;
        a.order[kTimelineRoot] = {headerOf(sources[1]), headerOf(sources[0])};
        a.merged.insert(nodeOf(sources[0], "Ascend Hardware"));
        a.setOffset(sources[1].rank, Nanos{-77});
        a.leftOut.waits = true;
        a.depthsFitted = true;
        const auto text = arrangementText(a, RunId{0}, sources, {});
        TimelineNames unchecked;
        TimelineArrangement read;
        addArrangement(text, RunId{0}, read, unchecked);
        QCOMPARE(read, a);
        // Ranks that are not loaded keep what is known of them.
        const auto later = arrangementText(read, RunId{0}, {}, unchecked);
        QCOMPARE(later, text);
        dropRenamed(read, unchecked, sources);
        QCOMPARE(read, a);
        QVERIFY(unchecked.empty());
        // Another run, under another number.
        TimelineArrangement other;
        addArrangement(text, RunId{5}, other, unchecked);
        QCOMPARE(other.pinned.front().rank.run, RunId{5});
    }

    void whatIsKeptOfTracksThatBearAnotherNameIsForgotten() {
        const auto sources = sampleSources(1);
        TimelineArrangement a;
        const auto node = nodeOf(sources[0], "stream 9");
        a.hide(node);
        a.folds[nodeOf(sources[0], "thread 1")] = false;
        TimelineNames unchecked{{node, 1234}, {nodeOf(sources[0], "thread 1"), nameHash("thread 1")}};
        dropRenamed(a, unchecked, sources);
        QVERIFY(a.hidden.empty());
        QCOMPARE(a.folds.size(), std::size_t{1});
    }

    /// A rank is read from other files: its rows are called the same, their numbers are others.
    void whatWasArrangedFollowsTheFiles() {
        const auto before = sampleSources(2);
        auto now = before;
        now[1].source = SourceId{77};
        TimelineArrangement a;
        for (const auto &source : before) {
            a.togglePins({nodeOf(source, "stream 9")});
            a.hide(nodeOf(source, "HBM"));
            a.folds[nodeOf(source, "thread 1")] = false;
            a.merged.insert(nodeOf(source, "Ascend Hardware"));
            a.order[nodeOf(source, "Ascend Hardware")] = {nodeOf(source, "stream 7"), nodeOf(source, "stream 9")};
        }
        const auto old = a;
        carryArrangement(a, before, before);
        QCOMPARE(a, old);
        carryArrangement(a, before, now);
        QCOMPARE(a.pinned.size(), old.pinned.size() + 1);
        QVERIFY(a.isPinned(nodeOf(now[1], "stream 9")));
        QVERIFY(a.hidden.contains(nodeOf(now[1], "HBM")) && a.hidden.contains(nodeOf(before[1], "HBM")));
        QCOMPARE(a.folds.at(nodeOf(now[1], "thread 1")), false);
        QVERIFY(a.merged.contains(nodeOf(now[1], "Ascend Hardware")));
        const auto &order = a.order.at(nodeOf(now[1], "Ascend Hardware"));
        const auto place = [&](const char *name) {
            return std::find(order.begin(), order.end(), nodeOf(now[1], name)) - order.begin();
        };
        QVERIFY(place("stream 7") < place("stream 9") && place("stream 9") < std::ssize(order));
    }

    void nonsenseIsNoArrangement() {
        TimelineArrangement a;
        TimelineNames unchecked;
        addArrangement("pin\nhide x y z\nfold 0 1\n\n\xff\xfe 1 2 3 4 5\noffset 99999999999999999999 1 1 1 1\n",
                       RunId{0}, a, unchecked);
        QCOMPARE(a, TimelineArrangement{});
    }
};

TEST_SUITE(TimelineArrangementTest)

}  // namespace tst_timeline_arrangement

#include "tst_timeline_arrangement.moc"
