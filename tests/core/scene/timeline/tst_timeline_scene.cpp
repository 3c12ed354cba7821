#include "core/analysis/operators/slice_bounds.h"
#include "core/scene/kit/bound_look.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/scene/timeline/timeline_target.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <set>

namespace tst_timeline_scene {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

constexpr int kCharacter = 7;
const TextMetrics kMetrics = [](std::string_view text) { return static_cast<int>(text.size()) * kCharacter; };
const MessageText kText = [](const Message &message) { return message.id; };

TimelineSceneOptions options(const TimelineLayout &layout, int width = 1220, int height = 900) {
    TimelineSceneOptions o;
    o.width = width;
    o.height = height;
    o.labelWidth = 220;
    o.range = {alignedTime(kStart), alignedTime(kStart + 100 * kMs)};
    o.origin = alignedTime(kStart);
    (void)layout;
    return o;
}

Scene build(const TimelineLayout &layout, const TimelineSceneOptions &o) {
    return timelineScene(layout, o, TextRuler(kMetrics), kText);
}

TimelineLayout sampleLayout(const TimelineFolds &folds = {}, int ranks = 1) {
    return {timelineSources(*workspace(ranks), {}), {folds}};
}

const TimelineRow &rowNamed(const TimelineLayout &layout, std::string_view name) {
    static const TimelineRow none;
    for (const auto &row : layout.rows()) {
        const auto &trace = *layout.sourceOf(row).trace;
        if (row.kind != TimelineRowKind::Rank && trace.text(trace.track(row.node.track).name) == name) {
            return row;
        }
    }
    return none;
}

/// Boxes of the data area that lie within a row, grid and backgrounds left out.
std::vector<SceneRect> dataOf(const Scene &scene, const TimelineSceneOptions &o, const TimelineRow &row) {
    const std::set<ColorRole> frame{ColorRole::Background, ColorRole::AlternateBackground, ColorRole::HeaderBackground,
                                    ColorRole::Grid};
    std::vector<SceneRect> found;
    for (const auto &r : scene.rects) {
        const int y = o.screenY(row.y);
        if (frame.count(r.color.role) == 0 && r.x >= o.labelWidth && r.y >= y && r.y + r.height <= y + row.height) {
            found.push_back(r);
        }
    }
    return found;
}

SliceRef slice(const TimelineLayout &layout, std::string_view track, std::uint32_t index) {
    const auto &source = layout.sources().front();
    return {source.rank.run, source.source, trackNamed(*source.trace, track), SliceId{index}};
}

}  // namespace

class TimelineSceneTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What tells the tracks of a thread from each other stays, where there is room for it and a letter of the thread.
    void endsOfTrackNamesStay() {
        const TextRuler ruler(kMetrics);
        const std::string_view name = "worker 1246: running";
        QCOMPARE(ruler.elidedName(name, 20 * kCharacter), std::string(name));
        QCOMPARE(ruler.elidedName(name, 16 * kCharacter), std::string("work\u2026: running"));
        QCOMPARE(ruler.elidedName(name, 10 * kCharacter), ruler.elided(name, 10 * kCharacter));
        QCOMPARE(ruler.elidedName("worker 1246", 8 * kCharacter), ruler.elided("worker 1246", 8 * kCharacter));
    }
    void deepHostThreadsAndCountersAreFoldedAndTheRestIsOpen() {
        const auto layout = sampleLayout();
        QVERIFY(rowNamed(layout, "thread 1").folded);
        QCOMPARE(rowNamed(layout, "thread 1").height, TimelineLayout::kFoldedHeight);
        QVERIFY(rowNamed(layout, "HBM").folded);
        QVERIFY(!rowNamed(layout, "stream 7").folded);
        QVERIFY(!rowNamed(layout, "Ascend Hardware").folded);
    }

    void rowsLieOneBelowTheOtherWithoutGaps() {
        const auto layout = sampleLayout({}, 6);
        int y = 0;
        for (const auto &row : layout.rows()) {
            QCOMPARE(row.y, y);
            y += row.height;
        }
        QCOMPARE(layout.height(), y);
        QCOMPARE(layout.rowAt(y), std::nullopt);
        QCOMPARE(layout.rowAt(0), std::optional<std::size_t>(0));
    }

    void moreThanTwoRanksAreFoldedToWhatMatters() {
        const auto open = sampleLayout({}, 2);
        const TimelineNode first{RankRef{RunId{0}, 0}, {}, {}};
        QVERIFY(!open.find(first)->folded);
        const auto brief = sampleLayout({}, 6);
        QVERIFY(brief.find(first)->folded);
        QVERIFY(brief.height() * 2 < open.height() / 2 * 6);
        for (const auto &row : brief.rows()) {
            const bool isOfRank = row.kind == TimelineRowKind::Rank || row.kind == TimelineRowKind::Process;
            QVERIFY(isOfRank || row.trackKind == TrackKind::Overlap || row.trackKind == TrackKind::Mstx);
            QVERIFY(row.kind != TimelineRowKind::Process || row.folded);
        }
        QVERIFY(rowNamed(brief, "Computing").indent == 1);
        // Opened by hand it has all of its rows, folded by hand none.
        const auto rowsOf = [&](const TimelineFolds &folds) {
            const auto layout = sampleLayout(folds, 6);
            return std::count_if(layout.rows().begin(), layout.rows().end(),
                                 [&](const TimelineRow &row) { return row.node.rank == first.rank; });
        };
        QCOMPARE(rowsOf({{first, true}}), 1);
        QVERIFY(rowsOf({}) > 1);
        QVERIFY(rowsOf({{first, false}}) > rowsOf({}));
        const auto many = sampleLayout({}, static_cast<int>(TimelineLayout::kBriefRanks) + 1);
        QCOMPARE(many.rows().size(), TimelineLayout::kBriefRanks + 1);
    }

    void unfoldingAThreadGivesItALineForEachDepth() {
        const auto folded = sampleLayout();
        TimelineFolds folds;
        folds[rowNamed(folded, "thread 1").node] = false;
        const auto layout = sampleLayout(folds);
        QCOMPARE(rowNamed(layout, "thread 1").height, 6 * TimelineLayout::kDepthHeight + TimelineLayout::kRowPadding);
        QCOMPARE(layout.height() - folded.height(),
                 rowNamed(layout, "thread 1").height - rowNamed(folded, "thread 1").height);
    }

    void aThousandSlicesOnAHundredPixelsGiveNoMoreBoxesThanColumns() {
        const auto layout = sampleLayout();
        const auto o = options(layout, 320);
        const auto data = dataOf(build(layout, o), o, rowNamed(layout, "stream 7"));
        QVERIFY(!data.empty());
        QVERIFY(data.size() <= 100);
        int covered = 0;
        for (const auto &r : data) {
            covered += r.width;
        }
        QVERIFY2(covered >= 98, "a busy stretch shows as filled");
    }

    /// At every zoom a row is painted as far as it is busy.
    void paintedAreaIsTheBusyShare_data() {
        QTest::addColumn<int>("percent");
        QTest::addColumn<int>("microseconds");  // the period of the slices
        for (const int percent : {3, 5, 20, 50, 80, 100}) {
            for (const int period : {2, 30, 70, 100, 150, 300, 1000}) {
                QTest::addRow("%d %% of %d us", percent, period) << percent << period;
            }
        }
    }
    void paintedAreaIsTheBusyShare() {
        QFETCH(int, percent);
        QFETCH(int, microseconds);
        TraceBuilder b;
        const auto track = b.track({TrackKind::DeviceStream, b.intern("device"), b.intern("stream")});
        const std::int64_t period = std::int64_t{microseconds} * 1000;
        for (std::int64_t at = 0; at + period <= 100 * kMs; at += period) {
            b.slice(track, kStart + at, period * percent / 100, b.intern("work"), SliceClass::Computing, 0);
        }
        Workspace ws;
        ws.runs.push_back(run(RunId{0}, 0));
        ws.runs.front().captures.push_back(capture(0, SourceId{0}, merged(std::move(b))));
        const TimelineLayout layout(timelineSources(ws, {}), {});
        const auto o = options(layout);
        int painted = 0;
        for (const auto &r : dataOf(build(layout, o), o, rowNamed(layout, "stream"))) {
            painted += r.width * r.height;
        }
        constexpr int kHeight = TimelineLayout::kDepthHeight - 1;
        const double whole = (o.width - o.labelWidth) * kHeight;
        // A box has at least a line of pixels, and is so many whole ones wide.
        const double share = percent / 100.0;
        QVERIFY2(std::abs(painted / whole - share) <= 0.1 * share + 1.0 / kHeight,
                 qPrintable(QString::number(painted / whole)));
    }

    void firstAndLastSliceStandWhereTheirTimesAre() {
        const auto layout = sampleLayout();
        auto o = options(layout);
        o.range = {alignedTime(kStart), alignedTime(kStart + 1 * kMs)};  // 1 us a pixel
        const auto data = dataOf(build(layout, o), o, rowNamed(layout, "stream 7"));
        QCOMPARE(data.size(), std::size_t{10});
        QCOMPARE(data.front().x, 220);
        QCOMPARE(data.front().width, 49);  // one pixel is left to the neighbour
        QCOMPARE(data.back().x, 220 + 900);
    }

    void narrowNeighboursKeepTheColourOfTheLongest() {
        TraceBuilder b;
        const auto track = b.track({TrackKind::DeviceStream, b.intern("device"), b.intern("stream")});
        b.slice(track, kStart, 200, b.intern("short"), SliceClass::Computing, 0);
        b.slice(track, kStart + 200, 700, b.intern("long"), SliceClass::Computing, 0);
        b.slice(track, kStart + 900, 100, b.intern("short"), SliceClass::Computing, 0);
        b.slice(track, kStart + 99 * kMs, kMs, b.intern("end"), SliceClass::Computing, 0);
        Workspace ws;
        ws.runs.push_back(run(RunId{0}, 0));
        ws.runs.front().captures.push_back(capture(0, SourceId{0}, merged(std::move(b))));
        const TimelineLayout layout(timelineSources(ws, {}), {});
        const auto o = options(layout);
        const auto data = dataOf(build(layout, o), o, rowNamed(layout, "stream"));
        QCOMPARE(data.front().color, (Color{ColorRole::Slice, nameHash("long")}));
    }

    void aSliceIsFoundWhereItIsDrawn() {
        const auto layout = sampleLayout();
        auto o = options(layout);
        o.range = {alignedTime(kStart + 10 * kMs), alignedTime(kStart + 11 * kMs)};
        for (const std::uint32_t index : {100U, 104U, 109U}) {
            const auto ref = slice(layout, "stream 7", index);
            const auto box = timelineBoxOf(layout, o, ref);
            QVERIFY(box.has_value());
            const auto hit = timelineItemAt(layout, o, box->x + box->width / 2, box->y + box->height / 2);
            QCOMPARE(hit, std::optional<ItemRef>(ref));
        }
    }

    void betweenTwoSlicesThereIsNothing() {
        const auto layout = sampleLayout();
        auto o = options(layout);
        o.range = {alignedTime(kStart), alignedTime(kStart + 1 * kMs)};
        const int y = o.screenY(rowNamed(layout, "stream 7").y) + 8;
        QVERIFY(!timelineItemAt(layout, o, 220 + 75, y));
        QVERIFY(timelineItemAt(layout, o, 220 + 25, y));
    }

    void aRanksHeaderMeansTheRank() {
        const auto layout = sampleLayout();
        const auto o = options(layout);
        QCOMPARE(timelineItemAt(layout, o, 40, o.screenY(2)), std::optional<ItemRef>(RankRef{RunId{0}, 0}));
        QVERIFY(!timelineItemAt(layout, o, 40, 3));  // ruler
    }

    void nothingLiesOutsideTheView_data() {
        QTest::addColumn<int>("scroll");
        QTest::addColumn<int>("height");
        QTest::newRow("from the top") << 0 << 900;
        QTest::newRow("scrolled, low view") << 61 << 130;
        QTest::newRow("cut within a line") << 97 << 75;
    }
    void nothingLiesOutsideTheView() {
        QFETCH(int, scroll);
        QFETCH(int, height);
        TimelineFolds folds;
        const auto byDefault = sampleLayout();
        for (const auto &row : byDefault.rows()) {
            folds[row.node] = false;
        }
        const auto layout = sampleLayout(folds);
        auto o = options(layout, 800, height);
        o.scrollY = scroll;
        o.range = {alignedTime(kStart + 33 * kMs), alignedTime(kStart + 34 * kMs)};
        o.highlight =
            TimelineHighlight{{alignedTime(kStart), alignedTime(kStart + 33 * kMs + 1)}, RankRef{RunId{0}, 0}};
        const auto scene = build(layout, o);
        for (const auto &r : scene.rects) {
            QVERIFY(r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0);
            QVERIFY(r.x + r.width <= 800 && r.y + r.height <= height);
        }
        for (const auto &line : scene.lines) {
            QVERIFY(std::min(line.x1, line.x2) >= 0 && std::max(line.x1, line.x2) < 800);
            QVERIFY(std::min(line.y1, line.y2) >= 0 && std::max(line.y1, line.y2) < height);
        }
        for (const auto &t : scene.texts) {
            QVERIFY(t.x >= 0 && t.y >= 0 && t.x + t.width <= 800 && t.y + t.height <= height);
        }
    }

    void everyTextFitsItsBox() {
        const auto layout = sampleLayout({}, 3);
        for (const int width : {300, 700, 1600}) {
            const auto scene = build(layout, options(layout, width));
            QVERIFY(!scene.texts.empty());
            for (const auto &t : scene.texts) {
                const auto shown = kMetrics(t.text) - (t.text.ends_with("\u2026") ? 2 * kCharacter : 0);
                QVERIFY2(shown <= t.width, t.text.c_str());
            }
        }
    }

    void wideSlicesCarryTheirName() {
        const auto layout = sampleLayout();
        const auto scene = build(layout, options(layout));
        const auto has = [&](std::string_view name) {
            return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const auto &t) { return t.text == name; });
        };
        QVERIFY(has("hcom_allReduce_with_a_long_name"));
        QVERIFY(has("Free"));
        QVERIFY(!has("MatMul"));  // half a pixel wide
    }

    void overlapLanesHaveTheColoursOfTheTimeSplit() {
        const auto layout = sampleLayout();
        const auto o = options(layout);
        const auto data = dataOf(build(layout, o), o, rowNamed(layout, "Computing"));
        QCOMPARE(data.size(), std::size_t{2});
        QCOMPARE(data[0].color.role, ColorRole::Computing);
        QCOMPARE(data[1].color.role, ColorRole::Free);
    }

    void theCountersPeakIsDrawnAtFullHeightHoweverFarOneIsZoomedOut() {
        auto layout = sampleLayout();
        TimelineFolds folds;
        folds[rowNamed(layout, "HBM").node] = false;
        layout = sampleLayout(folds);
        const auto o = options(layout, 420);
        const auto &row = rowNamed(layout, "Bandwidth");
        const auto data = dataOf(build(layout, o), o, row);
        const auto tallest = std::max_element(data.begin(), data.end(),
                                              [](const auto &a, const auto &b) { return a.height < b.height; });
        QVERIFY(tallest != data.end());
        QCOMPARE(tallest->height, row.height - 6);
        QVERIFY(tallest->x >= 220 + 99 && tallest->x <= 220 + 101);
        QVERIFY(tallest->width <= 2);
    }

    /// Streams take the colours of bounds, all other rows keep theirs; what the legend needs stays free.
    void kernelsByTheirBound() {
        auto sources = timelineSources(*workspace(1), {});
        Run run;
        run.captures.resize(1);
        run.captures[0].loaded.push_back({sources[0].source, {sources[0].trace}, {}});
        sources[0].bounds = sliceBounds(run, run.captures[0]).at(sources[0].trace.get());
        const TimelineLayout plain(timelineSources(*workspace(1), {}), {});
        const TimelineLayout layout(sources, {});
        auto o = options(layout);
        o.legendHeight = 40;
        const auto scene = build(layout, o);
        const auto before = build(plain, o);
        const auto &stream = rowNamed(layout, "stream 7");
        const auto boxes = dataOf(scene, o, stream);
        QVERIFY(!boxes.empty());
        for (const auto &box : boxes) {
            QCOMPARE(box.color, boundColor(std::nullopt));
        }
        QVERIFY(dataOf(before, o, rowNamed(plain, "stream 7")).front().color.role == ColorRole::Slice);
        const auto &thread = rowNamed(layout, "thread 1");
        const auto colors = [&](const Scene &of) {
            std::vector<Color> found;
            for (const auto &box : dataOf(of, o, thread)) {
                found.push_back(box.color);
            }
            return found;
        };
        QCOMPARE(colors(scene), colors(before));
        o.height = o.screenY(stream.y) + 50;
        for (const auto &box : build(layout, o).rects) {
            QVERIFY(box.y + box.height <= o.height - 40);
        }
        QVERIFY(timelineRowAt(layout, o, o.height - 41) != nullptr);
        QVERIFY(timelineRowAt(layout, o, o.height - 40) == nullptr);
        // Colours by bound are kept for the traces that are still there.
        QVERIFY(timelineSources(*workspace(1), {}, {}, sources)[0].bounds == nullptr);
        Workspace same;
        same.runs.push_back(run);
        same.runs[0].captures[0].rank = 0;
        QCOMPARE(timelineSources(same, {}, {}, sources)[0].bounds, sources[0].bounds);
    }

    void theHighlightIsMarkedOnTheRowsOfItsRankOnly() {
        const auto layout = sampleLayout({}, 2);
        auto o = options(layout, 1220, 1200);
        const auto before = build(layout, o).lines.size();
        o.highlight =
            TimelineHighlight{{alignedTime(kStart + 10 * kMs), alignedTime(kStart + 20 * kMs)}, RankRef{RunId{0}, 1}};
        const auto scene = build(layout, o);
        QCOMPARE(scene.lines.size() - before, std::size_t{4});
        const auto extent = layout.extentOf(RankRef{RunId{0}, 1}).value();
        for (const auto &line : scene.lines) {
            QVERIFY(line.y1 >= o.screenY(extent.first) && line.y2 < o.screenY(extent.second));
            QVERIFY(line.x1 >= 320 && line.x2 <= 420);
        }
    }

    void aShiftMovesOneRankAgainstTheOthers() {
        const auto ws = workspace(2);
        const TimelineLayout layout(timelineSources(*ws, {}, {{RankRef{RunId{0}, 1}, Nanos{10 * kMs}}}), {});
        const auto o = options(layout);
        auto ref = slice(layout, "stream 9", 0);
        const auto first = timelineBoxOf(layout, o, ref);
        ref.source = SourceId{1};
        const auto second = timelineBoxOf(layout, o, ref);
        QCOMPARE(second->x - first->x, 100);
    }

    void theFirstPartOfATraceSaysThatItIsOne() {
        Workspace ws = *workspace(1);
        auto &capture = ws.runs.front().captures.front();
        capture.preview = std::move(capture.loaded.front());
        capture.preview->source = previewOf(capture.preview->source);
        capture.loaded.clear();
        const TimelineLayout layout(timelineSources(ws, {}), {});
        QCOMPARE(layout.sources().size(), std::size_t{1});
        QVERIFY(layout.sources().front().isPart);
        auto o = options(layout);
        o.labelWidth = 500;
        const auto scene = build(layout, o);
        QVERIFY(std::any_of(scene.texts.begin(), scene.texts.end(),
                            [](const SceneText &text) { return text.text.starts_with("timeline.first_part"); }));
        const auto ref = slice(layout, "stream 9", 0);
        const auto box = timelineBoxOf(layout, o, ref);
        QCOMPARE(timelineItemAt(layout, o, box->x + 1, box->y + 1), std::optional<ItemRef>(ref));
        QVERIFY(ws.trace(RunId{0}, ref.source) != nullptr);
    }

    void aBaselineMadeAnotherDayIsPutAtTheStartOfTheMainRun() {
        Workspace ws;
        ws.runs = {run(RunId{0}, 1), run(RunId{1}, 1)};
        ws.runs[1].role = RunRole::Baseline;
        TraceBuilder b;
        const auto track = b.track({TrackKind::DeviceStream, b.intern("device"), b.intern("stream")});
        b.slice(track, kStart + 86'400'000 * kMs, kMs, b.intern("kernel"), SliceClass::Computing, 0);
        ws.runs[1].captures = {capture(0, SourceId{0}, merged(std::move(b)))};
        const auto shifts = runShifts(ws);
        QCOMPARE(shifts.at(RankRef{RunId{1}, 0}), Nanos{-86'400'000 * kMs});
        QVERIFY(shifts.find(RankRef{RunId{0}, 0}) == shifts.end());
    }

    void nextAndPreviousStayOnTheLineOfTheTrack() {
        const auto layout = sampleLayout();
        const auto first = slice(layout, "stream 7", 0);
        QVERIFY(!timelineNeighbour(layout, first, false));
        QCOMPARE(timelineNeighbour(layout, first, true), std::optional(slice(layout, "stream 7", 1)));
        QVERIFY(!timelineNeighbour(layout, slice(layout, "stream 9", 0), true));
    }

    void aSliceThatIsNotThereHasNoBox() {
        const auto layout = sampleLayout();
        auto ref = slice(layout, "stream 7", 5000);
        QVERIFY(!timelineBoxOf(layout, options(layout), ref));
        ref.track = TrackId{999};
        QVERIFY(!timelineBoxOf(layout, options(layout), ref));
        QVERIFY(!timelineNeighbour(layout, ref, true));
    }
};

TEST_SUITE(TimelineSceneTest)

}  // namespace tst_timeline_scene

#include "tst_timeline_scene.moc"
