#include "core/advice/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/op_stats.h"
#include "core/analysis/steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace stagescope {

namespace {

/// What the ranks of one group of experts do, by rank: ns of expert kernels, or bytes received.
struct Load {
    std::string group;
    std::map<int, double> byRank{};
    [[nodiscard]] double mean() const {
        double sum = 0;
        for (const auto &entry : byRank) {
            sum += entry.second;
        }
        return byRank.empty() ? 0 : sum / static_cast<double>(byRank.size());
    }
    [[nodiscard]] std::pair<int, double> most() const {
        const auto it = std::max_element(byRank.begin(), byRank.end(),
                                         [](const auto &a, const auto &b) { return a.second < b.second; });
        return it == byRank.end() ? std::pair(-1, 0.0) : std::pair(it->first, it->second);
    }
};

std::vector<KnownGroup> expertGroups(const RuleInput &input) {
    const CommGroups groups(input);
    std::map<std::string, KnownGroup> found;
    for (const auto &[name, group] : knownGroups(input.run)) {
        if (groups.role(name) == GroupRole::Experts && group.ranks.size() > 1) {
            found.try_emplace(group.id, group);
        }
    }
    std::vector<KnownGroup> result;
    for (auto &entry : found) {
        result.push_back(std::move(entry.second));
    }
    return result;
}

/// Kernels that multiply one matrix per expert: their time follows the tokens (msprof-analyze's ep_load_balance reads
/// the tokens from their shapes).
bool isExpertKernel(std::string_view name) {
    const auto lower = lowerCase(name);
    return lower.find("groupedmatmul") != std::string::npos || lower.find("grouped_gemm") != std::string::npos ||
           lower.find("group_gemm") != std::string::npos;
}

/// Per step; of the ranks that have such kernels.
Load kernelsOf(const RuleInput &input, const KnownGroup &group) {
    Load load{group.id};
    for (const int rank : group.ranks) {
        const auto *capture = input.run.capture(rank);
        double ns = 0;
        for (const auto &op : capture == nullptr ? std::vector<OpStat>{} : opStats(*capture, {}, input.stop)) {
            ns += isExpertKernel(op.name) ? static_cast<double>(op.total.count()) : 0;
        }
        if (ns > 0) {
            load.byRank[rank] = ns / static_cast<double>(std::max<std::size_t>(rankSteps(*capture).size(), 1));
        }
    }
    return load;
}

Finding findingOf(const RuleInput &input, const Load &load, Nanos lost, double share) {
    const auto [rank, most] = load.most();
    Finding finding;
    finding.rule = "expert_imbalance";
    finding.impact = lost;
    finding.share = share;
    finding.severity = severityOfShare(share);
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = load.group;
    finding.evidence.ranks = {{input.run.id, rank}};
    finding.evidence.items = {RankRef{input.run.id, rank}};
    finding.title = Message("finding.expert_imbalance", {std::to_string(rank), millisText(lost)});
    finding.facts = {
        Message("finding.expert_imbalance.fact", {std::to_string(rank), oneDecimal(most / 1e6),
                                                  oneDecimal(load.mean() / 1e6), std::to_string(load.byRank.size())}),
        Message("finding.expert_imbalance.fact.threshold",
                {oneDecimal(most / load.mean()), oneDecimal(input.parameter("expert_imbalance.ratio"))})};
    finding.remedy = Message("finding.expert_imbalance.remedy");
    finding.assumptions = {Message("finding.expert_imbalance.assumes")};
    return finding;
}

std::vector<Finding> runExpertImbalance(const RuleInput &input) {
    const auto step = usualStep(input);
    std::vector<Finding> findings;
    for (const auto &group : expertGroups(input)) {
        const auto load = kernelsOf(input, group);
        if (load.byRank.size() < 2) {
            continue;
        }
        const Nanos lost{std::llround(load.most().second - load.mean())};
        const double share = shareOf(lost, step);
        if (load.most().second >= input.parameter("expert_imbalance.ratio") * load.mean() &&
            share >= input.parameter("expert_imbalance.share")) {
            findings.push_back(findingOf(input, load, lost, share));
        }
    }
    return findings;
}

/// A run without experts has nothing to answer.
std::optional<Message> lacksExperts(const RuleInput &input) {
    const auto groups = expertGroups(input);
    const bool canTell = groups.empty() || std::any_of(groups.begin(), groups.end(), [&](const KnownGroup &group) {
                             return kernelsOf(input, group).byRank.size() > 1;
                         });
    return canTell ? std::nullopt : std::optional(Message("finding.expert_imbalance.unanswered"));
}

}  // namespace

Rule makeExpertImbalanceRule() {
    return {.id = "expert_imbalance",
            .parameters = {{"expert_imbalance.ratio", 1.2, "",
                            "Work of the busiest rank over the mean of its group; a router with a balancing loss keeps "
                            "it near one."},
                           {"expert_imbalance.share", 0.02, "", "Share of the step that the others must wait."}},
            .run = &runExpertImbalance,
            .unanswered = &lacksExperts};
}

}  // namespace stagescope
