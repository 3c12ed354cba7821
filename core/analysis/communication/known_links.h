#pragma once

#include "core/analysis/communication/cluster_comm.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace stagescope {

/// The links of a run and its groups, as commMatrix and commGroups tell them.
struct KnownLinks {
    CommMatrix matrix;
    std::vector<CommGroupRow> groups;
};
/// Worked out once per state of the run as long as someone holds it, since the matrix, the details of each of its links
/// and the verdicts ask for the same; two threads that ask for the first time at once both work it out. Never null;
/// empty when stopped. Thread-safe. O(ranks) where it is known, else O(rows log rows).
[[nodiscard]] std::shared_ptr<const KnownLinks> knownLinks(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
