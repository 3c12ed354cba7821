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

/// {"name": "statement", ...}; empty where there is no file. Errors: Malformed, Limit; as readHead.
Result<QJsonObject> savedObject() {
    const auto text = readHead(savedPath(), kMostSavedBytes + 1);
    if (!text && text.error().kind == ErrorKind::NotFound) {
        return QJsonObject();
    }
    RETURN_IF_ERROR(text);
    if (text->size() > kMostSavedBytes) {
        return fail(ErrorKind::Limit, savedPath() + " is larger than 8 MiB", savedPath());
    }
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(*text));
    if (!document.isObject() && !text->empty()) {
        return fail(ErrorKind::Malformed, savedPath() + " is damaged: move it away to save queries again", savedPath());
    }
    return document.object();
}

/// On top of what other windows wrote; a file that cannot be read stays as it is. Errors: as savedObject and
/// SharedFile; those of `change`; Limit.
template <class Change>
Status changeSaved(const Change &change) {
    SharedFile file(savedPath());
    ASSIGN_OR_RETURN(const auto lock, file.lock());
    ASSIGN_OR_RETURN(auto queries, savedObject());
    RETURN_IF_ERROR(change(queries));
    const auto text = QJsonDocument(queries).toJson(QJsonDocument::Indented).toStdString();
    return text.size() > kMostSavedBytes ? fail(ErrorKind::Limit, "saved queries take at most 8 MiB")
                                         : file.replace(text);
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
    ASSIGN_OR_RETURN(const auto lock, file.lock());
    auto statements = keptStatements();
    std::erase(statements, sql);
    statements.insert(statements.begin(), sql);
    statements.resize(std::min(statements.size(), kMostStatements));
    QJsonArray list;
    for (const auto &statement : statements) {
        list.append(QString::fromStdString(statement));
    }
    auto text = QJsonDocument(list).toJson(QJsonDocument::Indented).toStdString();
    while (text.size() > kMostHistoryBytes && list.size() > 1) {
        list.removeLast();
        text = QJsonDocument(list).toJson(QJsonDocument::Indented).toStdString();
    }
    // One that alone is more than what is read back would take all others with it.
    return text.size() > kMostHistoryBytes ? Status{} : file.replace(text);
}

std::vector<SavedQuery> savedQueries() {
    std::vector<SavedQuery> queries;
    const auto saved = savedObject().value_or(QJsonObject());
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
