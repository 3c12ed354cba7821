#pragma once

#include "core/base/result.h"

#include <QtCore/QSize>
#include <QtCore/QString>

#include <string>

namespace stagescope {

/// What `shot` takes in place of a view for the window of settings.
inline constexpr const char *kCollectView = "collect";

/// Draws the window of settings as it stands with a file, or with new settings where `file` is empty. PNG alone: the
/// window is made of controls. Errors: those of opening the file and of writePicture; BadArgument for another ending.
/// GUI thread, QApplication.
[[nodiscard]] Status writeCollectPicture(const std::string &file, const QString &path, QSize size, double scale);

}  // namespace stagescope
