#include "views/common/export_path.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QRegularExpression>
#include <QtWidgets/QFileDialog>

#include <algorithm>

namespace stagescope {

namespace {
QString g_folder;  // GUI thread only
}

QString exportFolder() { return g_folder.isEmpty() || !QFileInfo(g_folder).isDir() ? QDir::homePath() : g_folder; }

void setExportFolder(const QString &folder) { g_folder = folder; }

QString fileNameOf(const QString &text) {
    static const QRegularExpression others(QStringLiteral("[^\\w.\\-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    auto name = QString(text).replace(others, QStringLiteral("_"));
    while (name.startsWith(QLatin1Char('.')) || name.startsWith(QLatin1Char('-'))) {
        name.remove(0, 1);
    }
    return name;
}

QString askForExportPath(QWidget *parent, const QString &title, const QString &name, const QString &filter) {
    auto path = QFileDialog::getSaveFileName(parent, title, QDir(exportFolder()).filePath(name), filter);
    if (path.isEmpty()) {
        return path;
    }
    static const QRegularExpression endings(QStringLiteral("\\*(\\.\\w+)"));
    QStringList known;
    auto matches = endings.globalMatch(filter);
    while (matches.hasNext()) {
        known << matches.next().captured(1);
    }
    const bool hasEnding = std::any_of(
        known.begin(), known.end(), [&](const QString &ending) { return path.endsWith(ending, Qt::CaseInsensitive); });
    if (!known.isEmpty() && !hasEnding) {
        path += known.front();
    }
    setExportFolder(QFileInfo(path).absolutePath());
    return path;
}

QString tableFileFilter() {
    return QCoreApplication::translate("stagescope::ExportPath", "Tables (*.csv *.xlsx *.json *.jsonl)");
}

}  // namespace stagescope
