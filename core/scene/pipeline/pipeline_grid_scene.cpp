#include "core/scene/pipeline/pipeline_grid_scene.h"

#include "core/base/number_text.h"
#include "core/base/statistics.h"
#include "core/scene/kit/heat_map.h"

#include <array>

namespace stagescope {

namespace {

constexpr std::array kGridMetrics{PipelineMetric::Work,        PipelineMetric::BubbleShare,  PipelineMetric::BusyShare,
                                  PipelineMetric::MeanForward, PipelineMetric::MeanBackward, PipelineMetric::Window};
constexpr std::array<std::string_view, kGridMetrics.size()> kGridNames{"work",    "bubble",   "busy",
                                                                       "forward", "backward", "window"};
constexpr double kShareNews = 2;  ///< percentage points of the window that ranks of a healthy job may differ by

/// Low is bad for the busy share, high for all the rest.
bool isHighBad(PipelineMetric metric) { return metric != PipelineMetric::BusyShare; }

HeatMap mapOf(const PipelineGridInput &input, PipelineMetric metric, const ScenePen &pen) {
    HeatMap map{.run = input.run, .stages = input.stages, .replicas = input.replicas, .places = {}, .name = {}};
    const GridMetrics metrics(input);
    for (const auto &rank : input.ranks) {
        map.places.push_back({rank.rank, rank.stage, rank.replica, metrics.of(rank, metric)});
    }
    const bool isShare = metric == PipelineMetric::BubbleShare || metric == PipelineMetric::BusyShare;
    map.range = HeatRange(map.values(), isHighBad(metric), isShare ? kShareNews : 0);
    map.name = pen.words(Message("pipeline.metric." + std::string(metricText(metric))));
    if (input.replicasDone < input.replicas) {
        map.note = pen.words(
            Message("pipeline.grid.progress", {std::to_string(input.replicasDone), std::to_string(input.replicas)}));
    }
    return map;
}

}  // namespace

std::span<const PipelineMetric> pipelineMetrics() { return kGridMetrics; }

std::string_view metricText(PipelineMetric metric) { return kGridNames[static_cast<std::size_t>(metric)]; }

GridMetrics::GridMetrics(const PipelineGridInput &input) : m_isByStage(input.replicas > 1) {
    std::map<int, std::vector<Nanos>> work;
    for (const auto &rank : input.ranks) {
        if (rank.hasCells) {
            work[groupOf(rank)].push_back(rank.busy);
        }
    }
    for (auto &[stage, busy] : work) {
        m_typicalWork[stage] = median(std::move(busy));
    }
}

std::optional<double> GridMetrics::of(const PipelineRankFigures &figures, PipelineMetric metric) const {
    if (!figures.hasCells || figures.window.count() <= 0) {
        return std::nullopt;
    }
    const double busy = millis(figures.busy) / millis(figures.window) * 100;
    const auto known = [](Nanos d) { return d.count() > 0 ? std::optional(millis(d)) : std::nullopt; };
    const auto typical = m_typicalWork.find(groupOf(figures));
    switch (metric) {
        case PipelineMetric::Work:
            return typical == m_typicalWork.end() || typical->second <= Nanos{0}
                       ? std::nullopt
                       : std::optional(millis(figures.busy) / millis(typical->second) * 100);
        case PipelineMetric::BubbleShare:
            return 100 - busy;
        case PipelineMetric::BusyShare:
            return busy;
        case PipelineMetric::MeanForward:
            return known(figures.meanForward);
        case PipelineMetric::MeanBackward:
            return known(figures.meanBackward);
        case PipelineMetric::Window:
            return millis(figures.window);
    }
    return std::nullopt;
}

Scene buildPipelineGridScene(const PipelineGridInput &input, const PipelineGridOptions &options,
                             const SceneStyle &style) {
    Scene scene;
    scene.width = options.width;
    scene.height = options.height;
    ScenePen pen(scene, style);
    const Box all{0, 0, options.width, options.height};
    pen.fill(all, ColorRole::Background);
    drawHeatMap(pen, mapOf(input, options.metric, pen), all);
    return scene;
}

int pipelineGridHeight(const PipelineGridInput &input, const SceneStyle &style) {
    return heatMapHeight(input.stages, style);
}

}  // namespace stagescope
