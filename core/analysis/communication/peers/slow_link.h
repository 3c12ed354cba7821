#pragma once

#include "core/analysis/communication/ops/comm_op.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What msprof-analyze's recipe slow_link computes, for people who know its figures. Tables under the peer's name, not
/// a verdict of ours.

/// One operator of one rank as the recipe sees it. transmitNs is the least duration among the ranks of the operator, 0
/// for sends and receives, whose ranks count 0 too.
struct TransmitRow {
    int rank = 0;
    std::string type;
    std::size_t relatedRanks = 0;
    std::int64_t bytes = 0;  ///< count * size of the data type; 0 where unknown
    double transmitNs = 0;
};
[[nodiscard]] std::vector<TransmitRow> transmitRows(std::span<const CommOp> ops);

/// A class of operators (equal type, number of ranks and bytes) in which some |transmit - mean| exceeds 3 deviations of
/// the population. What is told is, as with the peer, the deviation of the sample (n - 1).
struct SlowLinkClass {
    std::string key;  ///< type, ranks, '_' and bytes: "all_reduce3_1024"
    std::size_t count = 0;
    double meanNs = 0;
    double stdNs = 0;  ///< sample; 0 for a single operator
    double minNs = 0;
    double maxNs = 0;
    double offsetRatio = 0;  ///< max(|max - mean|, |min - mean|) / std
    bool isSlow = false;
    int maxRank = -1;  ///< rank of the first row with the longest, the shortest time
    int minRank = -1;
};
/// Largest ratio first, at most `top` classes. O(n log n).
[[nodiscard]] std::vector<SlowLinkClass> slowLinks(std::span<const TransmitRow> rows, std::size_t top = 15);

/// Bytes of an element of an HCCL data type ("FP16" 2, "INT64" 8); 0 for an unknown one.
[[nodiscard]] int hcclTypeBytes(std::string_view dataType);

}  // namespace stagescope
