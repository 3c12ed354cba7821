#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stagescope {

/// Positions of two sequences that belong together, ascending on both sides: the longest stretch that both have (of
/// several the first), then the same in front of it and behind it (Ratcliff and Obershelp, as Python's difflib without
/// "autojunk"). O(n x occurrences) for each stretch; where that is more than `most` comparisons at once, the fewest
/// edits decide instead (sequence_edits.h).
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> matchingPositions(std::span<const std::uint32_t> before,
                                                                                 std::span<const std::uint32_t> after,
                                                                                 std::size_t most = 20'000'000);

}  // namespace stagescope
