#include "core/analysis/communication/models/comm_scope.h"

#include "core/analysis/communication/comm_facts.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace stagescope {

namespace {

/// By their numbers.
bool isEarlier(const std::string &a, const std::string &b) {
    return std::tuple(stepNumber(a), std::string_view(a)) < std::tuple(stepNumber(b), std::string_view(b));
}

}  // namespace

CommScopes commScopes(std::span<const CommGroupRow> known, std::span<const CommMember> members) {
    CommScopes scopes;
    std::set<std::string> steps;
    std::map<std::string, std::set<int>> seen;
    for (const auto &member : members) {
        steps.insert(member.step);
        seen[member.group].insert(member.rank);
    }
    scopes.steps.assign(steps.begin(), steps.end());
    std::sort(scopes.steps.begin(), scopes.steps.end(), isEarlier);
    for (const auto &row : known) {
        if (const auto it = seen.find(row.group); it != seen.end() && !row.group.empty()) {
            scopes.groups.push_back({row.group, groupTitle(row), row.ranks});
            seen.erase(it);
        }
    }
    for (const auto &[group, ranks] : seen) {
        const std::vector<int> list(ranks.begin(), ranks.end());
        if (!group.empty()) {
            scopes.groups.push_back({group, "(" + joinedRanks(list) + ")", list});
        }
    }
    return scopes;
}

OperatorGroups::OperatorGroups(std::span<const CommTime> times) {
    for (const auto &time : times) {
        if (time.name != kAllOperators) {
            m_groups.try_emplace({time.rank, time.name}, time.group);
        }
    }
}

const std::string &OperatorGroups::of(int rank, const std::string &name, const std::string &otherwise) const {
    const auto it = m_groups.find({rank, name});
    return it == m_groups.end() ? otherwise : it->second;
}

}  // namespace stagescope
