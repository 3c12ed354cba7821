#include "core/session/loading/query_history.h"

#include "core/base/io/cache_folder.h"
#include "core/session/discovery/file_head.h"
#include "core/session/shared_file.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostHistoryBytes = 1 << 20;
constexpr std::size_t kMostStatements = 50;

std::string historyPath() { return (dataFolder() / "queries.json").string(); }

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

}  // namespace stagescope
