#include "core/analysis/trace/slice_facts.h"
#include "core/scene/timeline/arrow_bundles.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <set>

namespace tst_arrow_bundles {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

constexpr int kCount = 1000;

/// kCount launches of 1 us each 10 us, each with a kernel 5 us later; every tenth also enqueued.
std::shared_ptr<const TraceStore> launches() {
    TraceBuilder b;
    const auto process = b.intern("host");
    const auto thread = b.track({TrackKind::HostThread, process, b.intern("thread")});
    const auto stream = b.track({TrackKind::DeviceStream, process, b.intern("stream")});
    const auto group = b.track({TrackKind::CommGroup, process, b.intern("group")});
    std::uint64_t id = 1;
    for (int i = 0; i < kCount; ++i) {
        const auto at = kStart + i * 10'000;
        b.slice(thread, at, 1000, b.intern("launch"), SliceClass::Runtime, 0);
        b.slice(stream, at + 5000, 3000, b.intern("kernel"), SliceClass::Computing, 0);
        const auto category = b.intern(i % 10 == 0 ? "queue" : "HostToDevice");
        b.flow(FlowPhase::Start, thread, at + 500, id, category);
        b.flow(FlowPhase::End, stream, at + 5000, id++, category);
    }
    for (int i = 0; i < 3; ++i) {
        const auto name = "hcom_allReduce__1_" + std::to_string(i) + "_1";
        b.slice(group, kStart + i * 100'000, 50'000, b.intern(name), SliceClass::Communication, 0);
    }
    return merged(std::move(b));
}

std::shared_ptr<const Workspace> launchWorkspace(int ranks) {
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(run(RunId{0}, 0));
    const auto trace = launches();
    for (int rank = 0; rank < ranks; ++rank) {
        workspace->runs[0].captures.push_back(capture(rank, SourceId{static_cast<std::uint32_t>(rank)}, trace));
    }
    return workspace;
}

TimelineSceneOptions optionsOver(std::int64_t from, std::int64_t to) {
    TimelineSceneOptions o;
    o.width = 1220;
    o.height = 900;
    o.range = {alignedTime(kStart + from), alignedTime(kStart + to)};
    return o;
}

}  // namespace

class ArrowBundlesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void categoriesAreCounted() {
        const auto sources = timelineSources(*launchWorkspace(2), {});
        QCOMPARE(arrowCategories(sources), (std::vector<ArrowCategory>{{"HostToDevice", 1800}, {"queue", 200}}));
        QVERIFY(arrowCategories({}).empty());
    }

    void aBundleHasAllArrowsOfItsCategory() {
        const auto sources = timelineSources(*launchWorkspace(2), {});
        const auto bundles = arrowBundles(sources, "queue");
        QCOMPARE(bundles.size(), std::size_t{2});
        for (const auto &bundle : bundles) {
            QCOMPARE(bundle.begins.size(), std::size_t{100});
            QVERIFY(std::is_sorted(bundle.begins.begin(), bundle.begins.end()));
        }
        QVERIFY(arrowBundles(sources, "nowhere").empty());
    }

    void eachArrowInSightIsDrawnWhenThereIsRoom() {
        const auto sources = timelineSources(*launchWorkspace(1), {});
        const TimelineLayout layout(sources, {});
        const auto o = optionsOver(0, 100'000);
        const auto lines = bundleLines(layout, o, arrowBundles(sources, "HostToDevice"), 800);
        QCOMPARE(lines.size(), std::size_t{9});
        QCOMPARE(lines.front().fromX, o.axis().pixelOf(alignedTime(kStart + 10'500)));
        QCOMPARE(lines.front().toX, o.axis().pixelOf(alignedTime(kStart + 15'000)));
        QVERIFY(lines.front().fromY != lines.front().toY);
    }

    void oneThatComesFromBeforeIsDrawnToo() {
        const auto sources = timelineSources(*launchWorkspace(1), {});
        const TimelineLayout layout(sources, {});
        const auto lines = bundleLines(layout, optionsOver(12'000, 16'000), arrowBundles(sources, "HostToDevice"), 800);
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY(lines.front().fromX < 220);
    }

    void farOutTheirNumberIsBounded() {
        const auto sources = timelineSources(*launchWorkspace(4), {});
        const TimelineLayout layout(sources, {});
        const auto bundles = arrowBundles(sources, "HostToDevice");
        const auto lines = bundleLines(layout, optionsOver(0, kCount * 10'000), bundles, 200);
        QVERIFY(lines.size() > 50);
        QVERIFY(lines.size() <= 200 + 2 * bundles.size());
        // They come from all of the view, not from its beginning.
        std::set<int> tenths;
        for (const auto &line : lines) {
            tenths.insert((line.fromX - 220) / 100);
        }
        QCOMPARE(tenths.size(), std::size_t{10});
    }

    void whatIsHiddenOrLockedOutIsNotDrawn() {
        const auto sources = timelineSources(*launchWorkspace(1), {});
        const auto bundles = arrowBundles(sources, "HostToDevice");
        const auto o = optionsOver(0, 100'000);
        const AlignedRange some{alignedTime(kStart + 10'000), alignedTime(kStart + 30'000)};
        QCOMPARE(bundleLines(TimelineLayout(sources, {}), o, bundles, 800, some).size(), std::size_t{2});
        TimelineArrangement a;
        a.hide(bundles.front().to);
        QVERIFY(bundleLines(TimelineLayout(sources, a), o, bundles, 800).empty());
    }

    void endsThatAreScrolledOutStayBelowThePinnedRows() {
        const auto sources = timelineSources(*launchWorkspace(1), {});
        const auto bundles = arrowBundles(sources, "HostToDevice");
        TimelineArrangement a;
        a.pinned = {bundles.front().from};
        const TimelineLayout layout(sources, a);
        auto o = optionsOver(0, 100'000);
        o.pinnedHeight = layout.pinnedHeight();
        o.pinnedShown = o.pinnedHeight;
        const auto inSight = bundleLines(layout, o, bundles, 800);
        QCOMPARE(inSight.size(), std::size_t{9});
        const int edge = o.scrollingBand().top;
        QVERIFY(inSight.front().fromY < edge && inSight.front().toY > edge);
        o.scrollY = 10'000;
        const auto scrolled = bundleLines(layout, o, bundles, 800);
        QCOMPARE(scrolled.size(), std::size_t{9});
        QCOMPARE(scrolled.front().fromY, inSight.front().fromY);
        QCOMPARE(scrolled.front().toY, edge);
        QCOMPARE(scrolled.front().toX, inSight.front().toX);
        // With both ends below the pinned rows nothing is left of an arrow.
        const TimelineLayout plain(sources, {});
        o.pinnedHeight = 0;
        QVERIFY(bundleLines(plain, o, bundles, 800).empty());
    }

    void aSendLeadsToItsReceive() {
        const auto demo = demoWorkspace(smallDemo());
        QVERIFY(!demo->runs.empty());
        const auto sources = timelineSources(*demo, {});
        const auto bundles = peerBundles(*demo, sources);
        std::size_t transfers = 0;
        for (const auto &bundle : bundles) {
            const auto nameAt = [&](const TimelineNode &node, RankTime time) {
                const auto trace = demo->trace(node.rank.run, node.source);
                const auto slice = innermostAt(trace->slices(node.track), time);
                return slice ? std::string(trace->text(trace->slices(node.track).name(slice->value))) : std::string();
            };
            for (std::size_t i = 0; i < bundle.begins.size(); ++i) {
                const auto from = nameAt(bundle.from, bundle.begins[i]);
                const auto to = nameAt(bundle.to, bundle.ends[i]);
                QVERIFY(!from.empty() && !to.empty());
                QVERIFY(bundle.from.rank != bundle.to.rank);
                if (matchesFilter(from, "send")) {
                    QVERIFY2(matchesFilter(to, "receive") || matchesFilter(to, "sendrecv"), to.c_str());
                    ++transfers;
                }
            }
        }
        QVERIFY(transfers > 0);
    }

    void collectivesOfRanksBelongTogether() {
        const auto workspace = launchWorkspace(3);
        const auto sources = timelineSources(*workspace, {});
        const auto bundles = peerBundles(*workspace, sources);
        QCOMPARE(bundles.size(), std::size_t{2});  // from rank 0 to 1, from 1 to 2
        for (const auto &bundle : bundles) {
            QCOMPARE(bundle.begins.size(), std::size_t{3});
            QCOMPARE(bundle.to.rank.rank, bundle.from.rank.rank + 1);
            QCOMPARE(bundle.begins, bundle.ends);
        }
        // A rank that was moved takes its ends along.
        TimelineArrangement a;
        a.setOffset({RunId{0}, 1}, Nanos{1000});
        const TimelineLayout layout(timelineSources(*workspace, {}, a.offsets), a);
        const auto o = optionsOver(0, 100'000);
        const auto lines = bundleLines(layout, o, {bundles.front()}, 800);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines.front().toX - lines.front().fromX, o.axis().pixelOf(alignedTime(kStart + 1000)) - 220);
    }
};

TEST_SUITE(ArrowBundlesTest)

}  // namespace tst_arrow_bundles

#include "tst_arrow_bundles.moc"
