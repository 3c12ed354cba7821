#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <cstddef>
#include <vector>

namespace stagescope {

/// A cell of a chart as the schedule looks at it: one action, or the half of one. Times in ns of the aligned clock.
struct ObservedCell {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    CellKind kind = CellKind::Forward;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::size_t cell = kNone;    ///< index into PipelineChart::cells; of the forward where there are two
    std::size_t second = kNone;  ///< the backward of a forward and a backward that ran at once and are read as O
};

struct ObservedRank {
    std::vector<ObservedCell> cells;  ///< by begin
    std::vector<std::size_t> echoes;  ///< cells that mark the work of another one again
};

struct ObservedStep {
    std::int64_t step = 0;
    std::vector<ObservedRank> ranks;  ///< by position in the group; without cells where nothing is known of a rank
};

/// Which kinds the cells of a pipeline tell apart. A schedule is compared by these only.
struct VisibleKinds {
    bool inputs = false;    ///< I beside B; else a backward for input is seen as B
    bool weights = false;   ///< W; else it is not expected
    bool overlaps = false;  ///< O; else it is seen as a forward and then a backward
    bool halves = false;    ///< O is read from two ranges, either of which may be missing
    bool losses = false;    ///< the loss head as a cell that the schedule orders (MindSpeed's logits)
};

struct Observation {
    std::vector<ObservedStep> steps;  ///< as PipelineChart::steps
    VisibleKinds visible;
    bool hasLossFirst = false;  ///< the first rank has cells of the loss head, as in a V
};

/// What a schedule can be compared with: scheduled cells per step and rank, with loss cells only where asked for (most
/// schedules do not order them).
/// - A cell that shares more than half of the shorter one's time with an earlier one of its kind is an echo (a record
///   written twice, a wrapper), and so is a forward or backward within an O.
/// - A forward and a backward that share more than half of the shorter one's time are one O: a rank computes one thing
///   at a time unless its schedule overlaps the two. So are the halves of one mark that waited in between.
/// O(cells log cells).
[[nodiscard]] Observation observePipeline(const PipelineChart &chart, const ClockAlignment &clock,
                                          bool withLosses = false);

}  // namespace stagescope
