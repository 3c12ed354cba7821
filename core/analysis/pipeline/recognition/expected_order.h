#pragma once

#include "core/analysis/pipeline/recognition/observed_cells.h"
#include "core/analysis/pipeline/schedule/schedule.h"

#include <cstdint>
#include <vector>

namespace stagescope {

/// An action of a rank, or a half of an O that is seen as two, as far as the visible kinds tell.
struct ExpectedCell {
    enum class Half : std::uint8_t { Whole, Forward, Backward };
    CellKind kind = CellKind::Forward;
    Half half = Half::Whole;
    std::uint32_t action = 0;  ///< position in the rank's order

    bool operator==(const ExpectedCell &) const = default;
};
using ExpectedOrder = std::vector<ExpectedCell>;

/// The order of one rank, seen through the visible kinds.
[[nodiscard]] ExpectedOrder expectedOrder(const std::vector<PipelineAction> &actions, const VisibleKinds &visible);

/// Whether a cell of a kind may be this expected one, or the half of it that was recorded.
[[nodiscard]] inline bool fits(CellKind observed, const ExpectedCell &expected, const VisibleKinds &visible) {
    return observed == expected.kind || (visible.halves && expected.kind == CellKind::Overlapped &&
                                         (observed == CellKind::Forward || givesGradient(observed)));
}

/// Microbatch and chunk that an expected cell stands for; -1 where it has no such half.
struct ExpectedNumbers {
    int microbatch = -1;
    int chunk = -1;
    int backwardMicrobatch = -1;
    int backwardChunk = -1;
};
[[nodiscard]] ExpectedNumbers numbersOf(const ExpectedCell &expected, const PipelineAction &action);

/// Whether the numbers that a file gives a cell are those. pp_chart counts the microbatches of a second chunk on from
/// the first's, so that i + chunk * m is as good as i.
[[nodiscard]] bool agrees(const PipelineCell &named, const ExpectedNumbers &numbers, int microbatches);

}  // namespace stagescope
