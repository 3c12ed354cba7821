#include "app/report/report_output.h"

#include "app/pictures/picture_file.h"
#include "core/base/io/output_file.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>

#include <algorithm>
#include <functional>
#include <iterator>

namespace stagescope {

namespace {

/// Names the files of the report, one a line: what a later report may remove.
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
    if (m_isOneFile) {
        return writeWholeFile(m_path.toStdString(), html);
    }
    const auto status = write(QStringLiteral("index.html"), html);
    return status ? takePlace() : status;
}

Status ReportOutput::prepareFolder() {
    const QDir dir(m_path);
    const auto entries = dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    m_isInPlaceOf = !entries.isEmpty();
    QFile marker(dir.filePath(kMarker));
    if (m_isInPlaceOf && !marker.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::BadArgument, "the folder is not empty and holds no earlier report",
                    m_path.toStdString());
    }
    const auto names = m_isInPlaceOf ? QString::fromUtf8(marker.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts)
                                     : QStringList();
    for (const auto &name : names) {
        // Names only: a marker that someone else wrote must not lead outside the folder.
        if (!name.contains(QLatin1Char('/'))) {
            m_earlier.push_back(name.toStdString());
        }
    }
    auto folder = OutputFolder::create(m_path.toStdString(),
                                       m_isInPlaceOf ? OutputFolder::Place::Filled : OutputFolder::Place::NewOrEmpty);
    if (!folder) {
        return tl::make_unexpected(folder.error());
    }
    m_folder = std::move(*folder);
    return {};
}

Status ReportOutput::takePlace() {
    const auto isNew = [&](const std::string &name) {
        return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
    };
    const auto lines = [](const std::vector<std::string> &names) {
        std::string text;
        std::for_each(names.begin(), names.end(), [&](const auto &name) { text += name + '\n'; });
        return text;
    };
    const auto marker = kMarker.toStdString();
    auto status = writeWholeFile((m_folder->path() / marker).string(), lines(m_names));
    if (!status || !m_isInPlaceOf) {
        return status ? m_folder->commit() : status;
    }
    // Whatever comes between, the marker names all that is there.
    const QDir dir(m_path);
    auto all = m_names;
    std::copy_if(m_earlier.begin(), m_earlier.end(), std::back_inserter(all), std::not_fn(isNew));
    status = writeWholeFile(dir.filePath(kMarker).toStdString(), lines(all));
    status = status ? m_folder->commitInto(m_names) : status;
    for (auto it = m_earlier.begin(); it != m_earlier.end() && status; ++it) {
        if (!isNew(*it)) {
            QFile::remove(dir.filePath(QString::fromStdString(*it)));
        }
    }
    return status ? m_folder->commitInto({marker}) : status;
}

Status ReportOutput::write(const QString &name, std::string_view content) {
    const auto status = writeWholeFile((m_folder->path() / name.toStdString()).string(), content);
    if (status) {
        m_names.push_back(name.toStdString());
    }
    return status;
}

}  // namespace stagescope
