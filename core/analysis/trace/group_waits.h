#pragma once

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Communication of one group of a rank that no computing covers.
struct GroupWait {
    std::string name;        ///< of the group as the lane says it
    Nanos notOverlapped{0};  ///< union of its operators outside of computing
    Nanos wait{0};           ///< part of that in which its planes waited for the others' notifies
};

/// Groups of the capture's lanes, in their order; without lanes of groups those of the table of operators. The wait is
/// that of the plane which waits least: what all planes wait for. Which planes count follows msprof-analyze: in traces
/// as text all planes of the group, so that one without waits makes the group's wait 0; in databases those that wait at
/// all. Notifies that RDMA waits for after its own sends are not counted. O(n). Stopped: incomplete.
[[nodiscard]] std::vector<GroupWait> groupWaits(const RankCapture &capture, const IntervalSet &computing,
                                                const std::optional<RankRange> &range,
                                                const std::stop_token &stop = {});

}  // namespace stagescope
