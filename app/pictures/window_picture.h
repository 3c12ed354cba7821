#pragma once

#include "core/base/result.h"

#include <QtCore/QSize>
#include <QtCore/QString>

#include <memory>
#include <span>
#include <string>
#include <string_view>

class QWidget;

namespace stagescope {

/// A window of its own that `shot` takes in place of a view.
struct WindowPicture {
    std::string_view id;
    bool needsPath = false;
    /// The window as it stands with that path, which may be empty where none is needed.
    Result<std::unique_ptr<QWidget>> (*make)(const std::string &path) = nullptr;
};

/// THE list of them: settings of profilers (with a file of settings, else new ones), a folder that is watched, a slim
/// copy of a run.
[[nodiscard]] std::span<const WindowPicture> windowPictures();
/// Null for another word.
[[nodiscard]] const WindowPicture *windowPictureById(std::string_view id);

/// Draws the window. PNG alone: it is made of controls. Errors: those of making it and of writePicture; BadArgument for
/// another ending. GUI thread, QApplication.
[[nodiscard]] Status writeWindowPicture(const WindowPicture &window, const std::string &file, const QString &path,
                                        QSize size, double scale);

}  // namespace stagescope
