#include "app/report/report_output.h"

#include "app/pictures/picture_file.h"
#include "core/base/io/output_file.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>

namespace stagescope {

namespace {

/// Lists the files of the report, one name a line: what a later report may remove.
const QString kMarker = QStringLiteral(".stagescope-report");

tl::unexpected<Error> refused(const QString &path, const QString &why) {
    return fail(ErrorKind::ReadFailed, "cannot be written: " + why.toStdString(), path.toStdString());
}

}  // namespace

Result<ReportOutput> ReportOutput::open(const QString &path) {
    ReportOutput output(path, path.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive));
    if (output.m_isOneFile) {
        if (QFileInfo(path).isDir()) {
            return fail(ErrorKind::BadArgument, "a file is to be written, and this is a folder", path.toStdString());
        }
        return output;
    }
    if (!QDir(path).exists()) {
        output.m_unfinished = std::make_unique<Leftover>(path.toStdString());
    }
    if (const auto status = output.prepareFolder(); !status) {
        return tl::make_unexpected(status.error());
    }
    return output;
}

QString ReportOutput::page() const {
    return m_isOneFile ? m_path : QDir(m_path).filePath(QStringLiteral("index.html"));
}

Result<QString> ReportOutput::addPicture(const QString &name, const QImage &image) {
    const auto png = pngOf(image);
    if (png.isEmpty()) {
        return refused(name, QStringLiteral("the picture cannot be encoded"));
    }
    if (m_isOneFile) {
        return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(png.toBase64());
    }
    const auto status = write(name, {png.constData(), static_cast<std::size_t>(png.size())});
    return status ? Result<QString>(name) : tl::make_unexpected(status.error());
}

Status ReportOutput::addTable(const QString &name, std::string_view csv) {
    return m_isOneFile ? Status() : write(name, csv);
}

Status ReportOutput::finish(std::string_view html) {
    const auto status =
        m_isOneFile ? writeWholeFile(m_path.toStdString(), html) : write(QStringLiteral("index.html"), html);
    if (status && m_unfinished) {
        m_unfinished->keep();
    }
    return status;
}

Status ReportOutput::prepareFolder() {
    const QDir dir(m_path);
    if (!dir.exists() && !QDir().mkpath(m_path)) {
        return refused(m_path, QStringLiteral("the folder cannot be made"));
    }
    const auto entries = dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QFile marker(dir.filePath(kMarker));
    if (!entries.isEmpty() && !marker.exists()) {
        return fail(ErrorKind::BadArgument, "the folder is not empty and holds no earlier report",
                    m_path.toStdString());
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
    return marker.open(QIODevice::WriteOnly | QIODevice::Truncate) ? Status() : refused(m_path, marker.errorString());
}

Status ReportOutput::write(const QString &name, std::string_view content) {
    const auto path = QDir(m_path).filePath(name);
    QFile marker(QDir(m_path).filePath(kMarker));
    if (!marker.open(QIODevice::Append) || marker.write(name.toUtf8() + '\n') < 0 || !marker.flush()) {
        return refused(path, marker.errorString());
    }
    return writeWholeFile(path.toStdString(), content);
}

}  // namespace stagescope
