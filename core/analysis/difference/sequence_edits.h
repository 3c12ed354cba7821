#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stagescope {

/// One step from a sequence to another: before[i] is left out, or after[j] is put in. The other position is where that
/// happens in the other sequence.
struct SequenceEdit {
    enum class Kind : std::uint8_t { Missing, Extra };
    Kind kind = Kind::Missing;
    std::uint32_t before = 0;
    std::uint32_t after = 0;

    [[nodiscard]] std::uint32_t endBefore() const { return before + (kind == Kind::Missing ? 1 : 0); }
    [[nodiscard]] std::uint32_t endAfter() const { return after + (kind == Kind::Extra ? 1 : 0); }
    bool operator==(const SequenceEdit &) const = default;
};

/// What leads from one sequence to the other, in order, with as few edits as there can be (Myers, "An O(ND) Difference
/// Algorithm and Its Variations", 1986) as long as there are at most `exact`; from there on the furthest point that so
/// many reach is kept and the rest is looked at by itself. What could stand in several places (one more of equal
/// neighbours) stands in the first. O(n x min(edits, exact)) time, O(exact^2) memory.
[[nodiscard]] std::vector<SequenceEdit> sequenceEdits(std::span<const std::uint32_t> before,
                                                      std::span<const std::uint32_t> after, std::size_t exact = 1024);

}  // namespace stagescope
