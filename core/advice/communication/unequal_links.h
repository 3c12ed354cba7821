#pragma once

#include "core/advice/rule.h"
#include "core/analysis/communication/cluster_comm.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stagescope {

/// Times as slow as the median link of its kind from which on a link counts.
constexpr double kUnequalLinkRatio = 1.5;

/// A link in one step beside those of its kind: of the same step, transport and kind of group, with about as many
/// bytes.
struct UnequalLink {
    CommLink link;
    double usualGbps = 0;   ///< median of the links of its kind
    std::size_t peers = 0;  ///< others of its kind
    double lostMs = 0;      ///< beyond what its bytes take at the usual rate

    [[nodiscard]] double ratio() const { return usualGbps / link.gbps(); }
};
/// Links at least `ratio` times as slow as usual, most lost time first. Transfers of pipelines are left out where
/// pipelines were measured: slow_link judges them by what they cost. O(n log n).
[[nodiscard]] std::vector<UnequalLink> unequalLinks(const RuleInput &input, std::span<const CommLink> links,
                                                    double ratio);

}  // namespace stagescope
