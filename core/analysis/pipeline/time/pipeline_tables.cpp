#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/step_id.h"

#include <set>

namespace stagescope {

namespace {

std::string evidenceOf(const PipelineChart &chart) {
    std::set<CellEvidence> kinds;
    for (const auto &cell : chart.cells) {
        if (isScheduled(cell.kind)) {
            kinds.insert(cell.evidence);
        }
    }
    std::string text;
    for (const auto kind : kinds) {
        text += (text.empty() ? "" : ", ") + std::string(cellEvidenceText(kind));
    }
    return text;
}

std::string differenceText(const ScheduleMatch::Difference &difference) {
    const auto orNothing = [](const std::string &text) { return text.empty() ? std::string("nothing") : text; };
    return "rank " + std::to_string(difference.rank) +
           (difference.step == kNoStep ? std::string{} : ", step " + stepText(difference.step)) + ", position " +
           std::to_string(difference.position) + ": " + orNothing(difference.expected) + " expected, " +
           orNothing(difference.seen) + " found";
}

Status addSchedules(const AnalysisInput &input, const std::stop_token &stop, TableRows<PipelineChart> &out) {
    return forEachPipelineChart(input, stop, [&](const PipelineChart &chart) {
        if (chart.match) {
            out.add(chart);
        }
    });
}

struct EdgeRow {
    RunId run;
    const PipelineChart *chart;
    const P2pEdge *edge;

    operator const PipelineGroup &() const { return chart->group; }
    operator const P2pEdge &() const { return *edge; }

    /// Of edges of which both ends were recorded.
    [[nodiscard]] const P2pEdge *whole() const {
        return edge->send != P2pEdge::kNone && edge->receive != P2pEdge::kNone ? edge : nullptr;
    }
    [[nodiscard]] std::optional<CommOpRef> send() const { return refOf(edge->send); }
    [[nodiscard]] std::optional<CommOpRef> receive() const { return refOf(edge->receive); }

private:
    [[nodiscard]] std::optional<CommOpRef> refOf(std::size_t op) const {
        if (op == P2pEdge::kNone) {
            return std::nullopt;
        }
        const auto &p2p = chart->p2p[op];
        return CommOpRef{.run = run, .rank = p2p.rank, .nth = p2p.nth, .name = p2p.name};
    }
};

Status addEdgeRows(const AnalysisInput &input, const std::stop_token &stop, TableRows<EdgeRow> &out) {
    return forEachPipelineChart(input, stop, [&](const PipelineChart &chart) {
        for (const auto &edge : chart.edges) {
            const auto &op = chart.p2p[edge.send != P2pEdge::kNone ? edge.send : edge.receive];
            if ((input.wants(edge.from) || input.wants(edge.to)) && input.wantsStep(edge.step) &&
                input.touches(op.rank, op.range)) {
                out.add({input.run()->id, &chart, &edge});
            }
        }
    });
}

struct UnmatchedRow {
    const Run *run;
    const PipelineChart *chart;
    const UnmatchedAction *action;
    const PipelineCell *cell;  ///< null for an action without one

    operator const PipelineGroup &() const { return chart->group; }
    operator const UnmatchedAction &() const { return *action; }
};

Status addUnmatched(const AnalysisInput &input, const std::stop_token &stop, TableRows<UnmatchedRow> &out) {
    return forEachPipelineChart(input, stop, [&](const PipelineChart &chart) {
        for (const auto &action : chart.unmatched) {
            const auto *cell = action.cell ? &chart.cells[*action.cell] : nullptr;
            if (input.wants(action.rank) && input.wantsStep(action.step) &&
                (cell == nullptr || input.touches(cell->rank, cell->range))) {
                out.add({input.run(), &chart, &action, cell});
            }
        }
    });
}

}  // namespace

AnalysisEntry makePipelineScheduleEntry() {
    using Chart = PipelineChart;
    using Match = ScheduleMatch;
    return runTable<Chart>(
        {{.id = "pipeline_schedule", .title = "Recognized pipeline schedules", .needsDeep = &needsDeepForCells}},
        {
            column("group", "Pipeline group, ranks in order of stages.", &Chart::group, &PipelineGroup::id),
            column("steps", "Analyzed steps.", &Chart::match, &Match::steps),
            column("schedule",
                   "The schedule whose order fits best; all that cannot be distinguished by the visible events, joined "
                   "by =; 'custom, nearest ...' where none fits.",
                   &Chart::match, matchText),
            column("candidates", "How many forms that is.", &Chart::match,
                   [](const Match &match) { return match.candidates.size(); }),
            column("stages", "Ranks of the pipeline (p).", &Chart::match, &Match::best, &ScheduleOptions::stages),
            column("chunks", "Virtual chunks per rank, or directions (v).", &Chart::match, &Match::best, chunksOf),
            column("microbatches", "Microbatches per step (m), of both directions together.", &Chart::match,
                   &Match::best, &ScheduleOptions::microbatches),
            column("score_percent", "%",
                   "100 * (1 - (missing + superfluous cells) / expected cells), over all steps and ranks that have "
                   "cells.",
                   &Chart::match, &Match::score, inPercent),
            column("custom", "yes where the order differs by more than lost and repeated events explain.",
                   &Chart::match, &Match::isCustom),
            column("origin", "metadata where pp_info names it and the cells agree, else inferred.", &Chart::match,
                   [](const Match &match) { return match.isFromMetadata ? "metadata" : "inferred"; }),
            column("cell_evidence", "From what the cells are known, as in pipeline_cells.", evidenceOf),
            column("first_difference",
                   "The first place where a rank did something else; empty when all is as expected.", &Chart::match,
                   &Match::difference, differenceText),
        },
        addSchedules);
}

AnalysisEntry makePipelineP2pEntry() {
    using Row = EdgeRow;
    using Edge = P2pEdge;
    return runTable<Row>(
        {{.id = "pipeline_p2p", .title = "Transfers between pipeline ranks", .needsDeep = &needsDeepForCells}},
        {
            column("group", "Pipeline group, ranks in order of stages.", &PipelineGroup::id),
            column("step", "Step of the cell that sent; empty when unknown.", &Edge::step, ifKnown),
            column("from_rank", "Global rank that sends.", &Edge::from, ifKnown),
            column("to_rank", "Global rank that receives.", &Edge::to, ifKnown),
            column("direction",
                   "activation (of a forward), gradient (of a backward), or unknown where no cells are known for it.",
                   &Edge::direction, directionText),
            column("microbatch", "Microbatch; empty when unknown.", &Edge::microbatch, ifKnown),
            column("send_wait_us", "us",
                   "How long the send waited for the receive to begin, aligned clock; empty where one end was not "
                   "recorded.",
                   &Row::whole, &Edge::sendWait),
            column("receive_wait_us", "us", "How long the receive waited for the send to begin.", &Row::whole,
                   &Edge::receiveWait),
            column("transfer_us", "us", "Later end - later begin of the two, aligned clock.", &Row::whole,
                   &Edge::transfer),
            column("pairing",
                   "By what the ends belong together: connection (ids), arguments (peers), schedule (the cells before "
                   "and after), order (of time).",
                   &Edge::evidence, edgeEvidenceText),
            column("send_evidence", "Name of the send for --select; empty when it was not recorded.", &Row::send),
            column("receive_evidence", "Name of the receive for --select; empty when it was not recorded.",
                   &Row::receive),
        },
        addEdgeRows);
}

AnalysisEntry makePipelineUnmatchedEntry() {
    using Row = UnmatchedRow;
    return runTable<Row>(
        {{.id = "pipeline_unmatched", .title = "Cells and actions without a match", .needsDeep = &needsDeepForCells}},
        {
            column("group", "Pipeline group, ranks in order of stages.", &PipelineGroup::id),
            column("step", "Step; empty outside of all steps.", &UnmatchedAction::step, ifKnown),
            column("rank", "Global rank.", &UnmatchedAction::rank, ifKnown),
            column("expected",
                   "Action of the recognized schedule that no cell was found for (F2.1 is microbatch 2 of chunk 1); "
                   "empty for a cell too many.",
                   &UnmatchedAction::expected, textIfAny),
            column("kind", "Kind of the cell that the schedule does not expect, as in pipeline_cells.", &Row::cell,
                   &PipelineCell::kind, cellKindText),
            column("start_ns", "ns", "Start of that cell, aligned clock.",
                   [](const Row &row) {
                       return row.cell == nullptr
                                  ? std::nullopt
                                  : std::optional(row.run->clock.toAligned(row.cell->rank, row.cell->range.begin));
                   }),
            column("duration_us", "us", "Its duration.", &Row::cell, &PipelineCell::range, &RankRange::duration),
            column("evidence", "Name of that cell for --select.",
                   [](const Row &row) {
                       return row.cell == nullptr ? std::nullopt
                                                  : std::optional(cellRef(row.run->id, row.chart->group, *row.cell));
                   }),
        },
        addUnmatched);
}

}  // namespace stagescope
