#include "app/pictures/series_picture.h"

#include "app/pictures/picture_file.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/runs/series_panels.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <numeric>

namespace stagescope {

Status writeSeriesPicture(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics,
                          const PictureLook &look, const QString &path) {
    constexpr QSize kUsual(1000, 700);
    std::vector<std::size_t> places(metrics.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const auto series = seriesPanels(runs, metrics, places);
    const auto font = QApplication::font();
    const auto paint = [&](QPainter &painter, QSize size) {
        painter.setFont(font);
        const auto layout = layOutSeries(series, {size.width(), size.height(), {}}, sceneStyle(font));
        paintScene(painter, layout.scene, Theme::current());
    };
    return writePicture({QStringLiteral("runs"), font, paint}, path, look.size.value_or(kUsual), look.scale);
}

}  // namespace stagescope
