#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>

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
    int nth = 0;              ///< n-th operator of this name on the rank, by begin
    std::int64_t step = -1;   ///< kNoStep outside of all steps
};

}  // namespace stagescope
