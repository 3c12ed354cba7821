#include "app/window/demo_profile.h"

#include "core/demo/demo_writer.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QStandardPaths>

namespace stagescope {

Result<std::string> demoProfile(const std::stop_token &stop) {
    // The version is part of the name: a newer program may write another demo.
    const auto folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                        QStringLiteral("/stagescope/demo-" STAGESCOPE_VERSION);
    const auto path = folder.toStdString();
    if (QFile::exists(folder + QStringLiteral("/truth.json"))) {
        return path;
    }
    // truth.json comes last, so a folder without it is a demo that was broken off; it is ours to remove.
    QDir(folder).removeRecursively();
    if (const auto status = writeDemo(path, DemoOptions{}, stop); !status) {
        return tl::make_unexpected(status.error());
    }
    return path;
}

}  // namespace stagescope
