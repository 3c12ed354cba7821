#include "app/window/demo_profile.h"

#include "core/demo/demo_writer.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QStandardPaths>

namespace stagescope {

namespace {
constexpr int kSteps = 6;  ///< memory that grows is told from what the first steps need
}

Result<std::string> demoProfile(const DemoCase &demo, const std::stop_token &stop) {
    // The version is part of the name: a newer program may write another demo.
    const auto cache =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/stagescope/");
    const auto own = QStringLiteral("demo-" STAGESCOPE_VERSION "-");
    const auto folder = cache + own + QLatin1String(demo.name);
    const auto path = folder.toStdString();
    if (QFile::exists(folder + QStringLiteral("/truth.json"))) {
        return path;
    }
    for (const auto &other : QDir(cache).entryList({QStringLiteral("demo-[0-9]*")}, QDir::Dirs | QDir::NoSymLinks)) {
        if (!other.startsWith(own)) {
            QDir(cache + other).removeRecursively();
        }
    }
    // truth.json comes last, so a folder without it is a demo that was broken off; it is ours to remove.
    QDir(folder).removeRecursively();
    DemoOptions options;
    options.steps = kSteps;
    ASSIGN_OR_RETURN(const auto fault, demoFaultFromText(demo.fault));
    options.faults = {fault};
    RETURN_IF_ERROR(writeDemo(path, options, stop));
    return path;
}

}  // namespace stagescope
