#pragma once

#include "core/advice/rule.h"

#include <initializer_list>
#include <optional>

namespace stagescope {

/// By how much a usual step of the rank's pipeline would be shorter had the rank's device never been without work for
/// these causes (free_gaps.h): its cells without the gaps in them, begun earlier by the gaps that they waited for,
/// replayed in the measured order with all else as measured. Gaps that hide behind waiting for other ranks cost
/// nothing. Gaps before the pipeline count where the rank begins it, gaps behind it always. Median over steps; nothing
/// for a rank without a pipeline whose cells are all there. O(device work log n). Any thread.
[[nodiscard]] std::optional<Nanos> gapCost(const RuleInput &input, int rank, std::initializer_list<FreeCause> causes);

}  // namespace stagescope
