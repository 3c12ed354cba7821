#include "app/pictures/series_picture.h"

#include "app/pictures/picture_file.h"
#include "core/scene/difference/series_scene.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

namespace stagescope {

Status writeSeriesPicture(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics,
                          const PictureLook &look, const QString &path) {
    constexpr QSize kUsual(1000, 700);
    SeriesPanels series;
    for (const auto &run : runs) {
        series.runs.push_back(run.label);
    }
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        auto &panel = series.panels.emplace_back(SeriesPanel{metrics[i].name, metrics[i].figure.unit, {}});
        for (const auto &run : runs) {
            const auto &figure = run.figures.at(i);
            panel.values.push_back({figure.value, figure.steps});
        }
    }
    const auto font = QApplication::font();
    const auto paint = [&](QPainter &painter, QSize size) {
        painter.setFont(font);
        const auto layout = layOutSeries(series, {size.width(), size.height(), {}}, sceneStyle(font));
        paintScene(painter, layout.scene, Theme::current());
    };
    return writePicture({QStringLiteral("runs"), font, paint}, path, look.size.value_or(kUsual), look.scale);
}

}  // namespace stagescope
