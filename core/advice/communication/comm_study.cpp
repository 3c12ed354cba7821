#include "core/advice/communication/comm_study.h"

#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/training/training_work.h"
#include "core/base/words/ranges_text.h"

#include <algorithm>

namespace stagescope {

namespace {

/// "90.91.105.46%enp189s0f0_60000_0_1736410538306028", or a hash: no name for people.
bool isAddress(std::string_view name) {
    constexpr std::size_t kDigitsOfHash = 10;
    return name.find('%') != std::string_view::npos ||
           (name.size() >= kDigitsOfHash && name.find_first_not_of("0123456789") == std::string_view::npos);
}

}  // namespace

std::optional<Message> lacksBandwidths(const RuleInput &input) {
    const auto ranks = tablesOfRun(input.run, TableKind::CommBandwidths, CommSource::Any);
    const bool hasRows = std::any_of(ranks.begin(), ranks.end(), [](const RankTables &of) {
        return std::any_of(of.tables.begin(), of.tables.end(), [](const auto &table) { return table->rowCount() > 0; });
    });
    return hasRows ? std::nullopt : std::optional(capabilityRemedy(input.run, "communication_matrix"));
}

CommGroups::CommGroups(const RuleInput &input) : m_known(knownGroups(input.run)), m_stages(input.run) {
    for (const auto &study : input.pipelines) {
        const auto &ranks = study.chart.group.ranks;
        if (isPipeline(input.run, study.chart.group)) {
            m_measured.insert(ranks.begin(), ranks.end());
        }
    }
    const auto &sizes = input.run.parallel;
    m_trains = mayTrain(input.run, input.stop);
    m_hasOnlyData = !m_stages.hasPipelines() && std::max({sizes.tp, sizes.pp, sizes.cp, sizes.ep}) <= 1;
}

const KnownGroup *CommGroups::known(const std::string &group) const {
    const auto it = m_known.find(group);
    return it == m_known.end() ? nullptr : &it->second;
}

std::string CommGroups::idOf(const std::string &group) const {
    const auto *told = known(group);
    return told == nullptr ? group : told->id;
}

std::string CommGroups::nameOf(const std::string &group, const std::set<int> &seen) const {
    const auto *told = known(group);
    const auto name = told == nullptr || told->name.empty() ? group : told->name;
    if (!name.empty() && !isAddress(name)) {
        return name;
    }
    const auto kind = role(group);
    const std::string word = kind == GroupRole::Data ? "dp" : kind == GroupRole::Experts ? "ep" : "";
    std::vector<std::int64_t> ranks(seen.begin(), seen.end());
    if (told != nullptr) {
        ranks.assign(told->ranks.begin(), told->ranks.end());
    }
    if (ranks.empty()) {
        return word.empty() ? name : word;
    }
    return word + (word.empty() ? "of ranks " : " of ranks ") + rangesText(std::move(ranks));
}

GroupRole CommGroups::role(const std::string &group) const {
    const auto *told = known(group);
    if (told == nullptr && group == kNcclTransport) {
        return GroupRole::Other;  // operators of all groups together, of traces that tell none
    }
    const auto name = lowerCase(told == nullptr ? std::string() : told->name);
    if (name.find("dp") != std::string::npos) {
        return m_trains ? GroupRole::Data : GroupRole::Other;
    }
    if (name.starts_with("exp") || name.starts_with("ep") || name.starts_with("moe")) {
        return GroupRole::Experts;
    }
    const bool isOfAll = name.empty() || name.starts_with("default");
    return isOfAll && m_hasOnlyData && m_trains ? GroupRole::Data : GroupRole::Other;
}

}  // namespace stagescope
