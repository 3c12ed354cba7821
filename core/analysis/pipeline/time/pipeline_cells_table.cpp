#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Attentions of its own pass: those of recomputation do not count again.
std::optional<std::int64_t> layersOf(const PipelineCell &cell) {
    const auto layers = std::count_if(cell.parts.begin(), cell.parts.end(), [&](const CellPart &part) {
        const bool isOfPass = part.kind == cell.kind || part.kind == CellKind::Forward;
        return part.name == kAttentionPart && !part.isRecompute && isOfPass;
    });
    return layers == 0 ? std::nullopt : std::optional<std::int64_t>(layers);
}

struct CellRow {
    RunId run;
    const PipelineGroup *group;
    std::size_t stage;
    const PipelineCell *cell;
    AlignedRange range;

    operator const PipelineGroup &() const { return *group; }
    operator const PipelineCell &() const { return *cell; }

    [[nodiscard]] CellRef ref() const { return cellRef(run, *group, *cell); }
};

void addChart(const AnalysisInput &input, const PipelineChart &chart, TableRows<CellRow> &out) {
    const auto &run = *input.run();
    const auto &ranks = chart.group.ranks;
    for (const auto &cell : chart.cells) {
        const auto stage = std::find(ranks.begin(), ranks.end(), cell.rank) - ranks.begin();
        if (input.wants(cell.rank) && input.wantsStep(cell.step) && input.touches(cell.rank, cell.range)) {
            out.add({run.id, &chart.group, static_cast<std::size_t>(stage), &cell,
                     run.clock.toAligned(cell.rank, cell.range)});
        }
    }
    if (chart.nestedCells > 0) {
        out.note(std::to_string(chart.nestedCells) + " MSTX ranges of group " + chart.group.id +
                 " are inside another one of the same kind and are skipped.");
    }
    if (const auto early = earlyCellsOf(chart, run.clock); early > 0) {
        out.note(std::to_string(early) + " cells of group " + chart.group.id +
                 " begin before what they need was sent: clocks or marks contradict one another, and times are kept as "
                 "recorded.");
    }
    if (chart.distrusted > 0) {
        out.note("The microbatches that " + std::to_string(chart.distrusted) + " marks of group " + chart.group.id +
                 " name contradict their count and are not used.");
    }
}

Status addCells(const AnalysisInput &input, const std::stop_token &stop, TableRows<CellRow> &out) {
    return forEachPipelineChart(input, stop, [&](const PipelineChart &chart) { addChart(input, chart, out); });
}

ColumnList<CellRow> cellColumns() {
    using Row = CellRow;
    return {
        column("group", "Pipeline group of the rank, ranks in order of stages.", &PipelineGroup::id),
        column("group_origin",
               "From where the group is known: metadata, parallel_sizes (Megatron's order), p2p_graph (who "
               "exchanges with whom), by_hand (--group), all_ranks (unknown: all ranks with cells).",
               &PipelineGroup::origin, groupOriginText),
        column("step", "Step of the cell; empty outside of all steps.", &PipelineCell::step, ifKnown),
        column("rank", "Global rank.", &PipelineCell::rank, ifKnown),
        column("stage", "Position of the rank in its group.", &Row::stage),
        column("kind",
               "F forward, B backward, I backward for input, W backward for weights, O overlapped forward and "
               "backward, other.",
               &PipelineCell::kind, cellKindText),
        column("microbatch", "Microbatch, of the forward half of an overlapped cell; empty when unknown.",
               &PipelineCell::microbatch, ifKnown),
        column("backward_microbatch", "Microbatch of the backward half of an overlapped cell.",
               &PipelineCell::backwardMicrobatch, ifKnown),
        column("chunk", "Virtual chunk of the rank; empty when unknown.", &PipelineCell::chunk, ifKnown),
        column("numbering",
               "How the microbatch is known: named by the file, by_order (the k-th of its kind in the step), or "
               "unknown.",
               &PipelineCell::numbering, numberingText),
        column("cell_evidence",
               "named: StepTaskInfo; recorded: the job's own timeline; device_range: a mark (MSTX, "
               "record_function, NVTX) joined to "
               "its device work; host_range: a mark, host times; inferred: device work between transfers; "
               "flow_arrows: forward and backward operators between transfers, host times.",
               &PipelineCell::evidence, cellEvidenceText),
        column("name", "Name in StepTaskInfo; for MSTX ranges FP, BP, FP+BP or W by the kind.", &PipelineCell::name),
        column("type", "Type in StepTaskInfo; for MSTX ranges 0 forward, 1 backward.", &PipelineCell::type, ifKnown),
        column("message", "Message of the MSTX range.", &PipelineCell::message),
        column("start_ns", "ns",
               "Start, aligned clock; of the device unless the evidence is host_range or flow_arrows; without "
               "waits for transfers.",
               &Row::range, &AlignedRange::begin),
        column("end_ns", "ns", "End, by the same clock.", &Row::range, &AlignedRange::end),
        column("duration_us", "us", "What the cell did itself: end_ns - start_ns - waited_us.", &PipelineCell::work),
        column("waited_us", "us", "What it waited for transfers between start_ns and end_ns.", &PipelineCell::waited),
        column("layers", "Layers that the cell runs through: its attention kernels, where known.", layersOf),
        column("device_busy_us", "us",
               "Union of the kernels that compute within the cell. duration_us = device_busy_us + "
               "exposed_communication_us + host_bound_us; all empty where the cell's times are the host's or no "
               "device work is loaded.",
               &PipelineCell::use, &CellUse::busy),
        column("exposed_communication_us", "us",
               "Collectives within the cell while nothing computes; point-to-point transfers not counted.",
               &PipelineCell::use, &CellUse::exposed),
        column("host_bound_us", "us", "The rest: the device waits for the host, a copy or a synchronization.",
               &PipelineCell::use, &CellUse::rest),
        column("evidence", "Name of the cell for --select.", &Row::ref),
    };
}

}  // namespace

AnalysisEntry makePipelineCellsEntry() {
    return runTable<CellRow>(
        {.entry = {.id = "pipeline_cells", .title = "Cells of the pipeline chart", .needsDeep = &needsDeepForCells},
         .whenEmpty = "No cells: the profile has neither cells nor ranges around forward and backward, nor kernels "
                      "between point-to-point operations."},
        cellColumns(), addCells);
}

}  // namespace stagescope
