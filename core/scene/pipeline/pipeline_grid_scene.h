#pragma once

#include "core/analysis/pipeline/time/group_figures.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the colour of the overview grid means.
enum class PipelineMetric : std::uint8_t { BubbleShare, BusyShare, MeanForward, MeanBackward, Window };
[[nodiscard]] std::span<const PipelineMetric> pipelineMetrics();
/// "bubble", "busy", "forward", "backward", "window"; their texts are "pipeline.metric.<name>", unit included.
[[nodiscard]] std::string_view metricText(PipelineMetric metric);
/// In % or ms; nothing where it is not known.
[[nodiscard]] std::optional<double> metricOf(const PipelineRankFigures &figures, PipelineMetric metric);

/// All ranks of a job as stages x replicas. A plain value; ranks may come in any order and bit by bit.
struct PipelineGridInput {
    RunId run;
    int stages = 0;
    int replicas = 0;
    int replicasDone = 0;  ///< how many were looked at
    std::vector<PipelineRankFigures> ranks;
};

struct PipelineGridOptions {
    int width = 0;
    int height = 0;
    PipelineMetric metric = PipelineMetric::BubbleShare;
};

/// Heat map: stages down, replicas across, warm = bad in every metric, with the scale's ends and unit in the legend.
/// The places share the box; where there are more replicas than pixels, each pixel shows its worst. Hit boxes are
/// RankRefs. O(ranks).
[[nodiscard]] Scene buildPipelineGridScene(const PipelineGridInput &input, const PipelineGridOptions &options,
                                           const SceneStyle &style);
/// Height at which the places of a grid can be read.
[[nodiscard]] int pipelineGridHeight(const PipelineGridInput &input, const SceneStyle &style);

}  // namespace stagescope
