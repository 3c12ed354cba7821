#include "core/advice/pipeline/gap_finding.h"
#include "core/advice/rule_list.h"

namespace stagescope {

namespace {

constexpr const char *kIdleGaps = "idle_gaps";

std::vector<Finding> runIdleGaps(const RuleInput &input) {
    const auto finding = gapFinding(input, FreeCause::Synchronisation, kIdleGaps, "finding.idle_gaps.synchronisation");
    return finding ? std::vector{*finding} : std::vector<Finding>{};
}

}  // namespace

Rule makeIdleGapsRule() {
    return {.id = kIdleGaps,
            .parameters = gapParameters(kIdleGaps),
            .run = &runIdleGaps,
            .unanswered = &lacksHost,
            .standing = {Subject::Work, Nearness::Cause}};
}

}  // namespace stagescope
