#include "app/report/report_writer.h"
#include "core/base/io/output_file.h"

#include <QtCore/QDir>
#include <QtCore/QFile>

namespace stagescope {

namespace {

/// Lists the files of the report, one name a line: what a later report may remove.
const QString kMarker = QStringLiteral(".stagescope-report");

tl::unexpected<Error> refused(const QString &path, const QString &why) {
    return fail(ErrorKind::ReadFailed, "cannot be written: " + why.toStdString(), path.toStdString());
}

}  // namespace

Status prepareReportFolder(const QString &folder) {
    const QDir dir(folder);
    if (!dir.exists() && !QDir().mkpath(folder)) {
        return refused(folder, QStringLiteral("the folder cannot be made"));
    }
    const auto entries = dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QFile marker(dir.filePath(kMarker));
    if (!entries.isEmpty() && !marker.exists()) {
        return fail(ErrorKind::BadArgument, "the folder is not empty and holds no earlier report",
                    folder.toStdString());
    }
    if (marker.open(QIODevice::ReadOnly)) {
        const auto names = QString::fromUtf8(marker.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (const auto &name : names) {
            // Names only: a marker that someone else wrote must not lead outside the folder.
            if (!name.contains(QLatin1Char('/'))) {
                QFile::remove(dir.filePath(name));
            }
        }
        marker.close();
    }
    return marker.open(QIODevice::WriteOnly | QIODevice::Truncate) ? Status() : refused(folder, marker.errorString());
}

Status writeReportFile(const QString &folder, const QString &name, std::string_view content) {
    const auto path = QDir(folder).filePath(name);
    QFile marker(QDir(folder).filePath(kMarker));
    if (!marker.open(QIODevice::Append) || marker.write(name.toUtf8() + '\n') < 0 || !marker.flush()) {
        return refused(path, marker.errorString());
    }
    return content.empty() ? Status() : writeWholeFile(path.toStdString(), content);
}

}  // namespace stagescope
