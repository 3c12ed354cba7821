#include "core/scene/number_text.h"
#include "core/scene/pipeline_scene.h"

#include <QtTest/QtTest>

#include <set>

using namespace stagescope;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

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

PipelineCell cell(int rank, CellKind kind, int microbatch, std::int64_t beginMs, std::int64_t endMs) {
    PipelineCell c;
    c.rank = rank;
    c.step = 1;
    c.kind = kind;
    c.microbatch = microbatch;
    c.numbering = Numbering::ByOrder;
    c.range = {rankTime(kStart + beginMs * kMs), rankTime(kStart + endMs * kMs)};
    c.name = kind == CellKind::Forward ? "FP" : "BP";
    return c;
}

P2pOp p2p(int rank, P2pOp::Kind kind, const char *name, std::int64_t beginMs, std::int64_t endMs) {
    P2pOp op;
    op.rank = rank;
    op.kind = kind;
    op.range = {rankTime(kStart + beginMs * kMs), rankTime(kStart + endMs * kMs)};
    op.name = name;
    return op;
}

/// Two stages, two microbatches, and a third rank of which nothing is known.
PipelineInput twoStages() {
    PipelineInput input;
    input.run = RunId{0};
    input.chart.group = {"pp(0,2,4)", {0, 2, 4}, GroupOrigin::Metadata};
    input.chart.cells = {cell(0, CellKind::Forward, 0, 0, 10),   cell(0, CellKind::Forward, 1, 10, 20),
                         cell(0, CellKind::Backward, 0, 40, 60), cell(0, CellKind::Backward, 1, 70, 90),
                         cell(2, CellKind::Forward, 0, 10, 20),  cell(2, CellKind::Backward, 0, 20, 40),
                         cell(2, CellKind::Forward, 1, 40, 50),  cell(2, CellKind::Backward, 1, 50, 70)};
    input.chart.p2p = {p2p(0, P2pOp::Kind::Send, "hcom_send", 10, 13), p2p(2, P2pOp::Kind::Batch, "batch", 20, 25)};
    input.chart.steps = {1};
    input.missing = {4};
    input.hosts = {{0, "node-a"}, {2, "node-b"}};
    input.step = 1;
    input.bubbles = stepBubbles(input.chart, 1, {});
    return input;
}

PipelineSceneOptions optionsOf(int width, int height, const PipelineInput &input) {
    PipelineSceneOptions options;
    options.width = width;
    options.height = height;
    options.range = input.bubbles->window;
    return options;
}

std::set<std::string> textsOf(const Scene &scene) {
    std::set<std::string> texts;
    for (const auto &text : scene.texts) {
        texts.insert(text.text);
    }
    return texts;
}

std::optional<SceneHit> hitOf(const Scene &scene, const ItemRef &item) {
    const auto it =
        std::find_if(scene.hits.begin(), scene.hits.end(), [&](const SceneHit &h) { return h.item == item; });
    return it == scene.hits.end() ? std::nullopt : std::optional(*it);
}

/// Of the box of a role that fills a part of the hit over its whole height.
int rectWidth(const Scene &scene, const SceneHit &hit, ColorRole role) {
    for (const auto &r : scene.rects) {
        if (r.color.role == role && r.y == hit.y && r.height == hit.height && r.x >= hit.x &&
            r.x + r.width <= hit.x + hit.width) {
            return r.width;
        }
    }
    return 0;
}

void verifyInside(const Scene &scene) {
    for (const auto &r : scene.rects) {
        QVERIFY(r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0);
        QVERIFY(r.x + r.width <= scene.width && r.y + r.height <= scene.height);
    }
    for (const auto &t : scene.texts) {
        QVERIFY2(t.x >= 0 && t.y >= 0 && t.x + t.width <= scene.width && t.y + t.height <= scene.height,
                 t.text.c_str());
        QVERIFY2(testStyle().metrics(t.text) <= t.width, t.text.c_str());
    }
}

}  // namespace

class TestPipelineScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bubblesCloseToTheWindow() {
        auto input = twoStages();
        input.chart.cells[1].range.begin -= Nanos{3 * kMs + 1};  // overlaps its neighbour: busy is a union, not a sum
        const auto bubbles = stepBubbles(input.chart, 1, {});
        QVERIFY(bubbles.has_value());
        QCOMPARE(bubbles->window.duration().count(), 90 * kMs);
        QCOMPARE(bubbles->ranks.size(), std::size_t{3});
        QCOMPARE(bubbles->ranks[0].busy.count(), 60 * kMs);
        QCOMPARE(bubbles->ranks[0].bubble.count(), 30 * kMs);
        QCOMPARE(bubbles->ranks[1].busy.count(), 60 * kMs);
        for (const auto &rank : bubbles->ranks) {
            if (rank.hasCells) {
                QCOMPARE((rank.busy + rank.bubble).count(), bubbles->window.duration().count());
                QCOMPARE(totalLength(rank.gaps), rank.bubble.count());
            }
        }
        QVERIFY(!bubbles->ranks[2].hasCells);
        QVERIFY(!stepBubbles(input.chart, 7, {}).has_value());
    }
    void alignmentShiftsTheWindow() {
        auto input = twoStages();
        ClockAlignment clock;
        clock.setOffset(2, Nanos{100 * kMs});
        const auto bubbles = stepBubbles(input.chart, 1, clock);
        QCOMPARE(bubbles->window.duration().count(), 170 * kMs);
        QCOMPARE(bubbles->ranks[1].bubble.count(), 110 * kMs);
    }
    void boxesLieInsideAndInOrder() {
        const auto input = twoStages();
        for (const auto &[width, height] : {std::pair{1600, 900}, std::pair{1000, 700}, std::pair{300, 150}}) {
            const auto out = buildPipelineScene(input, optionsOf(width, height, input), testStyle());
            verifyInside(out.scene);
            QCOMPARE(out.rows.size(), std::size_t{3});
            QVERIFY(out.rows[0].box.bottom() <= out.rows[1].box.y);
        }
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        int previousEnd = 0;
        int cells = 0;
        for (const auto &hit : out.scene.hits) {
            const auto *ref = std::get_if<CellRef>(&hit.item);
            if (ref != nullptr && ref->rank == 0) {
                QVERIFY(hit.x >= previousEnd);
                previousEnd = hit.x + hit.width;
                ++cells;
            }
        }
        QCOMPARE(cells, 4);
    }
    void cellsKeepTheirShareOfTheWindow() {
        const auto input = twoStages();
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        for (const auto &hit : out.scene.hits) {
            const auto *ref = std::get_if<CellRef>(&hit.item);
            if (ref != nullptr && ref->kind == "B") {
                QVERIFY(std::abs(hit.width - out.axis.width * 20 / 90) <= 1);
            }
        }
    }
    void hitTestRoundTrip() {
        const auto input = twoStages();
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        std::set<std::string> found;
        for (const auto &hit : out.scene.hits) {
            const auto item = out.scene.itemAt(hit.x + hit.width / 2, hit.y + hit.height / 2);
            QVERIFY(item.has_value());
            QCOMPARE(toText(*item), toText(hit.item));
            found.insert(toText(*item));
        }
        for (const auto &c : input.chart.cells) {
            QVERIFY(found.count(toText(cellRef(RunId{0}, input.chart.group, c))) == 1);
        }
        QVERIFY(found.count(toText(CommOpRef{RunId{0}, 0, 0, "hcom_send"})) == 1);
        QVERIFY(found.count(toText(CommOpRef{RunId{0}, 2, 0, "batch"})) == 1);
        QVERIFY(found.count(toText(RankRef{RunId{0}, 4})) == 1);
    }
    void missingRankKeepsItsRow() {
        const auto input = twoStages();
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        const auto *row = out.rowOf(4);
        QVERIFY(row != nullptr);
        const auto isHatched = [&](const SceneRect &r) { return r.hatched && r.y == row->cells.y; };
        QVERIFY(std::any_of(out.scene.rects.begin(), out.scene.rects.end(), isHatched));
        QVERIFY(textsOf(out.scene).count("pipeline.rank_missing") == 1);
    }
    void bubbleTableCloses() {
        auto input = twoStages();
        input.chart.cells[0].range.begin += Nanos{49'999};
        input.bubbles = stepBubbles(input.chart, 1, {});
        const auto texts = textsOf(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene);
        const MillisFormat format = MillisFormat::forSize(input.bubbles->window.duration());
        const auto window = format.rounded(input.bubbles->window.duration());
        const auto busy = format.rounded(input.bubbles->ranks[0].busy);
        QVERIFY(texts.count(format.textOf(window)) == 1);
        QVERIFY(texts.count(format.textOf(busy)) == 1);
        QVERIFY(texts.count(format.textOf(window - busy)) == 1);
    }
    void numberedByOrderIsSaid() {
        auto input = twoStages();
        const auto saysSo = [](const Scene &scene) {
            return std::any_of(scene.texts.begin(), scene.texts.end(), [](const SceneText &t) {
                return t.text.find("pipeline.numbering.by_order") != std::string::npos;
            });
        };
        QVERIFY(saysSo(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene));
        for (auto &c : input.chart.cells) {
            c.numbering = Numbering::Named;
        }
        QVERIFY(!saysSo(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene));
    }
    void hostTimesAreHatched() {
        auto input = twoStages();
        const auto hatchedCells = [](const PipelineScene &out) {
            return std::count_if(out.scene.rects.begin(), out.scene.rects.end(), [&](const SceneRect &r) {
                return r.hatched && r.color.role == ColorRole::Forward && r.y < out.rowOf(2)->box.bottom();
            });
        };
        QCOMPARE(hatchedCells(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle())), 0);
        input.chart.cells[0].evidence = CellEvidence::HostRange;
        QCOMPARE(hatchedCells(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle())), 1);
    }
    void overlappedCellIsSplitByMeans() {
        auto input = twoStages();
        auto &overlapped = input.chart.cells[3];
        overlapped.kind = CellKind::Overlapped;
        overlapped.microbatch = 7;
        overlapped.backwardMicrobatch = 13;
        QCOMPARE(pipelineDigest(input.chart, {}).forwardShare, 1.0 / 3.0);
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        const auto texts = textsOf(out.scene);
        QVERIFY(texts.count("7") == 1 && texts.count("13") == 1);
        const auto box = hitOf(out.scene, cellRef(input.run, input.chart.group, overlapped));
        QVERIFY(box.has_value());
        const auto forward = rectWidth(out.scene, *box, ColorRole::Forward);
        QVERIFY(std::abs(forward * 3 - box->width) <= 3);
        QCOMPARE(forward + rectWidth(out.scene, *box, ColorRole::Backward), box->width);
    }
    void chunksDifferInShadeAndLabel() {
        auto input = twoStages();
        for (std::size_t i = 0; i < input.chart.cells.size(); ++i) {
            input.chart.cells[i].chunk = static_cast<int>(i % 2);
        }
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        std::set<int> shades;
        for (const auto &r : out.scene.rects) {
            if (r.color.role == ColorRole::Forward && r.y < out.rowOf(2)->box.bottom()) {
                shades.insert(r.color.shade);
            }
        }
        QCOMPARE(shades, (std::set<int>{0, kChunkShades - 1}));
        QCOMPARE(textsOf(out.scene).count("1.1"), std::size_t{1});
        ScheduleMatch match;
        match.candidates.push_back({.kind = ScheduleKind::DualPipe});
        input.chart.match = match;
        const auto dual = textsOf(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene);
        QVERIFY(dual.count("1'") == 1 && dual.count("1.1") == 0);
    }
    void shadesOfManyChunksAreInOrder() {
        PipelineDigest digest;
        for (const int chunks : {1, 2, 3, 4, 7}) {
            digest.chunks = chunks;
            QCOMPARE(digest.shadeOf(0), std::uint8_t{0});
            QCOMPARE(int{digest.shadeOf(chunks - 1)}, chunks == 1 ? 0 : kChunkShades - 1);
            for (int i = 1; i < chunks; ++i) {
                QVERIFY(digest.shadeOf(i) >= digest.shadeOf(i - 1));
            }
        }
    }
    void uncertainNumberIsNotClaimed() {
        auto input = twoStages();
        input.chart.cells[1].microbatch = -1;
        input.chart.cells[1].numbering = Numbering::Uncertain;
        const auto texts = textsOf(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene);
        QCOMPARE(texts.count("?"), std::size_t{1});
        QCOMPARE(texts.count("pipeline.numbering.uncertain"), std::size_t{1});
    }
    void everyKindHasItsColourAndLegend() {
        auto input = twoStages();
        int at = 100;
        for (const auto kind : {CellKind::BackwardInput, CellKind::BackwardWeight, CellKind::Loss,
                                CellKind::GradientSync, CellKind::Optimizer, CellKind::Other}) {
            input.chart.cells.push_back(cell(2, kind, -1, at, at + 10));
            at += 10;
        }
        input.bubbles = stepBubbles(input.chart, 1, {});
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        const auto texts = textsOf(out.scene);
        std::set<ColorRole> roles;
        for (const auto &r : out.scene.rects) {
            roles.insert(r.color.role);
        }
        std::set<ColorRole> wanted;
        for (const auto *kind : {"F", "B", "I", "W", "loss", "gradient_sync", "optimizer", "other"}) {
            QVERIFY2(texts.count(std::string("pipeline.kind.") + kind) == 1, kind);
            wanted.insert(colorOf(*cellKindFromText(kind)));
        }
        QCOMPARE(wanted.size(), std::size_t{8});
        QVERIFY(std::includes(roles.begin(), roles.end(), wanted.begin(), wanted.end()));
    }
    void partsMakeTwoLanesAndExposedCommunicationIsOutlined() {
        auto input = twoStages();
        auto &b = input.chart.cells[2];
        const auto part = [&](CellKind kind, CellPart::Lane lane, std::int64_t from, std::int64_t to,
                              const char *name) {
            CellPart p;
            p.kind = kind;
            p.lane = lane;
            p.range = {rankTime(kStart + from * kMs), rankTime(kStart + to * kMs)};
            p.name = name;
            b.parts.push_back(p);
        };
        b.kind = CellKind::Overlapped;
        part(CellKind::Forward, CellPart::Lane::Compute, 40, 45, "attn");
        part(CellKind::Backward, CellPart::Lane::Compute, 45, 55, "mlp");
        part(CellKind::Forward, CellPart::Lane::Communication, 50, 60, "dispatch");
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        const auto texts = textsOf(out.scene);
        QVERIFY(texts.count("attn") == 1 && texts.count("mlp") == 1 && texts.count("dispatch") == 1);
        // Only from 55 to 60 ms does nothing compute.
        const auto outline = std::find_if(out.scene.rects.begin(), out.scene.rects.end(), [](const SceneRect &r) {
            return r.color.role == ColorRole::Error && r.height == 1;
        });
        QVERIFY(outline != out.scene.rects.end());
        QVERIFY(std::abs(outline->width - out.axis.width * 5 / 90) <= 1);
        // Too narrow for lanes: one box of two halves.
        auto narrow = optionsOf(1600, 900, input);
        narrow.range.end += Nanos{4000 * kMs};
        QCOMPARE(textsOf(buildPipelineScene(input, narrow, testStyle()).scene).count("attn"), std::size_t{0});
    }
    void phasesFollowTheOrder() {
        const auto input = twoStages();
        const auto phases = pipelinePhases(input.chart);
        std::string text;
        for (const auto &span : phases) {
            text += std::to_string(span.rank) + std::string(phaseText(span.phase)) + " ";
        }
        // Rank 0 has all forwards before its first backward: no steady phase.
        QCOMPARE(text, std::string("0warmup 0cooldown 2warmup 2steady 2cooldown "));
        QCOMPARE(phases[3].range.begin, rankTime(kStart + 20 * kMs));
        QCOMPARE(phases[3].range.end, rankTime(kStart + 50 * kMs));
    }
    void rowsGoByStageOrByRank() {
        auto input = twoStages();
        input.chart.group.ranks = {2, 0, 4};
        auto options = optionsOf(1600, 900, input);
        const auto byStage = buildPipelineScene(input, options, testStyle());
        QCOMPARE(byStage.rows[0].rank, 2);
        options.order = PipelineRowOrder::Rank;
        const auto byRank = buildPipelineScene(input, options, testStyle());
        QCOMPARE(byRank.rows[0].rank, 0);
        QCOMPARE(byRank.rows[0].stage, 1);
    }
    void onlyWhatIsInSightIsDrawn() {
        auto input = twoStages();
        input.digest = pipelineDigest(input.chart, {});
        auto options = optionsOf(1600, 900, input);
        options.range = {alignedTime(kStart + 45 * kMs), alignedTime(kStart + 55 * kMs)};
        const auto out = buildPipelineScene(input, options, testStyle());
        std::set<std::string> cells;
        for (const auto &hit : out.scene.hits) {
            if (const auto *ref = std::get_if<CellRef>(&hit.item)) {
                cells.insert(std::to_string(ref->rank) + ref->kind + std::to_string(ref->microbatch));
            }
        }
        QCOMPARE(cells, (std::set<std::string>{"0B0", "2F1", "2B1"}));
    }
    void idealStandsBehindTheCells() {
        auto input = twoStages();
        IdealCell ideal;
        ideal.rank = 0;
        ideal.kind = CellKind::Backward;
        ideal.microbatch = 1;
        ideal.range = {alignedTime(kStart + 60 * kMs), alignedTime(kStart + 80 * kMs)};
        ideal.measured = 3;
        ideal.lateness = Nanos{10 * kMs};
        input.ideal[static_cast<std::size_t>(IdealCosts::StageMeans)] = {ideal};
        QCOMPARE(idealOf(input, 3, IdealCosts::StageMeans)->lateness.count(), 10 * kMs);
        QVERIFY(idealOf(input, 2, IdealCosts::StageMeans) == nullptr);
        QVERIFY(idealOf(input, 3, IdealCosts::UniformMeans) == nullptr);
        auto options = optionsOf(1600, 900, input);
        const auto ghosts = [&] {
            const auto out = buildPipelineScene(input, options, testStyle());
            std::vector<SceneRect> found;
            for (const auto &r : out.scene.rects) {
                if (r.color.shade == kGhostShade && r.y == out.rowOf(0)->cells.y) {
                    found.push_back(r);
                }
            }
            return found;
        };
        QVERIFY(ghosts().empty());
        options.ghost = IdealCosts::UniformMeans;
        QVERIFY(ghosts().empty());
        options.ghost = IdealCosts::StageMeans;
        const auto found = ghosts();
        QCOMPARE(found.size(), std::size_t{1});
        const auto out = buildPipelineScene(input, options, testStyle());
        QCOMPARE(found[0].x, out.axis.pixelOf(ideal.range.begin));
        // The measured cell leaves the upper and lower edge of the ideal in sight.
        const auto hit = hitOf(out.scene, cellRefAt(input, 3));
        QVERIFY(hit && hit->y > found[0].y && hit->y + hit->height < found[0].y + found[0].height);
        QCOMPARE(textsOf(out.scene).count("pipeline.ideal"), std::size_t{1});
    }
    void arrowsGoFromSendToReceive() {
        auto input = twoStages();
        input.chart.p2p = {p2p(0, P2pOp::Kind::Send, "send", 10, 13), p2p(2, P2pOp::Kind::Receive, "receive", 8, 14)};
        P2pEdge edge;
        edge.send = 0;
        edge.receive = 1;
        edge.from = 0;
        edge.to = 2;
        edge.producer = 0;
        edge.consumer = 4;
        edge.direction = P2pEdge::Direction::Activation;
        input.chart.edges = {edge};
        input.digest = pipelineDigest(input.chart, {});
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        const auto lines = pipelineEdgeLines(input, out, cellRefAt(input, 0));
        QVERIFY(lines.size() > 3);
        QCOMPARE(lines.front().x1, out.axis.pixelOf(alignedTime(kStart + 13 * kMs)));
        QVERIFY(out.rowOf(0)->p2p.contains(lines.front().x1, lines.front().y1));
        QCOMPARE(lines.back().x1, out.axis.pixelOf(alignedTime(kStart + 14 * kMs)));
        QVERIFY(out.rowOf(2)->p2p.contains(lines.back().x1, lines.back().y1));
        QCOMPARE(lines.front().color.role, ColorRole::Forward);
        // All items that take part show the same arrow, others none.
        for (const ItemRef &item :
             {ItemRef(cellRefAt(input, 4)), ItemRef(p2pRefAt(input, 0)), ItemRef(p2pRefAt(input, 1))}) {
            QCOMPARE(pipelineEdgeLines(input, out, item).size(), lines.size());
        }
        QVERIFY(pipelineEdgeLines(input, out, cellRefAt(input, 1)).empty());
        QCOMPARE(otherEnd(input, cellRefAt(input, 0), 0), std::optional<ItemRef>(cellRefAt(input, 4)));
        QCOMPARE(otherEnd(input, p2pRefAt(input, 1), 0), std::optional<ItemRef>(p2pRefAt(input, 0)));
        QCOMPARE(edgesOf(input, cellRefAt(input, 4), EdgeEnd::Incoming), std::vector<std::size_t>{0});
        QVERIFY(edgesOf(input, cellRefAt(input, 4), EdgeEnd::Outgoing).empty());
    }
    void arrowWithoutAnOperationStandsAtTheCell() {
        auto input = twoStages();
        P2pEdge edge;
        edge.from = 0;
        edge.to = 2;
        edge.producer = 0;
        edge.consumer = 4;
        input.chart.edges = {edge};
        input.digest = pipelineDigest(input.chart, {});
        const auto out = buildPipelineScene(input, optionsOf(1600, 900, input), testStyle());
        const auto lines = pipelineEdgeLines(input, out, cellRefAt(input, 4));
        QVERIFY(!lines.empty());
        QVERIFY(out.rowOf(0)->cells.contains(lines.front().x1, lines.front().y1));
        QVERIFY(out.rowOf(2)->cells.contains(lines.back().x1, lines.back().y1));
        QCOMPARE(otherEnd(input, p2pRefAt(input, 0), 0), std::nullopt);
    }
    void replicasAreShownAsBands() {
        auto input = twoStages();
        EnvelopeSpan span;
        span.stage = 1;
        span.kind = CellKind::Backward;
        span.microbatch = 5;
        span.beginLeast = Nanos{10 * kMs};
        span.beginMedian = Nanos{20 * kMs};
        span.endMedian = Nanos{40 * kMs};
        span.endMost = Nanos{60 * kMs};
        input.envelope = {span};
        input.envelopeReplicas = 3;
        auto options = optionsOf(1600, 900, input);
        options.envelope = true;
        const auto out = buildPipelineScene(input, options, testStyle());
        const auto texts = textsOf(out.scene);
        QVERIFY(texts.count("5") == 1 && texts.count("stage.label 1") == 1 && texts.count("pipeline.replicas 3") == 1);
        const auto widthOf = [&](std::uint8_t shade) {
            for (const auto &r : out.scene.rects) {
                if (r.color == Color{ColorRole::Backward, 0, shade} && r.y >= out.rowOf(2)->cells.y &&
                    r.y < out.rowOf(2)->cells.bottom()) {
                    return r.width;
                }
            }
            return 0;
        };
        QVERIFY(std::abs(widthOf(kGhostShade) - out.axis.width * 50 / 90) <= 1);
        QVERIFY(std::abs(widthOf(0) - out.axis.width * 20 / 90) <= 1);
        verifyInside(out.scene);
    }
    void narrowCellsAreFoundByTime() {
        auto input = twoStages();
        input.digest = pipelineDigest(input.chart, {});
        auto options = optionsOf(1600, 900, input);
        options.range.end += Nanos{100'000 * kMs};
        const auto out = buildPipelineScene(input, options, testStyle());
        QVERIFY(!hitOf(out.scene, cellRefAt(input, 0)).has_value());
        const auto *row = out.rowOf(0);
        const auto item = pipelineItemAt(input, out, out.axis.left, row->cells.y + 5);
        QVERIFY(item && std::holds_alternative<CellRef>(*item));
        QVERIFY(!pipelineItemAt(input, out, out.axis.left + 500, row->cells.y + 5).has_value());
    }
    void medianStepIsTheDefault() {
        const auto window = [](std::int64_t step, std::int64_t length) {
            return StepWindow{step, {alignedTime(step * 1000), alignedTime(step * 1000 + length)}};
        };
        QCOMPARE(medianStep({window(1, 90), window(2, 50), window(3, 60)}), std::optional<std::int64_t>(3));
        QCOMPARE(medianStep({window(1, 90), window(2, 50)}), std::optional<std::int64_t>(2));
        QVERIFY(!medianStep({}).has_value());
    }
    void thousandsOfCellsCostPixelsNotCells() {
        PipelineInput input = twoStages();
        input.chart.cells.clear();
        for (int i = 0; i < 200'000; ++i) {
            auto c = cell(0, i % 2 == 0 ? CellKind::Forward : CellKind::Backward, i / 2, i, i + 1);
            input.chart.cells.push_back(c);
        }
        input.bubbles = stepBubbles(input.chart, 1, {});
        const auto out = buildPipelineScene(input, optionsOf(1000, 700, input), testStyle());
        QVERIFY(out.scene.rects.size() < 3000);
    }
    void manyRanksScroll() {
        PipelineInput input = twoStages();
        input.chart.group.ranks.clear();
        for (int i = 0; i < 64; ++i) {
            input.chart.group.ranks.push_back(i);
        }
        auto options = optionsOf(1000, 700, input);
        auto out = buildPipelineScene(input, options, testStyle());
        QVERIFY(out.rowsHeight > out.viewportHeight);
        options.scrollY = 1'000'000;
        out = buildPipelineScene(input, options, testStyle());
        verifyInside(out.scene);
        QVERIFY(out.rows.back().box.bottom() <= 700);
    }
    void millisecondsRoundAndPad() {
        QCOMPARE(MillisFormat{3}.text(Nanos{1'005'500}), std::string("1.006"));
        QCOMPARE(MillisFormat{1}.text(Nanos{-49'999}), std::string("0.0"));
        QCOMPARE(MillisFormat{2}.text(Nanos{-1'050'000}), std::string("-1.05"));
        QCOMPARE(MillisFormat{3}.text(Nanos{12'000}), std::string("0.012"));
    }
    void wrappedLinesFit() {
        const auto metrics = testStyle().metrics;
        const auto lines = wrapped("one two three fourteen five", 70, metrics);
        QVERIFY(lines.size() > 2);
        for (const auto &line : lines) {
            QVERIFY(metrics(line) <= 70);
        }
        QCOMPARE(wrapped("schedule.skip_first", 84, metrics), (std::vector<std::string>{"schedule.", "skip_first"}));
        QCOMPARE(wrapped("8.3.RC1 is short", 200, metrics).size(), std::size_t{1});
        QCOMPARE(wrapped("", 70, metrics).size(), std::size_t{0});
        QCOMPARE(wrapped("流水线并行", 30, metrics).size(), std::size_t{5});
    }
};

QTEST_GUILESS_MAIN(TestPipelineScene)
#include "tst_pipeline_scene.moc"
