#include "core/base/import_log.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <set>

namespace tst_pipeline_cells_scene {

using namespace stagescope;
using namespace stagescope::sample_pipeline;

class TestPipelineCellsScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void overlappedCellIsSplitByMeans() {
        auto input = twoStages();
        auto &overlapped = input.chart.cells.edit()[3];
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
            input.chart.cells.edit()[i].chunk = static_cast<int>(i % 2);
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
        input.chart.cells.edit()[1].microbatch = -1;
        input.chart.cells.edit()[1].numbering = Numbering::Uncertain;
        const auto texts = textsOf(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene);
        QCOMPARE(texts.count("?"), std::size_t{1});
        QCOMPARE(texts.count("pipeline.numbering.uncertain"), std::size_t{1});
    }
    void everyKindHasItsColourAndLegend() {
        auto input = twoStages();
        int at = 100;
        for (const auto kind : {CellKind::BackwardInput, CellKind::BackwardWeight, CellKind::Loss,
                                CellKind::GradientSync, CellKind::Optimizer, CellKind::Other}) {
            input.chart.cells.edit().push_back(cell(2, kind, -1, at, at + 10));
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
    /// What a view shows as the step does not end with the schedule: gradients and the optimizer follow.
    void theWholeStepHasWhatIsNotScheduled() {
        auto input = twoStages();
        input.bubbles = stepBubbles(input.chart, 1, {});
        const auto window = input.bubbles->window;
        QVERIFY(wholeStep(input) == std::optional(window));
        input.chart.cells.edit().push_back(cell(2, CellKind::GradientSync, -1, 500, 520));
        input.chart.cells.edit().push_back(cell(2, CellKind::Optimizer, -1, 520, 540));
        auto other = cell(2, CellKind::Optimizer, -1, 900, 940);
        other.step = 2;
        input.chart.cells.edit().push_back(other);
        QVERIFY(wholeStep(input) == std::optional(AlignedRange{window.begin, alignedTime(kStart + 540 * kMs)}));
        QVERIFY(!wholeStep(PipelineInput{}));
    }
    void partsMakeTwoLanesAndExposedCommunicationIsOutlined() {
        auto input = twoStages();
        auto &b = input.chart.cells.edit()[2];
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
    void kernelsAreDrawnWithinWideCells() {
        auto input = twoStages();
        TraceBuilder builder;
        const auto device = builder.intern("device");
        const auto stream = builder.track({TrackKind::DeviceStream, device, builder.intern("stream 1")});
        builder.slice(stream, kStart + 41 * kMs, 4 * kMs, builder.intern("MatMul"), SliceClass::Computing, 0);
        builder.slice(stream, kStart + 46 * kMs, 2 * kMs, builder.intern("wait"), SliceClass::Event, 0);
        const auto group = builder.track({TrackKind::CommGroup, device, builder.intern("group")});
        builder.slice(group, kStart + 50 * kMs, 5 * kMs, builder.intern("hcom_send"), SliceClass::Communication, 0);
        ImportLog log;
        MergeOptions mergeOptions;
        mergeOptions.log = &log;
        std::vector<TraceBuilder> builders;
        builders.push_back(std::move(builder));
        TimelineSource source;
        source.rank = {RunId{0}, 0};
        source.source = SourceId{3};
        source.trace = mergeTraces(std::move(builders), mergeOptions).value();
        source.colors = std::make_shared<const SliceColors>(sliceColors(*source.trace));
        input.traces = {source};
        auto options = optionsOf(1600, 900, input);
        const auto out = buildPipelineScene(input, options, testStyle());
        const auto texts = textsOf(out.scene);
        QVERIFY(texts.count("MatMul") == 1 && texts.count("hcom_send") == 1 && texts.count("wait") == 0);
        std::vector<SceneHit> slices;
        for (const auto &hit : out.scene.hits) {
            if (std::holds_alternative<SliceRef>(hit.item)) {
                slices.push_back(hit);
            }
        }
        QCOMPARE(slices.size(), std::size_t{2});
        for (const auto &hit : slices) {
            // A click on a kernel means the kernel, beside it the cell.
            QCOMPARE(out.scene.itemAt(hit.x + 2, hit.y + 2), std::optional(hit.item));
            const auto &ref = std::get<SliceRef>(hit.item);
            const bool isSend = source.trace->slices(ref.track).klass(ref.slice.value) == SliceClass::Communication;
            QVERIFY(std::abs(hit.width - out.axis.width * (isSend ? 5 : 4) / 90) <= 1);
        }
        const auto cellHit = hitOf(out.scene, cellRefAt(input, 2));
        QVERIFY(cellHit.has_value());
        QCOMPARE(out.scene.itemAt(cellHit->x + 2, cellHit->y + 2), std::optional(cellHit->item));
        options.range.end += Nanos{2000 * kMs};
        QCOMPARE(textsOf(buildPipelineScene(input, options, testStyle()).scene).count("MatMul"), std::size_t{0});
    }
    void idealStandsBelowTheCells() {
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
                if (r.color.role == ColorRole::Backward && out.rowOf(0)->ghost.contains(r.x, r.y)) {
                    found.push_back(r);
                }
            }
            return found;
        };
        QVERIFY(ghosts().empty());
        options.ghost = IdealCosts::UniformMeans;
        QVERIFY(ghosts().empty());
        const auto before = buildPipelineScene(input, options, testStyle());
        QVERIFY(before.rowOf(0)->ghost.isEmpty());
        options.ghost = IdealCosts::StageMeans;
        const auto found = ghosts();
        QCOMPARE(found.size(), std::size_t{1});
        const auto out = buildPipelineScene(input, options, testStyle());
        verifyInside(out.scene);
        QCOMPARE(found[0].x, out.axis.pixelOf(ideal.range.begin));
        // A lane of its own below all that was measured, as high as it is; the measured cells do not shrink for it.
        const auto *row = out.rowOf(0);
        QCOMPARE(found[0].height, row->ghost.height);
        QVERIFY(row->ghost.height >= PipelineScene::kMinGhost);
        QVERIFY(row->ghost.y >= row->cells.bottom() && row->ghost.y >= row->p2p.bottom());
        QCOMPARE(hitOf(out.scene, cellRefAt(input, 3))->height, row->cells.height);
        QCOMPARE(textsOf(before.scene).count("pipeline.ideal"), std::size_t{0});
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
};

TEST_SUITE(TestPipelineCellsScene)

}  // namespace tst_pipeline_cells_scene

#include "tst_pipeline_cells_scene.moc"
