#pragma once

#include <QtCore/QString>

class QWidget;

namespace stagescope {

/// Asks for a file to write, beginning with `name` in the folder that was last written to (the user's home at first),
/// which is remembered. `filter` as QFileDialog has it; its first ending is added where none was typed. Empty when the
/// user changed their mind. GUI thread.
[[nodiscard]] QString askForExportPath(QWidget *parent, const QString &title, const QString &name,
                                       const QString &filter);

/// Of files that writeTableFile writes.
[[nodiscard]] QString tableFileFilter();

/// The folder that was last written to; kept by the window from one start to the next.
[[nodiscard]] QString exportFolder();
void setExportFolder(const QString &folder);

/// Without characters that a file's name cannot have on some systems.
[[nodiscard]] QString fileNameOf(const QString &text);

}  // namespace stagescope
