#pragma once

#include "core/advice/runs/run_series.h"
#include "core/scene/difference/series_scene.h"

#include <QtCore/QString>

#include <cstddef>
#include <span>

namespace stagescope {

/// The figures of runs as a picture shows them: the metrics of these places, each a panel, and the time splits.
[[nodiscard]] SeriesPanels seriesPanels(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics,
                                        std::span<const std::size_t> places);
/// What a metric is called in the user's language: "Step, ms". One without a short name as it was asked for.
[[nodiscard]] QString metricName(const SeriesMetric &metric);

}  // namespace stagescope
