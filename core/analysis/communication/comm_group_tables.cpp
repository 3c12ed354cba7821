#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <algorithm>

namespace stagescope {

namespace {

template <class T>
const char *patternText(const T &of) {
    return of.isP2p ? "p2p" : "collective";
}

bool wantsAny(const AnalysisInput &input, const std::vector<int> &ranks) {
    return std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return input.wants(rank); });
}

struct LinkRow : CommLink {
    std::optional<std::string_view> groupName;
};

Status addLinkRows(const AnalysisInput &input, const std::stop_token &stop, TableRows<LinkRow> &out) {
    ASSIGN_OR_RETURN(const auto source, commSourceOf(input));
    const GroupNames names(*input.run());
    for (const auto &link : commMatrix(*input.run(), source, stop).links) {
        if ((input.wants(link.source) || input.wants(link.destination)) && wantsStep(input, link.step)) {
            out.add({link, names.of(link.group)});
        }
    }
    return {};
}

struct GroupRow : CommGroupRow {
    bool isMixed;  ///< all operators of NCCL, whatever their groups

    /// What is known of a group by itself.
    [[nodiscard]] const CommGroupRow *known() const { return isMixed ? nullptr : this; }
    [[nodiscard]] std::string recorded() const { return joinedRanks(seenRanks.empty() || isMixed ? ranks : seenRanks); }
};

Status addGroups(const AnalysisInput &input, const std::stop_token &stop, TableRows<GroupRow> &out) {
    ASSIGN_OR_RETURN(const auto source, commSourceOf(input));
    bool isMixed = false;
    for (const auto &group : commGroups(*input.run(), source, stop)) {
        if (wantsAny(input, group.ranks)) {
            const GroupRow row{group, group.group == kNcclTransport && group.id.empty()};
            isMixed |= row.isMixed;
            out.add(row);
        }
    }
    if (isMixed) {
        out.note(std::string(kNoGroupsNote));
    }
    return {};
}

Status addStepTraces(const AnalysisInput &input, const std::stop_token &stop, TableRows<StepTraceRow> &out) {
    ASSIGN_OR_RETURN(const auto source, commSourceOf(input));
    for (const auto &row : stepTraceRows(*input.run(), source, stop)) {
        if (wantsAny(input, row.ranks) && wantsStep(input, row.step)) {
            out.add(row);
        }
    }
    return {};
}

/// The i-th time of a row.
auto timeAt(std::size_t i) {
    return [i](const StepTraceRow &row) { return row.ns[i] < 0 ? std::nullopt : std::optional(Nanos{row.ns[i]}); };
}

}  // namespace

AnalysisEntry makeCommMatrixEntry() {
    using Row = LinkRow;
    return runTable<Row>(
        {{.id = "comm_matrix",
          .title = "Communication matrix",
          .needsDeep = &needsDeepForGpuComm,
          .level = BundleLevel::Summary,
          .parameters = {commSourceParameter()}}},
        {
            key(column("step", "Step as the files number it.", &CommLink::step)),
            key(column("kind", "collective or p2p.", patternText<CommLink>)),
            key(column(
                "name",
                "Type and pick: allreduce-top1 (the fastest), -middle, -bottom1 to 3, -total; Total Op Info sums "
                "the totals of the group.",
                &CommLink::name)),
            column("communication_group", "Group as the files name it: the hash of its id.", &CommLink::group),
            key(column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName)),
            key(column("source", "Global rank that sends.", &CommLink::source)),
            key(column("destination", "Global rank that receives; equal to source for local copies.",
                       &CommLink::destination)),
            key(column("transport", "HCCS, RDMA, PCIE, SIO, LOCAL.", &CommLink::transport)),
            column("op_name", "Operator that was picked; empty for sums.", &CommLink::opName),
            sum(column("size_mb", "MB (10^6 B)", "Bytes over the link.", &CommLink::sizeMb)),
            sum(column("time_ms", "ms", "Time of its packets, summed.", &CommLink::timeMs)),
            figure(column("bandwidth_gbps", "GB/s (10^9 B/s)", "size / time.", &CommLink::gbpsIfTimed)),
        },
        addLinkRows);
}

AnalysisEntry makeCommGroupsEntry() {
    using Row = GroupRow;
    using Group = CommGroupRow;
    return runTable<Row>(
        {{.id = "comm_groups",
          .title = "Communication groups",
          .needsDeep = &needsDeepForGpuComm,
          .level = BundleLevel::Summary,
          .parameters = {commSourceParameter()}}},
        {
            column("kind", "collective or p2p.", patternText<Group>),
            column("communication_group", "Group as communication files name it: the hash of its id.", &Group::group),
            column("id", "Its id in the metadata; empty when unknown.", &Row::known, &Group::id),
            column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::known, &Group::name),
            column("size", "Number of its ranks.", &Row::known, [](const Group &group) { return group.ranks.size(); }),
            column("ranks", "Global ranks, by the metadata, else those that took part.", &Row::known, &Group::ranks,
                   joinedRanks),
            column("recorded", "Ranks of this profile that recorded operators of it.", &Row::recorded),
        },
        addGroups);
}

AnalysisEntry makeStepTraceTimeEntry() {
    using Row = StepTraceRow;
    return runTable<Row>(
        {{.id = "step_trace_time",
          .title = "Time of steps as the profiler splits it",
          .parameters = {commSourceParameter()}}},
        {
            column("step", "Step as the files number it.", &Row::step),
            column("type", "rank, or stage: the maxima over its ranks.",
                   [](const Row &row) { return row.isStage ? "stage" : "rank"; }),
            column("ranks", "The rank, or those of the stage.", &Row::ranks, joinedRanks),
            column("computing_us", "us", "Kernels.", timeAt(0)),
            column("not_overlapped_us", "us", "Communication that no kernel covers.", timeAt(1)),
            column("overlapped_us", "us", "Communication that kernels cover.", timeAt(2)),
            column("communication_us", "us", "not overlapped + overlapped.", timeAt(3)),
            column("free_us", "us", "Neither computing nor communication.", timeAt(4)),
            column("stage_us", "us", "The step without bubble_us.", timeAt(5)),
            column("bubble_us", "us", "Sum of the receives of P2P operators.", timeAt(6)),
            column("not_overlapped_exclude_receive_us", "us", "not overlapped - bubble.", timeAt(7)),
            column("preparing_us", "us", "From the step's begin to its first work on the device.", timeAt(8)),
            column("dp_index", "Data parallel index, context parallelism folded in.", &Row::dp, ifKnown),
            column("pp_index", "Pipeline index.", &Row::pp, ifKnown),
            column("tp_index", "Tensor parallel index.", &Row::tp, ifKnown),
        },
        addStepTraces);
}

}  // namespace stagescope
