#include "core/advice/communication/comm_study.h"

#include "core/advice/pipeline_medians.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/group_hash.h"
#include "core/analysis/run/steps.h"

#include <algorithm>

namespace stagescope {

namespace {

std::vector<std::vector<int>> pipelinesOf(const RuleInput &input) {
    std::vector<std::vector<int>> pipelines;
    for (const auto &study : input.pipelines) {
        if (study.chart.group.origin != GroupOrigin::AllRanks) {
            pipelines.push_back(study.chart.group.ranks);
        }
    }
    for (const auto &group : input.run.groups) {
        if (lowerCase(group.name).starts_with("pp")) {
            pipelines.push_back(group.ranks);
        }
    }
    std::erase_if(pipelines, [](const auto &ranks) { return ranks.size() < 2; });
    for (auto &ranks : pipelines) {
        std::sort(ranks.begin(), ranks.end());
    }
    std::sort(pipelines.begin(), pipelines.end());
    pipelines.erase(std::unique(pipelines.begin(), pipelines.end()), pipelines.end());
    return pipelines;
}

}  // namespace

CommGroups::CommGroups(const RuleInput &input) : m_known(knownGroups(input.run)) {
    const auto pipelines = pipelinesOf(input);
    for (std::size_t i = 0; i < pipelines.size(); ++i) {
        for (const int rank : pipelines[i]) {
            m_pipelinesOf[rank].push_back(i);
        }
    }
    for (const auto &study : input.pipelines) {
        const auto &ranks = study.chart.group.ranks;
        if (ranks.size() > 1 && study.chart.group.origin != GroupOrigin::AllRanks) {
            m_measured.insert(ranks.begin(), ranks.end());
        }
    }
    const auto &sizes = input.run.parallel;
    m_hasOnlyData = pipelines.empty() && std::max({sizes.tp, sizes.pp, sizes.cp, sizes.ep}) <= 1;
}

const KnownGroup *CommGroups::known(const std::string &group) const {
    const auto it = m_known.find(group);
    return it == m_known.end() ? nullptr : &it->second;
}

std::string CommGroups::idOf(const std::string &group) const {
    const auto *told = known(group);
    return told == nullptr ? group : told->id;
}

std::string CommGroups::nameOf(const std::string &group) const {
    const auto *told = known(group);
    return told == nullptr || told->name.empty() ? group : told->name;
}

GroupRole CommGroups::role(const std::string &group) const {
    const auto *told = known(group);
    if (told == nullptr && group == kNcclTransport) {
        return GroupRole::Other;  // operators of all groups together, of traces that tell none
    }
    const auto name = lowerCase(told == nullptr ? std::string() : told->name);
    if (name.find("dp") != std::string::npos) {
        return GroupRole::Data;
    }
    if (name.starts_with("exp") || name.starts_with("ep") || name.starts_with("moe")) {
        return GroupRole::Experts;
    }
    const bool isOfAll = name.empty() || name.starts_with("default");
    return isOfAll && m_hasOnlyData ? GroupRole::Data : GroupRole::Other;
}

bool CommGroups::joinsStages(const std::string &group) const {
    const auto *told = known(group);
    if (told == nullptr) {
        return !m_pipelinesOf.empty();  // nothing says that it does not
    }
    std::vector<std::size_t> pipelines;
    for (const int rank : told->ranks) {
        if (const auto it = m_pipelinesOf.find(rank); it != m_pipelinesOf.end()) {
            pipelines.insert(pipelines.end(), it->second.begin(), it->second.end());
        }
    }
    std::sort(pipelines.begin(), pipelines.end());
    return std::adjacent_find(pipelines.begin(), pipelines.end()) != pipelines.end();
}

}  // namespace stagescope
