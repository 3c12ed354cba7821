#include "core/base/words/ranges_text.h"
#include "core/scene/kit/stacked_bars.h"
#include "core/scene/pages/findings_scene.h"
#include "core/scene/pages/summary_scene.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <map>
#include <set>

namespace tst_summary_scene {

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &arg : message.args) {
                    text += " " + arg;
                }
                return text;
            },
            18};
}

TimeParts partsOf(std::int64_t computing, std::int64_t exposed, std::int64_t free) {
    TimeParts parts;
    parts.computing = Nanos{computing * kMs};
    parts.communication = Nanos{(exposed + 2) * kMs};
    parts.overlapped = Nanos{2 * kMs};
    parts.notOverlapped = Nanos{exposed * kMs};
    parts.free = Nanos{free * kMs};
    parts.total = parts.sumOfParts();
    return parts;
}

SummaryModel modelOf(int ranks) {
    SummaryModel model;
    model.run = RunId{0};
    model.ranks = model.ranksReady = static_cast<std::size_t>(ranks);
    model.facts = {{Message("summary.fact.steps"), "2 (5, 6)"}, {Message("summary.fact.chip"), ""}};
    model.strategy.source = StrategyGrid::Source::Sizes;
    model.strategy.stages = 2;
    model.strategy.replicas = ranks / 2;
    for (int rank = 0; rank < ranks; ++rank) {
        model.split.bars.push_back({rank, rank % 2, "node", partsOf(50 + rank % 7, 10, 5)});
        model.strategy.places.push_back({rank, rank % 2, rank / 2, rank != 1});
    }
    model.split.steps = 2;
    model.split.fromIntervals = static_cast<std::size_t>(ranks);
    model.steps = {{5, Nanos{70 * kMs}, Nanos{60 * kMs}, Nanos{80 * kMs}, 4}};
    model.environment = {{"version", "cann_version", {{"8.3.RC1", {0, 1, 2, 3}}}},
                         {"environment", "HCCL_ALGO", {{"ring", {0, 1, 2}}, {"mesh", {3}}}},
                         {"device", "NPU 0", {{"Ascend910B", {0}}, {"", {1, 2, 3}}}},
                         {"device", "capacity_bytes", {{"85017493504", {0, 1, 2, 3}}}},
                         {"memory", "allocated_peak_bytes", {{"1", {0, 1, 2}}, {"2", {3}}}}};
    Capability no;
    no.question = "call_stacks";
    no.title = Message("capability.call_stacks");
    no.remedy = Message("remedy.torch_npu.stack");
    model.capabilities = {no};
    return model;
}

bool hasText(const Scene &scene, const std::string &part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &t) { return t.text.find(part) != std::string::npos; });
}

std::vector<std::string> textsOf(const Scene &scene, const std::string &part) {
    std::vector<std::string> found;
    for (const auto &text : scene.texts) {
        if (text.text.find(part) != std::string::npos) {
            found.push_back(text.text);
        }
    }
    return found;
}

int ranksHit(const Scene &scene, const Box &tile) {
    std::set<int> ranks;
    for (const auto &hit : scene.hits) {
        const auto *rank = std::get_if<RankRef>(&hit.item);
        if (rank != nullptr && tile.contains(hit.x, hit.y)) {
            ranks.insert(rank->rank);
        }
    }
    return static_cast<int>(ranks.size());
}

}  // namespace

class TestSummaryScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tilesNeitherOverlapNorLeaveThePage() {
        for (const int width : {1600, 1000, 500}) {
            const auto out = buildSummaryScene(modelOf(8), {width, 700, SplitOrder::Rank}, testStyle());
            QVERIFY(out.tiles.size() >= 7);
            const Box page{0, 0, out.scene.width, out.scene.height};
            for (std::size_t i = 0; i < out.tiles.size(); ++i) {
                QCOMPARE(out.tiles[i].box.cutTo(page), out.tiles[i].box);
                for (std::size_t j = i + 1; j < out.tiles.size(); ++j) {
                    QVERIFY(!out.tiles[i].box.overlaps(out.tiles[j].box));
                }
            }
        }
    }
    void everythingLiesInATileAndFits() {
        const auto style = testStyle();
        for (const int width : {1600, 1000}) {
            const auto out = buildSummaryScene(modelOf(8), {width, 700, SplitOrder::Rank}, style);
            for (const auto &text : out.scene.texts) {
                const Box box{text.x, text.y, text.width, text.height};
                QVERIFY2(style.metrics(text.text) <= text.width, text.text.c_str());
                const auto holds = [&](const SummaryTile &t) { return box.cutTo(t.box) == box; };
                QVERIFY2(std::any_of(out.tiles.begin(), out.tiles.end(), holds), text.text.c_str());
            }
        }
    }
    void whatIsOnDemandHasAButton() {
        auto model = modelOf(8);
        Capability onDemand;
        onDemand.question = "timeline";
        onDemand.title = Message("capability.timeline");
        onDemand.answer = Answer::OnDemand;
        onDemand.toLoad = {2, 3};
        model.capabilities.push_back(onDemand);
        const auto out = buildSummaryScene(model, {1600, 700, SplitOrder::Rank}, testStyle());
        QCOMPARE(out.loadButtons.size(), std::size_t{2});
        QCOMPARE(out.loadButtons[0].width, 0);
        QVERIFY(out.loadButtons[1].width > 0);
        const auto *tile = out.tile(SummaryTileKind::Capabilities);
        QCOMPARE(out.loadButtons[1].cutTo(tile->box), out.loadButtons[1]);
        QVERIFY(hasText(out.scene, "answer.on_demand"));
        QVERIFY(hasText(out.scene, "summary.capability.load"));
    }
    /// A "no" is a click to the key; what no setting supplies is none.
    void whatASettingWouldFillIsARow() {
        auto model = modelOf(8);
        Capability there;
        there.title = Message("capability.timeline");
        there.answer = Answer::Yes;
        auto never = model.capabilities.front();
        never.remedy = Message("remedy.torch_npu.snapshot.none");
        auto lost = model.capabilities.front();
        lost.remedy = Message("remedy.ranks.one", {"3"});
        model.capabilities.insert(model.capabilities.end(), {there, never, lost});
        auto out = buildSummaryScene(model, {1600, 700, SplitOrder::Rank}, testStyle());
        QCOMPARE(out.settingRows.size(), std::size_t{4});
        const auto *tile = out.tile(SummaryTileKind::Capabilities);
        QVERIFY(!out.settingRows[0].isEmpty());
        QCOMPARE(out.settingRows[0].cutTo(tile->box), out.settingRows[0]);
        QVERIFY(out.settingRows[1].isEmpty() && out.settingRows[2].isEmpty() && out.settingRows[3].isEmpty());
        model.platform = Platform::Jax;  // another profiler's remedy, and no page for its settings
        out = buildSummaryScene(model, {1600, 700, SplitOrder::Rank}, testStyle());
        QVERIFY(out.settingRows[0].isEmpty());
    }
    /// Records of calls of a job that hangs: the finding, not four tiles that can hold nothing.
    void tilesThatNothingCouldFillAreNotThere() {
        SummaryModel model;
        model.ranks = model.ranksReady = 16;
        for (const int width : {1600, 1000, 500}) {
            const auto tiles = [&] { return buildSummaryScene(model, {width, 700, SplitOrder::Rank}, testStyle()); };
            model.platform = Platform::Unknown;
            const auto silent = tiles();
            for (const auto kind : {SummaryTileKind::Split, SummaryTileKind::Pipeline, SummaryTileKind::Strategy,
                                    SummaryTileKind::Steps}) {
                QVERIFY(silent.tile(kind) == nullptr);
            }
            QVERIFY(silent.tile(SummaryTileKind::Findings)->box.width > width * 9 / 10);
            model.platform = Platform::TorchNpu;  // whose settings would fill them
            QVERIFY(tiles().tile(SummaryTileKind::Split) != nullptr);
            model.platform = Platform::Unknown;
            model.ranksReady = 3;  // may still come
            QVERIFY(tiles().tile(SummaryTileKind::Split) != nullptr);
            model.ranksReady = 16;
        }
    }
    void checksAreOneLine() {
        FindingsModel findings;
        findings.headline = Message("findings.none");
        findings.passed = {Message("finding.a.topic"), Message("finding.b.topic")};
        findings.unchecked = {
            {Message("remedy.torch.memory"), {Message("finding.c.topic"), Message("finding.d.topic")}}};
        SummaryOptions options{1600, 700, SplitOrder::Rank};
        options.findings = &findings;
        const auto out = buildSummaryScene(modelOf(8), options, testStyle());
        const auto *tile = out.tile(SummaryTileKind::Findings);
        QCOMPARE(out.checks.cutTo(tile->box), out.checks);
        QVERIFY(out.checks.height > 0);
        QVERIFY(hasText(out.scene, "findings.checks"));
        QVERIFY(!hasText(out.scene, "finding.c.topic"));
        QVERIFY(!hasText(out.scene, "remedy.torch.memory"));
    }
    void barsCloseToTheTotal() {
        const auto parts = partsOf(50, 10, 5);
        StackedBars bars;
        StackedBar bar;
        bar.label = "rank 0";
        bar.item = RankRef{RunId{0}, 0};
        bar.parts = {{ColorRole::Computing, (parts.computing - parts.overlapped).count()},
                     {ColorRole::Overlapped, parts.overlapped.count()},
                     {ColorRole::ExposedCommunication, parts.notOverlapped.count()},
                     {ColorRole::Free, parts.free.count()}};
        QCOMPARE(bar.total(), parts.total.count());
        bars.bars = {bar};
        bars.format = {1};
        Scene scene;
        scene.width = 600;
        scene.height = 40;
        const auto style = testStyle();
        ScenePen pen(scene, style);
        bars.draw(pen, {0, 0, 600, 40});
        // Parts touch each other: their widths add up to the whole bar.
        int width = 0;
        int next = scene.rects.front().x;
        for (const auto &rect : scene.rects) {
            QCOMPARE(rect.x, next);
            next = rect.x + rect.width;
            width += rect.width;
        }
        const int room = 600 - 6 * 7 - 4 * 7 - 16;
        QCOMPARE(width, room);
        QVERIFY(hasText(scene, "65.0"));
    }
    void thousandRanksAreAStrip() {
        const auto out = buildSummaryScene(modelOf(1024), {1600, 900, SplitOrder::Rank}, testStyle());
        const auto *tile = out.tile(SummaryTileKind::Split);
        QVERIFY(tile != nullptr && tile->box.height < 400);
        QVERIFY(ranksHit(out.scene, tile->box) >= 800);  // one column of pixels a rank, shared where there are fewer
        const auto *grid = out.tile(SummaryTileKind::Strategy);
        QVERIFY(ranksHit(out.scene, grid->box) > 0);
        for (const auto &rect : out.scene.rects) {
            QVERIFY(rect.x >= 0 && rect.x + rect.width <= out.scene.width);
        }
    }
    void hitTestRoundTrip() {
        const auto out = buildSummaryScene(modelOf(8), {1600, 900, SplitOrder::Rank}, testStyle());
        QVERIFY(ranksHit(out.scene, out.tile(SummaryTileKind::Split)->box) == 8);
        QVERIFY(ranksHit(out.scene, out.tile(SummaryTileKind::Strategy)->box) == 8);
        for (const auto &hit : out.scene.hits) {
            const auto item = out.scene.itemAt(hit.x + hit.width / 2, hit.y + hit.height / 2);
            QVERIFY(item.has_value());
            QCOMPARE(toText(*item), toText(hit.item));
        }
    }
    void orders() {
        const auto bars = modelOf(8).split.bars;
        const auto byStage = ordered(bars, SplitOrder::Stage);
        QCOMPARE(byStage[1].rank, 2);
        QCOMPARE(byStage[4].rank, 1);
        const auto byTotal = ordered(bars, SplitOrder::Total);
        QCOMPARE(byTotal.front().rank, 6);
        QVERIFY(std::is_sorted(byTotal.begin(), byTotal.end(),
                               [](const SplitBar &a, const SplitBar &b) { return a.parts.total > b.parts.total; }));
    }
    /// They are one line, however many they are.
    void unknownFactsSaySo() {
        auto model = modelOf(4);
        model.facts.insert(model.facts.begin(), {Message("summary.fact.hosts"), ""});
        const auto out = buildSummaryScene(model, {1600, 900, SplitOrder::Rank}, testStyle());
        QCOMPARE(textsOf(out.scene, "summary.unknown").size(), std::size_t{1});
        QVERIFY(hasText(out.scene, "2 (5, 6)"));
        const auto names = textsOf(out.scene, "summary.fact.hosts");
        QCOMPARE(names.size(), std::size_t{1});
        QVERIFY(names.front().find("summary.fact.chip") != std::string::npos);
    }
    /// The first screen is about what is open: a rank by itself has no place in a pipeline or a grid of ranks.
    void oneRankShowsItsDevice_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("wide") << 1600;
        QTest::newRow("medium") << 1000;
        QTest::newRow("narrow") << 500;
    }
    void oneRankShowsItsDevice() {
        QFETCH(int, width);
        auto model = modelOf(2);
        const auto kinds = [&] {
            std::set<SummaryTileKind> shown;
            for (const auto &tile : buildSummaryScene(model, {width, 900, SplitOrder::Rank}, testStyle()).tiles) {
                shown.insert(tile.kind);
            }
            return shown;
        };
        using Kind = SummaryTileKind;
        QVERIFY(kinds().contains(Kind::Strategy) && kinds().contains(Kind::Pipeline) &&
                !kinds().contains(Kind::Operators));
        model.ranks = model.ranksReady = 1;
        model.split.bars.resize(1);
        model.strategy = {};
        model.operators = {{"aten::mm", Nanos{3 * kMs}, 12}, {"aten::add", Nanos{1 * kMs}, 40}};
        QVERIFY(!kinds().contains(Kind::Strategy) && !kinds().contains(Kind::Pipeline) &&
                kinds().contains(Kind::Operators));
        const auto out = buildSummaryScene(model, {width, 900, SplitOrder::Rank}, testStyle());
        QVERIFY(hasText(out.scene, "summary.operator 12 aten::mm") && hasText(out.scene, "3.000"));
        QVERIFY(out.orderControl.isEmpty());  // one bar has no order
        model.operators.clear();
        QVERIFY(hasText(buildSummaryScene(model, {width, 900, SplitOrder::Rank}, testStyle()).scene,
                        "summary.empty.operators"));
    }
    void differingSettingsComeFirstWithTheirRanks() {
        const auto out = buildSummaryScene(modelOf(4), {1600, 900, SplitOrder::Rank}, testStyle());
        int differing = 0;
        int same = 0;
        for (const auto &text : out.scene.texts) {
            differing = text.text == "HCCL_ALGO" ? text.y : differing;
            same = text.text == "cann_version" ? text.y : same;
        }
        QVERIFY(differing > 0 && differing < same);
        QVERIFY(!hasText(out.scene, "NPU 0") && !hasText(out.scene, "allocated_peak_bytes"));  // no settings
        QVERIFY(hasText(out.scene, "ring (ranks.label 0-2)"));
        QVERIFY(hasText(out.scene, "summary.environment.device.capacity_bytes") && hasText(out.scene, "79.18 GiB"));
    }
    void loadingShowsASkeleton() {
        SummaryModel model;
        model.ranks = 4;
        const auto out = buildSummaryScene(model, {1600, 900, SplitOrder::Rank}, testStyle());
        QVERIFY(hasText(out.scene, "summary.reading 0 4"));
        model.ranksReady = 4;
        QVERIFY(
            hasText(buildSummaryScene(model, {1600, 900, SplitOrder::Rank}, testStyle()).scene, "summary.empty.split"));
    }
    void whatWouldFillATileIsSaidForThePlatform() {
        SummaryModel model;
        model.ranks = model.ranksReady = 2;
        const auto says = [&](const std::string &id) {
            const auto out = buildSummaryScene(model, {1600, 900, SplitOrder::Rank}, testStyle());
            return std::any_of(out.scene.texts.begin(), out.scene.texts.end(),
                               [&](const SceneText &text) { return text.text == id; });
        };
        for (const std::string id : {"pipeline.empty", "summary.empty.strategy", "summary.empty.split"}) {
            model.platform = Platform::TorchNpu;
            QVERIFY2(says(id) && !says(id + ".torch"), id.c_str());
            model.platform = Platform::Torch;
            QVERIFY2(says(id + ".torch") && !says(id), id.c_str());
        }
    }
    void aRunWithoutRanksShowsWhatWasFound() {
        Run run;
        run.clusterFiles.resize(2);
        run.clusterFiles[0].path = "/run/one";
        run.clusterFiles[1].path = "/run/two";
        run.snapshots.resize(1);
        const auto model = summaryModel(run, std::nullopt);
        const auto out = buildSummaryScene(model, {1000, 700, SplitOrder::Rank}, testStyle());
        QVERIFY(hasText(out.scene, "summary.found.line_not_read 2 summary.found.cluster"));
        QVERIFY(hasText(out.scene, "summary.found.line_not_read 1 summary.found.snapshots"));
    }
    void recordsOfAHostSayWhatTheyLack() {
        Run run;
        run.captures.resize(1);
        run.captures.front().rank = -2;
        run.captures.front().files.resize(1);
        run.captures.front().files.front().path = "/run/sched.txt";
        run.captures.front().files.front().format = "sched";
        run.captures.front().files.front().chosen = true;
        const auto model = summaryModel(run, std::nullopt);
        const auto out = buildSummaryScene(model, {1000, 700, SplitOrder::Rank}, testStyle());
        QVERIFY(hasText(out.scene, "summary.found.line 1 summary.found.sched"));
        QVERIFY(hasText(out.scene, "summary.found.sched.alone"));
    }
    void aHeadingWithoutTextIsLeftOut() {
        FindingsModel model;
        model.findings.resize(1);
        auto &finding = model.findings.front();
        finding.title = Message("title");
        finding.facts = {Message("fact")};
        finding.remedy = Message("remedy");
        const auto texts = [&] { return buildFindingsScene(model, {1200, 700, 0}, testStyle()).scene; };
        QVERIFY(hasText(texts(), "findings.facts") && hasText(texts(), "findings.remedy"));
        QVERIFY(!hasText(texts(), "findings.assumptions"));
        finding.assumptions = {Message("assumed")};
        QVERIFY(hasText(texts(), "findings.assumptions"));
        finding.facts.clear();
        QVERIFY(!hasText(texts(), "findings.facts"));
    }
    void rangesAreShort() {
        QCOMPARE(rangesText({3, 1, 2, 8, 8, 10, 11}), std::string("1-3, 8, 10, 11"));
        QCOMPARE(rangesText({}), std::string());
    }
    void aBaselineStandsBesideEachRank() {
        Run run;
        Run baseline;
        baseline.label = "before";
        std::vector<TimeSplit> splits(2);
        splits[0].step = splits[1].step = 5;
        splits[0].rank = 0;
        splits[1].rank = 1;
        splits[0].parts = partsOf(50, 10, 5);
        splits[1].parts = partsOf(30, 3, 3);
        std::vector<TimeSplit> others(2);
        others[0].rank = others[1].rank = 0;
        others[0].step = 5;
        others[1].step = 6;
        others[0].parts = partsOf(40, 10, 5);
        others[1].parts = partsOf(60, 10, 5);
        auto summary = splitSummary(splits, run, 5);
        addBaseline(summary, others, baseline);
        QVERIFY(summary.isSameStep);
        QCOMPARE(summary.bars[0].baseline->total.count(), 55 * kMs);
        QVERIFY(!summary.bars[1].baseline.has_value());  // the baseline has no such rank
        auto model = modelOf(2);
        model.split = summary;
        const auto out = buildSummaryScene(model, {1600, 900, SplitOrder::Rank}, testStyle());
        QVERIFY(hasText(out.scene, "65.00 (+10.00)"));
        QVERIFY(hasText(out.scene, "summary.split.baseline before"));
        others[0].step = 4;  // no step in common: its typical one stands for the step
        addBaseline(summary, others, baseline);
        QVERIFY(!summary.isSameStep);
        QCOMPARE(summary.bars[0].baseline->total.count(), 55 * kMs);
    }
    void aTypicalStepIsShownAndCloses() {
        Run run;
        std::vector<TimeSplit> splits(3);
        splits[0].rank = splits[1].rank = 0;
        splits[2].rank = 1;
        splits[0].step = splits[2].step = 5;
        splits[1].step = 6;
        splits[0].parts = partsOf(50, 10, 5);
        splits[1].parts = partsOf(40, 20, 1);
        splits[2].parts = partsOf(30, 3, 3);
        const auto all = splitSummary(splits, run, std::nullopt);
        QCOMPARE(all.bars.size(), std::size_t{2});
        // Step 5 takes 50.5 ms, the mean of its ranks, step 6 takes 61 ms.
        QVERIFY(all.isTypical && all.step == 5);
        QCOMPARE(all.bars[0].parts.total.count(), 65 * kMs);
        QCOMPARE(all.bars[0].parts.sumOfParts().count(), 65 * kMs);
        QCOMPARE(all.bars[1].parts.total.count(), 36 * kMs);
        QCOMPARE(all.steps, std::size_t{2});
        const auto one = splitSummary(splits, run, 6);
        QCOMPARE(one.bars.size(), std::size_t{1});
        QCOMPARE(one.bars[0].parts.total.count(), 61 * kMs);
        QVERIFY(!one.isTypical);
        QCOMPARE(splitSummary(splits, run, 99).step, std::optional<std::int64_t>(5));
        const auto steps = stepBars(run, splits);
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[0].longest.count(), 65 * kMs);
        QCOMPARE(steps[0].shortest.count(), 36 * kMs);
    }

    /// What only Ascend has is not "unknown" of a GPU.
    void gpusAreNamed() {
        TableBuilder table(TableKind::Environment);
        table.set("section", std::string_view("device")).set("key", std::string_view("name"));
        table.set("value", std::string_view("AMD Instinct MI300X")).endRow();
        Run run;
        run.captures.emplace_back();
        run.captures.back().rank = 0;
        run.captures.back().loaded.push_back({SourceId{0}, {}, {std::make_shared<const TableStore>(table.take())}});
        std::map<std::string, std::string> facts;
        for (const auto &fact : summaryFacts(run, {})) {
            facts[fact.label.id] = fact.value;
        }
        QCOMPARE(facts["summary.fact.chip"], std::string("AMD Instinct MI300X"));
        QVERIFY(!facts.contains("summary.fact.cann"));
    }
};

TEST_SUITE(TestSummaryScene)

}  // namespace tst_summary_scene

#include "tst_summary_scene.moc"
