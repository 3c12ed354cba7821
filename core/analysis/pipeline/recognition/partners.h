#pragma once

#include "core/analysis/pipeline/recognition/expected_order.h"

#include <vector>

namespace stagescope {

/// An expected cell of some rank, by the rank's position in the group.
struct ExpectedPlace {
    std::size_t position = 0;
    std::size_t index = 0;
};

/// A tensor that one rank hands to another: the activation of a forward, the gradient of a backward (never between two
/// cells of the same rank, as at the turn of a V).
struct ExpectedTransfer {
    ExpectedPlace producer;
    ExpectedPlace consumer;
    bool isActivation = false;
    int microbatch = 0;
};

/// All of a step, in no particular order. O(cells log cells).
[[nodiscard]] std::vector<ExpectedTransfer> expectedTransfers(const Schedule &schedule,
                                                              const std::vector<ExpectedOrder> &orders);

}  // namespace stagescope
