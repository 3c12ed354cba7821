#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Attentions of its own pass: those of recomputation do not count again.
Cell layersCell(const PipelineCell &cell) {
    const auto layers = std::count_if(cell.parts.begin(), cell.parts.end(), [&](const CellPart &part) {
        const bool isOfPass = part.kind == cell.kind || part.kind == CellKind::Forward;
        return part.name == kAttentionPart && !part.isRecompute && isOfPass;
    });
    return layers == 0 ? Cell{} : numberCell(layers);
}

Cell useCell(const PipelineCell &cell, Nanos CellUse::*part) {
    return cell.use ? microsCell((*cell.use).*part) : Cell{};
}

std::vector<Cell> rowOf(const Run &run, const PipelineGroup &group, std::size_t stage, const PipelineCell &cell) {
    return {textCell(group.id),
            textCell(groupOriginText(group.origin)),
            cell.step == kNoStep ? Cell{} : numberCell(cell.step),
            knownCell(cell.rank),
            numberCell(stage),
            textCell(cellKindText(cell.kind)),
            knownCell(cell.microbatch),
            knownCell(cell.backwardMicrobatch),
            knownCell(cell.chunk),
            textCell(numberingText(cell.numbering)),
            textCell(cellEvidenceText(cell.evidence)),
            textCell(cell.name),
            cell.type < 0 ? Cell{} : numberCell(cell.type),
            textCell(cell.message),
            alignedCell(run, cell.rank, cell.range.begin),
            alignedCell(run, cell.rank, cell.range.end),
            microsCell(cell.range.duration()),
            layersCell(cell),
            useCell(cell, &CellUse::busy),
            useCell(cell, &CellUse::exposed),
            useCell(cell, &CellUse::rest),
            textCell(toText(cellRef(run.id, group, cell)))};
}

void addChart(const AnalysisInput &input, const PipelineChart &chart, ResultTable &table) {
    const auto &run = *input.run();
    const auto &ranks = chart.group.ranks;
    for (const auto &cell : chart.cells) {
        const auto stage = std::find(ranks.begin(), ranks.end(), cell.rank) - ranks.begin();
        if (input.wants(cell.rank) && (!input.step || *input.step == cell.step) &&
            inRange(input, run, cell.rank, cell.range)) {
            table.rows.push_back(rowOf(run, chart.group, static_cast<std::size_t>(stage), cell));
        }
    }
    if (chart.nestedCells > 0) {
        table.notes.push_back(std::to_string(chart.nestedCells) + " MSTX ranges of group " + chart.group.id +
                              " lie within another one of the same kind and are left out.");
    }
    if (chart.distrusted > 0) {
        table.notes.push_back("The microbatches that " + std::to_string(chart.distrusted) + " marks of group " +
                              chart.group.id + " name contradict their count and are not used.");
    }
}

Result<ResultTable> runPipelineCells(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("pipeline_cells"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    const auto groups = groupsAskedFor(*run, input.group);
    for (const auto &group : groups) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        addChart(input, pipelineChart(*run, group, stop), table);
    }
    if (groups.empty() && !input.group.empty()) {
        return fail(ErrorKind::BadArgument, "no pipeline group '" + input.group + "' in this run");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back(
            "No cells: the profile has neither the table StepTaskInfo nor marks around forward and backward "
            "(mstx=True, export_type=Db) nor kernels between point-to-point operations.");
    }
    return table;
}

}  // namespace

AnalysisEntry makePipelineCellsEntry() {
    return {
        .id = "pipeline_cells",
        .title = "Cells of the pipeline chart",
        .needsDeep = &needsDeepForCells,
        .columns =
            {
                textColumn("group", "Pipeline group of the rank, ranks in order of stages."),
                textColumn("group_origin",
                           "From where the group is known: metadata, parallel_sizes (Megatron's order), p2p_graph (who "
                           "exchanges with whom), by_hand (--group), all_ranks (unknown: all ranks with cells)."),
                integerColumn("step", "", "Step the cell lies in; empty outside of all steps."),
                integerColumn("rank", "", "Global rank."),
                integerColumn("stage", "", "Position of the rank in its group."),
                textColumn(
                    "kind",
                    "F forward, B backward, I backward for input, W backward for weights, O overlapped forward and "
                    "backward, other."),
                integerColumn("microbatch", "",
                              "Microbatch, of the forward half of an overlapped cell; empty when unknown."),
                integerColumn("backward_microbatch", "", "Microbatch of the backward half of an overlapped cell."),
                integerColumn("chunk", "", "Virtual chunk of the rank; empty when unknown."),
                textColumn(
                    "numbering",
                    "How the microbatch is known: named by the file, by_order (the k-th of its kind in the step), "
                    "or unknown."),
                textColumn(
                    "cell_evidence",
                    "named: StepTaskInfo, device times; device_range: a mark (MSTX, record_function, NVTX) joined to "
                    "its device work; host_range: a mark, host times; inferred: kernels between "
                    "point-to-point operations; flow_arrows: arrows from forward to backward operators."),
                textColumn("name", "Name in StepTaskInfo; for MSTX ranges FP, BP, FP+BP or W by the kind."),
                integerColumn("type", "", "Type in StepTaskInfo; for MSTX ranges 0 forward, 1 backward."),
                textColumn("message", "Message of the MSTX range."),
                integerColumn("start_ns", "ns",
                              "Start, aligned clock; of the device unless the evidence is host_range."),
                integerColumn("end_ns", "ns", "End, by the same clock."),
                realColumn("duration_us", "us", "end_ns - start_ns."),
                integerColumn("layers", "", "Layers that the cell runs through: its attention kernels, where known."),
                realColumn("device_busy_us", "us",
                           "Union of the kernels that compute within the cell. duration_us = device_busy_us + "
                           "exposed_communication_us + host_bound_us; all empty where the cell's times are the host's "
                           "or no device work is loaded."),
                realColumn("exposed_communication_us", "us",
                           "Collectives within the cell while nothing computes; point-to-point transfers not counted."),
                realColumn("host_bound_us", "us",
                           "The rest: the device waits for the host, a copy or a synchronisation."),
                textColumn("evidence", "Name of the cell for --select."),
            },
        .run = &runPipelineCells};
}

}  // namespace stagescope
