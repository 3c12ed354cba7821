#include "core/advice/unchecked_rules.h"

#include "core/advice/platforms/shipped_rules.h"
#include "core/analysis/overview/capabilities.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stagescope {

namespace {

/// What a rule is judged from, as questions of core/analysis/overview/capability_list. A rule that stands nowhere here
/// gives its own reason.
struct Need {
    std::string_view rule;
    std::array<std::string_view, 2> questions;
};
constexpr std::array kNeeds{
    Need{"affinity_apis", {"timeline", ""}},
    Need{"bandwidth_contention", {"communication_matrix", ""}},
    Need{"byte_alignment", {"communication_matrix", ""}},
    Need{"data_imbalance", {"pipeline", ""}},
    Need{"data_loading", {"timeline", ""}},
    Need{"expert_imbalance", {"operators", ""}},
    Need{"exposed_copies", {"operators", ""}},
    Need{"exposed_dp", {"operators", ""}},
    Need{"frequency", {"frequency", ""}},
    Need{"fusible_sequences", {"operators", ""}},
    Need{"host_launch", {"timeline", ""}},
    Need{"idle_gaps", {"timeline", ""}},
    Need{"late_rank", {"timeline", ""}},
    Need{"link_imbalance", {"communication_matrix", ""}},
    Need{"memory_exhaustion", {"memory_curve", ""}},
    Need{"memory_fragmentation", {"snapshot", ""}},
    Need{"memory_imbalance", {"memory_curve", ""}},
    Need{"memory_leak", {"memory_curve", ""}},
    Need{"outside_allocator", {"memory_curve", ""}},
    Need{"overlap_off", {"operators", ""}},
    Need{"p2p_transfer", {"pipeline", "p2p"}},
    Need{"preempted_launch", {"timeline", ""}},
    Need{"retransmission", {"communication_matrix", ""}},
    Need{"slow_link", {"communication_matrix", ""}},
    Need{"slow_worker", {"pipeline", ""}},
    Need{"small_packets", {"communication_matrix", ""}},
    Need{"spare_recompute", {"memory_curve", "operators"}},
    Need{"stage_imbalance", {"pipeline", ""}},
    Need{"step_deviation", {"steps", ""}},
    Need{"stream_pool_isolation", {"snapshot", ""}},
    Need{"unfused_kernels", {"operators", ""}},
    Need{"variability", {"pipeline", ""}},
};

const Capability *answerTo(std::string_view question, const std::vector<Capability> &answers) {
    const auto it = std::find_if(answers.begin(), answers.end(),
                                 [&](const Capability &answer) { return answer.question == question; });
    return it == answers.end() ? nullptr : &*it;
}

/// A snapshot tells what a record of memory would: where there is one, the rule itself knows best what it lacks.
bool hasSnapshotFor(std::string_view question, const std::vector<Capability> &answers) {
    const auto *snapshot = answerTo("snapshot", answers);
    return question == "memory_curve" && snapshot != nullptr && snapshot->answer == Answer::Yes;
}

std::array<std::string_view, 2> questionsOf(std::string_view rule) {
    if (const auto *shipped = shippedRule(rule)) {
        return {shipped->text("needs"), ""};
    }
    const auto *need = std::find_if(kNeeds.begin(), kNeeds.end(), [&](const Need &n) { return n.rule == rule; });
    return need == kNeeds.end() ? std::array<std::string_view, 2>{} : need->questions;
}

Message helpFor(const RuleOutcome &outcome, const std::vector<Capability> &answers) {
    for (const auto question : questionsOf(outcome.rule)) {
        const auto *answer = hasSnapshotFor(question, answers) ? nullptr : answerTo(question, answers);
        if (answer != nullptr && answer->answer == Answer::OnDemand) {
            return Message("remedy.load");
        }
        if (answer != nullptr && answer->answer == Answer::No) {
            return answer->remedy;
        }
    }
    return *outcome.unanswered;
}

}  // namespace

std::vector<UncheckedGroup> uncheckedGroups(const Run &run, const std::vector<RuleOutcome> &rules) {
    const auto answers = capabilities(run);
    std::vector<UncheckedGroup> groups;
    for (const auto &outcome : rules) {
        if (!outcome.unanswered) {
            continue;
        }
        const auto help = helpFor(outcome, answers);
        auto it = std::find_if(groups.begin(), groups.end(), [&](const auto &group) { return group.help == help; });
        if (it == groups.end()) {
            it = groups.insert(groups.end(), UncheckedGroup{help, {}});
        }
        it->rules.push_back(outcome.rule);
    }
    return groups;
}

}  // namespace stagescope
