#include "core/advice/rule_list.h"

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

std::vector<Rule> allRules() {
    std::vector<Rule> list = {
        makeStageImbalanceRule(),
        makeSlowWorkerRule(),
        makeDataImbalanceRule(),
        makeHostLaunchRule(),
        makeIdleGapsRule(),
        makeDataLoadingRule(),
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
        makeEnvironmentRule(),
        makeFusibleSequencesRule(),
        makeAffinityApisRule(),
        makeUnfusedKernelsRule(),
        makeSpareRecomputeRule(),
    };
    std::ranges::move(kernelSignRules(), std::back_inserter(list));
    std::ranges::move(hostSignRules(), std::back_inserter(list));
    return list;
}

}  // namespace

const std::vector<Rule> &ruleList() {
    static const std::vector<Rule> list = allRules();
    return list;
}

}  // namespace stagescope
