#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

Cell stepCell(std::int64_t step) { return step == kNoStep ? Cell{} : numberCell(step); }

/// Calls with the chart of each group that is asked about.
template <typename AddRows>
Result<ResultTable> runOverCharts(std::string_view id, const AnalysisInput &input, const std::stop_token &stop,
                                  const AddRows &addRows) {
    auto table = emptyTable(*analysisById(id));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    const auto groups = groupsAskedFor(*run, input.group);
    for (const auto &group : groups) {
        const auto chart = pipelineChart(*run, group, stop);
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        addRows(*run, chart, table);
    }
    if (groups.empty() && !input.group.empty()) {
        return fail(ErrorKind::BadArgument, "no pipeline group '" + input.group + "' in this run");
    }
    return table;
}

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
           (difference.step == kNoStep ? std::string{} : ", step " + std::to_string(difference.step)) + ", position " +
           std::to_string(difference.position) + ": " + orNothing(difference.expected) + " expected, " +
           orNothing(difference.seen) + " seen";
}

Result<ResultTable> runPipelineSchedule(const AnalysisInput &input, const std::stop_token &stop) {
    return runOverCharts(
        "pipeline_schedule", input, stop, [](const Run &, const PipelineChart &chart, ResultTable &table) {
            if (!chart.match) {
                return;
            }
            const auto &match = *chart.match;
            table.rows.push_back({textCell(chart.group.id), numberCell(match.steps), textCell(matchText(match)),
                                  numberCell(match.candidates.size()), numberCell(match.best().stages),
                                  numberCell(chunksOf(match.best())), numberCell(match.best().microbatches),
                                  Cell{100 * match.score}, textCell(match.isCustom ? "yes" : "no"),
                                  textCell(match.isFromMetadata ? "metadata" : "inferred"), textCell(evidenceOf(chart)),
                                  match.difference ? textCell(differenceText(*match.difference)) : Cell{}});
        });
}

Cell endCell(const Run &run, const PipelineChart &chart, std::size_t op) {
    if (op == P2pEdge::kNone) {
        return {};
    }
    const auto &p2p = chart.p2p[op];
    return textCell(toText(CommOpRef{.run = run.id, .rank = p2p.rank, .nth = p2p.nth, .name = p2p.name}));
}

Result<ResultTable> runPipelineP2p(const AnalysisInput &input, const std::stop_token &stop) {
    return runOverCharts(
        "pipeline_p2p", input, stop, [&](const Run &run, const PipelineChart &chart, ResultTable &table) {
            for (const auto &edge : chart.edges) {
                const auto op = edge.send != P2pEdge::kNone ? edge.send : edge.receive;
                if ((!input.wants(edge.from) && !input.wants(edge.to)) || (input.step && *input.step != edge.step) ||
                    !inRange(input, run, chart.p2p[op].rank, chart.p2p[op].range)) {
                    continue;
                }
                const bool isWhole = edge.send != P2pEdge::kNone && edge.receive != P2pEdge::kNone;
                const auto known = [&](Nanos value) { return isWhole ? microsCell(value) : Cell{}; };
                table.rows.push_back({textCell(chart.group.id), stepCell(edge.step), knownCell(edge.from),
                                      knownCell(edge.to), textCell(directionText(edge.direction)),
                                      knownCell(edge.microbatch), known(edge.sendWait), known(edge.receiveWait),
                                      known(edge.transfer), textCell(edgeEvidenceText(edge.evidence)),
                                      endCell(run, chart, edge.send), endCell(run, chart, edge.receive)});
            }
        });
}

Result<ResultTable> runPipelineUnmatched(const AnalysisInput &input, const std::stop_token &stop) {
    return runOverCharts(
        "pipeline_unmatched", input, stop, [&](const Run &run, const PipelineChart &chart, ResultTable &table) {
            for (const auto &action : chart.unmatched) {
                if (!input.wants(action.rank) || (input.step && *input.step != action.step)) {
                    continue;
                }
                const auto *cell = action.cell ? &chart.cells[*action.cell] : nullptr;
                if (cell != nullptr && !inRange(input, run, cell->rank, cell->range)) {
                    continue;
                }
                table.rows.push_back(
                    {textCell(chart.group.id), stepCell(action.step), knownCell(action.rank),
                     action.expected.empty() ? Cell{} : textCell(action.expected),
                     cell == nullptr ? Cell{} : textCell(cellKindText(cell->kind)),
                     cell == nullptr ? Cell{} : alignedCell(run, cell->rank, cell->range.begin),
                     cell == nullptr ? Cell{} : microsCell(cell->range.duration()),
                     cell == nullptr ? Cell{} : textCell(toText(cellRef(run.id, chart.group, *cell)))});
            }
        });
}

}  // namespace

AnalysisEntry makePipelineScheduleEntry() {
    return {.id = "pipeline_schedule",
            .title = "Recognised pipeline schedules",
            .needsDeep = &needsDeepForCells,
            .columns =
                {
                    textColumn("group", "Pipeline group, ranks in order of stages."),
                    integerColumn("steps", "", "Steps that were looked at."),
                    textColumn("schedule",
                               "The schedule whose order fits best; all that cannot be told apart by the visible "
                               "events, joined by =; 'custom, nearest ...' where none fits."),
                    integerColumn("candidates", "", "How many forms that is."),
                    integerColumn("stages", "", "Ranks of the pipeline (p)."),
                    integerColumn("chunks", "", "Virtual chunks per rank, or directions (v)."),
                    integerColumn("microbatches", "", "Microbatches per step (m), of both directions together."),
                    realColumn("score_percent", "%",
                               "100 * (1 - (missing + superfluous cells) / expected cells), over all steps and ranks "
                               "that have cells."),
                    textColumn("custom", "yes where the order differs by more than lost and repeated events explain."),
                    textColumn("origin", "metadata where pp_info names it and the cells agree, else inferred."),
                    textColumn("cell_evidence", "From what the cells are known, as in pipeline_cells."),
                    textColumn("first_difference",
                               "The first place where a rank did something else; empty when all is as expected."),
                },
            .run = &runPipelineSchedule};
}

AnalysisEntry makePipelineP2pEntry() {
    return {.id = "pipeline_p2p",
            .title = "Transfers between pipeline ranks",
            .needsDeep = &needsDeepForCells,
            .columns =
                {
                    textColumn("group", "Pipeline group, ranks in order of stages."),
                    integerColumn("step", "", "Step of the cell that sent; empty when unknown."),
                    integerColumn("from_rank", "", "Global rank that sends."),
                    integerColumn("to_rank", "", "Global rank that receives."),
                    textColumn("direction",
                               "activation (of a forward), gradient (of a backward), or unknown where no cells are "
                               "known for it."),
                    integerColumn("microbatch", "", "Microbatch; empty when unknown."),
                    realColumn("send_wait_us", "us",
                               "How long the send waited for the receive to begin, aligned clock; empty where one end "
                               "was not recorded."),
                    realColumn("receive_wait_us", "us", "How long the receive waited for the send to begin."),
                    realColumn("transfer_us", "us", "Later end - later begin of the two, aligned clock."),
                    textColumn("pairing",
                               "By what the ends belong together: connection (ids), arguments (peers), schedule (the "
                               "cells before and after), order (of time)."),
                    textColumn("send_evidence", "Name of the send for --select; empty when it was not recorded."),
                    textColumn("receive_evidence", "Name of the receive for --select; empty when it was not recorded."),
                },
            .run = &runPipelineP2p};
}

AnalysisEntry makePipelineUnmatchedEntry() {
    return {.id = "pipeline_unmatched",
            .title = "Cells and actions without a match",
            .needsDeep = &needsDeepForCells,
            .columns =
                {
                    textColumn("group", "Pipeline group, ranks in order of stages."),
                    integerColumn("step", "", "Step; empty outside of all steps."),
                    integerColumn("rank", "", "Global rank."),
                    textColumn("expected",
                               "Action of the recognised schedule that no cell was found for (F2.1 is microbatch 2 of "
                               "chunk 1); empty for a cell too many."),
                    textColumn("kind", "Kind of the cell that the schedule does not expect, as in pipeline_cells."),
                    integerColumn("start_ns", "ns", "Start of that cell, aligned clock."),
                    realColumn("duration_us", "us", "Its duration."),
                    textColumn("evidence", "Name of that cell for --select."),
                },
            .run = &runPipelineUnmatched};
}

}  // namespace stagescope
