#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/comm_op.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <map>

namespace stagescope {

namespace {

/// Short names of the groups ("pp") by the names in the files.
std::string groupName(const std::map<std::string, KnownGroup> &known, const std::string &group) {
    const auto it = known.find(group);
    return it == known.end() ? std::string() : it->second.name;
}

void addLoneRanks(ResultTable &table, const Run &run) {
    auto note = table.rows.empty() ? std::string() : loneRanksNote(run);
    if (!note.empty()) {
        table.notes.push_back(std::move(note));
    }
}

Result<ResultTable> runCommOps(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_ops"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    const auto known = knownGroups(*run);
    for (const auto &op : commOps(*run, stop)) {
        if (!input.wants(op.rank) || (input.step && *input.step != op.step) ||
            !inRange(input, *run, op.rank, op.range)) {
            continue;
        }
        const auto aligned = run->clock.toAligned(op.rank, op.range);
        table.rows.push_back({numberCell(op.rank), knownCell(op.step), textCell(op.p2p.empty() ? "collective" : op.p2p),
                              textCell(op.name), textCell(op.type), textCell(op.group),
                              textCell(groupName(known, op.group)), numberCell(op.nth), numberCell(ns(aligned.begin)),
                              numberCell(ns(aligned.end)), microsCell(op.range.end - op.range.begin),
                              knownCell(op.count), textCell(op.dataType), knownCell(op.bytes), textCell(op.algorithm),
                              knownCell(op.connection), textCell(op.members)});
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

Result<ResultTable> runCommTime(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_time"));
    const auto source = commSourceOf(input);
    const auto *run = input.run();
    if (run == nullptr || !source) {
        return run == nullptr ? Result<ResultTable>(table) : tl::make_unexpected(source.error());
    }
    const auto known = knownGroups(*run);
    for (const auto &time : commTimes(*run, *source, stop)) {
        if (!input.wants(time.rank) || !wantsStep(input, time.step)) {
            continue;
        }
        const bool isTotal = time.name == kAllOperators;
        table.rows.push_back({textCell(time.step), knownCell(time.rank), textCell(time.isP2p ? "p2p" : "collective"),
                              textCell(time.name), textCell(time.group), textCell(groupName(known, time.group)),
                              isTotal ? Cell{} : Cell{time.startUs}, Cell{time.elapsedMs}, Cell{time.transitMs},
                              Cell{time.waitMs}, Cell{time.synchronizationMs}, Cell{time.idleMs},
                              Cell{100 * time.waitRatio()}, Cell{100 * time.synchronizationRatio()}});
    }
    addLoneRanks(table, *run);
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

Result<ResultTable> runCommBandwidth(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_bandwidth"));
    const auto source = commSourceOf(input);
    const auto *run = input.run();
    if (run == nullptr || !source) {
        return run == nullptr ? Result<ResultTable>(table) : tl::make_unexpected(source.error());
    }
    const auto known = knownGroups(*run);
    bool isMixed = false;
    for (const auto &row : commBandwidths(*run, *source, stop)) {
        if (!input.wants(row.rank) || !wantsStep(input, row.step)) {
            continue;
        }
        const bool hasPackets = row.count != 0 || row.packageMb != 0;
        const auto group = known.find(row.group);
        const auto factor = row.transport == kNcclTransport && group != known.end()
                                ? busFactor(row.name, group->second.ranks.size())
                                : 0;
        isMixed = isMixed || (row.group == kNcclTransport && group == known.end());
        const bool hasBus = factor > 0 && row.name != kAllOperators;
        table.rows.push_back({textCell(row.step), knownCell(row.rank), textCell(row.name), textCell(row.group),
                              textCell(groupName(known, row.group)), textCell(row.transport), Cell{row.sizeMb},
                              Cell{row.timeMs}, Cell{row.gbps}, hasBus ? Cell{factor * row.gbps} : Cell{},
                              row.transport == kNcclTransport ? Cell{} : Cell{row.largePacketRatio},
                              hasPackets ? Cell{row.packageMb} : Cell{}, hasPackets ? Cell{row.count} : Cell{},
                              hasPackets ? Cell{row.durationMs} : Cell{}});
    }
    addLoneRanks(table, *run);
    if (isMixed) {
        table.notes.emplace_back(kNoGroupsNote);
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

}  // namespace

AnalysisEntry makeCommOpsEntry() {
    return {.id = "comm_ops",
            .title = "Communication operators",
            .needsDeep = &needsDeepForCommOps,
            .columns =
                {
                    integerColumn("rank", "", "Global rank."),
                    integerColumn("step", "", "Step that contains the begin; empty outside of all."),
                    textColumn("kind", "collective, send, receive, or batch (several transfers at once)."),
                    textColumn("name", "Name of the operator, equal on all ranks of the group."),
                    textColumn("type", "Type as the file tells it: hcom_allReduce_, allreduce."),
                    textColumn("communication_group", "Group as the file names it."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    integerColumn("nth", "", "How many operators of this name and group came before on the rank."),
                    integerColumn("start_ns", "ns", "Start on the device, aligned clock."),
                    integerColumn("end_ns", "ns", "End on the device, aligned clock."),
                    realColumn("duration_us", "us", "end_ns - start_ns: waiting for others included."),
                    integerColumn("count", "", "Elements; empty when unknown."),
                    textColumn("data_type", "Type of an element."),
                    integerColumn("size_bytes", "bytes",
                                  "count x size of an element; the larger side where both are known."),
                    textColumn("algorithm", "As the file tells it: MESH-RING."),
                    integerColumn("connection", "", "Id that the launch on the host carries, too."),
                    textColumn("members", "Global ranks of the group, where the operator tells them."),
                },
            .run = &runCommOps};
}

AnalysisEntry makeCommTimeEntry() {
    return {.id = "comm_time",
            .title = "Communication time",
            .needsDeep = &needsDeepForGpuComm,
            .parameters = {commSourceParameter()},
            .columns =
                {
                    textColumn("step", "Step as the files number it."),
                    integerColumn("rank", "", "Global rank."),
                    textColumn("kind", "collective or p2p."),
                    textColumn("name", "Operator; Total Op Info sums those of the group on this rank."),
                    textColumn("communication_group", "Group as the files name it: the hash of its id."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    realColumn("start_us", "us", "Start on the rank's own clock; empty for sums."),
                    realColumn("elapsed_ms", "ms", "From start to end."),
                    realColumn("transit_ms", "ms",
                               "Sending and receiving packets. Of NCCL the shortest stay of the operator over the "
                               "ranks of this profile; with one rank alone its whole stay."),
                    realColumn("wait_ms", "ms", "Waiting for other ranks: of NCCL what it stays longer than that."),
                    realColumn("synchronization_ms", "ms", "The part of wait_ms before the first packet."),
                    realColumn("idle_ms", "ms", "elapsed - transit - wait."),
                    realColumn("wait_percent", "%", "wait / (wait + transit)."),
                    realColumn("synchronization_percent", "%", "synchronization / (synchronization + transit)."),
                },
            .run = &runCommTime};
}

AnalysisEntry makeCommBandwidthEntry() {
    return {.id = "comm_bandwidth",
            .title = "Communication bandwidth by packet size",
            .needsDeep = &needsDeepForGpuComm,
            .parameters = {commSourceParameter()},
            .columns =
                {
                    textColumn("step", "Step as the files number it."),
                    integerColumn("rank", "", "Global rank."),
                    textColumn("name", "Operator; Total Op Info sums those of the group on this rank."),
                    textColumn("communication_group", "Group as the files name it: the hash of its id."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    textColumn("transport",
                               "HCCS, RDMA, PCIE, SIO; SDMA repeats what HCCS, PCIE and SIO carry; NCCL, which tells "
                               "no more, for all that GPUs use."),
                    realColumn("size_mb", "MB (10^6 B)", "Of the operator over this transport, in each of its rows."),
                    realColumn("time_ms", "ms", "Time of its packets over this transport, summed."),
                    realColumn("bandwidth_gbps", "GB/s (10^9 B/s)",
                               "size / time; of NCCL the algorithm bandwidth: bytes of the operator / its transfer."),
                    realColumn("bus_bandwidth_gbps", "GB/s (10^9 B/s)",
                               "Of NCCL, by nccl-tests: bandwidth_gbps x 2 (n - 1) / n for an all-reduce of n ranks, x "
                               "(n - 1) / n for all-gather, reduce-scatter and all-to-all, x 1 for the rest."),
                    realColumn("large_packet_ratio", "", "Share of large packets, 0 to 1, as the profiler judges it."),
                    realColumn("package_mb", "MB (10^6 B)", "Packet size of this row; empty without a distribution."),
                    realColumn("count", "", "Packets of this size."),
                    realColumn("duration_ms", "ms", "Their time, summed."),
                },
            .run = &runCommBandwidth};
}

}  // namespace stagescope
