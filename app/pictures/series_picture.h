#pragma once

#include "app/pictures/picture_look.h"
#include "core/advice/runs/run_series.h"

#include <QtCore/QString>

#include <span>

namespace stagescope {

/// Draws layOutSeries, 1000x700 without a size. After preparePictures; GUI thread. Errors as writePicture.
[[nodiscard]] Status writeSeriesPicture(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics,
                                        const PictureLook &look, const QString &path);

}  // namespace stagescope
