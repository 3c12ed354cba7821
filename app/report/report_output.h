#pragma once

#include "core/base/io/leftover.h"
#include "core/base/result.h"

#include <QtCore/QString>
#include <QtGui/QImage>

#include <memory>
#include <string_view>

namespace stagescope {

/// Where a report goes: a folder with the page, its pictures and its tables, or one file that holds all of it. What was
/// not finished is removed, where it was not there before. Every file is written to a temporary name and renamed. GUI
/// thread.
class ReportOutput {
public:
    /// One file where the name ends in .html; else a folder that is absent, empty, or an earlier report (its marker is
    /// there), whose files are removed. Errors: BadArgument for any other folder, and for a folder where a file is to
    /// be; ReadFailed when the disk refuses.
    [[nodiscard]] static Result<ReportOutput> open(const QString &path);

    [[nodiscard]] bool isOneFile() const { return m_isOneFile; }
    /// The page itself.
    [[nodiscard]] QString page() const;
    /// What stands in the page for a picture: the name of its file, or the picture itself as a data: URI.
    [[nodiscard]] Result<QString> addPicture(const QString &name, const QImage &image);
    /// A table beside the page; one file has none.
    [[nodiscard]] Status addTable(const QString &name, std::string_view csv);
    /// Writes the page, and keeps what was written.
    [[nodiscard]] Status finish(std::string_view html);

private:
    ReportOutput(QString path, bool isOneFile) : m_path(std::move(path)), m_isOneFile(isOneFile) {}
    [[nodiscard]] Status prepareFolder();
    [[nodiscard]] Status write(const QString &name, std::string_view content);

    QString m_path;
    bool m_isOneFile;
    std::unique_ptr<Leftover> m_unfinished;  ///< null where the folder was there before
};

}  // namespace stagescope
