#pragma once

#include "core/analysis/pipeline/time/group_figures.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the colour of the overview grid means. Work: what a rank computes against the median of its stage (of all ranks
/// where there is one replica); who is slow waits least, so bubbles do not show it.
enum class PipelineMetric : std::uint8_t { Work, BubbleShare, BusyShare, MeanForward, MeanBackward, Window };
[[nodiscard]] std::span<const PipelineMetric> pipelineMetrics();
/// "work", "bubble", "busy", "forward", "backward", "window"; their texts are "pipeline.metric.<name>", unit included.
[[nodiscard]] std::string_view metricText(PipelineMetric metric);

/// All ranks of a job as stages x replicas. A plain value; ranks may come in any order and bit by bit.
struct PipelineGridInput {
    RunId run;
    int stages = 0;
    int replicas = 0;
    int replicasDone = 0;  ///< how many were looked at
    std::vector<PipelineRankFigures> ranks;
};

/// The figures of a grid as its metrics. A plain value. O(ranks log ranks) once.
class GridMetrics {
public:
    explicit GridMetrics(const PipelineGridInput &input);
    /// In % or ms; nothing where it is not known.
    [[nodiscard]] std::optional<double> of(const PipelineRankFigures &figures, PipelineMetric metric) const;

private:
    [[nodiscard]] int groupOf(const PipelineRankFigures &figures) const { return m_isByStage ? figures.stage : 0; }

    bool m_isByStage;
    std::map<int, Nanos> m_typicalWork;  ///< by stage
};

struct PipelineGridOptions {
    int width = 0;
    int height = 0;
    PipelineMetric metric = PipelineMetric::Work;
};

/// Heat map: stages down, replicas across, warm = bad in every metric, with the scale's ends and unit in the legend.
/// The places share the box; where there are more replicas than pixels, each pixel shows its worst. Hit boxes are
/// RankRefs. O(ranks).
[[nodiscard]] Scene buildPipelineGridScene(const PipelineGridInput &input, const PipelineGridOptions &options,
                                           const SceneStyle &style);
/// Height at which the places of a grid can be read.
[[nodiscard]] int pipelineGridHeight(const PipelineGridInput &input, const SceneStyle &style);

}  // namespace stagescope
