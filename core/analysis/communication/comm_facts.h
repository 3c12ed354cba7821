#pragma once

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/run/facts.h"
#include "core/base/item_ref.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// Facts of a cell of the communication matrix; nothing when no row of the run has that link. O(rows log rows).
[[nodiscard]] std::optional<ItemFacts> linkFacts(const Run &run, const LinkRef &link, const std::stop_token &stop);
/// Facts of a communication operator: group, size, arrival, transit, wait. Nothing when no file has it. O(operators).
[[nodiscard]] std::optional<ItemFacts> commOpFacts(const Run &run, const CommOpRef &op, const std::stop_token &stop);

/// Where an operator of a rank stands in the files of communication, found by its name.
struct OperatorPlace {
    int rank = -1;
    std::string group;
    std::string step;
    std::string name;
};
/// Of a slice of a communication track or an operator; nothing for other items and where the files have no such
/// operator.
[[nodiscard]] std::optional<OperatorPlace> commPlaceOf(const Workspace &workspace, const ItemRef &item,
                                                       const std::stop_token &stop);

/// The group as people know it: "pp(0,2)", "(0,1)" without a name, its hash when nothing else is known.
[[nodiscard]] std::string groupTitle(const CommGroupRow &group);

}  // namespace stagescope
