#include "core/store/tables/table_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/core/analysis/played_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_recognition {

using namespace stagescope;

namespace {

PipelineChart numbered(played::Pipeline pipeline, const ScheduleHint &hint = {}) {
    numberCells(pipeline.chart, hint, {});
    return std::move(pipeline.chart);
}

played::Pipeline oneFOneB() {
    return played::play({.options = {.kind = ScheduleKind::OneFOneB, .stages = 4, .microbatches = 8}});
}

/// Cells as marks of the framework, so that a run has them.
std::shared_ptr<const TableStore> marksOf(const PipelineChart &chart, int rank) {
    TableBuilder builder(TableKind::PipelineCells);
    for (const auto &cell : chart.cells) {
        if (cell.rank == rank) {
            const bool isForward = cell.kind == CellKind::Forward;
            builder.set("name", std::string_view{});
            builder.set("message", std::string_view(isForward ? "forward_step" : "backward_step"));
            builder.set("begin_ns", ns(cell.range.begin)).set("end_ns", ns(cell.range.end)).set("step", cell.step);
            builder.set("type", std::int64_t{-1}).set("microbatch", std::int64_t{-1});
            builder.set("evidence", std::string_view("mstx_device")).endRow();
        }
    }
    return planted::shared(builder);
}

}  // namespace

class RecognitionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wholeSequencesAreNumberedByOrder() {
        const auto chart = numbered(oneFOneB());
        QCOMPARE(matchText(*chart.match), std::string("1f1b p=4 m=8"));
        QCOMPARE(chart.match->score, 1.0);
        QVERIFY(!chart.match->difference && chart.unmatched.empty());
        for (const auto &cell : chart.cells) {
            QCOMPARE(cell.numbering, Numbering::ByOrder);
        }
    }

    void formsThatLookAlikeAreNamedTogether() {
        auto pipeline = played::play({.options = {.kind = ScheduleKind::DualPipeV, .stages = 4, .microbatches = 10}});
        const auto chart = numbered(std::move(pipeline));
        QCOMPARE(matchText(*chart.match), std::string("dualpipev p=4 m=10 = mindspeed-dualpipev p=4 m=10 detach"));
    }

    void aSwappedOrderIsCustom() {
        auto pipeline = oneFOneB();
        // Forwards and backwards of every third microbatch have changed places.
        for (auto &cell : pipeline.chart.cells.edit()) {
            const auto &truth = pipeline.truth[static_cast<std::size_t>(cell.type)];
            if (truth.microbatch % 3 == 1) {
                cell.kind = cell.kind == CellKind::Forward ? CellKind::Backward : CellKind::Forward;
            }
        }
        const auto chart = numbered(std::move(pipeline));
        QVERIFY(chart.match->isCustom);
        QVERIFY(matchText(*chart.match).starts_with("custom, nearest "));
    }

    /// Nor is a name given to an order that no marks tell where none fits: a wait of a rank that splits its cells.
    void cellsWithoutMarksAreNoOtherSchedule() {
        for (const auto evidence : {CellEvidence::Inferred, CellEvidence::FlowArrows}) {
            for (const auto kind : {ScheduleKind::OneFOneB, ScheduleKind::GPipe}) {
                auto pipeline = played::play({.options = {.kind = kind, .stages = 4, .microbatches = 8}});
                std::vector<PipelineCell> cells(pipeline.chart.cells.begin(), pipeline.chart.cells.end());
                for (auto &cell : cells) {
                    cell.evidence = evidence;
                }
                // The capture ends within the last step.
                auto cut = pipeline;
                const auto last = cells.back().step;
                const auto first = std::ranges::find(cells, last, &PipelineCell::step);
                const auto end = first->range.begin + (cells.back().range.end - first->range.begin) / 2;
                auto left = cells;
                std::erase_if(left, [&](const PipelineCell &c) { return c.step == last && c.range.begin > end; });
                QVERIFY(left.size() < cells.size());
                cut.chart.cells = std::move(left);
                QVERIFY(numbered(std::move(cut)).match.has_value());
                pipeline.chart.cells = std::move(cells);
                QCOMPARE(numbered(pipeline).match->score, 1.0);
                std::vector<PipelineCell> halves;
                for (const auto &cell : pipeline.chart.cells) {
                    halves.push_back(cell);
                    if (cell.kind == CellKind::Backward && cell.rank > 0) {
                        halves.push_back(cell);
                        const auto middle = cell.range.begin + cell.range.duration() / 2;
                        halves[halves.size() - 2].range.end = middle;
                        halves.back().range.begin = middle;
                    }
                }
                pipeline.chart.cells = halves;
                QVERIFY(!numbered(pipeline).match);
                // Marks of all others tell that these are cells.
                for (std::size_t i = 1; i < halves.size(); ++i) {
                    halves[i].evidence = CellEvidence::DeviceRange;
                }
                pipeline.chart.cells = std::move(halves);
                QVERIFY(numbered(std::move(pipeline)).match.has_value());
            }
        }
    }

    void whatIsMissingAndTooMuchIsListed() {
        auto pipeline = oneFOneB();
        auto &cells = pipeline.chart.cells.edit();
        const auto lost = std::find_if(cells.begin(), cells.end(), [&](const PipelineCell &c) {
            return c.rank == 2 && c.step == 5 && c.kind == CellKind::Backward &&
                   pipeline.truth[static_cast<std::size_t>(c.type)].microbatch == 3;
        });
        cells.erase(lost);
        auto copy = cells.front();
        copy.range.end = copy.range.end - Nanos{1000};
        cells.push_back(copy);
        played::sortCells(pipeline);
        const auto chart = numbered(std::move(pipeline));
        QCOMPARE(chart.unmatched.size(), std::size_t{2});
        QCOMPARE(chart.unmatched[0].cell, std::optional<std::size_t>(1));
        QCOMPARE(chart.unmatched[1].expected, std::string("B3"));
        QCOMPARE(chart.unmatched[1].rank, 2);
        QVERIFY(chart.match->difference.has_value());
        QCOMPARE(chart.match->difference->expected, std::string("B3"));
        QCOMPARE(chart.match->difference->step, std::int64_t{5});
        QVERIFY(chart.match->score < 1);
    }

    void namesAreKeptAndAnchor() {
        auto pipeline = oneFOneB();
        for (auto &cell : pipeline.chart.cells.edit()) {
            if (cell.rank == 1) {
                cell.microbatch = pipeline.truth[static_cast<std::size_t>(cell.type)].microbatch;
                cell.numbering = Numbering::Named;
            }
        }
        played::removeShare(pipeline, 0.05, 4);
        const auto truth = pipeline.truth;
        const auto chart = numbered(std::move(pipeline));
        for (const auto &cell : chart.cells) {
            QCOMPARE(cell.numbering == Numbering::Named, cell.rank == 1);
            if (cell.rank == 1) {
                QCOMPARE(cell.microbatch, truth[static_cast<std::size_t>(cell.type)].microbatch);
            }
        }
        QCOMPARE(matchText(*chart.match), std::string("1f1b p=4 m=8"));
    }

    void metadataIsBelievedWhereItFits() {
        const ScheduleHint right{ScheduleKind::OneFOneB, 8};
        QVERIFY(numbered(oneFOneB(), right).match->isFromMetadata);
        const auto wrong = numbered(oneFOneB(), {ScheduleKind::GPipe, 8});
        QVERIFY(!wrong.match->isFromMetadata);
        QCOMPARE(matchText(*wrong.match), std::string("1f1b p=4 m=8"));
    }

    void namesTellTheDrainOfGPipe() {
        auto pipeline = played::play(
            {.options = {
                 .kind = ScheduleKind::GPipe, .stages = 4, .microbatches = 6, .drain = DrainOrder::Descending}});
        for (auto &cell : pipeline.chart.cells.edit()) {
            cell.microbatch = pipeline.truth[static_cast<std::size_t>(cell.type)].microbatch;
            cell.numbering = Numbering::Named;
        }
        const auto chart = numbered(std::move(pipeline));
        QCOMPARE(chart.match->best().drain, DrainOrder::Descending);
    }

    void tablesTellScheduleAndWhatIsUnmatched() {
        auto pipeline = oneFOneB();
        std::erase_if(pipeline.chart.cells.edit(), [](const PipelineCell &c) { return c.type == 5; });
        std::vector<RankCapture> captures;
        for (int rank = 0; rank < 4; ++rank) {
            captures.push_back(planted::capture(rank, {marksOf(pipeline.chart, rank)}));
        }
        auto space = planted::workspace(std::move(captures));
        space.runs[0].parallel = {.tp = 1, .pp = 4, .dp = 1, .cp = 1, .ep = 1, .world = 4};
        const auto schedule = planted::table("pipeline_schedule", {.workspace = &space});
        QCOMPARE(schedule.rows.size(), std::size_t{1});
        QCOMPARE(schedule.text(0, "schedule"), std::string("1f1b p=4 m=8"));
        QCOMPARE(schedule.text(0, "stages"), std::string("4"));
        QCOMPARE(schedule.text(0, "custom"), std::string("no"));
        QCOMPARE(schedule.text(0, "origin"), std::string("inferred"));
        QCOMPARE(schedule.text(0, "cell_evidence"), std::string("device_range"));
        QCOMPARE(schedule.text(0, "first_difference"), std::string("rank 0, step 4, position 5: F4 expected, B found"));
        const auto unmatched = planted::table("pipeline_unmatched", {.workspace = &space});
        QCOMPARE(unmatched.rows.size(), std::size_t{1});
        QCOMPARE(unmatched.text(0, "expected"), std::string("F4"));
        QCOMPARE(unmatched.text(0, "rank"), std::string("0"));
        QVERIFY(planted::table("pipeline_p2p", {.workspace = &space}).rows.empty());
        QVERIFY(!analysisById("pipeline_schedule")->run({.workspace = &space, .group = "pp(9)"}, {}).has_value());
    }
};

TEST_SUITE(RecognitionTest)

}  // namespace tst_recognition

#include "tst_recognition.moc"
