#pragma once

#include "core/analysis/communication/cluster_comm.h"
#include "core/session/workspace.h"

#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

struct GroupChoice {
    std::string group;  ///< as the files of communication name it
    std::string title;  ///< "pp(0,2)"
    std::vector<int> ranks;
};

/// Which communication is looked at; empty = all.
struct CommScope {
    std::string group;
    std::string step;

    [[nodiscard]] bool holds(const std::string &ofGroup, const std::string &ofStep) const {
        return (group.empty() || group == ofGroup) && (step.empty() || step == ofStep);
    }
    bool operator==(const CommScope &) const = default;
};

/// What there is to choose from.
struct CommScopes {
    std::vector<GroupChoice> groups;
    std::vector<std::string> steps;  ///< in order
};

/// A row of communication: who took part in which group and step.
struct CommMember {
    std::string group;
    std::string step;
    int rank = -1;
};
/// Groups and steps of these rows; groups as `known` (commGroups) tells them, else by the ranks that took part.
/// O(n log n).
[[nodiscard]] CommScopes commScopes(std::span<const CommGroupRow> known, std::span<const CommMember> members);

/// Groups of operators as the files of communication name them; timelines name them otherwise, or by a number only.
class OperatorGroups {
public:
    explicit OperatorGroups(std::span<const CommTime> times);

    [[nodiscard]] bool isEmpty() const { return m_groups.empty(); }
    /// `otherwise` where no file has an operator of that name on the rank.
    [[nodiscard]] const std::string &of(int rank, const std::string &name, const std::string &otherwise) const;

private:
    std::map<std::pair<int, std::string>, std::string> m_groups;
};

}  // namespace stagescope
