#pragma once

#include "core/base/result.h"
#include "views/common/view.h"

#include <QtCore/QSize>
#include <QtCore/QString>

namespace stagescope {

/// Writes a view as it stands at `size` into a file, by the ending of the path: .png with `scale` pixels per unit, or
/// .svg. Written to a temporary name and renamed. GUI thread. Errors: BadArgument for another ending, ReadFailed when
/// the disk refuses.
[[nodiscard]] Status writePicture(View &view, const QString &path, QSize size, double scale);

}  // namespace stagescope
