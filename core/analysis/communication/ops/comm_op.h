#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One communication operator of one rank, collective or point-to-point.
struct CommOp {
    int rank = 0;
    std::string name;   ///< "hcom_allReduce__849_3_1"; equal on all ranks of the group that take part
    std::string group;  ///< as the file names it; may be empty
    std::string type;   ///< "hcom_allReduce_"; empty where the file has none
    RankRange range;
    std::int64_t count = -1;  ///< elements; -1 unknown
    std::string dataType;     ///< "FP32", "BFP16"; empty where unknown
    int nth = 0;              ///< n-th operator of this name and group on the rank, by begin
    std::int64_t step = -1;   ///< kNoStep outside of all steps

    std::int64_t bytes = -1;       ///< count x size of the data type; -1 unknown
    std::int64_t connection = -1;  ///< id that the launch on the host carries too; -1 unknown
    std::string p2p;               ///< "send", "receive", "batch"; empty for a collective
    std::string algorithm;         ///< "MESH-RING"; empty where unknown
    std::string members;           ///< global ranks of the group, "0,2", where the operator tells them
};

/// All operators of a run as far as it is loaded, by rank and begin. An operator belongs to the step that contains
/// its begin. Databases tell them when they are loaded shallow, traces when they are loaded deep. Any thread, O(n log
/// n).
[[nodiscard]] std::vector<CommOp> commOps(const Run &run, const std::stop_token &stop = {});
/// Those of one capture.
[[nodiscard]] std::vector<CommOp> commOps(const RankCapture &capture);

/// Whether operators may appear by deep loading that shallow loading did not give.
[[nodiscard]] bool needsDeepForCommOps(const Run &run);

}  // namespace stagescope
