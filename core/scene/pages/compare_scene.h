#pragma once

#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"
#include "core/scene/pages/compare_model.h"

namespace stagescope {

/// The figures of a comparison: warning when the sides were profiled differently, both bars on one scale, the table of
/// differences (right minus left, absolute and in % of left) and what was set differently. The scene is as high as it
/// needs to be; the view scrolls it.
[[nodiscard]] Scene buildCompareScene(const CompareModel &model, int width, int height, const SceneStyle &style);

struct CompareLanesOptions {
    int width = 0;
    int height = 0;
    AlignedRange range;  ///< visible time; 0 = begin of the step of either side
};
/// Four lanes a side (computing, overlapped, communication not overlapped, free), aligned at the begins of their steps,
/// on one time axis: what shallow loading tells of both timelines. Intervals closer than a pixel merge. O(log intervals
/// + visible intervals).
struct CompareLanes {
    Scene scene;
    TimeAxis axis;
};
[[nodiscard]] CompareLanes buildCompareLanes(const CompareModel &model, const CompareLanesOptions &options,
                                             const SceneStyle &style);

/// "rank 0", or "rank 0 of RUN" where two runs are compared.
[[nodiscard]] Message sideName(const CompareSide &side);

}  // namespace stagescope
