#include "tests/support/places.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>

namespace stagescope {

QString sourcePath(const char *relative) {
    return QDir(QStringLiteral(STAGESCOPE_SOURCE_DIR)).filePath(QString::fromUtf8(relative));
}

QString realDataFolder() { return qEnvironmentVariable("STAGESCOPE_REAL_DATA", sourcePath("../shared/data")); }

QString realPath(const QString &name) { return QFileInfo(QDir(realDataFolder()).filePath(name)).canonicalFilePath(); }

std::string realFile(const QString &name) { return realPath(name).toStdString(); }

std::string realFile(const char *name) { return realFile(QString::fromUtf8(name)); }

}  // namespace stagescope
