#include "core/advice/finding_texts.h"

#include "core/advice/flight_texts.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/advice/platforms/shipped_rules.h"
#include "core/advice/remedy_texts.h"
#include "core/advice/rule_texts.h"
#include "core/advice/sched_texts.h"
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
     QT_TRANSLATE_NOOP("Message", "Rank %1: transfers slowed down by concurrent matmuls: %2 ms per step")},
    {"finding.bandwidth_contention.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Assumes the usual bandwidth without matmuls; includes transfers that computing hides anyway.")},
    {"finding.bandwidth_contention.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "%n operator(s) concurrent with matmuls; slowest: %1 at %2 GB/s instead of %3 GB/s.")},
    {"finding.bandwidth_contention.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "Threshold: below %1 % of that bandwidth, for operators of at least %2 MB (10^6 bytes).")},
    {"finding.bandwidth_contention.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Both use the same memory bandwidth. Compare with a run without this overlap; keep it only where it gains "
         "more than it costs, or overlap the transfer with work that needs less memory bandwidth.")},
    {"finding.bandwidth_contention.topic", QT_TRANSLATE_NOOP("Message", "Bandwidth contention with matmuls")},
    {"finding.byte_alignment", QT_TRANSLATE_NOOP("Message", "Packets not aligned to %1 bytes: %2 ms per step")},
    {"finding.byte_alignment.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Assumes that packets, once aligned, run as fast as aligned packets of similar size.")},
    {"finding.byte_alignment.fact",
     QT_TRANSLATE_NOOP(
         "Message", "Rank %1: %2 % of the time of intra-host packets (threshold: %4 %), mostly packets of %3 bytes.")},
    {"finding.byte_alignment.remedy",
     QT_TRANSLATE_NOOP("Message", "Pad buckets and tensors so that the part of each rank is a multiple of %1 bytes.")},
    {"finding.byte_alignment.topic", QT_TRANSLATE_NOOP("Message", "Unaligned packets")},
    {"finding.clock_skew", QT_TRANSLATE_NOOP("Message", "Clocks of %1 and %2 differ by %3 ms")},
    {"finding.clock_skew.assumes",
     QT_TRANSLATE_NOOP("Message", "All participants of a transfer end at the same time.")},
    {"finding.clock_skew.fact", QT_TRANSLATE_NOOP("Message", "The clock of %1 is %2 ms ahead of %3 (±%4 ms).")},
    {"finding.clock_skew.fact.aligned",
     QT_TRANSLATE_NOOP("Message", "Times are aligned: the figures here are corrected for it.")},
    {"finding.clock_skew.fact.raw",
     QT_TRANSLATE_NOOP("Message", "Times are raw: figures that compare ranks of different hosts include the offset.")},
    {"finding.clock_skew.fact.threshold", QT_TRANSLATE_NOOP("Message", "Threshold: %1 ms.")},
    {"finding.clock_skew.remedy", QT_TRANSLATE_NOOP("Message",
                                                    "Synchronize the hosts with one time server (chrony, PTP); until "
                                                    "then, compare hosts with aligned times only.")},
    {"finding.clock_skew.topic", QT_TRANSLATE_NOOP("Message", "Host clock skew")},
    {"finding.clock_skew.alone", QT_TRANSLATE_NOOP("Message", "Needs two ranks.")},
    {"finding.clock_skew.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "Host clocks cannot be compared: no transfer and no dependency between hosts was recorded.")},
    {"finding.data_imbalance", QT_TRANSLATE_NOOP("Message", "Uneven microbatch lengths: %1 ms per step")},
    {"finding.data_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "Assumes the same data can be split into microbatches of equal length.")},
    {"finding.data_imbalance.fact",
     QT_TRANSLATE_NOOP(
         "Message",
         "Forward and backward of a microbatch are long together in all stages (correlation %1, threshold %2), and the "
         "long ones change from step to step; lengths vary by %3 % (threshold %4 %).")},
    {"finding.data_imbalance.fact.threshold", QT_TRANSLATE_NOOP("Message", "Threshold: %1 % of the step.")},
    {"finding.data_imbalance.remedy",
     QT_TRANSLATE_NOOP("Message", "Pack or sort samples so that microbatches have similar token counts.")},
    {"finding.data_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Uneven microbatch lengths")},
    {"finding.data_imbalance.unanswered",
     QT_TRANSLATE_NOOP("Message", "Not enough data: at least three steps and eight microbatches are needed.")},
    {"finding.doubtful_times",
     QT_TRANSLATE_NOOP("Message", "The trace of rank %1 holds impossible times: see table trace_health.")},
    {"finding.expert_imbalance",
     QT_TRANSLATE_NOOP("Message", "Experts of rank %1 receive the most tokens: its group waits %2 ms per step")},
    {"finding.expert_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "Assumes that expert kernel time is proportional to the number of tokens.")},
    {"finding.expert_imbalance.assumes.received",
     QT_TRANSLATE_NOOP("Message",
                       "Assumes that AllToAll delivers the tokens of the experts of a rank, and that other ranks wait "
                       "for it when they spend more time waiting in AllToAll.")},
    {"finding.expert_imbalance.fact",
     QT_TRANSLATE_NOOP("Message",
                       "Expert kernels: %2 ms per step on rank %1, mean of the %4 rank(s) of the group %3 ms.")},
    {"finding.expert_imbalance.fact.even",
     QT_TRANSLATE_NOOP("Message",
                       "AllToAll does not bring it more data than the others: the rank is probably slow, rather than "
                       "its experts busy.")},
    {"finding.expert_imbalance.fact.received",
     QT_TRANSLATE_NOOP(
         "Message",
         "AllToAll data per step: %2 MB (10^6 bytes) on rank %1, mean of the %4 rank(s) of the group %3 MB.")},
    {"finding.expert_imbalance.fact.threshold", QT_TRANSLATE_NOOP("Message", "%1x the mean (threshold: %2x).")},
    {"finding.expert_imbalance.remedy", QT_TRANSLATE_NOOP("Message",
                                                          "Balance the router (auxiliary loss, capacity limit, token "
                                                          "dropping), or place busy experts on different ranks.")},
    {"finding.expert_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Expert load imbalance")},
    {"finding.expert_imbalance.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "Needs expert kernels (GroupedMatmul) or AllToAll sizes of at least two ranks of a group.")},
    {"finding.exposed_dp", QT_TRANSLATE_NOOP("Message", "Exposed data-parallel communication: %1 ms per step")},
    {"finding.exposed_dp.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Assumes that all of it can overlap with computing; waiting for late ranks and slow links is excluded.")},
    {"finding.exposed_dp.assumes.some",
     QT_TRANSLATE_NOOP("Message",
                       "Assumes that all of it can overlap with computing; some ranks of the group are missing, so "
                       "waiting for them may be included.")},
    {"finding.exposed_dp.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "Mostly in group %1 (%n rank(s)): %2 ms, of which %3 ms without concurrent computing.")},
    {"finding.exposed_dp.fact.threshold", QT_TRANSLATE_NOOP("Message", "Threshold: %1 % of the step.")},
    {"finding.exposed_dp.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Overlap gradient reduction and parameter gathering with computing; reduce less often (more "
                       "accumulation) or less data (lower precision); or check link bandwidth.")},
    {"finding.exposed_dp.topic", QT_TRANSLATE_NOOP("Message", "Exposed data-parallel communication")},
    {"finding.exposed_dp.unanswered",
     QT_TRANSLATE_NOOP("Message", "Needs communication operators and kernels of the same rank.")},
    {"finding.exposed_dp.unanswered.inference",
     QT_TRANSLATE_NOOP("Message", "Needs training: this timeline has neither a backward pass nor an optimizer.")},
    {"finding.frequency",
     QT_TRANSLATE_NOOP("Message", "Core frequency of rank %1 below %2 MHz: %3 ms of computing lost per step")},
    {"finding.frequency.assumes",
     QT_TRANSLATE_NOOP("Message", "Assumes that kernel time scales with frequency; memory-bound kernels lose less.")},
    {"finding.frequency.fact", QT_TRANSLATE_NOOP("Message", "Frequencies: %1 MHz; highest of all ranks: %2 MHz.")},
    {"finding.frequency.fact.below",
     QT_TRANSLATE_N_NOOP("Message",
                         "%1 % of computing time ran below that, in %n period(s) (threshold: %2 % of the step).")},
    {"finding.frequency.remedy",
     QT_TRANSLATE_NOOP("Message", "Check temperature, power limit and cooling of rank %1.")},
    {"finding.frequency.topic", QT_TRANSLATE_NOOP("Message", "Core frequency drops")},
    {"finding.hidden", QT_TRANSLATE_NOOP("Message", "Saving after the other findings are fixed (not alone)")},
    {"finding.host_launch",
     QT_TRANSLATE_NOOP("Message", "Late kernel launches on rank %1: the job waits %2 ms per step")},
    {"finding.host_launch.all", QT_TRANSLATE_NOOP("Message", "Late kernel launches: %1 ms per step")},
    {"finding.host_launch.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Estimated by replaying the pipelines in the same order without the gaps caused by late launches.")},
    {"finding.host_launch.fact",
     QT_TRANSLATE_NOOP(
         "Message",
         "Host-caused idle time per step on rank %1: %2 ms, of which late launches: %3 ms (median rank: %4 ms).")},
    {"finding.host_launch.fact.harmless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Another %1 ms of late launches per step cost nothing: the job was waiting for other work anyway.")},
    {"finding.host_launch.fact.longest", QT_TRANSLATE_NOOP("Message", "Longest gap: %1 ms, while the host was in %2.")},
    {"finding.host_launch.fact.operator",
     QT_TRANSLATE_NOOP("Message", "Host time per operator: %1 us on rank %2, %3 us on the median rank.")},
    {"finding.host_launch.fact.profiler",
     QT_TRANSLATE_NOOP("Message",
                       "Cost of recording the host: about %1 per step (events: %2), estimated from the trace and "
                       "excluded as far as it may be the cause.")},
    {"finding.host_launch.fact.step", QT_TRANSLATE_NOOP("Message", "Step: %1 ms (threshold: %2 % of it).")},
    {"finding.host_launch.fact.task_queue",
     QT_TRANSLATE_NOOP("Message",
                       "TASK_QUEUE_ENABLE=2 could save the host of rank %1 up to %2 ms per step (enqueue %3 ms, "
                       "dequeue %4 ms); peak memory may rise.")},
    {"finding.host_launch.remedy.python",
     QT_TRANSLATE_NOOP("Message",
                       "Move Python work out of the step or into worker processes: the host is in %1 meanwhile.")},
    {"finding.host_launch.remedy.host",
     QT_TRANSLATE_NOOP(
         "Message",
         "All calls on this host are slow: check its load, CPU frequency, core binding and NUMA placement (rank %1).")},
    {"finding.host_launch.topic", QT_TRANSLATE_NOOP("Message", "Host-bound devices")},
    {"finding.idle_gaps.fact", QT_TRANSLATE_NOOP("Message", "Such gaps per step: rank %1 %2 ms, median rank %3 ms.")},
    {"finding.idle_gaps.fact.longest",
     QT_TRANSLATE_NOOP("Message", "Longest such gap: %1 ms, while the host was in %2.")},
    {"finding.idle_gaps.fact.step", QT_TRANSLATE_NOOP("Message", "Step: %1 ms (threshold: %2 % of it).")},
    {"finding.idle_gaps.synchronisation",
     QT_TRANSLATE_NOOP("Message", "Device of rank %1 idle in and after synchronizing calls: %2 ms per step")},
    {"finding.idle_gaps.synchronisation.all",
     QT_TRANSLATE_NOOP("Message", "Device idle in and after synchronizing calls: %1 ms per step")},
    {"finding.idle_gaps.synchronisation.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Avoid item(), blocking copies and synchronize() within the step; read losses later, all at once.")},
    {"finding.idle_gaps.topic", QT_TRANSLATE_NOOP("Message", "Devices drained by synchronizing calls")},
    {"finding.joint", QT_TRANSLATE_NOOP("Message", "all: %1 ms of %2 ms")},
    {"finding.late_rank",
     QT_TRANSLATE_NOOP("Message", "Rank %1 arrives late at its collectives: the others wait %2 ms per step for it")},
    {"finding.late_rank.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Assumes that all ranks leave a collective together: the rank with the shortest duration arrived last.")},
    {"finding.late_rank.fact",
     QT_TRANSLATE_N_NOOP(
         "Message",
         "Rank %1 arrived last in %2 of %n collective(s) and caused %3 % of the waiting there (threshold: %4 %).")},
    {"finding.late_rank.fact.longest", QT_TRANSLATE_NOOP("Message", "Longest wait: %1.")},
    {"finding.late_rank.fact.other", QT_TRANSLATE_NOOP("Message", "Also late: rank %1.")},
    {"finding.late_rank.fact.others", QT_TRANSLATE_NOOP("Message", "Also late: ranks %1.")},
    {"finding.late_rank.fact.threshold", QT_TRANSLATE_NOOP("Message", "Threshold: %1 % of the step.")},
    {"finding.late_rank.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Check what rank %1 does before its collectives: more work, a slower device, late launches or data loading.")},
    {"finding.late_rank.topic", QT_TRANSLATE_NOOP("Message", "Late arrivals at collectives")},
    {"finding.late_rank.unanswered",
     QT_TRANSLATE_NOOP("Message", "Needs communication operators of at least two ranks of a group.")},
    {"finding.link_imbalance",
     QT_TRANSLATE_NOOP("Message",
                       "Slow link from rank %1 to rank %2 (bandwidth %3x lower than similar links): %4 ms per step")},
    {"finding.link_imbalance.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Time saved by the operators at the usual bandwidth; includes transfers that computing hides anyway.")},
    {"finding.link_imbalance.fact",
     QT_TRANSLATE_N_NOOP(
         "Message", "%1: %2 MB (10^6 bytes) per step at %3 GB/s; median of similar links: %4 GB/s (%n other(s)).")},
    {"finding.link_imbalance.fact.threshold", QT_TRANSLATE_NOOP("Message", "Threshold: %1x and %2 % of the step.")},
    {"finding.link_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Unequal link bandwidth")},
    {"finding.memory.fact.failure",
     QT_TRANSLATE_NOOP("Message", "At the failure (event %1): %2 in use, %3 reserved, %4 free on the device.")},
    {"finding.memory_exhaustion", QT_TRANSLATE_NOOP("Message", "Rank %1 uses %2 of %3 device memory")},
    {"finding.memory_exhaustion.fact",
     QT_TRANSLATE_NOOP("Message",
                       "%1 are in use at the peak or outside the allocator; %2 are cached and could be released.")},
    {"finding.memory_exhaustion.fact.owner", QT_TRANSLATE_N_NOOP("Message", "%2 in %n block(s), held by %1.")},
    {"finding.memory_exhaustion.fact.threshold", QT_TRANSLATE_NOOP("Message", "Threshold: %1 % of device memory.")},
    {"finding.memory_exhaustion.failed",
     QT_TRANSLATE_NOOP("Message", "Out of memory: %2 requested with %1 in use (not caused by fragmentation)")},
    {"finding.memory_exhaustion.limit",
     QT_TRANSLATE_NOOP("Message",
                       "Out of memory at a limit: %1 requested with %2 reserved, though %3 of the device are free")},
    {"finding.memory_exhaustion.pending",
     QT_TRANSLATE_NOOP("Message", "%1 requested while %2 of freed blocks wait for other streams")},
    {"finding.memory_exhaustion.pending.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Synchronize streams earlier, or avoid record_stream for large blocks: a block used by another "
                       "stream is reusable only after that stream has finished.")},
    {"finding.memory_exhaustion.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Reduce memory: fewer microbatches in flight, recomputation, a smaller batch or shorter "
                       "sequences, optimizer sharding, offloading. Start with the largest owners.")},
    {"finding.memory_exhaustion.request",
     QT_TRANSLATE_NOOP("Message", "One request of %1 exceeds half of the %2 available")},
    {"finding.memory_exhaustion.topic", QT_TRANSLATE_NOOP("Message", "Memory exhaustion")},
    {"finding.memory_exhaustion.unanswered",
     QT_TRANSLATE_NOOP(
         "Message",
         "Device memory capacity not recorded: set memory_exhaustion.capacity_gib; or no memory record is loaded.")},
    {"finding.memory_fragmentation",
     QT_TRANSLATE_NOOP("Message", "Fragmentation: %1 free in gaps of at most %2 (%3 requested)")},
    {"finding.memory_fragmentation.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Freed blocks count with their requested size rounded up to 512 bytes; the allocator may have "
                       "rounded up more.")},
    {"finding.memory_fragmentation.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "At event %1 the allocator reserved %2 more from the driver (%3 already reserved); free "
                         "memory was split into %n gap(s), %4 of it between blocks in use.")},
    {"finding.memory_fragmentation.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Threshold: %1 % of reserved memory and %2 free, in gaps that are too small.")},
    {"finding.memory_fragmentation.failed",
     QT_TRANSLATE_NOOP("Message", "Fragmentation: a request of %1 failed with %2 free in gaps of at most %3")},
    {"finding.memory_fragmentation.topic", QT_TRANSLATE_NOOP("Message", "Fragmentation")},
    {"finding.memory_imbalance",
     QT_TRANSLATE_NOOP("Message", "Rank %1 needs %2 more memory than the other ranks of its stage")},
    {"finding.memory_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Different stages are not compared: with 1F1B, stage s of p keeps the activations of p − s "
                       "microbatches, which is expected.")},
    {"finding.memory_imbalance.fact", QT_TRANSLATE_NOOP("Message", "Stage %1: peak %2, median of %4 rank(s) %3.")},
    {"finding.memory_imbalance.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Threshold: %1 % and %2 above that median.")},
    {"finding.memory_imbalance.remedy", QT_TRANSLATE_NOOP("Message",
                                                          "Check what only this rank does: longer sequences, more "
                                                          "expert tokens, logging, evaluation, checkpoint gathering.")},
    {"finding.memory_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Memory imbalance within a stage")},
    {"finding.memory_imbalance.unanswered",
     QT_TRANSLATE_NOOP("Message", "Needs memory peaks of two ranks of the same stage, and the parallel sizes.")},
    {"finding.memory_leak", QT_TRANSLATE_NOOP("Message", "Leak: %1 more in use after each step, mostly held by %2")},
    {"finding.memory_leak.assumes", QT_TRANSLATE_NOOP("Message", "Assumes that the growth in these steps continues.")},
    {"finding.memory_leak.fact",
     QT_TRANSLATE_N_NOOP("Message", "%1: from %2 to %3; %n block(s) at the end, %4 % of its blocks are freed.")},
    {"finding.memory_leak.fact.calls",
     QT_TRANSLATE_NOOP("Message", "%1 step(s), from optimizer calls; the first two are excluded.")},
    {"finding.memory_leak.fact.even",
     QT_TRANSLATE_NOOP("Message",
                       "Threshold: %1 MiB per step, with every step growing by at least %2 % of the mean and raising "
                       "the peak; the first step is excluded.")},
    {"finding.memory_leak.fact.failed", QT_TRANSLATE_NOOP("Message", "A request of %1 failed in this history.")},
    {"finding.memory_leak.fact.left",
     QT_TRANSLATE_N_NOOP("Message", "At this rate the device is full after %n more step(s).")},
    {"finding.memory_leak.fact.marks",
     QT_TRANSLATE_NOOP("Message", "%1 step(s), from step marks; the first two are excluded.")},
    {"finding.memory_leak.fact.record",
     QT_TRANSLATE_NOOP("Message", "Rank %1: minimum allocated %2 in step %3, %4 in step %5; growth %6 per step.")},
    {"finding.memory_leak.fact.repeated",
     QT_TRANSLATE_NOOP("Message", "%1 step(s), inferred from repeated allocations (first two excluded).")},
    {"finding.memory_leak.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "Threshold: %1 MiB per step; if more than %2 % is freed, it must grow in every step.")},
    {"finding.memory_leak.rank", QT_TRANSLATE_NOOP("Message", "Leak: %1 more in use after each step on rank %2")},
    {"finding.memory_leak.ranks",
     QT_TRANSLATE_NOOP("Message", "Leak: %1 more in use after each step on rank %2 (largest of %3 growing rank(s))")},
    {"finding.memory_leak.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Find what keeps these tensors: lists of losses or metrics (use detach() or item()), hooks, "
                       "unbounded caches, graphs kept by retain_graph.")},
    {"finding.memory_leak.topic", QT_TRANSLATE_NOOP("Message", "Memory leaks")},
    {"finding.memory_leak.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "Needs five steps in the profiler's memory record (profile_memory=True), or four in a memory "
                       "snapshot, from ProfilerStep marks or frames of the optimizer's step().")},
    {"finding.memory_leak.unread", QT_TRANSLATE_NOOP("Message", "The memory record of these ranks is not loaded.")},
    {"finding.outside_allocator", QT_TRANSLATE_NOOP("Message", "%2 of rank %1's memory is outside the allocator")},
    {"finding.outside_allocator.fact",
     QT_TRANSLATE_NOOP("Message",
                       "Process: %1, reserved by the allocator: %2; the difference reaches %3 % of the process.")},
    {"finding.outside_allocator.fact.owner", QT_TRANSLATE_NOOP("Message", "Largest known part: %1 (%2).")},
    {"finding.outside_allocator.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Threshold: %1 and %2 % of the process.")},
    {"finding.outside_allocator.failed",
     QT_TRANSLATE_NOOP("Message", "Outside the allocator: a request of %1 failed while %2 of %3 is used elsewhere")},
    {"finding.outside_allocator.topic", QT_TRANSLATE_NOOP("Message", "Memory outside the allocator")},
    {"finding.outside_allocator.unanswered",
     QT_TRANSLATE_NOOP("Message",
                       "Process memory outside the allocator unknown; for failed allocations, set the device capacity "
                       "(memory_exhaustion.capacity_gib).")},
    {"finding.overlap_off",
     QT_TRANSLATE_NOOP("Message", "No overlap of data-parallel communication: %1 ms per step could be hidden")},
    {"finding.overlap_off.assumes", QT_TRANSLATE_NOOP("Message",
                                                      "Assumes that the last gradient bucket and the first parameter "
                                                      "bucket stay exposed and all others are hidden.")},
    {"finding.overlap_off.fact",
     QT_TRANSLATE_NOOP("Message", "Rank %1: gradient reduction %2 ms, parameter gathering %3 ms.")},
    {"finding.overlap_off.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "Less than %1 % runs concurrently with computing (threshold: %2 % of the step can be hidden).")},
    {"finding.overlap_off.topic", QT_TRANSLATE_NOOP("Message", "Overlap of data-parallel communication")},
    {"finding.p2p_transfer", QT_TRANSLATE_NOOP("Message", "P2P transfers between stages: %1 ms per step")},
    {"finding.p2p_transfer.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Estimated by replaying the schedule with zero transfer time; slow links keep their measured times.")},
    {"finding.p2p_transfer.fact",
     QT_TRANSLATE_N_NOOP("Message", "Median transfer time of all links: %1 ms (%n transfer(s) measured).")},
    {"finding.p2p_transfer.fact.window",
     QT_TRANSLATE_NOOP("Message", "Step: %1 ms, of which exposed transfers: %2 ms (threshold: %3 %).")},
    {"finding.p2p_transfer.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Check the transport and load of these links; post receives earlier so that they overlap with "
                       "computing, or send less data (sequence parallelism, smaller microbatches).")},
    {"finding.p2p_transfer.topic", QT_TRANSLATE_NOOP("Message", "Slow P2P transfers between stages")},
    {"finding.own", QT_TRANSLATE_NOOP("Message", "%1")},
    {"finding.own.fact", QT_TRANSLATE_NOOP("Message", "Own rule: %1")},
    {"finding.own.remedy", QT_TRANSLATE_NOOP("Message", "%1")},
    {"finding.own.remedy.none", QT_TRANSLATE_NOOP("Message", "The rule names no remedy.")},
    {"finding.own.topic", QT_TRANSLATE_NOOP("Message", "Own rule %1")},
    {"finding.own.unanswered", QT_TRANSLATE_NOOP("Message", "Own rule could not run: %1")},
    {"finding.retransmission",
     QT_TRANSLATE_N_NOOP("Message", "Probable RDMA retransmissions in %n operator(s), worst on rank %1")},
    {"finding.retransmission.fact",
     QT_TRANSLATE_NOOP("Message",
                       "%1: RDMA transit time %3 ms on rank %2, at least %4 ms on all ranks (threshold: %5 ms).")},
    {"finding.retransmission.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Check for lost packets: switch and NIC counters, cables, flow control (HCCL_RDMA_TC and "
                       "HCCL_RDMA_SL must match the switch).")},
    {"finding.retransmission.topic", QT_TRANSLATE_NOOP("Message", "RDMA retransmissions")},
    {"finding.slow_link",
     QT_TRANSLATE_NOOP("Message", "Slow link between ranks %1 and %2 (%3x slower than similar links): %4 ms per step")},
    {"finding.slow_link.assumes",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with this link at the usual transfer time.")},
    {"finding.slow_link.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "Transfer time: %1 ms here (median of %2), %3 ms on %n other link(s) of this type.")},
    {"finding.slow_link.fact.between", QT_TRANSLATE_NOOP("Message", "Reference: inter-host links.")},
    {"finding.slow_link.fact.threshold",
     QT_TRANSLATE_NOOP("Message",
                       "%1x the transfer time (threshold: %2x), %3x the spread of the other links (threshold: %4x).")},
    {"finding.slow_link.fact.within", QT_TRANSLATE_NOOP("Message", "Reference: intra-host links.")},
    {"finding.slow_link.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Check the link between ranks %1 and %2: cable, port, retransmissions, other traffic.")},
    {"finding.slow_link.topic", QT_TRANSLATE_NOOP("Message", "Slow links between ranks")},
    {"finding.slow_link.unanswered",
     QT_TRANSLATE_NOOP("Message", "Only one link of each type: no reference to compare with.")},
    {"finding.slow_worker",
     QT_TRANSLATE_NOOP("Message", "Slow rank %1 (slower than the same stage in other replicas): %2 ms per step")},
    {"finding.slow_worker.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Estimated by replaying the schedule with this rank at the usual speed of its stage.")},
    {"finding.slow_worker.assumes.whole", QT_TRANSLATE_NOOP("Message",
                                                            "Ranks of its pipeline are missing: saving estimated for a "
                                                            "complete pipeline in which only this rank is slow.")},
    {"finding.slow_worker.fact",
     QT_TRANSLATE_NOOP("Message", "Rank %2 (stage %3, replica %4) takes %1 % longer for the same work.")},
    {"finding.slow_worker.fact.steps", QT_TRANSLATE_NOOP("Message", "Slow in %1 of %2 step(s) (from %3 to %4).")},
    {"finding.slow_worker.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "z = %1 (threshold: 4, with 5 % extra work and %2 % of the step).")},
    {"finding.slow_worker.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Compare frequency, temperature, power and load of rank %1 with other ranks of its stage; swap "
                       "the device to see whether the slowness moves with it.")},
    {"finding.slow_worker.since", QT_TRANSLATE_NOOP("Message", "Rank %1 is slow in some steps: %2 ms per step")},
    {"finding.slow_worker.topic", QT_TRANSLATE_NOOP("Message", "Slow ranks")},
    {"finding.small_packets", QT_TRANSLATE_NOOP("Message", "Small packets over %1: up to %2 ms per step on one rank")},
    {"finding.small_packets.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Assumes that the same bytes, merged into large packets, reach full link bandwidth.")},
    {"finding.small_packets.fact",
     QT_TRANSLATE_NOOP("Message",
                       "Rank %1: %2 % of packets are smaller than %3 MB and run at %4 GB/s instead of %5 GB/s.")},
    {"finding.small_packets.remedy", QT_TRANSLATE_NOOP("Message",
                                                       "Send more data at once: larger buckets or microbatches, more "
                                                       "gradient accumulation, coarser optimizer sharding.")},
    {"finding.small_packets.topic", QT_TRANSLATE_NOOP("Message", "Small packets")},
    {"finding.stage_imbalance", QT_TRANSLATE_NOOP("Message", "Stage %1 is slower than the others: %2 ms per step")},
    {"finding.stage_imbalance.assumes",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with every cell at the mean of all stages.")},
    {"finding.stage_imbalance.assumes.one_pipeline",
     QT_TRANSLATE_NOOP("Message",
                       "Only one pipeline recorded: a slow rank cannot be distinguished from a slow stage. Record "
                       "another replica, or run the stage on another device.")},
    {"finding.stage_imbalance.assumes.pace",
     QT_TRANSLATE_NOOP("Message", "Estimated by replaying the schedule with this stage as fast as the others.")},
    {"finding.stage_imbalance.fact",
     QT_TRANSLATE_NOOP("Message", "Work per step: stage %1 %2 ms, median of the others %3 ms (+%4 %).")},
    {"finding.stage_imbalance.fact.pace",
     QT_TRANSLATE_NOOP("Message",
                       "Step: %1 ms; with this stage as fast as the others: %2 ms (threshold: %3 % of the step).")},
    {"finding.stage_imbalance.fact.window",
     QT_TRANSLATE_NOOP("Message", "Step: %1 ms; with balanced stages: %2 ms (threshold: %3 % of the step).")},
    {"finding.stage_imbalance.fact.work",
     QT_TRANSLATE_NOOP("Message", "Stage %1 includes %2 ms of loss or other work between its cells.")},
    {"finding.stage_imbalance.last",
     QT_TRANSLATE_NOOP("Message", "Last stage (%1) is slower than the others: %2 ms per step")},
    {"finding.stage_imbalance.remedy",
     QT_TRANSLATE_NOOP("Message", "Move layers away from stage %1, or split its extra work (embedding, loss).")},
    {"finding.stage_imbalance.remedy.layers",
     QT_TRANSLATE_NOOP("Message",
                       "Move layers away from stage %1: %3 instead of %2 saves %4 ms per step (simulated); or split "
                       "its extra work (embedding, loss).")},
    {"finding.stage_imbalance.topic", QT_TRANSLATE_NOOP("Message", "Stage imbalance")},
    {"finding.stream_pool_isolation",
     QT_TRANSLATE_NOOP("Message", "%1 free in other streams or pools while %2 more is reserved from the driver")},
    {"finding.stream_pool_isolation.assumes",
     QT_TRANSLATE_NOOP(
         "Message",
         "Freed blocks count with their requested size; only recent files record the pool of freed segments.")},
    {"finding.stream_pool_isolation.fact",
     QT_TRANSLATE_NOOP(
         "Message", "Event %1, stream %3, pool %4: block of %2; largest free gap elsewhere %5; %6 reserved in total.")},
    {"finding.stream_pool_isolation.fact.threshold",
     QT_TRANSLATE_NOOP("Message", "Threshold: %1 % of reserved memory and %2.")},
    {"finding.stream_pool_isolation.failed",
     QT_TRANSLATE_NOOP("Message", "A request of %1 failed with %2 unused in other streams or pools")},
    {"finding.stream_pool_isolation.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Memory is reused only within its stream and pool: share side streams and graph pools, and call "
                       "empty_cache once at the end of a phase.")},
    {"finding.stream_pool_isolation.topic", QT_TRANSLATE_NOOP("Message", "Free memory in other streams or pools")},
    {"finding.threshold_changed", QT_TRANSLATE_NOOP("Message", "Changed threshold: %1 = %2 (default %3)")},
    {"finding.unanswered.cells",
     QT_TRANSLATE_NOOP("Message", "No step has all pipeline cells: load or collect every rank.")},
    {"finding.unanswered.clocks",
     QT_TRANSLATE_NOOP("Message", "Host clocks disagree and times are raw: align clocks.")},
    {"finding.unanswered.frequency", QT_TRANSLATE_NOOP("Message", "No core frequency samples loaded.")},
    {"finding.unanswered.host", QT_TRANSLATE_NOOP("Message", "No host calls with launched kernels loaded.")},
    {"finding.unanswered.host_cells",
     QT_TRANSLATE_NOOP("Message",
                       "The cells have times of the host alone, where ranks share the cores of a machine: "
                       "unequal times are not unequal work.")},
    {"finding.unanswered.pipelines",
     QT_TRANSLATE_NOOP("Message", "No step has all cells of all pipelines, or the pipelines differ in length.")},
    {"finding.unanswered.ranks", QT_TRANSLATE_NOOP("Message",
                                                   "Rank numbers are inferred from the order of the files. Set them "
                                                   "with --rank-of FILE=N or Set Rank Number in the Data Manager.")},
    {"finding.unanswered.snapshot", QT_TRANSLATE_NOOP("Message", "No memory snapshot loaded.")},
    {"finding.variability", QT_TRANSLATE_NOOP("Message", "Uneven cells of the same type and stage: %1 ms per step")},
    {"finding.variability.assumes",
     QT_TRANSLATE_NOOP("Message",
                       "Estimated by replaying the schedule with every cell at the mean of its type and stage.")},
    {"finding.variability.fact",
     QT_TRANSLATE_NOOP("Message", "Widest spread: cells %2 of rank %1 take %3 ms to %4 ms.")},
    {"finding.variability.fact.window",
     QT_TRANSLATE_NOOP("Message", "Step: %1 ms; with equal cells: %2 ms (threshold: %3 % of the step).")},
    {"finding.variability.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Give microbatches equal work (sequence lengths, experts); check for interference: garbage "
                       "collection, other processes, frequency drops.")},
    {"finding.variability.topic", QT_TRANSLATE_NOOP("Message", "Uneven cells within a stage")},
    {"finding.verdict.checked", QT_TRANSLATE_NOOP("Message", "Nothing found by the checks that ran.")},
    {"finding.verdict.coverage", QT_TRANSLATE_NOOP("Message", "Ranks: %1 found, %2 complete; judged on %3 of %4.")},
    {"finding.verdict.coverage.one",
     QT_TRANSLATE_NOOP("Message", "Ranks: %1 found, %2 complete; judged on %3 of %4; copy rank %5 again.")},
    {"finding.verdict.coverage.several",
     QT_TRANSLATE_NOOP("Message", "Ranks: %1 found, %2 complete; judged on %3 of %4; copy ranks %5 and %6 again.")},
    {"finding.verdict.leaks",
     QT_TRANSLATE_NOOP("Message", "Not checked: leaks in the memory snapshot, since its steps are unknown.")},
    {"finding.verdict.lost",
     QT_TRANSLATE_NOOP("Message", "Data were lost while reading: findings rest on what could be read.")},
    {"finding.verdict.mean_step",
     QT_TRANSLATE_NOOP("Message", "Costs are means over all steps: %1 ms per step; typical step: %2 ms.")},
    {"finding.verdict.nothing", QT_TRANSLATE_NOOP("Message", "Nothing to judge yet.")},
    {"finding.verdict.too_little", QT_TRANSLATE_NOOP("Message", "Not enough data for a verdict.")},
    {"finding.verdict.profiler", QT_TRANSLATE_NOOP("Message",
                                                   "Profiler overhead: about %1 ms of host time per step of %2 ms, "
                                                   "estimated; without profiling a step is shorter by up to %3 ms.")},
    {"finding.verdict.part", QT_TRANSLATE_NOOP("Message", "Nothing found in what could be read.")},
    {"finding.verdict.whole_capture",
     QT_TRANSLATE_NOOP("Message", "No steps are marked: the whole capture (%1 ms) counts as one step.")},
    {"finding.verdict.ranks", QT_TRANSLATE_NOOP("Message", "Nothing found on %1 of %2 rank(s).")},
    {"findings.none", QT_TRANSLATE_NOOP("Message", "No findings.")},
};

}  // namespace

std::span<const FindingText> findingTexts() {
    static const std::vector<FindingText> all = [] {
        std::vector<FindingText> texts(std::begin(kTexts), std::end(kTexts));
        for (const auto &more :
             {tuningTexts(), remedyTexts(), ruleTexts(), snapshotTexts(), flightTexts(), schedTexts()}) {
            texts.insert(texts.end(), more.begin(), more.end());
        }
        for (const auto &text : shippedTexts()) {
            texts.push_back({text.id.c_str(), text.english.c_str()});
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

std::string filledText(std::span<const FindingText> texts, const Message &message) {
    const auto entry =
        std::find_if(texts.begin(), texts.end(), [&](const FindingText &text) { return message.id == text.id; });
    if (entry == texts.end()) {
        auto text = capabilityText(message);
        return text.empty() ? message.id : text;
    }
    const std::string_view english = entry->english;
    const std::span<const std::string> arguments(message.args);
    if (english.find("%n") != std::string_view::npos && !arguments.empty()) {
        return filledMessage(english, arguments.subspan(1), arguments.front());
    }
    return filledMessage(english, arguments);
}

std::string findingText(const Message &message) { return filledText(findingTexts(), message); }

}  // namespace stagescope
