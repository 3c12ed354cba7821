#pragma once

#include "app/pictures/picture_look.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"

#include <QtCore/QString>

namespace stagescope {

/// Draws a chart of one step that belongs to no run (theoryChart) with the scene of the pipeline view. Without a size
/// it becomes as high as its ranks need. After preparePictures; GUI thread. Errors as writePicture.
[[nodiscard]] Status writeSchedulePicture(const PipelineChart &chart, const PictureLook &look, const QString &path);

}  // namespace stagescope
