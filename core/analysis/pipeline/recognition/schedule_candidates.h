#pragma once

#include "core/analysis/pipeline/recognition/numbering.h"
#include "core/analysis/pipeline/recognition/observed_cells.h"

#include <vector>

namespace stagescope {

/// What the counts of a pipeline's cells say about its schedule, over all ranks that have cells.
struct ForwardCounts {
    int least = 0;   ///< forwards (F and O) of a rank in a step: lower quartile,
    int median = 0;  ///< median
    int most = 0;    ///< and maximum
    /// By position in the group: forwards before the first backward or O, largest of the steps; -1 without cells.
    std::vector<int> leading;
    int chunks = 0;           ///< distinct chunks that files name, 0 = none
    int microbatches = 0;     ///< 1 + the largest microbatch that files name, 0 = none
    bool namesDrain = false;  ///< some backward is named, so that the order of the drain can be seen
    bool hasLoop = false;     ///< several chunks are named, or transfers go round from the last rank to the first
    int loopChunks = 0;       ///< as those transfers tell them; 0 = not told
};
[[nodiscard]] ForwardCounts forwardCounts(const std::vector<const ObservedStep *> &steps, const PipelineChart &chart);

/// A form of schedule without its number of microbatches, and in which range that lies by the counts.
struct ScheduleFamily {
    ScheduleOptions options;
    int least = 1;
    int most = 1;
};

/// Forwards that a rank runs per microbatch of the step.
[[nodiscard]] int forwardsPerMicrobatch(const ScheduleOptions &options);

/// All forms that p ranks may have run, the simplest first. Looped breadth-first shows the kinds of a GPipe of v times
/// as many microbatches, and is tried in its place where a loop is seen. Group sizes of interleaved: p, PyTorch's
/// m / (m / p), and the one that the leading forwards show: a rank begins with 2 (p - 1 - r) + (v - 1) g + 1 of them,
/// with p - 1 - r in its zero-bubble form.
/// By counts alone m is exact: that is tried first. Where it does not fit (`isDoubtful`) every rank may have lost cells
/// in every step: then the range of m reaches from the lower quartile to a median that has lost kLostShare of its
/// cells.
[[nodiscard]] std::vector<ScheduleFamily> scheduleFamilies(int ranks, const ForwardCounts &counts,
                                                           const VisibleKinds &visible, const ScheduleHint &hint,
                                                           bool isDoubtful);
inline constexpr double kLostShare = 0.07;
inline constexpr int kMaxChunks = 8;

}  // namespace stagescope
