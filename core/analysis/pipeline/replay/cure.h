#pragma once

#include "core/base/intervals.h"
#include "core/base/time.h"

#include <map>
#include <utility>
#include <vector>

namespace stagescope {

/// What a remedy takes out of a run, such that a replay can tell what is left. A plain value; aligned clocks.
struct Cure {
    struct Part {
        Interval range;
        double share = 1;  ///< of the time within, from 0 (nothing) to 1 (all of it)
    };
    /// Time that would not pass, by rank: gaps, drops of the frequency, kernels.
    std::map<int, std::vector<Part>> time{};
    /// Cells that begin within would take that much less, whatever makes them slow: what `time` takes from them counts
    /// towards it. A negative share lengthens: work that moves to another stage.
    std::map<int, std::vector<Part>> pace{};
    /// Transfers between two ranks (the smaller one first) would take that long at most.
    std::map<std::pair<int, int>, Nanos> links{};
    double transfers = 1;  ///< times as long as they are all transfers would take: 0 nothing, 2 twice as long

    [[nodiscard]] bool isEmpty() const { return time.empty() && pace.empty() && links.empty() && transfers == 1; }
};

}  // namespace stagescope
