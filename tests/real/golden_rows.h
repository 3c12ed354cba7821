#pragma once

#include "tests/support/places.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <map>
#include <vector>

namespace stagescope {

/// Rows of a table that a recipe of msprof-analyze wrote, by its heads; none where the file is not here. `file` below
/// golden/msprof_analyze/recipes.
inline std::vector<std::map<QString, QJsonValue>> goldenRows(const QString &file, const QString &sheet) {
    QFile golden(realDataFolder() + QStringLiteral("/../golden/msprof_analyze/recipes/") + file);
    if (!golden.open(QIODevice::ReadOnly)) {
        return {};
    }
    const auto lines = QJsonDocument::fromJson(golden.readAll()).object()[sheet].toArray();
    const auto heads = lines.at(0).toArray();
    std::vector<std::map<QString, QJsonValue>> rows;
    for (qsizetype line = 1; line < lines.size(); ++line) {
        auto &row = rows.emplace_back();
        for (qsizetype i = 0; i < heads.size(); ++i) {
            row[heads[i].toString()] = lines[line].toArray()[i];
        }
    }
    return rows;
}

}  // namespace stagescope
