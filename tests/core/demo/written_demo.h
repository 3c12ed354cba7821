#pragma once

#include "core/demo/demo_writer.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtCore/QVariant>

#include <sqlite3.h>

#include <map>
#include <tuple>
#include <vector>

namespace stagescope {

using DatabaseRow = std::vector<QVariant>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

inline QVariant columnValue(sqlite3_stmt *statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            return qint64(sqlite3_column_int64(statement, column));
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement, column);
        case SQLITE_NULL:
            return {};
        default:
            return QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_column_text(statement, column)));
    }
}

inline std::vector<DatabaseRow> query(const QString &path, const char *sql) {
    std::vector<DatabaseRow> rows;
    sqlite3 *database = nullptr;
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_open_v2(path.toUtf8().constData(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
        sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            DatabaseRow row;
            for (int i = 0; i < sqlite3_column_count(statement); ++i)
                row.push_back(columnValue(statement, i));
            rows.push_back(row);
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return rows;
}

inline qint64 number(const QString &path, const char *sql) {
    const std::vector<DatabaseRow> rows = query(path, sql);
    return rows.empty() || rows.front().empty() ? -1 : rows.front().front().toLongLong();
}

struct CellSpan {
    qint64 begin = 0;
    qint64 end = 0;
};
using CellKey = std::tuple<int, int, int, QString>;  ///< rank, step, microbatch, kind

/// A written demo and its truth.
class Demo {
public:
    explicit Demo(const Pairs &pairs = {}) {
        const Result<DemoOptions> parsed = parseDemoOptions(pairs);
        if (!parsed)
            return;
        options = *parsed;
        isWritten = writeDemo(m_folder.path().toStdString(), options).has_value();
        QFile file(m_folder.filePath(QStringLiteral("truth.json")));
        if (file.open(QIODevice::ReadOnly))
            truth = QJsonDocument::fromJson(file.readAll()).object();
        readCells();
        readPaths();
    }

    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QJsonObject rank(int index) const {
        return truth[QStringLiteral("ranks")].toArray()[index].toObject();
    }
    [[nodiscard]] qint64 clockShift(int index) const {
        return truth[QStringLiteral("epoch_ns")].toInteger() +
               rank(index)[QStringLiteral("clock_offset_ns")].toInteger();
    }
    [[nodiscard]] int stage(int index) const { return rank(index)[QStringLiteral("stage")].toInt(); }
    [[nodiscard]] CellSpan cell(int r, int step, int microbatch, const char *kind) const {
        return cells.at({r, step, microbatch, QString::fromLatin1(kind)});
    }

    bool isWritten = false;
    DemoOptions options;
    QJsonObject truth;
    std::map<CellKey, CellSpan> cells;
    std::vector<QString> databases;  ///< by rank
    std::vector<QString> analyses;

private:
    void readCells() {
        for (int r = 0; r < options.ranks(); ++r) {
            const QJsonObject columns = rank(r)[QStringLiteral("cells")].toObject();
            const auto at = [&columns](const char *name, int i) {
                return columns[QString::fromLatin1(name)].toArray().at(i);
            };
            for (int i = 0; i < columns[QStringLiteral("step")].toArray().size(); ++i) {
                cells[{r, at("step", i).toInt(), at("microbatch", i).toInt(), at("kind", i).toString()}] = {
                    at("start_ns", i).toInteger(), at("end_ns", i).toInteger()};
            }
        }
    }
    void readPaths() {
        databases.resize(std::size_t(options.ranks()));
        analyses.resize(std::size_t(options.ranks()));
        QDirIterator it(m_folder.path(), {QStringLiteral("ascend_pytorch_profiler_*.db")}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            const auto r = std::size_t(path.section(QLatin1Char('_'), -1).section(QLatin1Char('.'), 0, 0).toInt());
            databases[r] = path;
            analyses[r] = QFileInfo(path).dir().filePath(QStringLiteral("analysis.db"));
        }
    }

    QTemporaryDir m_folder;
};

}  // namespace stagescope
