#pragma once

#include "core/analysis/pipeline/recognition/expected_order.h"

#include <array>
#include <cstddef>
#include <span>

namespace stagescope {

/// Sequences of kinds with as many positions as an expected order, as bits: what a rank's order looks like to the
/// comparison. Building is O(expected), comparing O(observed * expected / 64).
class OrderPattern {
public:
    OrderPattern(const ExpectedOrder &order, const VisibleKinds &visible);

    /// Length of the longest common subsequence with a sequence of kinds, by the bit-parallel recurrence
    /// V' = (V + (V & M)) | (V & ~M) of Crochemore and others (2001): zeros of V count the matches. Expected cells that
    /// are not among them are missing, observed ones are too many.
    [[nodiscard]] std::size_t commonWith(std::span<const CellKind> observed) const;
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    using Words = std::vector<std::uint64_t>;
    static constexpr std::size_t kKinds = static_cast<std::size_t>(CellKind::Other) + 1;
    std::size_t m_size;
    std::array<Words, kKinds> m_places;  ///< by kind: the positions that a cell of it may have
};

}  // namespace stagescope
