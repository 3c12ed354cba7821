#pragma once

#include <QtCore/QFile>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <map>
#include <string>
#include <vector>

namespace stagescope {

using CsvRow = std::map<QString, QString>;

/// Rows of a file by its heads, quotes may hold commas; none where it is not here. Lines of another length are left
/// out.
inline std::vector<CsvRow> csvRows(const QString &path) {
    QFile file(path);
    std::vector<CsvRow> rows;
    if (!file.open(QIODevice::ReadOnly)) {
        return rows;
    }
    QStringList heads;
    for (const auto &line : file.readAll().split('\n')) {
        QStringList fields{QString()};
        bool isQuoted = false;
        for (const QChar c : QString::fromUtf8(line).trimmed()) {
            isQuoted = isQuoted != (c == QLatin1Char('"'));
            if (c == QLatin1Char(',') && !isQuoted) {
                fields.append(QString());
            } else if (c != QLatin1Char('"')) {
                fields.last() += c;
            }
        }
        if (heads.isEmpty()) {
            heads = fields;
            continue;
        }
        CsvRow row;
        for (qsizetype i = 0; fields.size() == heads.size() && i < heads.size(); ++i) {
            row[heads[i]] = fields[i];
        }
        if (row.size() > 1) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

/// Lists and tuples of Python as JSON.
inline std::string asJson(QString list) {
    return list.replace(QLatin1Char('\''), QLatin1Char('"'))
        .replace(QLatin1Char('('), QLatin1Char('['))
        .replace(QLatin1Char(')'), QLatin1Char(']'))
        .replace(QLatin1String(",]"), QLatin1String("]"))
        .toStdString();
}

}  // namespace stagescope
