#pragma once

#include "tests/support/places.h"

#include <QtCore/QDir>
#include <QtCore/QFile>

#include <cstdint>
#include <map>
#include <vector>

namespace stagescope {

/// Digits and point to a multiple of 1 / 10^digits, without floating point.
inline std::int64_t scaled(const QByteArray &text, std::int64_t unit) {
    const auto point = text.indexOf('.');
    const auto whole = point < 0 ? text : text.left(point);
    const auto fraction = point < 0 ? QByteArray() : text.mid(point + 1);
    __int128 power = 1;
    for (int i = 0; i < fraction.size(); ++i) {
        power *= 10;
    }
    const __int128 digits = static_cast<__int128>(whole.toLongLong()) * power + fraction.toLongLong();
    return static_cast<std::int64_t>((digits * unit + power / 2) / power);
}

using CsvRows = std::vector<std::map<QByteArray, QByteArray>>;
/// Names of columns without their units. No field of these files holds a comma.
inline CsvRows rowsOf(const QString &path) {
    QFile file(path);
    CsvRows rows;
    QList<QByteArray> header;
    for (const auto &line : file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>()) {
        const auto fields = line.split(',');
        if (header.isEmpty()) {
            for (const auto &name : fields) {
                header.push_back(name.split('(').first().trimmed());
            }
            continue;
        }
        if (fields.size() == header.size()) {
            auto &row = rows.emplace_back();
            for (int i = 0; i < fields.size(); ++i) {
                row[header[i]] = fields[i].trimmed();
            }
        }
    }
    return rows;
}

}  // namespace stagescope
