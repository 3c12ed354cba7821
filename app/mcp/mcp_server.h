#pragma once

#include "app/mcp/mcp_profiles.h"

#include <QtCore/QJsonObject>

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace stagescope {

/// The Model Context Protocol for one client: JSON-RPC 2.0, a message a line. Of both eras: clients that begin with
/// `initialize` (2024-11-05 to 2025-11-25) and those that say their version with each request (2026-07-28). Requests
/// run at once, each on a thread of its own, and are answered in any order; `notifications/cancelled` ends one, without
/// an answer. Text of a client is never trusted: what is no request gets an error of JSON-RPC.
/// Source: modelcontextprotocol.io/specification.
class McpServer {
public:
    /// `write` gets one message without its line end; calls do not overlap, any thread. Both outlive the server.
    McpServer(McpProfiles &profiles, std::function<void(const std::string &message)> write)
        : m_profiles(profiles), m_write(std::move(write)) {}
    /// Cancels what runs and waits for it.
    ~McpServer();
    McpServer(const McpServer &) = delete;
    McpServer &operator=(const McpServer &) = delete;

    /// One line of the client. One thread.
    void take(const std::string &line);
    /// Until all that was asked is answered.
    void finish();

    static constexpr std::size_t kMostBytes = std::size_t{1} << 20;  ///< of a line
    static constexpr std::size_t kMostRequests = 16;                 ///< at a time

private:
    struct Request {
        QJsonValue id;
        QString method;
        QJsonObject params;
        bool isModern = false;  ///< says its version itself
    };
    void takeOne(const QJsonValue &value);
    void takeNotification(const QString &method, const QJsonObject &params);
    void answer(const Request &request, const QJsonObject &result);
    void refuse(const QJsonValue &id, int code, const QString &message, const QJsonObject &data = {});
    [[nodiscard]] bool hasArguments(const Request &request);
    [[nodiscard]] bool takesVersion(const Request &request);
    void initialize(const Request &request);
    void discoverServer(const Request &request);
    /// prompts/... and resources/...
    void giveText(const Request &request);
    void callTool(const Request &request);
    void runTool(const Request &request, const std::stop_token &stop);
    void send(const QJsonObject &message);

    McpProfiles &m_profiles;
    std::function<void(const std::string &message)> m_write;
    std::mutex m_writing;
    std::mutex m_mutex;  ///< guards what follows
    std::condition_variable m_ended;
    struct Running {
        std::string key;  ///< of the request's id
        std::stop_source stop;
        std::jthread thread;
    };
    std::map<std::uint64_t, Running> m_running;
    std::vector<std::jthread> m_done;
    std::uint64_t m_next = 0;
};

}  // namespace stagescope
