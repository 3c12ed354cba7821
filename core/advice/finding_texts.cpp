#include "core/advice/finding_texts.h"

#include "core/advice/platforms/platform_advice.h"
#include "core/advice/remedy_texts.h"
#include "core/advice/rule_texts.h"
#include "core/advice/snapshot_texts.h"
#include "core/advice/tuning_texts.h"
#include "core/analysis/overview/capabilities.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <vector>

namespace stagescope {

namespace {

/// Sorted by id.
constexpr FindingText kTexts[] = {
    {"finding.bandwidth_contention",
     QT_TRANSLATE_NOOP("Message", "Matmul slows down transfers of rank %1: %2 ms per step")},
    {"finding.bandwidth_contention.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Without them the same bytes would go at the usual rate; what computing hides anyway is counted, too.")},
    {"finding.bandwidth_contention.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "%n operator(s) beside matrix products; the slowest, %1, at %2 GB/s instead of %3 GB/s.")},
    {"finding.bandwidth_contention.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "Reported below %1 % of that rate, for operators that move at least %2 MB (10^6 bytes).")},
    {"finding.bandwidth_contention.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Both use the same memory. Compare a run with this overlap switched off; keep it only where it "
                       "gains more than it costs, or move the transfer beside work that needs less memory.")},
    {"finding.bandwidth_contention.topic", QT_TRANSLATE_NOOP("Message", "Bandwidth contention with matmul")},
    {"finding.byte_alignment",
     QT_TRANSLATE_NOOP("Message", "Packets whose size is no multiple of %1 bytes cost %2 ms per step")},
    {"finding.byte_alignment.assumes",
     QT_TRANSLATE_NOOP("Message", "Aligned, they would go as fast as aligned packets of about their size.")},
    {"finding.byte_alignment.fact",
     QT_TRANSLATE_NOOP(
         "Message",
         "Rank %1: %2 % of the time of packets within the host (threshold %4 %); most of it in packets of %3 bytes.")},
    {"finding.byte_alignment.remedy",
     QT_TRANSLATE_NOOP("Message", "Pad buckets and tensors so that each rank's part is a multiple of %1 bytes.")},
    {"finding.byte_alignment.topic", QT_TRANSLATE_NOOP("Message", "Unaligned packets")},
    {"finding.clock_skew", QT_TRANSLATE_NOOP("Message", "The clocks of %1 and %2 differ by %3 ms")},
    {"finding.clock_skew.assumes", QT_TRANSLATE_NOOP("Message", "All sides of a transfer end at the same time.")},
    {"finding.clock_skew.fact", QT_TRANSLATE_NOOP("Message", "The clock of %1 is %2 ms ahead of that of %3, ±%4 ms.")},
    {"finding.clock_skew.fact.aligned",
     QT_TRANSLATE_NOOP("Message", "Times are aligned: every figure here is free of it.")},
    {"finding.clock_skew.fact.raw",
     QT_TRANSLATE_NOOP("Message", "Times are as recorded: figures that compare ranks of different hosts contain it.")},
    {"finding.clock_skew.fact.threshold", QT_TRANSLATE_NOOP("Message", "Reported above %1 ms.")},
    {"finding.clock_skew.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Let the hosts follow one time server (chrony, PTP); until then compare their times only aligned.")},
    {"finding.clock_skew.topic", QT_TRANSLATE_NOOP("Message", "Host clock skew")},
    {"finding.clock_skew.alone", QT_TRANSLATE_NOOP("Message", "Needs two ranks.")},
    {"finding.clock_skew.unanswered",
     QT_TRANSLATE_NOOP(
         "Message", "Nothing links the clocks of the hosts: no transfer and no dependency between them was recorded.")},
    {"finding.data_imbalance",
     QT_TRANSLATE_NOOP("Message", "Microbatches differ in length: %1 ms per step are waited for the long ones")},
    {"finding.data_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "The same data could be cut into microbatches of equal length.")},
    {"finding.data_imbalance.fact",
     QT_TRANSLATE_NOOP("Message",
                       "Forward and backward of the same microbatch are long together (correlation %1, threshold %2) "
                       "in all stages, in other steps other ones; lengths scatter by %3 % (threshold %4 %).")},
    {"finding.data_imbalance.fact.threshold", QT_TRANSLATE_NOOP("Message", "Reported above %1 % of the step.")},
    {"finding.data_imbalance.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Pack or sort the samples so that each microbatch has about the same number of tokens.")},
    {"finding.data_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Microbatches of unequal length")},
    {"finding.data_imbalance.unanswered",
     QT_TRANSLATE_NOOP("Message", "Too few steps or microbatches: three steps and eight microbatches are needed.")},
    {"finding.doubtful_times",
     QT_TRANSLATE_NOOP("Message", "The trace of rank %1 holds impossible times: see table trace_health.")},
    {"finding.expert_imbalance",
     QT_TRANSLATE_NOOP("Message", "The experts of rank %1 get the most tokens: its group waits %2 ms per step")},
    {"finding.expert_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "The time of the experts' kernels follows the number of tokens.")},
    {"finding.expert_imbalance.assumes.received",
     QT_TRANSLATE_NOOP(
         "Message",
         "What AllToAll brings is the tokens of a rank's experts; what the others wait in AllToAll longer "
         "than it does is waited for them.")},
    {"finding.expert_imbalance.fact",
     QT_TRANSLATE_NOOP("Message",
                       "Kernels of experts on rank %1: %2 ms per step, mean of the %4 rank(s) of the group %3 ms.")},
    {"finding.expert_imbalance.fact.even",
     QT_TRANSLATE_NOOP("Message",
                       "AllToAll does not bring it more than the others: rather the rank is slow than its experts "
                       "busy.")},
    {"finding.expert_imbalance.fact.received",
     QT_TRANSLATE_NOOP(
         "Message", "AllToAll brings rank %1 %2 MB (10^6 bytes) per step, mean of the %4 rank(s) of the group %3 MB.")},
    {"finding.expert_imbalance.fact.threshold", QT_TRANSLATE_NOOP("Message", "%1 times the mean (threshold %2).")},
    {"finding.expert_imbalance.remedy", QT_TRANSLATE_NOOP("Message",
                                                          "Balance the router (auxiliary loss, capacity limit, token "
                                                          "dropping), or place busy experts on different ranks.")},
    {"finding.expert_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Expert load imbalance")},
    {"finding.expert_imbalance.unanswered",
     QT_TRANSLATE_NOOP(
         "Message",
         "Neither kernels of experts (GroupedMatmul) nor sizes of AllToAll are known of two ranks of a group.")},
    {"finding.exposed_dp", QT_TRANSLATE_NOOP("Message", "Exposed data-parallel communication: %1 ms per step")},
    {"finding.exposed_dp.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Assumes that all of it could overlap with computing; waiting for late ranks and slow links is not counted.")},
    {"finding.exposed_dp.assumes.some",
     QT_TRANSLATE_NOOP("Message",
                       "Assumes that all of it could overlap with computing; ranks of the group are missing here, so "
                       "waiting for them may be counted.")},
    {"finding.exposed_dp.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "Most of it in group %1 of %n rank(s): %2 ms, %3 ms of it without computing beside it.")},
    {"finding.exposed_dp.fact.threshold", QT_TRANSLATE_NOOP("Message", "%1 % of the step (threshold %2 %).")},
    {"finding.exposed_dp.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Overlap the reduction of gradients and the gathering of parameters with computing, reduce less "
                       "often (more accumulation) or less (lower precision), or check the bandwidth of the links.")},
    {"finding.exposed_dp.topic", QT_TRANSLATE_NOOP("Message", "Exposed data-parallel communication")},
    {"finding.exposed_dp.unanswered",
     QT_TRANSLATE_NOOP("Message", "Needs communication operators and kernels of the same rank.")},
    {"finding.frequency",
     QT_TRANSLATE_NOOP("Message", "Cores of rank %1 run below %2 MHz: %3 ms of computing lost per step")},
    {"finding.frequency.assumes",
     QT_TRANSLATE_NOOP("Message", "Kernels keep pace with the frequency; those that wait for memory lose less.")},
    {"finding.frequency.fact",
     QT_TRANSLATE_NOOP("Message", "Frequencies seen: %1 MHz; the highest of all ranks is %2 MHz.")},
    {"finding.frequency.fact.below",
     QT_TRANSLATE_N_NOOP("Message",
                         "%1 % of its computing ran below that, in %n period(s) (threshold %2 % of the step).")},
    {"finding.frequency.remedy",
     QT_TRANSLATE_NOOP("Message", "Check temperature, power limit and cooling of the device of rank %1.")},
    {"finding.frequency.topic", QT_TRANSLATE_NOOP("Message", "Core frequency drops")},
    {"finding.hidden",
     QT_TRANSLATE_NOOP(
         "Message", "Other findings hide it: told is what it saves once those are remedied, not what it saves alone.")},
    {"finding.host_launch",
     QT_TRANSLATE_NOOP("Message", "The host of rank %1 launches too late: the job waits %2 ms per step for it")},
    {"finding.host_launch.all", QT_TRANSLATE_NOOP("Message", "Hosts launch too late: it costs %1 ms per step")},
    {"finding.host_launch.assumes",
     QT_TRANSLATE_NOOP(
         "Message", "Estimated by replaying the pipelines in their order without the gaps that late launches leave.")},
    {"finding.host_launch.fact",
     QT_TRANSLATE_NOOP(
         "Message",
         "Idle per step that the host of rank %1 causes: %2 ms, of it late launches %3 ms; the median rank %4 ms.")},
    {"finding.host_launch.fact.harmless",
     QT_TRANSLATE_NOOP("Message",
                       "Late launches of %1 ms more per step cost nothing: the pipeline was waiting for data anyway.")},
    {"finding.host_launch.fact.longest", QT_TRANSLATE_NOOP("Message", "Longest gap %1 ms; the host was in %2.")},
    {"finding.host_launch.fact.operator",
     QT_TRANSLATE_NOOP("Message", "Time per operator on the host: %1 us on rank %2, %3 us on the median rank.")},
    {"finding.host_launch.fact.profiler",
     QT_TRANSLATE_NOOP("Message",
                       "Cost of recording the host: about %1 per step (events: %2), estimated from the trace and "
                       "excluded as far as it may be the cause.")},
    {"finding.host_launch.fact.step", QT_TRANSLATE_NOOP("Message", "Step %1 ms (threshold %2 % of it).")},
    {"finding.host_launch.fact.task_queue",
     QT_TRANSLATE_NOOP("Message",
                       "TASK_QUEUE_ENABLE=2 would take up to %2 ms per step off the host of rank %1 (enqueuing %3 ms, "
                       "dequeuing %4 ms); the peak of memory may rise.")},
    {"finding.host_launch.remedy.python",
     QT_TRANSLATE_NOOP("Message",
                       "Move Python work out of the step or into worker processes: the host is in %1 meanwhile.")},
    {"finding.host_launch.remedy.host",
     QT_TRANSLATE_NOOP(
         "Message",
         "All calls of this host are slow: check its load, CPU frequency, core binding and NUMA placement (rank %1).")},
    {"finding.host_launch.topic", QT_TRANSLATE_NOOP("Message", "Host-bound devices")},
    {"finding.idle_gaps.fact",
     QT_TRANSLATE_NOOP("Message", "Such gaps per step: rank %1 %2 ms, the median rank %3 ms.")},
    {"finding.idle_gaps.fact.longest",
     QT_TRANSLATE_NOOP("Message", "Longest of these gaps %1 ms; the host was in %2.")},
    {"finding.idle_gaps.fact.step", QT_TRANSLATE_NOOP("Message", "Step of %1 ms (threshold %2 % of it).")},
    {"finding.idle_gaps.synchronisation",
     QT_TRANSLATE_NOOP("Message", "Rank %1 drains its device in synchronising calls: %2 ms idle per step")},
    {"finding.idle_gaps.synchronisation.all",
     QT_TRANSLATE_NOOP("Message", "Synchronising calls drain the devices: it costs %1 ms per step")},
    {"finding.idle_gaps.synchronisation.remedy",
     QT_TRANSLATE_NOOP(
         "Message", "Avoid item(), blocking copies and synchronize() within the step; read losses later, in one go.")},
    {"finding.idle_gaps.topic", QT_TRANSLATE_NOOP("Message", "Devices that synchronizing calls drain")},
    {"finding.joint", QT_TRANSLATE_NOOP("Message", "all: %1 of %2 ms")},
    {"finding.late_rank",
     QT_TRANSLATE_NOOP("Message",
                       "Rank %1 comes late to its collectives: the others wait %2 ms per step for it alone")},
    {"finding.late_rank.assumes",
     QT_TRANSLATE_NOOP("Message", "All ranks leave a collective together, so that the shortest stay came last.")},
    {"finding.late_rank.fact",
     QT_TRANSLATE_N_NOOP(
         "Message",
         "Of %n collective(s), rank %1 came last to %2 and caused %3 % of the waiting there (threshold %4 %).")},
    {"finding.late_rank.fact.longest", QT_TRANSLATE_NOOP("Message", "The longest wait was in %1.")},
    {"finding.late_rank.fact.other", QT_TRANSLATE_NOOP("Message", "Late as well: rank %1.")},
    {"finding.late_rank.fact.others", QT_TRANSLATE_NOOP("Message", "Late as well: ranks %1.")},
    {"finding.late_rank.fact.threshold", QT_TRANSLATE_NOOP("Message", "Reported above %1 % of the step.")},
    {"finding.late_rank.remedy", QT_TRANSLATE_NOOP("Message",
                                                   "See what rank %1 does before its collectives: more work, a slower "
                                                   "device, a host that launches late or loads data.")},
    {"finding.late_rank.topic", QT_TRANSLATE_NOOP("Message", "Late arrivals at collectives")},
    {"finding.late_rank.unanswered",
     QT_TRANSLATE_NOOP("Message", "Needs the communication operators of two ranks of a group.")},
    {"finding.link_imbalance",
     QT_TRANSLATE_NOOP(
         "Message", "The link from rank %1 to rank %2 has a %3 times lower bandwidth than its like: %4 ms per step")},
    {"finding.link_imbalance.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "At the usual rate the operators would be shorter by this; what computing hides anyway is counted, too.")},
    {"finding.link_imbalance.fact",
     QT_TRANSLATE_N_NOOP(
         "Message",
         "%1: %2 MB (10^6 bytes) per step at %3 GB/s, median of the links of its kind %4 GB/s (%n other(s)).")},
    {"finding.link_imbalance.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Reported above %1 times and %2 % of the step.")},
    {"finding.link_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Unequal link bandwidth")},
    {"finding.memory.fact.failure",
     QT_TRANSLATE_NOOP("Message", "At event %1, when it failed: %2 in use, %3 reserved, %4 free on the device.")},
    {"finding.memory_exhaustion", QT_TRANSLATE_NOOP("Message", "Rank %1 takes %2 of its device's %3")},
    {"finding.memory_exhaustion.fact",
     QT_TRANSLATE_NOOP(
         "Message",
         "%1 of it are in use at the peak or outside the allocator; %2 are cached and could be given back.")},
    {"finding.memory_exhaustion.fact.owner", QT_TRANSLATE_N_NOOP("Message", "%2 in %n block(s), held by %1.")},
    {"finding.memory_exhaustion.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Reported above %1 % of the device's memory.")},
    {"finding.memory_exhaustion.failed",
     QT_TRANSLATE_NOOP("Message", "Out of memory: %2 requested with %1 in use (not fragmentation)")},
    {"finding.memory_exhaustion.limit",
     QT_TRANSLATE_NOOP("Message",
                       "Out of memory at a limit: %1 requested with %2 reserved, though %3 of the device are free")},
    {"finding.memory_exhaustion.limit.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Raise what this process may use (torch.cuda.set_per_process_memory_fraction, a larger slice of "
                       "the device, the size of a pool), or keep less at once.")},
    {"finding.memory_exhaustion.pending",
     QT_TRANSLATE_NOOP("Message", "%1 are requested while %2 of freed blocks still wait for other streams")},
    {"finding.memory_exhaustion.pending.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Synchronise the streams earlier, or do without record_stream for large blocks: a block that "
                       "another stream may still use is given out again only after that stream is done.")},
    {"finding.memory_exhaustion.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Keep less at once: fewer microbatches in flight, recomputation, a smaller batch or shorter "
                       "sequences, a sharded optimizer, offloading; begin with the largest owners.")},
    {"finding.memory_exhaustion.request",
     QT_TRANSLATE_NOOP("Message", "One request of %1 is more than half of the %2 that there are")},
    {"finding.memory_exhaustion.topic", QT_TRANSLATE_NOOP("Message", "Memory exhaustion")},
    {"finding.memory_exhaustion.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "Device memory capacity is not recorded: set memory_exhaustion.capacity_gib; or no record of "
                       "memory is loaded.")},
    {"finding.memory_fragmentation",
     QT_TRANSLATE_NOOP("Message", "Fragmentation: %1 are free in pieces of at most %2 when %3 are requested")},
    {"finding.memory_fragmentation.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Blocks of the past count with their requested size rounded up to 512 bytes; the allocator may "
                       "have rounded more.")},
    {"finding.memory_fragmentation.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "At event %1 the driver gave %2 more, beside %3 reserved; free memory lay in %n piece(s), %4 "
                         "of it between blocks in use.")},
    {"finding.memory_fragmentation.fact.threshold",
     QT_TRANSLATE_NOOP(
         "Message", "Reported when at least %1 % of reserved memory and %2 are free, in pieces that are too short.")},
    {"finding.memory_fragmentation.failed",
     QT_TRANSLATE_NOOP("Message", "Fragmentation: a request of %1 failed while %2 were free, in pieces of at most %3")},
    {"finding.memory_fragmentation.topic", QT_TRANSLATE_NOOP("Message", "Fragmentation")},
    {"finding.memory_imbalance",
     QT_TRANSLATE_NOOP("Message", "Rank %1 needs %2 more memory than is usual in its stage")},
    {"finding.memory_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Stages are not compared with each other: under 1F1B stage s of p keeps the activations of p - "
                       "s microbatches, which is as it should be.")},
    {"finding.memory_imbalance.fact",
     QT_TRANSLATE_NOOP("Message", "Stage %1: at the peak %2 against %3, the median of %4 rank(s).")},
    {"finding.memory_imbalance.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Reported when above that median by %1 % and %2.")},
    {"finding.memory_imbalance.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Look at what only this rank gets or does: longer sequences, more tokens of its experts, "
                       "logging, evaluation, gathering of checkpoints.")},
    {"finding.memory_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Memory imbalance within a stage")},
    {"finding.memory_imbalance.unanswered",
     QT_TRANSLATE_NOOP(
         "Message", "Needs memory peaks of two ranks of the same stage, and the parallel sizes that define stages.")},
    {"finding.memory_leak", QT_TRANSLATE_NOOP("Message", "Leak: %1 more in use after each step, most of it by %2")},
    {"finding.memory_leak.assumes", QT_TRANSLATE_NOOP("Message", "What grew in these steps goes on growing.")},
    {"finding.memory_leak.fact",
     QT_TRANSLATE_N_NOOP("Message", "%1: from %2 to %3; %n block(s) at the end, %4 % of all that it made are freed.")},
    {"finding.memory_leak.fact.calls",
     QT_TRANSLATE_NOOP("Message", "%1 step(s), from calls of the optimizer; the first two do not count.")},
    {"finding.memory_leak.fact.even",
     QT_TRANSLATE_NOOP("Message",
                       "Reported above %1 MiB per step, when each step adds at least %2 % of the mean and raises the "
                       "peak too; the first step does not count.")},
    {"finding.memory_leak.fact.failed", QT_TRANSLATE_NOOP("Message", "A request of %1 failed in this history.")},
    {"finding.memory_leak.fact.left",
     QT_TRANSLATE_N_NOOP("Message", "At this rate the device is full after %n more step(s).")},
    {"finding.memory_leak.fact.marks",
     QT_TRANSLATE_NOOP("Message", "%1 step(s), from their marks; the first two do not count.")},
    {"finding.memory_leak.fact.record",
     QT_TRANSLATE_NOOP("Message",
                       "Rank %1: at least %2 allocated in step %3, at least %4 in step %5; %6 more per step.")},
    {"finding.memory_leak.fact.repeated",
     QT_TRANSLATE_NOOP("Message", "%1 step(s), from allocations that repeat; the first two do not count.")},
    {"finding.memory_leak.fact.threshold",
     QT_TRANSLATE_NOOP(
         "Message", "Reported above %1 MiB per step; where more than %2 % are freed, only what grows in each step.")},
    {"finding.memory_leak.rank", QT_TRANSLATE_NOOP("Message", "Leak: %1 more in use after each step on rank %2")},
    {"finding.memory_leak.ranks",
     QT_TRANSLATE_NOOP("Message", "Leak: %1 more in use after each step on rank %2, the most of %3 rank(s) that grow")},
    {"finding.memory_leak.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Look for what keeps these tensors: lists of losses or metrics (use detach() or item()), hooks, "
                       "caches without a limit, graphs kept by retain_graph.")},
    {"finding.memory_leak.topic", QT_TRANSLATE_NOOP("Message", "Memory leaks")},
    {"finding.memory_leak.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "Needs five steps in the profiler's memory record (profile_memory=True), or four in a memory "
                       "snapshot, recognised by ProfilerStep marks or by frames of an optimizer's step().")},
    {"finding.memory_leak.unread", QT_TRANSLATE_NOOP("Message", "The memory record of these ranks is not loaded.")},
    {"finding.outside_allocator",
     QT_TRANSLATE_NOOP("Message", "%2 of the memory of rank %1 are outside the allocator")},
    {"finding.outside_allocator.fact",
     QT_TRANSLATE_NOOP("Message",
                       "The process has %1, the allocator reserves %2; the difference comes to %3 % of the process.")},
    {"finding.outside_allocator.fact.owner", QT_TRANSLATE_NOOP("Message", "The largest known part of it: %1 with %2.")},
    {"finding.outside_allocator.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Reported above %1 and %2 % of the process.")},
    {"finding.outside_allocator.failed",
     QT_TRANSLATE_NOOP("Message",
                       "Outside the allocator: a request of %1 failed while %2 of %3 are taken by something else")},
    {"finding.outside_allocator.topic", QT_TRANSLATE_NOOP("Message", "Memory outside the allocator")},
    {"finding.outside_allocator.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "The memory of the process outside the allocator is unknown; for failed allocations, set the "
                       "size of the device's memory (memory_exhaustion.capacity_gib).")},
    {"finding.overlap_off",
     QT_TRANSLATE_NOOP("Message", "Overlap of data-parallel communication is off: it could hide %1 ms per step")},
    {"finding.overlap_off.assumes",
     QT_TRANSLATE_NOOP(
         "Message", "The last bucket of gradients and the first of parameters stay exposed, all others are hidden.")},
    {"finding.overlap_off.fact",
     QT_TRANSLATE_NOOP("Message", "Rank %1: %2 ms of gradient reduction and %3 ms of parameter gathering.")},
    {"finding.overlap_off.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "Less than %1 % of it has computing beside it (threshold %2 % of the step to be hidden).")},
    {"finding.overlap_off.topic", QT_TRANSLATE_NOOP("Message", "Overlap of data-parallel communication")},
    {"finding.p2p_transfer", QT_TRANSLATE_NOOP("Message", "Transfers between stages cost %1 ms per step")},
    {"finding.p2p_transfer.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Estimated by replaying the schedule with instant transfers; links that stand out stay as they are.")},
    {"finding.p2p_transfer.fact",
     QT_TRANSLATE_N_NOOP("Message", "A transfer takes %1 ms, the median of the links; measured: %n transfer(s).")},
    {"finding.p2p_transfer.fact.window",
     QT_TRANSLATE_NOOP("Message", "Step %1 ms; %2 ms of it are exposed transfers (threshold %3 %).")},
    {"finding.p2p_transfer.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Check the transport of these links (HCCS, RDMA, PCIE) and their load; post receives earlier so "
                       "that they overlap with computing, or send less (sequence parallelism, smaller microbatches).")},
    {"finding.p2p_transfer.topic", QT_TRANSLATE_NOOP("Message", "Slow transfers between stages")},
    {"finding.retransmission",
     QT_TRANSLATE_N_NOOP("Message", "RDMA probably retransmitted packets of %n operator(s); worst on rank %1")},
    {"finding.retransmission.fact",
     QT_TRANSLATE_NOOP("Message",
                       "%1: transit over RDMA on rank %2 %3 ms, at least %4 ms on all ranks (threshold %5 ms).")},
    {"finding.retransmission.topic", QT_TRANSLATE_NOOP("Message", "RDMA retransmissions")},
    {"finding.slow_link",
     QT_TRANSLATE_NOOP("Message", "The link between ranks %1 and %2 is %3 times as slow as others: %4 ms per step")},
    {"finding.slow_link.assumes",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with this link at its usual speed.")},
    {"finding.slow_link.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "A transfer takes %1 ms here (median of %2), %3 ms on %n other link(s) of its kind.")},
    {"finding.slow_link.fact.between", QT_TRANSLATE_NOOP("Message", "Compared with links between hosts.")},
    {"finding.slow_link.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "%1 times as long (threshold %2), %3 times the spread of the others (threshold %4).")},
    {"finding.slow_link.fact.within", QT_TRANSLATE_NOOP("Message", "Compared with links within hosts.")},
    {"finding.slow_link.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Check the link between ranks %1 and %2: cable, port, retransmissions, other traffic.")},
    {"finding.slow_link.topic", QT_TRANSLATE_NOOP("Message", "Slow links between ranks")},
    {"finding.slow_link.unanswered",
     QT_TRANSLATE_NOOP("Message", "There is only one link of each kind: nothing to compare it with.")},
    {"finding.slow_worker",
     QT_TRANSLATE_NOOP("Message", "Rank %1 is slower than its stage in other replicas: %2 ms per step")},
    {"finding.slow_worker.assumes",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with this rank at its stage's usual speed.")},
    {"finding.slow_worker.assumes.whole",
     QT_TRANSLATE_NOOP("Message",
                       "Ranks of its pipeline are missing: the saving is that of such a rank in a whole pipeline, the "
                       "only slow one.")},
    {"finding.slow_worker.fact",
     QT_TRANSLATE_NOOP("Message", "The same work takes %1 % longer on rank %2 (stage %3, replica %4) than usual.")},
    {"finding.slow_worker.fact.steps", QT_TRANSLATE_NOOP("Message", "Slow in %1 of %2 step(s), from %3 to %4.")},
    {"finding.slow_worker.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "z = %1 (threshold 4); reported above 5 % extra work and %2 % of the step.")},
    {"finding.slow_worker.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Compare frequency, temperature, power and other load of rank %1 with the other ranks of its "
                       "stage; swap the device and see whether the slowness moves with it.")},
    {"finding.slow_worker.since",
     QT_TRANSLATE_NOOP("Message", "Rank %1 is slower in some steps than in others: %2 ms per step")},
    {"finding.slow_worker.topic", QT_TRANSLATE_NOOP("Message", "Slow ranks")},
    {"finding.small_packets", QT_TRANSLATE_NOOP("Message", "Small packets over %1 cost up to %2 ms per step and rank")},
    {"finding.small_packets.assumes",
     QT_TRANSLATE_NOOP("Message", "Merged into large packets, the same bytes would go at the rate of a full link.")},
    {"finding.small_packets.fact",
     QT_TRANSLATE_NOOP("Message", "Rank %1: %2 % of the packets are below %3 MB, at %4 GB/s instead of %5 GB/s.")},
    {"finding.small_packets.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Send more at once: larger buckets or microbatches, more accumulation before gradients "
                       "are reduced, optimizer states sharded less finely.")},
    {"finding.small_packets.topic", QT_TRANSLATE_NOOP("Message", "Small packets")},
    {"finding.stage_imbalance",
     QT_TRANSLATE_NOOP("Message", "Stage %1 is slower than the others: the pipeline waits %2 ms per step for it")},
    {"finding.stage_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with every cell at the mean of all stages.")},
    {"finding.stage_imbalance.assumes.one_pipeline",
     QT_TRANSLATE_NOOP("Message",
                       "Only one pipeline was recorded: a slow rank looks like a slow stage. Record another replica, "
                       "or run the same stage on another device, to distinguish them.")},
    {"finding.stage_imbalance.assumes.pace",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with this stage as fast as the others.")},
    {"finding.stage_imbalance.fact",
     QT_TRANSLATE_NOOP("Message", "Work per step: stage %1 %2 ms, median of the others %3 ms (%4 % more).")},
    {"finding.stage_imbalance.fact.pace",
     QT_TRANSLATE_NOOP("Message", "Step %1 ms; with this stage as fast as the others %2 ms (threshold %3 % of it).")},
    {"finding.stage_imbalance.fact.window",
     QT_TRANSLATE_NOOP("Message", "Step %1 ms; with all stages alike %2 ms (threshold %3 % of it).")},
    {"finding.stage_imbalance.fact.work",
     QT_TRANSLATE_NOOP("Message", "Of that of stage %1, %2 ms are the loss or other work between its cells.")},
    {"finding.stage_imbalance.last",
     QT_TRANSLATE_NOOP("Message",
                       "The last stage, %1, is slower than the others: the pipeline waits %2 ms per step for it")},
    {"finding.stage_imbalance.remedy",
     QT_TRANSLATE_NOOP("Message", "Move layers away from stage %1, or split its extra work (embedding, loss layer).")},
    {"finding.stage_imbalance.remedy.layers",
     QT_TRANSLATE_NOOP("Message",
                       "Move layers away from stage %1: %3 instead of %2 saves %4 ms per step as simulated; "
                       "or split its extra work (embedding, loss layer).")},
    {"finding.stage_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Stage imbalance")},
    {"finding.stream_pool_isolation",
     QT_TRANSLATE_NOOP("Message", "%1 are free in other streams or pools when %2 more are taken from the driver")},
    {"finding.stream_pool_isolation.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Blocks of the past count with their requested size; the pool of freed segments is known from "
                       "new files only.")},
    {"finding.stream_pool_isolation.fact",
     QT_TRANSLATE_NOOP("Message",
                       "At event %1, stream %3, pool %4, a block of %2; the longest free piece elsewhere has %5, "
                       "reserved are %6 in all.")},
    {"finding.stream_pool_isolation.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Reported above %1 % of reserved memory and %2.")},
    {"finding.stream_pool_isolation.failed",
     QT_TRANSLATE_NOOP("Message", "A request of %1 failed while %2 were unused in other streams or pools")},
    {"finding.stream_pool_isolation.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Memory is used again in its own stream and pool only: share side streams and graph pools, and "
                       "call empty_cache once where a phase ends.")},
    {"finding.stream_pool_isolation.topic", QT_TRANSLATE_NOOP("Message", "Free memory in other streams or pools")},
    {"finding.threshold_changed", QT_TRANSLATE_NOOP("Message", "Changed threshold: %1 = %2 (default %3)")},
    {"finding.unanswered.cells",
     QT_TRANSLATE_NOOP("Message", "No step of a pipeline has all of its cells: load or collect every rank of it.")},
    {"finding.unanswered.clocks",
     QT_TRANSLATE_NOOP("Message", "The clocks of the hosts disagree and times are as recorded: align them.")},
    {"finding.unanswered.frequency", QT_TRANSLATE_NOOP("Message", "No samples of the cores' frequency are loaded.")},
    {"finding.unanswered.host", QT_TRANSLATE_NOOP("Message", "No calls of the host that lead to kernels are loaded.")},
    {"finding.unanswered.host_cells",
     QT_TRANSLATE_NOOP("Message",
                       "The cells have times of the host alone, where ranks share the cores of a machine: "
                       "unequal times are not unequal work.")},
    {"finding.unanswered.pipelines",
     QT_TRANSLATE_NOOP("Message", "No step has all cells of all pipelines, or the pipelines differ in length.")},
    {"finding.unanswered.ranks",
     QT_TRANSLATE_NOOP("Message", "Rank numbers are guessed: no file and no name tells them (--rank-of FILE=N does).")},
    {"finding.unanswered.snapshot", QT_TRANSLATE_NOOP("Message", "No memory snapshot is loaded.")},
    {"finding.variability",
     QT_TRANSLATE_NOOP("Message", "Cells of the same kind and stage take unequally long: %1 ms per step")},
    {"finding.variability.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Estimated by replaying the schedule with every cell at the mean of its kind and stage.")},
    {"finding.variability.fact",
     QT_TRANSLATE_NOOP("Message", "The widest scatter: cells %2 of rank %1 take %3 to %4 ms.")},
    {"finding.variability.fact.window",
     QT_TRANSLATE_NOOP("Message", "Step %1 ms; with equal cells %2 ms (threshold %3 % of it).")},
    {"finding.variability.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Give microbatches equal work (sequence lengths, experts); look for disturbances: garbage "
                       "collection, other processes, falling frequency.")},
    {"finding.variability.topic", QT_TRANSLATE_NOOP("Message", "Uneven cells of the same stage")},
    {"finding.verdict.checked", QT_TRANSLATE_NOOP("Message", "Nothing found by the checks that ran.")},
    {"finding.verdict.coverage", QT_TRANSLATE_NOOP("Message", "Ranks: %1 found, %2 complete; judged on %3 of %4.")},
    {"finding.verdict.coverage.one",
     QT_TRANSLATE_NOOP("Message", "Ranks: %1 found, %2 complete; judged on %3 of %4; copy rank %5 again.")},
    {"finding.verdict.coverage.several",
     QT_TRANSLATE_NOOP("Message", "Ranks: %1 found, %2 complete; judged on %3 of %4; copy ranks %5 and %6 again.")},
    {"finding.verdict.leaks",
     QT_TRANSLATE_NOOP("Message", "Not checked: whether the memory snapshot leaks, since no steps are known of it.")},
    {"finding.verdict.lost",
     QT_TRANSLATE_NOOP("Message", "Data were lost while reading: findings rest on what could be read.")},
    {"finding.verdict.nothing", QT_TRANSLATE_NOOP("Message", "Nothing to judge yet.")},
    {"finding.verdict.part", QT_TRANSLATE_NOOP("Message", "Nothing found in what could be read.")},
    {"finding.verdict.ranks", QT_TRANSLATE_NOOP("Message", "Nothing found on %1 of %2 rank(s).")},
    {"findings.none", QT_TRANSLATE_NOOP("Message", "No finding.")},
};

}  // namespace

std::span<const FindingText> findingTexts() {
    static const std::vector<FindingText> all = [] {
        std::vector<FindingText> texts(std::begin(kTexts), std::end(kTexts));
        for (const auto &more : {tuningTexts(), remedyTexts(), ruleTexts(), snapshotTexts()}) {
            texts.insert(texts.end(), more.begin(), more.end());
        }
        static std::deque<std::string> ids;  // where they lie does not change
        for (const auto &text : platformAdvice()) {
            const auto sentences = sentencesOf(text);
            for (std::size_t i = 0; i < sentences.size(); ++i) {
                ids.push_back(std::string(text.id) + '.' + std::string(kPlatformWords.at(i)));
                texts.push_back({ids.back().c_str(), sentences.at(i).english()});
            }
        }
        return texts;
    }();
    return all;
}

namespace {

/// "(s)" behind a word is its ending; behind a blank it is a unit.
bool isNoun(std::string_view text) { return !text.empty() && text.back() >= 'a' && text.back() <= 'z'; }

}  // namespace

std::string filledText(std::span<const FindingText> texts, const Message &message) {
    const auto entry =
        std::find_if(texts.begin(), texts.end(), [&](const FindingText &text) { return message.id == text.id; });
    if (entry == texts.end()) {
        auto text = capabilityText(message);
        return text.empty() ? message.id : text;
    }
    const std::string_view english = entry->english;
    const bool isCounted = english.find("%n") != std::string_view::npos && !message.args.empty();
    const auto arguments = std::span(message.args).subspan(isCounted ? 1 : 0);
    std::optional<std::string_view> count =
        isCounted ? std::optional<std::string_view>(message.args.front()) : std::nullopt;
    constexpr std::string_view kEnding = "(s)";
    std::string text;
    for (std::size_t i = 0; i < english.size(); ++i) {
        const auto next = i + 1 < english.size() ? english[i + 1] : '\0';
        const auto index = static_cast<std::size_t>(next - '1');
        if (english[i] == '%' && next >= '1' && next <= '9' && index < arguments.size()) {
            text += arguments[index];
            count = isCounted ? count : std::optional<std::string_view>(arguments[index]);
            ++i;
        } else if (isCounted && english[i] == '%' && next == 'n') {
            text += message.args.front();
            ++i;
        } else if (count && isNoun(text) && english.substr(i).starts_with(kEnding)) {
            text += *count == "1" ? "" : "s";
            i += kEnding.size() - 1;
        } else {
            text += english[i];
        }
    }
    return text;
}

std::string findingText(const Message &message) { return filledText(findingTexts(), message); }

}  // namespace stagescope
