#pragma once

#include "app/mcp/mcp_server.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QString>

#include <string>
#include <utility>
#include <vector>

namespace stagescope::testing {

using namespace Qt::StringLiterals;

inline QJsonObject object(const QByteArray &json) { return QJsonDocument::fromJson(json).object(); }

/// A client of the server for assistants that waits for each answer.
class McpCaller {
public:
    explicit McpCaller(std::vector<std::string> roots)
        : m_profiles(std::move(roots)), m_server(m_profiles, [this](const std::string &message) {
              messages.append(object(QByteArray::fromStdString(message)));
          }) {}

    QJsonObject send(const QJsonObject &message) {
        const auto before = messages.size();
        m_server.take(QJsonDocument(message).toJson(QJsonDocument::Compact).toStdString());
        m_server.finish();
        return messages.size() > before ? messages.last() : QJsonObject();
    }
    QJsonObject request(const QString &method, const QJsonObject &params = {}) {
        return send({{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, ++m_id}, {u"method"_s, method}, {u"params"_s, params}});
    }
    /// What a tool answers, and the bytes of it.
    QJsonObject call(const QString &tool, const QJsonObject &arguments = {}) {
        const auto answer = request(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}});
        const auto result = answer[u"result"_s].toObject();
        isError = result[u"isError"_s].toBool();
        const auto text = result[u"content"_s].toArray().first().toObject()[u"text"_s].toString();
        bytes = text.toUtf8().size();
        return object(text.toUtf8());
    }
    [[nodiscard]] McpServer &server() { return m_server; }

    QList<QJsonObject> messages;
    bool isError = false;
    qsizetype bytes = 0;

private:
    int m_id = 0;
    McpProfiles m_profiles;
    McpServer m_server;
};

}  // namespace stagescope::testing
