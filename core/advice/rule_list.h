#pragma once

#include "core/advice/rule.h"

namespace stagescope {

// One factory per rule, each defined in core/advice/rule_<name>.cpp and listed in rule_list.cpp.
[[nodiscard]] Rule makeAffinityApisRule();
[[nodiscard]] Rule makeBandwidthContentionRule();
[[nodiscard]] Rule makeByteAlignmentRule();
[[nodiscard]] Rule makeClockSkewRule();
[[nodiscard]] Rule makePreemptedLaunchRule();
[[nodiscard]] Rule makeMissingRankRule();
[[nodiscard]] Rule makeCollectiveMismatchRule();
[[nodiscard]] Rule makeDataImbalanceRule();
/// Devices that wait for data: gaps of which calls of PyTorch's data loader fill half; where no launches are recorded,
/// the time that the device idles beneath such calls (names and their least length: msprof-analyze's advisor); where
/// neither is recorded, MindData's own figures of batches and queues (limits: MindInsight).
[[nodiscard]] Rule makeDataLoadingRule();
[[nodiscard]] Rule makeEnvironmentRule();
[[nodiscard]] Rule makeExpertImbalanceRule();
/// Copies between host and device, or on it, while the device does nothing else: parts of copies outside of the union
/// of computing and communication.
[[nodiscard]] Rule makeExposedCopiesRule();
[[nodiscard]] Rule makeExposedDpRule();
[[nodiscard]] Rule makeFusibleSequencesRule();
[[nodiscard]] Rule makeLateRankRule();
[[nodiscard]] Rule makeLinkImbalanceRule();
[[nodiscard]] Rule makeOverlapOffRule();
[[nodiscard]] Rule makeP2pTransferRule();
[[nodiscard]] Rule makeRetransmissionRule();
[[nodiscard]] Rule makeSlowLinkRule();
[[nodiscard]] Rule makeSlowWorkerRule();
[[nodiscard]] Rule makeSmallPacketsRule();
/// Recomputation that memory would do without: what it is on for and costs as memory_exchange.h tells. Flags: tuning
/// guide of MindSpeed.
[[nodiscard]] Rule makeSpareRecomputeRule();
[[nodiscard]] Rule makeStageImbalanceRule();
/// Steps that take longer than the others, each with what makes it longer: compiling, garbage collection, first calls,
/// loading of data, sleeping, work of the device (step_deviations.h).
[[nodiscard]] Rule makeStepDeviationRule();
/// Steps of a training log that last much longer than its median step, other than those that come at a fixed interval.
[[nodiscard]] Rule makeSlowLoggedStepRule();
/// The last rank at the end of a part of reinforcement learning (rollout, update ...), which all others wait for
/// (role_rounds.h).
[[nodiscard]] Rule makeRoleWaitRule();
[[nodiscard]] Rule makeUnfusedKernelsRule();
[[nodiscard]] Rule makeVariabilityRule();
[[nodiscard]] Rule makeHostLaunchRule();
[[nodiscard]] Rule makeIdleGapsRule();
[[nodiscard]] Rule makeFrequencyRule();
[[nodiscard]] Rule makeMemoryExhaustionRule();
[[nodiscard]] Rule makeMemoryFragmentationRule();
[[nodiscard]] Rule makeMemoryImbalanceRule();
[[nodiscard]] Rule makeMemoryLeakRule();
[[nodiscard]] Rule makeOutsideAllocatorRule();
[[nodiscard]] Rule makeStreamPoolIsolationRule();

/// Rules that look for kernels of one kind: those of AI CPUs, of blocks that leave cores idle, that nothing bounds,
/// that only convert formats. Sources: msprof-analyze's advisor (26, AICPU, block dimension and operator-no-bound
/// checkers) and the tuning guide of MindSpeed. O(kernels log kernels) per rank.
[[nodiscard]] std::vector<Rule> kernelSignRules();
/// Rules that look for calls of the host by name: waiting for the stream after each launch, garbage collection,
/// SyncBatchNorm, memory of the driver, compilation, DataParallel, optimizers that are not fused. What they
/// cost is the time that the device idles beneath them. Names and thresholds: msprof-analyze's advisor (26, its
/// timeline checkers). O(names), and O(slices of the host) where a name matches.
[[nodiscard]] std::vector<Rule> hostSignRules();

}  // namespace stagescope
