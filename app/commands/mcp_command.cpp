#include "app/command_list.h"
#include "app/mcp/mcp_server.h"
#include "app/output.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <cstdio>
#include <filesystem>

namespace stagescope {

namespace {

/// The lines by which clients start this server.
std::string clientSettings(const Arguments &arguments) {
    QJsonArray words{QStringLiteral("mcp")};
    for (const auto &path : arguments.positional) {
        words.append(QString::fromStdString(std::filesystem::absolute(path).lexically_normal().string()));
    }
    for (const auto &root : arguments.values("--root")) {
        words.append(QStringLiteral("--root"));
        words.append(QString::fromStdString(std::filesystem::absolute(root).lexically_normal().string()));
    }
    const QJsonObject server{{QStringLiteral("command"), QCoreApplication::applicationFilePath()},
                             {QStringLiteral("args"), words}};
    const QJsonObject settings{{QStringLiteral("mcpServers"), QJsonObject{{QStringLiteral("stagescope"), server}}}};
    return QJsonDocument(settings).toJson(QJsonDocument::Indented).toStdString();
}

/// The next line of standard input; of one that is too long the beginning, with one byte more than is allowed.
bool readRequest(std::string &line) {
    line.clear();
    for (int c = std::getchar(); c != EOF; c = std::getchar()) {
        if (c == '\n') {
            return true;
        }
        if (line.size() <= McpServer::kMostBytes) {
            line += static_cast<char>(c);
        }
    }
    return !line.empty();
}

int runMcp(const Arguments &arguments) {
    if (arguments.has("--print-config")) {
        return writeOut(clientSettings(arguments)) ? 0 : 2;
    }
    auto roots = arguments.values("--root");
    roots.insert(roots.end(), arguments.positional.begin(), arguments.positional.end());
    for (const auto &root : roots) {
        std::error_code error;
        if (!std::filesystem::exists(root, error)) {
            return printError({ErrorKind::NotFound, "there is nothing at this path", root});
        }
    }
    if (roots.empty()) {
        roots.push_back(std::filesystem::current_path().string());
    }
    McpProfiles profiles(std::move(roots));
    bool isOpen = true;
    McpServer server(profiles, [&isOpen](const std::string &message) { isOpen = isOpen && writeOut(message + '\n'); });
    std::string line;
    while (isOpen && readRequest(line)) {
        server.take(line);
    }
    server.finish();
    return isOpen ? 0 : 2;
}

}  // namespace

Command makeMcpCommand() {
    return {.name = "mcp",
            .section = CommandSection::Query,
            .synopsis = "[PATH...]",
            .summary = "Serve an assistant over the Model Context Protocol (stdio)",
            .details =
                "The assistant can open profiles at or below PATH and --root (default: the working folder), query "
                "findings, tables and SQL, and show items in a running window. It cannot write or read "
                "anything else.",
            .options = {{"--root", "DIR", "folder whose profiles may be opened", true},
                        {"--print-config", "", "print the settings by which an assistant starts this server"}},
            .minPositional = 0,
            .maxPositional = 64,
            .run = &runMcp};
}

}  // namespace stagescope
