#include "core/formats/tables/group_rows.h"

#include "core/formats/io/json_values.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

namespace stagescope {

std::vector<GroupRow> groupRows(simdjson::dom::element parallelGroupInfo) {
    std::vector<GroupRow> groups;
    simdjson::dom::object members;
    if (parallelGroupInfo.get_object().get(members) != simdjson::SUCCESS) {
        return groups;
    }
    for (const auto member : members) {
        simdjson::dom::object object;
        if (member.value.get_object().get(object) != simdjson::SUCCESS) {
            continue;
        }
        GroupRow group;
        group.key = std::string(member.key);
        simdjson::dom::element value;
        if (object["group_name"].get(value) == simdjson::SUCCESS) {
            group.name = jsonText(value);
        }
        if (object["group_rank"].get(value) == simdjson::SUCCESS) {
            group.groupRank = jsonNumber(value).value_or(-1);
        }
        simdjson::dom::array ranks;
        if (object["global_ranks"].get_array().get(ranks) == simdjson::SUCCESS) {
            for (const auto rank : ranks) {
                group.globalRanks += (group.globalRanks.empty() ? "" : ",") + jsonText(rank);
            }
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

void giveGroups(const std::vector<GroupRow> &groups, Sink &sink) {
    TableWriter<GroupRecord> table;
    for (const auto &group : groups) {
        table.append({group.key, group.name, group.groupRank, group.globalRanks});
    }
    sink.addTable(table.take());
}

}  // namespace stagescope
