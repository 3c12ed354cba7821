#include "core/advice/communication/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/comm_links.h"
#include "core/analysis/communication/known_links.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/trace/op_stats.h"
#include "core/session/rank_facts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace stagescope {

namespace {

/// What the ranks of one group of experts do in a step, by rank: ns of expert kernels, or MB received.
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
    [[nodiscard]] bool isKnown() const { return byRank.size() > 1; }
    [[nodiscard]] double of(int rank) const { return byRank.contains(rank) ? byRank.at(rank) : 0; }
    /// Of a rank to the mean.
    [[nodiscard]] double ratio(int rank) const { return mean() > 0 ? of(rank) / mean() : 0; }
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

/// Time of such kernels per step; 0 where there are none.
double expertTime(const RankCapture &capture, const std::stop_token &stop) {
    const auto look = [&] {
        double ns = 0;
        for (const auto &op : opStats(capture, {}, stop)) {
            ns += isExpertKernel(op.name) ? static_cast<double>(op.total.count()) : 0;
        }
        return ns / static_cast<double>(std::max<std::size_t>(rankSteps(capture).size(), 1));
    };
    return measuredOnce(capture, stop, look, "kernels of experts");
}

/// Of the ranks that have such kernels.
Load kernelsOf(const RuleInput &input, const KnownGroup &group) {
    Load load{group.id};
    for (const int rank : group.ranks) {
        const auto *capture = input.run.capture(rank);
        const double time = capture == nullptr ? 0 : expertTime(*capture, input.stop);
        if (time > 0) {
            load.byRank[rank] = time;
        }
    }
    return load;
}

bool isAllToAll(std::string_view name) { return lowerCase(name).find("alltoall") != std::string::npos; }

/// What AllToAll brings to each rank, from itself too: the tokens of its experts times their width.
Load receivedBy(const RuleInput &input, const KnownGroup &group) {
    Load load{group.id};
    const CommGroups groups(input);
    const auto known = knownLinks(input.run, input.stop);
    std::set<std::string> steps;
    for (const auto &link : known->matrix.links) {
        if (link.sizeMb >= 0 && isAllToAll(link.name) && !isPickedOperator(link.name) &&
            groups.idOf(link.group) == group.id) {
            load.byRank[link.destination] += link.sizeMb;
            steps.insert(link.step);
        }
    }
    for (auto &entry : load.byRank) {
        entry.second /= static_cast<double>(steps.size());
    }
    return load;
}

/// How much longer the other ranks wait in AllToAll than this one, in a step: they are there before it.
Nanos waitedFor(const RuleInput &input, const KnownGroup &group, int rank) {
    const CommGroups groups(input);
    std::map<int, double> waited;
    std::set<std::string> steps;
    for (const auto &time : commTimes(input.run, CommSource::Any, input.stop)) {
        if (time.waitMs >= 0 && isAllToAll(time.name) && groups.idOf(time.group) == group.id) {
            waited[time.rank] += time.waitMs;
            steps.insert(time.step);
        }
    }
    double others = 0;
    for (const auto &entry : waited) {
        others += entry.first == rank ? 0 : entry.second;
    }
    if (waited.size() < 2 || !waited.contains(rank)) {
        return Nanos{0};
    }
    const double mean = others / static_cast<double>(waited.size() - 1);
    return Nanos{std::llround(std::max(0.0, mean - waited[rank]) * 1e6 / static_cast<double>(steps.size()))};
}

/// Which rank has the most to do, and what of it is known.
struct Verdict {
    std::string group;
    int rank = -1;
    Load kernels{};
    Load received{};
    Nanos lost{0};
    double ratio = 0;
};

Verdict verdictOn(const RuleInput &input, const KnownGroup &group) {
    Verdict verdict{group.id, -1, kernelsOf(input, group), receivedBy(input, group)};
    const auto &judged = verdict.kernels.isKnown() ? verdict.kernels : verdict.received;
    if (judged.isKnown()) {
        verdict.rank = judged.most().first;
        verdict.ratio = judged.ratio(verdict.rank);
        verdict.lost = verdict.kernels.isKnown() ? Nanos{std::llround(judged.most().second - judged.mean())}
                                                 : waitedFor(input, group, verdict.rank);
    }
    return verdict;
}

std::vector<Message> factsOf(const RuleInput &input, const Verdict &verdict) {
    const auto rank = std::to_string(verdict.rank);
    const double threshold = input.parameter("expert_imbalance.ratio");
    std::vector<Message> facts;
    const auto add = [&](const char *id, const Load &load, double unit) {
        if (load.isKnown()) {
            facts.push_back(Message(id, {rank, oneDecimal(load.of(verdict.rank) / unit), oneDecimal(load.mean() / unit),
                                         std::to_string(load.byRank.size())}));
        }
    };
    add("finding.expert_imbalance.fact", verdict.kernels, 1e6);
    add("finding.expert_imbalance.fact.received", verdict.received, 1);
    if (verdict.kernels.isKnown() && verdict.received.isKnown() &&
        verdict.received.ratio(verdict.rank) < (1 + threshold) / 2) {
        facts.push_back(Message("finding.expert_imbalance.fact.even"));
    }
    facts.push_back(
        Message("finding.expert_imbalance.fact.threshold", {oneDecimal(verdict.ratio), oneDecimal(threshold)}));
    return facts;
}

Finding findingOf(const RuleInput &input, const Verdict &verdict) {
    Finding finding;
    finding.rule = "expert_imbalance";
    finding.certainty = verdict.kernels.isKnown() ? Certainty::Estimated : Certainty::Inferred;
    finding.evidence.group = verdict.group;
    finding.evidence.ranks = {{input.run.id, verdict.rank}};
    finding.evidence.items = {RankRef{input.run.id, verdict.rank}};
    finding.place = "communication/comm_durations";
    finding.title = Message("finding.expert_imbalance", {std::to_string(verdict.rank), std::string(kPrice)});
    finding.facts = factsOf(input, verdict);
    finding.remedy = Message("finding.expert_imbalance.remedy");
    finding.assumptions = {verdict.kernels.isKnown() ? Message("finding.expert_imbalance.assumes")
                                                     : Message("finding.expert_imbalance.assumes.received")};
    return finding;
}

std::vector<Finding> runExpertImbalance(const RuleInput &input) {
    std::vector<Finding> findings;
    for (const auto &group : expertGroups(input)) {
        const auto verdict = verdictOn(input, group);
        if (verdict.rank < 0 || verdict.ratio < input.parameter("expert_imbalance.ratio")) {
            continue;
        }
        auto finding = findingOf(input, verdict);
        if (input.price(finding, input.parameter("expert_imbalance.share"), verdict.lost)) {
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

/// A run whose groups are known and of which none is of experts has nothing to answer.
std::optional<Message> lacksExperts(const RuleInput &input) {
    if (knownGroups(input.run).empty()) {
        return capabilityRemedy(input.run, "groups");
    }
    const auto groups = expertGroups(input);
    const bool canTell = groups.empty() || std::any_of(groups.begin(), groups.end(), [&](const KnownGroup &group) {
                             return kernelsOf(input, group).isKnown() || receivedBy(input, group).isKnown();
                         });
    return canTell ? std::nullopt : std::optional(Message("finding.expert_imbalance.unanswered"));
}

}  // namespace

Rule makeExpertImbalanceRule() {
    return {.id = "expert_imbalance",
            .parameters =
                {{"expert_imbalance.ratio", 1.2, "",
                  QT_TRANSLATE_NOOP(
                      "Message",
                      "Work of the busiest rank relative to its group mean; with a balancing loss it stays near 1.")},
                 {"expert_imbalance.share", 0.02, "",
                  QT_TRANSLATE_NOOP("Message", "Minimum wait of the other ranks (share of the step).")}},
            .run = &runExpertImbalance,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(expertTime(capture, input.stop)); },
            .unanswered = &lacksExperts};
}

}  // namespace stagescope
