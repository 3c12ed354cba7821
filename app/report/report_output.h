#pragma once

#include "core/base/io/output_folder.h"
#include "core/base/result.h"

#include <QtCore/QString>
#include <QtGui/QImage>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Where a report goes: a folder with the page, its pictures and its tables, or one file that holds all of it. All of
/// it is written beside its place and gets there at the end: until then an earlier report is as it was. GUI thread.
class ReportOutput {
public:
    /// One file where the name ends in .html; else a folder that is absent, empty, or an earlier report (its marker is
    /// there), whose files go when the new ones come. Errors: BadArgument for any other folder, and for a folder where
    /// a file is to be; ReadFailed when the disk refuses.
    [[nodiscard]] static Result<ReportOutput> open(const QString &path);

    [[nodiscard]] bool isOneFile() const { return m_isOneFile; }
    /// The page itself.
    [[nodiscard]] QString page() const;
    /// What stands in the page for a picture: the name of its file, or the picture itself as a data: URI.
    [[nodiscard]] Result<QString> addPicture(const QString &name, const QImage &image);
    /// A table beside the page; one file has none.
    [[nodiscard]] Status addTable(const QString &name, std::string_view csv);
    /// Writes the page, and gives everything its place.
    [[nodiscard]] Status finish(std::string_view html);

private:
    ReportOutput(QString path, bool isOneFile) : m_path(std::move(path)), m_isOneFile(isOneFile) {}
    [[nodiscard]] Status prepareFolder();
    [[nodiscard]] Status takePlace();
    [[nodiscard]] Status write(const QString &name, std::string_view content);

    QString m_path;
    bool m_isOneFile;
    std::unique_ptr<OutputFolder> m_folder;  ///< null for one file
    std::vector<std::string> m_names;        ///< of what was written
    std::vector<std::string> m_earlier;      ///< of what the earlier report wrote
    bool m_isInPlaceOf = false;              ///< an earlier one is there
};

}  // namespace stagescope
