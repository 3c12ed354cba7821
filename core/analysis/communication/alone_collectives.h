#pragma once

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// A collective on one rank.
struct ExposedCollective {
    std::string name;
    Nanos time{0};
    IntervalSet alone;  ///< what of it has no computing beside it

    [[nodiscard]] Nanos exposed() const { return Nanos{totalLength(alone)}; }
};
/// In one step of a rank, by its clock.
struct CollectiveOfRank {
    std::int64_t step = 0;
    std::string group;
    ExposedCollective collective;
};
using CollectivesOfRank = std::shared_ptr<const std::vector<CollectiveOfRank>>;

/// Of a capture, in order, without those outside of all steps; none where its computing is unknown. Measured once
/// (rank_facts.h), on any thread. O(operators x log intervals).
[[nodiscard]] CollectivesOfRank aloneCollectives(const RankCapture &capture, const std::stop_token &stop);

}  // namespace stagescope
