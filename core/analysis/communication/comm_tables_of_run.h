#pragma once

#include "core/analysis/communication/cluster_comm.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Tables of one kind of one rank; of a whole cluster (rank -1) where the run has no ranks that have them.
struct RankTables {
    int rank = -1;
    const RankCapture *capture = nullptr;  ///< null for tables of a cluster
    std::vector<std::shared_ptr<const TableStore>> tables;
};
/// By rank. Where a rank has them twice, those of the database, or as `source` says.
[[nodiscard]] std::vector<RankTables> tablesOfRun(const Run &run, TableKind kind, CommSource source);

/// "step13" as "13"; other texts as they are.
[[nodiscard]] std::string plainStep(std::string_view text);
/// "0,2" sorted, without what is no rank.
[[nodiscard]] std::vector<int> ranksOfList(std::string_view list);

/// A group as the metadata of the ranks (or the cluster's group file) tells it.
struct KnownGroup {
    std::string id;
    std::string name;
    std::vector<int> ranks;
};
/// By the name in communication files: the hash of the id, the id itself, and, as names of operators have it, the last
/// three digits of the hash where no other group's ends alike.
[[nodiscard]] std::map<std::string, KnownGroup> knownGroups(const Run &run);
/// The short names ("pp") of groups by their names in communication files; nothing where unknown.
class GroupNames {
public:
    explicit GroupNames(const Run &run) : m_known(knownGroups(run)) {}

    /// Null where unknown.
    [[nodiscard]] const KnownGroup *group(const std::string &name) const {
        const auto it = m_known.find(name);
        return it == m_known.end() ? nullptr : &it->second;
    }
    [[nodiscard]] std::optional<std::string_view> of(const std::string &name) const {
        const auto *known = group(name);
        return known == nullptr ? std::nullopt : std::optional<std::string_view>(known->name);
    }

private:
    std::map<std::string, KnownGroup> m_known;
};

}  // namespace stagescope
