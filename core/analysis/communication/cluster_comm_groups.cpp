#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>
#include <set>

namespace stagescope {

namespace {

/// Without ranks the group file is all there is; old ones name nothing.
std::vector<CommGroupRow> groupsOfCluster(const Run &run) {
    std::vector<CommGroupRow> groups;
    for (const auto &table : run.clusterTables) {
        for (const auto &group : RecordList<GroupRecord>({table})) {
            groups.push_back({group.kind == "p2p",
                              std::string(group.hash),
                              std::string(group.key),
                              std::string(group.name),
                              ranksOfList(group.globalRanks),
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
        for (const auto &time : RecordList<CommTimeRecord>(of.tables)) {
            if (stop.stop_requested()) {
                break;
            }
            const std::pair key(time.kind == "p2p", std::string(time.group));
            auto &ranks = seen[key];
            if (ranks.empty()) {
                order.push_back(key);
            }
            ranks.insert(of.rank);
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
