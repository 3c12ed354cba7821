#include "app/mcp/running_windows.h"

#include "core/base/text.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace stagescope {

namespace {

constexpr std::string_view kSocketEnding = ".sock";

/// A connection that is closed with it.
class WindowConnection {
public:
    explicit WindowConnection(const std::string &path) : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        constexpr timeval kPatience{2, 0};
        const bool fits = m_socket >= 0 && path.size() < sizeof(address.sun_path);
        path.copy(address.sun_path, fits ? path.size() : 0);
        m_isOpen = fits && ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience) == 0 &&
                   ::setsockopt(m_socket, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience) == 0 &&
                   ::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
    }
    ~WindowConnection() {
        if (m_socket >= 0) {
            ::close(m_socket);
        }
    }
    WindowConnection(const WindowConnection &) = delete;
    WindowConnection &operator=(const WindowConnection &) = delete;

    /// The line that comes back; empty where none does.
    [[nodiscard]] std::string ask(std::string line) const {
        line += '\n';
        std::string answer;
        constexpr std::size_t kMost = 4096;
        if (!m_isOpen ||
            ::send(m_socket, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) {
            return answer;
        }
        char piece[256];
        while (answer.find('\n') == std::string::npos && answer.size() < kMost) {
            const auto got = ::recv(m_socket, piece, sizeof piece, 0);
            if (got <= 0) {
                return {};
            }
            answer.append(piece, static_cast<std::size_t>(got));
        }
        return answer.substr(0, answer.find('\n'));
    }

private:
    int m_socket;
    bool m_isOpen = false;
};

}  // namespace

std::string windowSocketFolder() {
    const char *folder = std::getenv("XDG_RUNTIME_DIR");
    return folder == nullptr || *folder != '/' ? std::string() : std::string(folder) + "/stagescope";
}

std::string windowSocketOf(int process) {
    return windowSocketFolder() + '/' + std::to_string(process) + std::string(kSocketEnding);
}

std::vector<std::string> runningWindows() {
    namespace fs = std::filesystem;
    std::vector<std::pair<fs::file_time_type, std::string>> found;
    std::error_code error;
    const auto folder = windowSocketFolder();
    for (fs::directory_iterator it(folder, error); !folder.empty() && !error && it != fs::directory_iterator();
         it.increment(error)) {
        const auto name = it->path().filename().string();
        std::error_code own;
        const auto process = name.ends_with(kSocketEnding)
                                 ? wholeNumber<int>(name.substr(0, name.size() - kSocketEnding.size()))
                                 : std::nullopt;
        if (process && *process > 0 && fs::exists("/proc/" + std::to_string(*process), own)) {
            found.emplace_back(it->last_write_time(own), it->path().string());
        }
    }
    std::sort(found.rbegin(), found.rend());
    std::vector<std::string> sockets;
    for (auto &[time, path] : found) {
        sockets.push_back(std::move(path));
    }
    return sockets;
}

Result<std::string> showInWindow(const std::string &socket, const std::string &path, const std::string &item) {
    const QJsonObject request{{QStringLiteral("show"), QString::fromStdString(item)},
                              {QStringLiteral("path"), QString::fromStdString(path)}};
    const WindowConnection window(socket);
    const auto line = window.ask(QJsonDocument(request).toJson(QJsonDocument::Compact).toStdString());
    const auto answer = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
    if (answer.contains(QStringLiteral("shown"))) {
        return answer[QStringLiteral("shown")].toString().toStdString();
    }
    return answer.contains(QStringLiteral("cannot"))
               ? fail(ErrorKind::NotFound, answer[QStringLiteral("cannot")].toString().toStdString())
               : fail(ErrorKind::Internal, "the window does not answer");
}

}  // namespace stagescope
