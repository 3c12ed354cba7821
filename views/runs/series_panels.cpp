#include "views/runs/series_panels.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <algorithm>

namespace stagescope {

QString metricName(const SeriesMetric &metric) {
    const auto id = "head.runs_overview." + metric.name;
    return hasMessageText(id) ? messageText(Message(id)) : utf8Text(metric.name);
}

SeriesPanels seriesPanels(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics,
                          std::span<const std::size_t> places) {
    SeriesPanels series;
    for (const auto &run : runs) {
        series.runs.push_back(run.label);
        series.splits.push_back(run.split ? std::optional(splitParts(*run.split)) : std::nullopt);
    }
    if (std::none_of(series.splits.begin(), series.splits.end(), [](const auto &split) { return split.has_value(); })) {
        series.splits.clear();
    }
    for (const auto place : places) {
        auto &panel = series.panels.emplace_back(SeriesPanel{metricName(metrics[place]).toStdString(), {}, {}});
        for (const auto &run : runs) {
            const auto &figure = run.figures.at(place);
            panel.values.push_back({figure.value, figure.steps});
        }
    }
    return series;
}

}  // namespace stagescope
