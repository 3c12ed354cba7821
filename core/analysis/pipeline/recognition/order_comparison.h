#pragma once

#include "core/analysis/pipeline/recognition/observed_cells.h"
#include "core/analysis/pipeline/schedule/schedule.h"

#include <cstddef>
#include <vector>

namespace stagescope {

/// Equal orders of a rank in several steps.
struct OrderSignature {
    std::size_t position = 0;  ///< of the rank in the group
    std::vector<CellKind> kinds;
    std::size_t weight = 0;               ///< in how many steps
    const ObservedRank *first = nullptr;  ///< the first of them; of the observation
};
/// Of all ranks that have cells.
[[nodiscard]] std::vector<OrderSignature> orderSignatures(const std::vector<const ObservedStep *> &steps);

/// How orders differ from a schedule's, over all steps and ranks compared.
struct OrderDifference {
    std::size_t expected = 0;
    std::size_t missing = 0;
    std::size_t extra = 0;
    std::size_t inverted = 0;       ///< sum of min(missing, extra) per rank and step
    std::size_t contradicting = 0;  ///< cells whose names come in another order, or that the rank does not run

    [[nodiscard]] double score() const;  ///< 1 - (missing + extra) / expected, >= 0
};
/// Lengths of common subsequences, each distinct signature once. O(sum of cells^2 / 64).
[[nodiscard]] OrderDifference compareOrders(const PipelineChart &chart, const Schedule &schedule,
                                            const std::vector<OrderSignature> &signatures, const VisibleKinds &visible);

}  // namespace stagescope
