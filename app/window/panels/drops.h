#pragma once

#include <QtCore/QMimeData>
#include <QtCore/QStringList>
#include <QtCore/QUrl>

namespace stagescope {

/// Local files and folders of a drag, in its order.
[[nodiscard]] inline QStringList droppedPaths(const QMimeData *data) {
    QStringList paths;
    const auto urls = data->urls();
    for (const auto &url : urls) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    return paths;
}

}  // namespace stagescope
