#include "views/common/texts/communication_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr MessageEntry kCommunicationEntries[] = {
    {"comm.column.elapsed", QT_TRANSLATE_NOOP("Message", "elapsed, ms")},
    {"comm.column.idle", QT_TRANSLATE_NOOP("Message", "idle, ms")},
    {"comm.column.synchronization", QT_TRANSLATE_NOOP("Message", "synchronization, ms")},
    {"comm.column.synchronization_percent", QT_TRANSLATE_NOOP("Message", "synchronization, %")},
    {"comm.column.transit", QT_TRANSLATE_NOOP("Message", "transit, ms")},
    {"comm.column.wait", QT_TRANSLATE_NOOP("Message", "wait, ms")},
    {"comm.column.wait_percent", QT_TRANSLATE_NOOP("Message", "wait, %")},
    {"comm.idle", QT_TRANSLATE_NOOP("Message", "idle = elapsed - transit - wait")},
    {"comm.more_ranks", QT_TRANSLATE_N_NOOP("Message", "%n more rank(s): scroll")},
    {"comm.no_parts",
     QT_TRANSLATE_NOOP("Message", "no file says what the time consists of (communication.json, analysis.db)")},
    {"comm.of_files",
     QT_TRANSLATE_NOOP("Message", "ranks %1: times from the profiler's own analysis, the timeline is not loaded")},
    {"comm.operators", QT_TRANSLATE_NOOP("Message", "Communication operators over time")},
    {"comm.other_wait", QT_TRANSLATE_NOOP("Message", "other wait")},
    {"comm.parts", QT_TRANSLATE_NOOP("Message", "What the time was made of")},
    {"comm.parts.formulas",
     QT_TRANSLATE_NOOP("Message", "wait includes synchronization; each %: time / (time + transit)")},
    {"comm.synchronization", QT_TRANSLATE_NOOP("Message", "synchronization, wait before the first packet")},
    {"comm.transit", QT_TRANSLATE_NOOP("Message", "transit")},
    {"communication.empty",
     QT_TRANSLATE_NOOP("Message",
                       "No communication operators were read. They are written for jobs of several ranks from "
                       "profiler_level=Level1 on, once the profile is analysed.")},
    {"communication.empty.other", QT_TRANSLATE_NOOP("Message", "No communication operators were read.")},
    {"communication.empty.torch",
     QT_TRANSLATE_NOOP("Message",
                       "No communication operators of devices (NCCL, RCCL) were read; collectives that the host runs "
                       "(gloo) are in the timeline alone. Record activities of the device, and open the traces of all "
                       "ranks.")},
    {"communication.empty.bandwidth",
     QT_TRANSLATE_NOOP("Message",
                       "No packet sizes in this profile. They come from communication.json or analysis.db: collect "
                       "with profiler_level=Level1 or higher and analyse the profile.")},
    {"communication.empty.bandwidth.other", QT_TRANSLATE_NOOP("Message", "No packet sizes in this profile.")},
    {"communication.empty.bandwidth.torch",
     QT_TRANSLATE_NOOP("Message",
                       "No collective with a size in this profile. Sizes come with the kernels of NCCL or RCCL, into "
                       "whose arguments current versions of PyTorch write them (In msg nelems, dtype).")},
    {"communication.empty.choice", QT_TRANSLATE_NOOP("Message", "Nothing is known of this choice.")},
    {"communication.empty.durations",
     QT_TRANSLATE_NOOP("Message",
                       "No communication operators are known. They come from timelines (load a rank), databases, "
                       "communication.json or analysis.db: collect with profiler_level=Level1 or higher and analyse "
                       "the profile.")},
    {"communication.empty.durations.other", QT_TRANSLATE_NOOP("Message", "No communication operators are known.")},
    {"communication.empty.durations.torch",
     QT_TRANSLATE_NOOP("Message",
                       "No communication operators are known. They are the kernels of NCCL or RCCL in the traces: load "
                       "a rank, or profile with activities of the device included.")},
    {"communication.empty.late",
     QT_TRANSLATE_NOOP("Message",
                       "No collective that two ranks recorded. Collect all ranks of a group in the same step "
                       "with profiler_level=Level1 or higher; clocks are compared by the collectives themselves.")},
    {"communication.empty.late.other", QT_TRANSLATE_NOOP("Message", "No collective that two ranks recorded.")},
    {"communication.empty.late.torch",
     QT_TRANSLATE_NOOP("Message",
                       "No collective that two ranks recorded. Profile all ranks of a group in the same steps; clocks "
                       "are compared by the collectives themselves.")},
    {"communication.empty.loading", QT_TRANSLATE_NOOP("Message", "Looking at communication ...")},
    {"communication.empty.matrix",
     QT_TRANSLATE_NOOP("Message",
                       "No links in this profile. They come from communication_matrix.json, analysis.db or a "
                       "cluster_analysis_output: collect with profiler_level=Level1 or higher and analyse the "
                       "profile.")},
    {"communication.empty.matrix.other", QT_TRANSLATE_NOOP("Message", "No links in this profile.")},
    {"communication.empty.matrix.torch",
     QT_TRANSLATE_NOOP("Message",
                       "No links in this profile. They come from what NCCL or RCCL transfers between two ranks and "
                       "exchanges among all: load the ranks whose traces have such kernels.")},
    {"communication.empty.matrix.nccl",
     QT_TRANSLATE_NOOP("Message",
                       "No links in this profile: NCCL and RCCL record them only for transfers between two ranks and "
                       "exchanges of all with all. Overview, Durations and Bandwidth show the collectives.")},
    {"communication.empty.overview",
     QT_TRANSLATE_NOOP("Message",
                       "Neither when ranks computed nor when they communicated is known. Collect device activity "
                       "(profiler_level=Level0 or higher) and keep the trace, database or step_trace_time.csv.")},
    {"communication.empty.overview.other",
     QT_TRANSLATE_NOOP("Message", "Neither when ranks computed nor when they communicated is known.")},
    {"communication.empty.overview.torch",
     QT_TRANSLATE_NOOP("Message",
                       "Neither when ranks computed nor when they communicated is known. Profile with activities of "
                       "the device included (ProfilerActivity.CUDA or XPU) and keep the trace.")},
    {"communication.empty.range",
     QT_TRANSLATE_NOOP("Message", "No link has a value in this range. Clear it to see all.")},
    {"communication.empty.self",
     QT_TRANSLATE_NOOP("Message",
                       "Only what ranks copy to themselves is known of this choice: tick Include self to see it.")},
    {"communication.empty.strategy",
     QT_TRANSLATE_NOOP("Message",
                       "The sizes of the parallel dimensions are unknown or contradict each other. Type them above, "
                       "profile with a framework that writes them, or call "
                       "prof.add_metadata_json('distributed_args', ...).")},
    {"communication.empty.strategy.other",
     QT_TRANSLATE_NOOP("Message",
                       "The sizes of the parallel dimensions are unknown or contradict each other. Type them above, or "
                       "profile with a framework that writes them.")},
    {"communication.empty.strategy.torch",
     QT_TRANSLATE_NOOP(
         "Message",
         "The sizes of the parallel dimensions are unknown or contradict each other. Type them above, profile with a "
         "framework that writes them, or call prof.add_metadata_json('distributed_args', ...).")},
    {"communication.empty.values.bandwidth",
     QT_TRANSLATE_NOOP("Message", "The files have no transfer times for these links, so no bandwidth.")},
    {"communication.empty.values.operators",
     QT_TRANSLATE_NOOP("Message", "The files name no operators for these links.")},
    {"communication.empty.values.reference",
     QT_TRANSLATE_NOOP("Message",
                       "No reference bandwidth is known for the transports of these links: there is one for HCCS, "
                       "RDMA and PCIE.")},
    {"communication.empty.values.size", QT_TRANSLATE_NOOP("Message", "The files have no sizes for these links.")},
    {"communication.empty.values.time",
     QT_TRANSLATE_NOOP("Message", "The files have no transfer times for these links.")},
    {"communication.empty.values.transport",
     QT_TRANSLATE_NOOP("Message", "The files name no transport for these links.")},
    {"late.collectives", QT_TRANSLATE_NOOP("Message", "Collectives that cost most")},
    {"late.column.behind", QT_TRANSLATE_NOOP("Message", "behind next")},
    {"late.column.collective", QT_TRANSLATE_NOOP("Message", "collective")},
    {"late.column.group", QT_TRANSLATE_NOOP("Message", "group")},
    {"late.column.held_up_by", QT_TRANSLATE_NOOP("Message", "held up by")},
    {"late.column.last", QT_TRANSLATE_NOOP("Message", "last rank")},
    {"late.column.spread", QT_TRANSLATE_NOOP("Message", "behind first")},
    {"late.column.step", QT_TRANSLATE_NOOP("Message", "step")},
    {"late.column.waited", QT_TRANSLATE_NOOP("Message", "waited in all")},
    {"late.formulas",
     QT_TRANSLATE_NOOP("Message", "waited in all: sum over the other ranks of last begin - own begin")},
    {"late.nobody", QT_TRANSLATE_NOOP("Message", "Nobody was waited for: no rank was late.")},
    {"late.order", QT_TRANSLATE_NOOP("Message", "order of stages")},
    {"late.rank", QT_TRANSLATE_NOOP("Message", "rank %1: held up %2 collectives, came last to %3")},
    {"late.title", QT_TRANSLATE_NOOP("Message", "What the others waited for each rank, ms")},
    {"late.uncertainty",
     QT_TRANSLATE_NOOP("Message", "Clocks may be off by %1: smaller differences, in grey, are not significant.")},
    {"late.unknown",
     QT_TRANSLATE_NOOP("Message", "The timelines tell whom the ranks waited for: load those of all ranks.")},
    {"link.metric.bandwidth", QT_TRANSLATE_NOOP("Message", "Bandwidth (GB/s)")},
    {"link.metric.operators", QT_TRANSLATE_NOOP("Message", "Operators named in the files")},
    {"link.metric.reference", QT_TRANSLATE_NOOP("Message", "Share of reference bandwidth (%)")},
    {"link.metric.size", QT_TRANSLATE_NOOP("Message", "Transit size (MB, 10^6 bytes)")},
    {"link.metric.time", QT_TRANSLATE_NOOP("Message", "Transit time (ms)")},
    {"link.metric.transport", QT_TRANSLATE_NOOP("Message", "Transport type")},
    {"matrix.blocks", QT_TRANSLATE_NOOP("Message", "each place: the worst of %1 x %1 rank(s)")},
    {"matrix.difference", QT_TRANSLATE_NOOP("Message", "run - baseline")},
    {"matrix.from.host", QT_TRANSLATE_NOOP("Message", "from host")},
    {"matrix.from.rank", QT_TRANSLATE_NOOP("Message", "from rank")},
    {"matrix.from.stage", QT_TRANSLATE_NOOP("Message", "from stage")},
    {"matrix.only_baseline", QT_TRANSLATE_NOOP("Message", "only in the baseline")},
    {"matrix.only_run", QT_TRANSLATE_NOOP("Message", "only in this run")},
    {"matrix.to.host", QT_TRANSLATE_NOOP("Message", "to host")},
    {"matrix.to.rank", QT_TRANSLATE_NOOP("Message", "to rank")},
    {"matrix.to.stage", QT_TRANSLATE_NOOP("Message", "to stage")},
    {"overview.kind.batch", QT_TRANSLATE_NOOP("Message", "%1 send and receive in one batch, ranks: %2")},
    {"overview.kind.collective", QT_TRANSLATE_NOOP("Message", "%1 collective, ranks: %2")},
    {"overview.kind.receive", QT_TRANSLATE_NOOP("Message", "%1 receive, ranks: %2")},
    {"overview.kind.send", QT_TRANSLATE_NOOP("Message", "%1 send, ranks: %2")},
    {"overview.kinds", QT_TRANSLATE_NOOP("Message", "Communication by group and kind, ms")},
    {"overview.kinds.note", QT_TRANSLATE_NOOP("Message", "mean per rank and step; groups may run at once")},
    {"overview.row", QT_TRANSLATE_NOOP("Message", "rank %1, step %3, overlap %2 %")},
    {"overview.row.capture", QT_TRANSLATE_NOOP("Message", "rank %1, overlap %2 %")},
    {"overview.title",
     QT_TRANSLATE_NOOP("Message",
                       "Computing and communication, ms (overlap: share of the communication that computing covers)")},
    {"strategy.axes", QT_TRANSLATE_NOOP("Message", "down: stage (PP), across: DP, in it CP, in it TP; warm = bad")},
    {"strategy.blocks", QT_TRANSLATE_NOOP("Message", "each place: the worst of %1 columns")},
    {"strategy.dimension.CP", QT_TRANSLATE_NOOP("Message", "context parallelism (CP)")},
    {"strategy.dimension.DP", QT_TRANSLATE_NOOP("Message", "data parallelism (DP)")},
    {"strategy.dimension.EP", QT_TRANSLATE_NOOP("Message", "expert parallelism (EP)")},
    {"strategy.dimension.PP", QT_TRANSLATE_NOOP("Message", "pipeline parallelism (PP)")},
    {"strategy.dimension.TP", QT_TRANSLATE_NOOP("Message", "tensor parallelism (TP)")},
    {"strategy.metric.computing", QT_TRANSLATE_NOOP("Message", "computing, ms per step")},
    {"strategy.metric.free", QT_TRANSLATE_NOOP("Message", "free, ms per step")},
    {"strategy.metric.not_overlapped", QT_TRANSLATE_NOOP("Message", "communication, not overlapped, ms per step")},
    {"strategy.metric.overlapped", QT_TRANSLATE_NOOP("Message", "overlapped communication, ms per step")},
    {"strategy.metric.synchronization_percent", QT_TRANSLATE_NOOP("Message", "synchronization share, %")},
    {"strategy.metric.wait_percent", QT_TRANSLATE_NOOP("Message", "wait share, %")},
    {"strategy.metric.waited", QT_TRANSLATE_NOOP("Message", "waited for by others at collectives, ms per step")},
};

}  // namespace

std::span<const MessageEntry> communicationEntries() { return kCommunicationEntries; }

}  // namespace stagescope
