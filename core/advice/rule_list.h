#pragma once

#include "core/advice/rule.h"

namespace stagescope {

// One factory per rule, each defined in core/advice/rule_<name>.cpp and listed in rule_list.cpp.
[[nodiscard]] Rule makeBandwidthContentionRule();
[[nodiscard]] Rule makeByteAlignmentRule();
[[nodiscard]] Rule makeClockSkewRule();
[[nodiscard]] Rule makeDataImbalanceRule();
[[nodiscard]] Rule makeExpertImbalanceRule();
[[nodiscard]] Rule makeExposedDpRule();
[[nodiscard]] Rule makeLateRankRule();
[[nodiscard]] Rule makeLinkImbalanceRule();
[[nodiscard]] Rule makeOverlapOffRule();
[[nodiscard]] Rule makeP2pTransferRule();
[[nodiscard]] Rule makeRetransmissionRule();
[[nodiscard]] Rule makeSlowLinkRule();
[[nodiscard]] Rule makeSlowWorkerRule();
[[nodiscard]] Rule makeSmallPacketsRule();
[[nodiscard]] Rule makeStageImbalanceRule();
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

}  // namespace stagescope
