#include "core/session/loading/query_history.h"

#include "core/base/io/cache_folder.h"
#include "core/session/discovery/file_head.h"
#include "core/session/shared_file.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostHistoryBytes = 1 << 20;
constexpr std::size_t kMostStatements = 50;

std::string historyPath() { return (dataFolder() / "queries.json").string(); }

constexpr std::size_t kMostSavedBytes = 8 << 20;
constexpr qsizetype kMostSaved = 1000;

std::string savedPath() { return (dataFolder() / "saved_queries.json").string(); }

/// {"name": "statement", ...}
QJsonObject savedObject() {
    const auto text = readHead(savedPath(), kMostSavedBytes);
    return text ? QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object() : QJsonObject();
}

/// On top of what other windows wrote. Errors: as SharedFile; those of `change`.
template <class Change>
Status changeSaved(const Change &change) {
    SharedFile file(savedPath());
    const auto lock = file.lock();
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    auto queries = savedObject();
    const auto status = change(queries);
    return status ? file.replace(QJsonDocument(queries).toJson(QJsonDocument::Indented).toStdString()) : status;
}

}  // namespace

std::vector<std::string> keptStatements() {
    std::vector<std::string> statements;
    const auto text = readHead(historyPath(), kMostHistoryBytes);
    const auto list = text ? QJsonDocument::fromJson(QByteArray::fromStdString(*text)).array() : QJsonArray();
    for (const auto &value : list) {
        if (value.isString() && statements.size() < kMostStatements) {
            statements.push_back(value.toString().toStdString());
        }
    }
    return statements;
}

Status keepStatement(const std::string &sql) {
    SharedFile file(historyPath());
    const auto lock = file.lock();
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    auto statements = keptStatements();
    std::erase(statements, sql);
    statements.insert(statements.begin(), sql);
    statements.resize(std::min(statements.size(), kMostStatements));
    QJsonArray list;
    for (const auto &statement : statements) {
        list.append(QString::fromStdString(statement));
    }
    return file.replace(QJsonDocument(list).toJson(QJsonDocument::Indented).toStdString());
}

std::vector<SavedQuery> savedQueries() {
    std::vector<SavedQuery> queries;
    const auto saved = savedObject();
    for (auto it = saved.begin(); it != saved.end(); ++it) {
        if (it.value().isString()) {
            queries.push_back({it.key().toStdString(), it.value().toString().toStdString()});
        }
    }
    return queries;
}

Status saveQuery(const SavedQuery &query) {
    const auto name = QString::fromStdString(query.name).simplified();
    if (name.isEmpty()) {
        return fail(ErrorKind::BadArgument, "a query needs a name");
    }
    return changeSaved([&](QJsonObject &queries) {
        queries[name] = QString::fromStdString(query.sql);
        return queries.size() <= kMostSaved ? Status{} : fail(ErrorKind::BadArgument, "1000 queries are saved already");
    });
}

Status removeQuery(const std::string &name) {
    return changeSaved([&](QJsonObject &queries) {
        queries.remove(QString::fromStdString(name));
        return Status{};
    });
}

}  // namespace stagescope
