#pragma once

#include "core/analysis/flight/flight_study.h"

namespace stagescope {

/// Transfers that are not done, by group and pair of ranks.
[[nodiscard]] std::vector<FlightTransfers> openTransfers(const FlightDumps &dumps);

}  // namespace stagescope
