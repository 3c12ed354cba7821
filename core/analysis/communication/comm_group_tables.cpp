#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {

namespace {

Result<ResultTable> runCommMatrix(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_matrix"));
    const auto source = commSourceOf(input);
    const auto *run = input.run();
    if (run == nullptr || !source) {
        return run == nullptr ? Result<ResultTable>(table) : tl::make_unexpected(source.error());
    }
    const auto known = knownGroups(*run);
    for (const auto &link : commMatrix(*run, *source, stop).links) {
        if (!(input.wants(link.source) || input.wants(link.destination)) || !wantsStep(input, link.step)) {
            continue;
        }
        const auto group = known.find(link.group);
        table.rows.push_back({textCell(link.step), textCell(link.isP2p ? "p2p" : "collective"), textCell(link.name),
                              textCell(link.group), group == known.end() ? Cell{} : textCell(group->second.name),
                              numberCell(link.source), numberCell(link.destination), textCell(link.transport),
                              textCell(link.opName), Cell{link.sizeMb}, Cell{link.timeMs},
                              link.timeMs == 0 ? Cell{} : Cell{link.gbps()}});
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

Result<ResultTable> runCommGroups(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_groups"));
    const auto source = commSourceOf(input);
    const auto *run = input.run();
    if (run == nullptr || !source) {
        return run == nullptr ? Result<ResultTable>(table) : tl::make_unexpected(source.error());
    }
    bool isMixed = false;
    for (const auto &group : commGroups(*run, *source, stop)) {
        if (std::any_of(group.ranks.begin(), group.ranks.end(), [&](int rank) { return input.wants(rank); })) {
            if (group.group == kNcclTransport && group.id.empty()) {
                isMixed = true;
                table.rows.push_back({textCell(group.isP2p ? "p2p" : "collective"), textCell(group.group), Cell{},
                                      Cell{}, Cell{}, Cell{}, textCell(joinedRanks(group.ranks))});
                continue;
            }
            table.rows.push_back({textCell(group.isP2p ? "p2p" : "collective"), textCell(group.group),
                                  textCell(group.id), textCell(group.name), numberCell(group.ranks.size()),
                                  textCell(joinedRanks(group.ranks)),
                                  textCell(joinedRanks(group.seenRanks.empty() ? group.ranks : group.seenRanks))});
        }
    }
    if (isMixed) {
        table.notes.emplace_back(kNoGroupsNote);
    }
    return table;
}

Result<ResultTable> runStepTraceTime(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("step_trace_time"));
    const auto source = commSourceOf(input);
    const auto *run = input.run();
    if (run == nullptr || !source) {
        return run == nullptr ? Result<ResultTable>(table) : tl::make_unexpected(source.error());
    }
    for (const auto &row : stepTraceRows(*run, *source, stop)) {
        const bool isAsked = std::any_of(row.ranks.begin(), row.ranks.end(), [&](int r) { return input.wants(r); });
        if (!isAsked || !wantsStep(input, row.step)) {
            continue;
        }
        std::vector<Cell> cells{textCell(row.step), textCell(row.isStage ? "stage" : "rank"),
                                textCell(joinedRanks(row.ranks))};
        for (const auto ns : row.ns) {
            cells.push_back(ns < 0 ? Cell{} : microsCell(Nanos{ns}));
        }
        cells.insert(cells.end(), {knownCell(row.dp), knownCell(row.pp), knownCell(row.tp)});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

}  // namespace

AnalysisEntry makeCommMatrixEntry() {
    return {.id = "comm_matrix",
            .title = "Communication matrix",
            .needsDeep = &needsDeepForGpuComm,
            .parameters = {commSourceParameter()},
            .columns =
                {
                    textColumn("step", "Step as the files number it."),
                    textColumn("kind", "collective or p2p."),
                    textColumn("name",
                               "Type and pick: allreduce-top1 (the fastest), -middle, -bottom1 to 3, -total; Total "
                               "Op Info sums the totals of the group."),
                    textColumn("communication_group", "Group as the files name it: the hash of its id."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    integerColumn("source", "", "Global rank that sends."),
                    integerColumn("destination", "", "Global rank that receives; equal to source for local copies."),
                    textColumn("transport", "HCCS, RDMA, PCIE, SIO, LOCAL."),
                    textColumn("op_name", "Operator that was picked; empty for sums."),
                    realColumn("size_mb", "MB (10^6 B)", "Bytes over the link."),
                    realColumn("time_ms", "ms", "Time of its packets, summed."),
                    realColumn("bandwidth_gbps", "GB/s (10^9 B/s)", "size / time."),
                },
            .run = &runCommMatrix};
}

AnalysisEntry makeCommGroupsEntry() {
    return {.id = "comm_groups",
            .title = "Communication groups",
            .needsDeep = &needsDeepForGpuComm,
            .parameters = {commSourceParameter()},
            .columns =
                {
                    textColumn("kind", "collective or p2p."),
                    textColumn("communication_group", "Group as communication files name it: the hash of its id."),
                    textColumn("id", "Its id in the metadata; empty when unknown."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    integerColumn("size", "", "Number of its ranks."),
                    textColumn("ranks", "Global ranks, by the metadata, else those that took part."),
                    textColumn("recorded", "Ranks of this profile that recorded operators of it."),
                },
            .run = &runCommGroups};
}

AnalysisEntry makeStepTraceTimeEntry() {
    return {.id = "step_trace_time",
            .title = "Time of steps as the profiler splits it",
            .parameters = {commSourceParameter()},
            .columns =
                {
                    textColumn("step", "Step as the files number it."),
                    textColumn("type", "rank, or stage: the maxima over its ranks."),
                    textColumn("ranks", "The rank, or those of the stage."),
                    realColumn("computing_us", "us", "Kernels."),
                    realColumn("not_overlapped_us", "us", "Communication that no kernel covers."),
                    realColumn("overlapped_us", "us", "Communication that kernels cover."),
                    realColumn("communication_us", "us", "not overlapped + overlapped."),
                    realColumn("free_us", "us", "Neither computing nor communication."),
                    realColumn("stage_us", "us", "The step without bubble_us."),
                    realColumn("bubble_us", "us", "Sum of the receives of P2P operators."),
                    realColumn("not_overlapped_exclude_receive_us", "us", "not overlapped - bubble."),
                    realColumn("preparing_us", "us", "From the step's begin to its first work on the device."),
                    integerColumn("dp_index", "", "Data parallel index, context parallelism folded in."),
                    integerColumn("pp_index", "", "Pipeline index."),
                    integerColumn("tp_index", "", "Tensor parallel index."),
                },
            .run = &runStepTraceTime};
}

}  // namespace stagescope
