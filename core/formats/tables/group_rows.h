#pragma once

#include "core/store/sink.h"

#include <simdjson.h>

#include <string>
#include <vector>

namespace stagescope {

/// A communication group that this rank belongs to, as parallel_group_info tells it.
struct GroupRow {
    std::string key;   ///< id in other files: "group_name_19" or the id of the communication library
    std::string name;  ///< "pp", "dp" ...
    std::int64_t groupRank = -1;
    std::string globalRanks;  ///< "0,2"
};

/// Members of the object parallel_group_info; what is not a group is passed over.
[[nodiscard]] std::vector<GroupRow> groupRows(simdjson::dom::element parallelGroupInfo);
/// Hands over a Groups table unless there are none.
void giveGroups(const std::vector<GroupRow> &groups, Sink &sink);

}  // namespace stagescope
