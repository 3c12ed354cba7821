#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <sqlite3.h>

#include <functional>

namespace stagescope {

/// Every text of a profile, whatever its format, put through a function: values of JSON, cells of CSV, columns of
/// databases, lines of anything else. Keys and heads of tables stay, and what is a number or has to be what it is for a
/// reader to take the file.
class ProfileTexts {
public:
    using Change = std::function<QString(const QString &)>;
    explicit ProfileTexts(Change change) : m_change(std::move(change)) {}

    /// False where a file cannot be written.
    [[nodiscard]] bool rewrite(const QString &folder) {
        bool isWell = true;
        QStringList files;
        for (QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
            files += it.next();
        }
        files.sort();
        for (const auto &path : files) {
            isWell = (path.endsWith(QLatin1String(".db")) ? rewriteDatabase(path) : rewriteFile(path)) && isWell;
        }
        return isWell;
    }

private:
    static bool isFixed(const QString &key) {
        static const QStringList keys{QStringLiteral("ph"), QStringLiteral("ts"),     QStringLiteral("dur"),
                                      QStringLiteral("bp"), QStringLiteral("action"), QStringLiteral("state")};
        return keys.contains(key);
    }
    [[nodiscard]] QString changed(const QString &text) const {
        bool isNumber = false;
        text.trimmed().toDouble(&isNumber);
        return text.trimmed().isEmpty() || isNumber ? text : m_change(text);
    }
    [[nodiscard]] QJsonValue changed(const QJsonValue &value, const QString &key) const {
        if (value.isString()) {
            return isFixed(key) ? value : QJsonValue(changed(value.toString()));
        }
        if (value.isArray()) {
            QJsonArray result;
            for (const auto &item : value.toArray()) {
                result.append(changed(item, key));
            }
            return result;
        }
        if (value.isObject()) {
            auto object = value.toObject();
            for (auto it = object.begin(); it != object.end(); ++it) {
                it.value() = changed(QJsonValue(it.value()), it.key());
            }
            return object;
        }
        return value;
    }
    [[nodiscard]] bool rewriteFile(const QString &path) const {
        QFile file(path);
        if (!file.open(QIODevice::ReadWrite)) {
            return false;
        }
        auto bytes = file.readAll();
        const auto document = QJsonDocument::fromJson(bytes);
        if (!document.isNull()) {
            const auto root = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
            const auto value = changed(root, {});
            bytes = (value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject())).toJson();
        } else if (path.endsWith(QLatin1String(".csv"))) {
            auto lines = bytes.split('\n');
            for (qsizetype i = 1; i < lines.size(); ++i) {
                auto cells = QString::fromUtf8(lines[i]).split(QLatin1Char(','));
                for (auto &cell : cells) {
                    cell = cell.contains(QLatin1Char('"')) ? cell : changed(cell);
                }
                lines[i] = cells.join(QLatin1Char(',')).toUtf8();
            }
            bytes = lines.join('\n');
        }
        return file.resize(0) && file.seek(0) && file.write(bytes) == bytes.size();
    }
    [[nodiscard]] bool rewriteDatabase(const QString &path) {
        sqlite3 *db = nullptr;
        bool isWell = sqlite3_open(path.toUtf8().constData(), &db) == SQLITE_OK;
        const auto change = [](sqlite3_context *context, int /*count*/, sqlite3_value **values) {
            const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(values[0]));
            const auto &self = *static_cast<const ProfileTexts *>(sqlite3_user_data(context));
            const auto result = self.changed(QString::fromUtf8(text == nullptr ? "" : text)).toUtf8();
            sqlite3_result_text(context, result.constData(), static_cast<int>(result.size()), SQLITE_TRANSIENT);
        };
        isWell = isWell &&
                 sqlite3_create_function(db, "changed", 1, SQLITE_UTF8, this, change, nullptr, nullptr) == SQLITE_OK;
        QStringList statements;
        const auto collect = [](void *into, int /*count*/, char **values, char ** /*names*/) {
            *static_cast<QStringList *>(into) += QString::fromUtf8(values[0]);
            return 0;
        };
        constexpr const char *kUpdates =
            "SELECT 'UPDATE \"' || m.name || '\" SET \"' || c.name || '\" = changed(\"' || c.name || '\") WHERE "
            "typeof(\"' ||"
            " c.name || '\") = ''text''' FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
            " AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'ENUM%'";
        isWell = isWell && sqlite3_exec(db, kUpdates, collect, &statements, nullptr) == SQLITE_OK;
        for (const auto &statement : statements) {
            isWell = isWell && sqlite3_exec(db, statement.toUtf8().constData(), nullptr, nullptr, nullptr) == SQLITE_OK;
        }
        sqlite3_close(db);
        return isWell;
    }

    Change m_change;
};

}  // namespace stagescope
