#include "core/advice/rule_list.h"

namespace stagescope {

const std::vector<Rule> &ruleList() {
    static const std::vector<Rule> list = {
        makeStageImbalanceRule(),
        makeSlowWorkerRule(),
        makeDataImbalanceRule(),
        makeHostLaunchRule(),
        makeIdleGapsRule(),
        makeFrequencyRule(),
        makeVariabilityRule(),
        makeP2pTransferRule(),
        makeSlowLinkRule(),
        makeClockSkewRule(),
        makeSmallPacketsRule(),
        makeRetransmissionRule(),
        makeLateRankRule(),
        makeLinkImbalanceRule(),
        makeBandwidthContentionRule(),
        makeByteAlignmentRule(),
        makeExposedDpRule(),
        makeOverlapOffRule(),
        makeExpertImbalanceRule(),
        makeMemoryLeakRule(),
        makeMemoryFragmentationRule(),
        makeStreamPoolIsolationRule(),
        makeOutsideAllocatorRule(),
        makeMemoryExhaustionRule(),
        makeMemoryImbalanceRule(),
    };
    return list;
}

}  // namespace stagescope
