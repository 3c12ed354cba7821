#include "core/advice/rule_list.h"

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

Rule acrossRanks(Rule rule) {
    rule.comparesRanks = true;
    return rule;
}

std::vector<Rule> allRules() {
    std::vector<Rule> list = {
        acrossRanks(makeStageImbalanceRule()),
        acrossRanks(makeSlowWorkerRule()),
        acrossRanks(makeDataImbalanceRule()),
        makeHostLaunchRule(),
        makePreemptedLaunchRule(),
        makeIdleGapsRule(),
        makeDataLoadingRule(),
        makeExposedCopiesRule(),
        acrossRanks(makeFrequencyRule()),
        makeStepDeviationRule(),
        makeSlowLoggedStepRule(),
        acrossRanks(makeRoleWaitRule()),
        makeVariabilityRule(),
        acrossRanks(makeP2pTransferRule()),
        acrossRanks(makeSlowLinkRule()),
        acrossRanks(makeClockSkewRule()),
        makeSmallPacketsRule(),
        makeRetransmissionRule(),
        acrossRanks(makeLateRankRule()),
        acrossRanks(makeLinkImbalanceRule()),
        makeBandwidthContentionRule(),
        makeByteAlignmentRule(),
        makeExposedDpRule(),
        makeOverlapOffRule(),
        acrossRanks(makeExpertImbalanceRule()),
        makeMissingRankRule(),
        makeCollectiveMismatchRule(),
        makeMemoryLeakRule(),
        makeMemoryFragmentationRule(),
        makeStreamPoolIsolationRule(),
        makeOutsideAllocatorRule(),
        makeMemoryExhaustionRule(),
        acrossRanks(makeMemoryImbalanceRule()),
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
