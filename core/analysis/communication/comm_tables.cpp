#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/item_ref.h"

#include <cmath>

namespace stagescope {

namespace {

template <class Row>
void addLoneRanks(const AnalysisInput &input, TableRows<Row> &out) {
    if (!out.empty()) {
        out.note(loneRanksNote(*input.run()));
    }
}

struct OpRow : CommOp {
    AlignedRange aligned;
    std::string_view groupName;
    RunId run;

    [[nodiscard]] CommOpRef item() const { return {run, rank, nth, name}; }
    [[nodiscard]] std::string_view kind() const { return p2p.empty() ? std::string_view("collective") : p2p; }
};

void addOps(const AnalysisInput &input, const std::stop_token &stop, TableRows<OpRow> &out) {
    const auto &run = *input.run();
    const GroupNames names(run);
    for (const auto &op : commOps(run, stop)) {
        if (input.wants(op.rank) && input.wantsStep(op.step) && input.touches(op.rank, op.range)) {
            out.add({op, run.clock.toAligned(op.rank, op.range), names.of(op.group).value_or(""), run.id});
        }
    }
}

struct TimeRow : CommTime {
    std::string_view groupName;

    [[nodiscard]] std::optional<double> start() const {
        return name == kAllOperators ? std::nullopt : std::optional(startUs);
    }
};

Status addTimeRows(const AnalysisInput &input, const std::stop_token &stop, TableRows<TimeRow> &out) {
    ASSIGN_OR_RETURN(const auto source, commSourceOf(input));
    const GroupNames names(*input.run());
    for (const auto &time : commTimes(*input.run(), source, stop)) {
        if (input.wants(time.rank) && wantsStep(input, time.step)) {
            out.add({time, names.of(time.group).value_or("")});
        }
    }
    addLoneRanks(input, out);
    return {};
}

struct BandwidthRow : CommBandwidth {
    std::string_view groupName;
    double factor;  ///< 0 where unknown

    [[nodiscard]] bool isNccl() const { return transport == kNcclTransport; }
    [[nodiscard]] std::optional<double> busGbps() const {
        return factor > 0 && name != kAllOperators ? std::optional(factor * gbps) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> largePackets() const {
        return isNccl() ? std::nullopt : std::optional(largePacketRatio);
    }
    /// Null without a distribution of packets.
    [[nodiscard]] const CommBandwidth *packets() const {
        const bool isCounted = !std::isnan(count) && count != 0;
        return isCounted || packageMb != 0 ? this : nullptr;
    }
};

Status addBandwidths(const AnalysisInput &input, const std::stop_token &stop, TableRows<BandwidthRow> &out) {
    ASSIGN_OR_RETURN(const auto source, commSourceOf(input));
    const GroupNames names(*input.run());
    bool isMixed = false;
    for (const auto &row : commBandwidths(*input.run(), source, stop)) {
        if (!input.wants(row.rank) || !wantsStep(input, row.step)) {
            continue;
        }
        const auto *group = names.group(row.group);
        const bool hasBus = row.transport == kNcclTransport && group != nullptr;
        isMixed |= row.group == kNcclTransport && group == nullptr;
        out.add({row, names.of(row.group).value_or(""), hasBus ? busFactor(row.name, group->ranks.size()) : 0});
    }
    addLoneRanks(input, out);
    if (isMixed) {
        out.note(std::string(kNoGroupsNote));
    }
    return {};
}

}  // namespace

AnalysisEntry makeCommOpsEntry() {
    using Row = OpRow;
    return runTable<Row>(
        {{.id = "comm_ops", .title = "Communication operators", .needsDeep = &needsDeepForCommOps}},
        {
            key(column("rank", "Global rank.", &CommOp::rank)),
            key(column("step", "Step that contains the begin; empty outside of all.", &CommOp::step, ifKnown)),
            key(column("kind", "collective, send, receive, or batch (several transfers at once).", &Row::kind)),
            column("name", "Name of the operator, equal on all ranks of the group.", &CommOp::name),
            key(column("type", "Type as in the file: hcom_allReduce_, allreduce.", &CommOp::type)),
            column("communication_group", "Group as the file names it.", &CommOp::group),
            key(column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName)),
            column("nth", "How many operators of this name and group came before on the rank.", &CommOp::nth),
            column("start_ns", "ns", "Start on the device, aligned clock.", &Row::aligned, &AlignedRange::begin),
            column("end_ns", "ns", "End on the device, aligned clock.", &Row::aligned, &AlignedRange::end),
            sum(column("duration_us", "us", "end_ns - start_ns: waiting for others included.", &Row::aligned,
                       &AlignedRange::duration)),
            column("count", "Elements; empty when unknown.", &CommOp::count, ifKnown),
            column("data_type", "Type of an element.", &CommOp::dataType),
            sum(column("size_bytes", "bytes", "count x size of an element; the larger side where both are known.",
                       &CommOp::bytes, ifKnown)),
            column("algorithm", "As in the file: MESH-RING.", &CommOp::algorithm),
            column("connection", "Id that the launch on the host carries, too.", &CommOp::connection, ifKnown),
            column("members", "Global ranks of the group, where the operator has them.", &CommOp::members),
            column("evidence", "The operator for --select.", &Row::item),
        },
        addOps);
}

AnalysisEntry makeCommTimeEntry() {
    using Row = TimeRow;
    using Time = CommTime;
    return runTable<Row>(
        {{.id = "comm_time",
          .title = "Communication time",
          .needsDeep = &needsDeepForGpuComm,
          .level = BundleLevel::Summary,
          .parameters = {commSourceParameter()}}},
        {
            key(column("step", "Step as the files number it.", &Time::step)),
            key(column("rank", "Global rank.", &Time::rank, ifKnown)),
            key(column("kind", "collective or p2p.", [](const Row &row) { return row.isP2p ? "p2p" : "collective"; })),
            key(column("name", "Operator; Total Op Info sums those of the group on this rank.", &Time::name)),
            column("communication_group", "Group as the files name it: the hash of its id.", &Time::group),
            key(column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName)),
            column("start_us", "us", "Start on the rank's own clock; empty for sums.", &Row::start),
            sum(column("elapsed_ms", "ms", "From start to end.", &Time::elapsedMs)),
            sum(column(
                "transit_ms", "ms",
                "Sending and receiving packets. Of NCCL the shortest stay of the operator over the ranks of this "
                "profile; with one rank alone its whole stay.",
                &Time::transitMs)),
            sum(column("wait_ms", "ms", "Waiting for other ranks: of NCCL what it stays longer than that.",
                       &Time::waitMs)),
            sum(column("synchronization_ms", "ms", "The part of wait_ms before the first packet.",
                       &Time::synchronizationMs)),
            sum(column("idle_ms", "ms", "elapsed - transit - wait.", &Time::idleMs)),
            column("wait_percent", "%", "wait / (wait + transit).", &Time::waitRatio, inPercent),
            column("synchronization_percent", "%", "synchronization / (synchronization + transit).",
                   &Time::synchronizationRatio, inPercent),
        },
        addTimeRows);
}

AnalysisEntry makeCommBandwidthEntry() {
    using Row = BandwidthRow;
    using Of = CommBandwidth;
    return runTable<Row>(
        {{.id = "comm_bandwidth",
          .title = "Communication bandwidth by packet size",
          .needsDeep = &needsDeepForGpuComm,
          .level = BundleLevel::Summary,
          .parameters = {commSourceParameter()}}},
        {
            key(column("step", "Step as the files number it.", &Of::step)),
            key(column("rank", "Global rank.", &Of::rank, ifKnown)),
            key(column("name", "Operator; Total Op Info sums those of the group on this rank.", &Of::name)),
            column("communication_group", "Group as the files name it: the hash of its id.", &Of::group),
            key(column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName)),
            key(column("transport",
                       "HCCS, RDMA, PCIE, SIO; SDMA repeats what HCCS, PCIE and SIO carry; NCCL, without details, for "
                       "all that GPUs use.",
                       &Of::transport)),
            figure(column("size_mb", "MB (10^6 B)", "Of the operator over this transport, in each of its rows.",
                          &Of::sizeMb)),
            figure(column("time_ms", "ms", "Time of its packets over this transport, summed.", &Of::timeMs)),
            figure(column("bandwidth_gbps", "GB/s (10^9 B/s)",
                          "size / time; of NCCL the algorithm bandwidth: bytes of the operator / its transfer.",
                          &Of::gbps)),
            figure(column(
                "bus_bandwidth_gbps", "GB/s (10^9 B/s)",
                "Of NCCL, by nccl-tests: bandwidth_gbps x 2 (n - 1) / n for an all-reduce of n ranks, x (n - 1) / n "
                "for all-gather, reduce-scatter and all-to-all, x 1 for the rest.",
                &Row::busGbps)),
            column("large_packet_ratio", "Share of large packets, 0 to 1, as the profiler judges it.",
                   &Row::largePackets),
            key(column("package_mb", "MB (10^6 B)", "Packet size of this row; empty without a distribution.",
                       &Row::packets, &Of::packageMb)),
            figure(column("count", "Packets of this size.", &Row::packets, &Of::count)),
            column("duration_ms", "ms", "Their time, summed.", &Row::packets, &Of::durationMs),
        },
        addBandwidths);
}

}  // namespace stagescope
