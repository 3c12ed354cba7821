#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <map>
#include <set>

namespace stagescope {

namespace {

/// Without ranks the group file is all there is; old ones name nothing.
std::vector<CommGroupRow> groupsOfCluster(const Run &run) {
    std::vector<CommGroupRow> groups;
    for (const auto &table : run.clusterTables) {
        for (std::size_t row = 0; table->kind() == TableKind::Groups && row < table->rowCount(); ++row) {
            groups.push_back({table->text(row, "kind") == "p2p",
                              std::string(table->text(row, "hash")),
                              std::string(table->text(row, "key")),
                              std::string(table->text(row, "name")),
                              ranksOfList(table->text(row, "global_ranks")),
                              {}});
        }
        if (!groups.empty()) {
            break;
        }
    }
    return groups;
}

}  // namespace

std::vector<CommGroupRow> commGroups(const Run &run, CommSource source, const std::stop_token &stop) {
    if (run.captures.empty()) {
        return groupsOfCluster(run);
    }
    std::vector<std::pair<bool, std::string>> order;
    std::map<std::pair<bool, std::string>, std::set<int>> seen;
    for (const auto &of : tablesOfRun(run, TableKind::CommTimes, source)) {
        for (const auto &table : of.tables) {
            for (std::size_t row = 0; row < table->rowCount() && !stop.stop_requested(); ++row) {
                const std::pair key(table->text(row, "kind") == "p2p", std::string(table->text(row, "group")));
                auto &ranks = seen[key];
                if (ranks.empty()) {
                    order.push_back(key);
                }
                ranks.insert(of.rank);
            }
        }
    }
    const auto known = knownGroups(run);
    std::vector<CommGroupRow> groups;
    for (const auto &key : order) {
        const auto &ranks = seen[key];
        CommGroupRow row{key.first, key.second, {}, {}, {ranks.begin(), ranks.end()}, {}};
        if (const auto it = known.find(key.second); it != known.end()) {
            row.id = it->second.id;
            row.name = it->second.name;
            if (!it->second.ranks.empty() && it->second.ranks != row.ranks) {
                row.seenRanks = std::exchange(row.ranks, it->second.ranks);
            }
        }
        groups.push_back(std::move(row));
    }
    return groups;
}

}  // namespace stagescope
