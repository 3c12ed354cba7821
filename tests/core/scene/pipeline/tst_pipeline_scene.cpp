#include "core/base/number_text.h"
#include "core/scene/kit/cause_look.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "tests/support/sample_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <set>

namespace tst_pipeline_scene {

using namespace stagescope;
using namespace stagescope::sample_pipeline;

class TestPipelineScene : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bubblesCloseToTheWindow() {
        auto input = twoStages();
        input.chart.cells.edit()[1].range.begin -=
            Nanos{3 * kMs + 1};  // overlaps its neighbour: busy is a union, not a sum
        const auto bubbles = stepBubbles(input.chart, 1, {});
        QVERIFY(bubbles.has_value());
        QCOMPARE(bubbles->window.duration().count(), 90 * kMs);
        QCOMPARE(bubbles->ranks.size(), std::size_t{3});
        QCOMPARE(bubbles->ranks[0].busy.count(), 60 * kMs);
        QCOMPARE(bubbles->ranks[0].idle().count(), 30 * kMs);
        QCOMPARE(bubbles->ranks[1].busy.count(), 60 * kMs);
        for (const auto &rank : bubbles->ranks) {
            if (rank.hasCells) {
                QCOMPARE((rank.busy + rank.idle()).count(), bubbles->window.duration().count());
                Nanos gaps{0};
                Nanos parts{0};
                for (const auto &bubble : rank.bubbles) {
                    gaps += bubble.range.duration();
                    for (auto i = bubble.firstGap; i < bubble.endGap; ++i) {
                        parts += rank.gaps[i].range.duration();
                    }
                }
                QCOMPARE(gaps.count(), rank.idle().count());
                QCOMPARE(parts.count(), rank.idle().count());
            }
        }
        QVERIFY(!bubbles->ranks[2].hasCells);
        QVERIFY(!stepBubbles(input.chart, 7, {}).has_value());
    }
    void bubblesAreStrokedByCause() {
        const auto input = twoStages();
        const auto options = optionsOf(1600, 900, input);
        const auto out = buildPipelineScene(input, options, testStyle());
        const auto strokesIn = [&](int rank, ColorRole role) {
            const auto *row = out.rowOf(rank);
            std::vector<SceneRect> found;
            std::copy_if(out.scene.rects.begin(), out.scene.rects.end(), std::back_inserter(found),
                         [&](const SceneRect &r) {
                             return r.pattern != Pattern::Solid && r.color.role == role && r.y == row->cells.y;
                         });
            return found;
        };
        const auto head = strokesIn(2, ColorRole::BubbleHead);
        QCOMPARE(head.size(), std::size_t{1});
        QCOMPARE(head[0].x, out.axis.pixelOf(alignedTime(kStart)));
        QCOMPARE(head[0].x + head[0].width, out.axis.pixelOf(alignedTime(kStart + 10 * kMs)));
        QCOMPARE(strokesIn(2, ColorRole::BubbleTail).size(), std::size_t{1});
        // Without a schedule nothing tells what the first stage waited for.
        const auto &waits = input.bubbles->of(0)->gaps;
        QCOMPARE(waits.size(), std::size_t{2});
        QCOMPARE(strokesIn(0, lookOf(waits[0].cause).role).size(), std::size_t{2});
        QVERIFY(strokesIn(0, ColorRole::BubbleHead).empty());
    }
    void criticalPathIsDrawnAndCanBeLeftOut() {
        const auto input = twoStages();
        auto options = optionsOf(1600, 900, input);
        const auto out = buildPipelineScene(input, options, testStyle());
        QVERIFY(!out.path.isEmpty());
        Nanos sum{0};
        const auto shares = pathShares(input.chart, input.timing->graph, input.timing->path);
        for (const auto kind : shares.kinds) {
            sum += kind;
        }
        QCOMPARE(sum + shares.transfer + shares.otherGaps, input.bubbles->window.duration());
        // The cells of the path are found in its strip; the last one is the last backward of the first stage.
        const auto item = pipelineItemAt(input, out, out.axis.pixelOf(alignedTime(kStart + 80 * kMs)), out.path.y + 6);
        QVERIFY(item.has_value());
        QCOMPARE(toText(*item), std::string("cell:0/pp(0,2,4)/1/0/B/-1/1/0"));
        options.path = false;
        const auto without = buildPipelineScene(input, options, testStyle());
        QVERIFY(without.path.isEmpty());
        const auto isPath = [](const SceneRect &r) { return r.color.role == ColorRole::CriticalPath; };
        QVERIFY(std::any_of(out.scene.rects.begin(), out.scene.rects.end(), isPath));
        QVERIFY(std::none_of(without.scene.rects.begin(), without.scene.rects.end(), isPath));
    }
    void alignmentShiftsTheWindow() {
        auto input = twoStages();
        ClockAlignment clock;
        clock.setOffset(2, Nanos{100 * kMs});
        const auto bubbles = stepBubbles(input.chart, 1, clock);
        QCOMPARE(bubbles->window.duration().count(), 170 * kMs);
        QCOMPARE(bubbles->ranks[1].idle().count(), 110 * kMs);
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
            if (ref != nullptr && ref->rank == 0 && hit.y >= out.rows[0].box.y) {
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
    void unreadRankIsNotSaidToHaveNoCells() {
        auto input = twoStages();
        std::swap(input.missing, input.unread);
        const auto texts = textsOf(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle()).scene);
        QCOMPARE(texts.count("pipeline.rank_unread"), std::size_t{1});
        QCOMPARE(texts.count("pipeline.rank_missing") + texts.count("pipeline.rank_no_cells"), std::size_t{0});
    }
    void bubbleTableCloses() {
        auto input = twoStages();
        input.chart.cells.edit()[0].range.begin += Nanos{49'999};
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
        for (auto &c : input.chart.cells.edit()) {
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
        input.chart.cells.edit()[0].evidence = CellEvidence::HostRange;
        QCOMPARE(hatchedCells(buildPipelineScene(input, optionsOf(1600, 900, input), testStyle())), 1);
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
        input.chart.cells.edit().clear();
        for (int i = 0; i < 200'000; ++i) {
            auto c = cell(0, i % 2 == 0 ? CellKind::Forward : CellKind::Backward, i / 2, i, i + 1);
            input.chart.cells.edit().push_back(c);
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
        QCOMPARE(MillisFormat{2}.text(Nanos{-1'050'000}), std::string("\u22121.05"));
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
        // No line begins with a closing sign or ends with an opening one.
        for (const auto &line : wrapped("（空）泡。Bubble。“等”，不均; 4 %）。", 20, metrics)) {
            QVERIFY2(!line.starts_with(";") && !line.starts_with("%"), line.c_str());
            QVERIFY2(!line.starts_with("。") && !line.starts_with("，") && !line.starts_with("）"), line.c_str());
            QVERIFY2(!line.ends_with("（") && !line.ends_with("“"), line.c_str());
        }
    }
};

TEST_SUITE(TestPipelineScene)

}  // namespace tst_pipeline_scene

#include "tst_pipeline_scene.moc"
