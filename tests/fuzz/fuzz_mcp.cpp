#include "app/mcp/mcp_server.h"

#include <QtCore/QJsonDocument>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace stagescope;

/// Lines of a client: whatever they hold, each answer is one message of JSON-RPC on a line of its own. No path may be
/// opened.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char *>(data), size);
    McpProfiles profiles({});
    McpServer server(profiles, [](const std::string &message) {
        const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(message));
        if (message.find('\n') != std::string::npos || !document.isObject() ||
            document.object()[QStringLiteral("jsonrpc")].toString() != u"2.0") {
            std::abort();
        }
    });
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        server.take(std::string(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    server.finish();
    return 0;
}
