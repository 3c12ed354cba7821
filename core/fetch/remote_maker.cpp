#include "core/fetch/remote_maker.h"

#include "core/base/io/child_process.h"
#include "core/fetch/rclone.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QRandomGenerator>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace stagescope {

namespace {

constexpr const char *kLoginName = "stagescope";
constexpr std::chrono::seconds kPatience{30};

std::string randomPassword() {
    std::array<quint32, 6> numbers{};
    QRandomGenerator::system()->fillRange(numbers.data(), numbers.size());
    QByteArray bytes(reinterpret_cast<const char *>(numbers.data()), sizeof numbers);
    return bytes.toHex().toStdString();
}

/// One connection to a port of this machine.
class Loopback {
public:
    explicit Loopback(std::uint16_t port) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const timeval patience{kPatience.count(), 0};
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(m_socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        m_isOpen = ::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
    }
    ~Loopback() { ::close(m_socket); }
    Loopback(const Loopback &) = delete;
    Loopback &operator=(const Loopback &) = delete;

    /// All that comes back until the other side closes; nothing on any trouble.
    [[nodiscard]] std::optional<QByteArray> exchange(QByteArray bytes) const {
        constexpr qsizetype kMostOfAnswer = 1 << 20;
        while (m_isOpen && !bytes.isEmpty()) {
            const auto sent = ::send(m_socket, bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL);
            if (sent <= 0) {
                return std::nullopt;
            }
            bytes.remove(0, sent);
        }
        QByteArray answer;
        std::array<char, 4096> part{};
        while (m_isOpen && answer.size() < kMostOfAnswer) {
            const auto got = ::recv(m_socket, part.data(), part.size(), 0);
            if (got <= 0) {
                return got == 0 ? std::optional(answer) : std::nullopt;
            }
            answer.append(part.data(), got);
        }
        return std::nullopt;
    }

private:
    int m_socket;
    bool m_isOpen = false;
};

/// What is asked of a running rclone.
class RemoteControl {
public:
    RemoteControl(std::uint16_t port, const std::string &password)
        : m_port(port), m_login((QByteArray(kLoginName) + ':' + QByteArray::fromStdString(password)).toBase64()) {}

    /// Errors: ReadFailed, without words of the question.
    [[nodiscard]] Result<QJsonObject> ask(const char *call, const QJsonObject &question) const {
        const auto body = QJsonDocument(question).toJson(QJsonDocument::Compact);
        const auto answer = Loopback(m_port).exchange(
            QByteArray("POST /") + call + " HTTP/1.0\r\nAuthorization: Basic " + m_login +
            "\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" +
            body);
        const auto content = answer ? answer->mid(answer->indexOf("\r\n\r\n") + 4) : QByteArray();
        const auto object = QJsonDocument::fromJson(content).object();
        const bool isDone = answer && answer->startsWith("HTTP/1.") && answer->mid(8, 5).trimmed().startsWith("200");
        return isDone ? Result<QJsonObject>(object)
                      : fail(ErrorKind::ReadFailed, "rclone: " + reasonOf(object[QLatin1String("error")].toString()));
    }

private:
    static std::string reasonOf(const QString &told) {
        constexpr qsizetype kMost = 200;
        return told.isEmpty() ? "did not take it" : told.left(kMost).simplified().toStdString();
    }

    std::uint16_t m_port;
    QByteArray m_login;
};

/// Of "... Serving remote control on http://127.0.0.1:36589/".
std::optional<std::uint16_t> portIn(std::string_view line) {
    constexpr std::string_view kAddress = "http://127.0.0.1:";
    const auto at = line.find(kAddress);
    std::uint16_t port = 0;
    return at != std::string_view::npos &&
                   std::from_chars(line.data() + at + kAddress.size(), line.data() + line.size(), port).ec ==
                       std::errc{}
               ? std::optional(port)
               : std::nullopt;
}

Status askForRemote(const RemoteControl &control, const std::string &name, const RemoteSettings &settings) {
    ASSIGN_OR_RETURN(const auto there, control.ask("config/listremotes", {}));
    if (there[QLatin1String("remotes")].toArray().contains(QString::fromStdString(name))) {
        return fail(ErrorKind::BadArgument, "is a remote of rclone already");
    }
    QJsonObject parameters;
    for (const auto &[key, value] : settings) {
        if (key != "type") {
            parameters[QString::fromStdString(key)] = QString::fromStdString(value);
        }
    }
    const auto made =
        control.ask("config/create", {{QStringLiteral("name"), QString::fromStdString(name)},
                                      {QStringLiteral("type"), QString::fromStdString(settings.at("type"))},
                                      {QStringLiteral("parameters"), parameters},
                                      {QStringLiteral("opt"), QJsonObject{{QStringLiteral("nonInteractive"), true}}}});
    if (made) {
        return {};
    }
    const bool quotes = std::any_of(settings.begin(), settings.end(), [&](const auto &setting) {
        return setting.first != "type" && made.error().detail.find(setting.second) != std::string::npos;
    });
    return quotes ? Status(fail(ErrorKind::ReadFailed, "rclone: did not take it")) : tl::make_unexpected(made.error());
}

}  // namespace

Status makeRemote(const std::string &name, const RemoteSettings &settings) {
    if (const auto remote = Rclone::open(name + ':', kPatience); !remote || name.find(':') != std::string::npos) {
        return fail(ErrorKind::BadArgument, "is no name of a remote", name);
    }
    const auto password = randomPassword();
    ChildCall call;
    call.words = {"rclone", "rcd", "--rc-addr", "127.0.0.1:0", "--ask-password=false", "--log-level", "NOTICE"};
    call.variables = {{"RCLONE_RC_USER", kLoginName}, {"RCLONE_RC_PASS", password}};
    // What would open it to others, or speak otherwise.
    for (const char *variable : {"RCLONE_RC_NO_AUTH", "RCLONE_RC_HTPASSWD", "RCLONE_RC_CERT", "RCLONE_RC_KEY",
                                 "RCLONE_RC_BASEURL", "RCLONE_RC_WEB_GUI", "RCLONE_RC_FILES", "RCLONE_LOG_FILE",
                                 "RCLONE_SYSLOG", "RCLONE_VERBOSE", "RCLONE_QUIET"}) {
        call.variables[variable] = {};
    }
    call.silence = kPatience;
    std::optional<Status> made;
    const auto code = runChild(call, [&](ChildStream, std::string_view line) {
        if (const auto port = portIn(line)) {
            made = askForRemote(RemoteControl(*port, password), name, settings);
        }
        return !made;
    });
    if (!code || !made) {
        const auto detail = code ? std::string("ended at once") : code.error().detail;
        return fail(code ? ErrorKind::ReadFailed : code.error().kind, "rclone " + detail, name);
    }
    return *made ? Status{} : Status(fail(made->error().kind, made->error().detail, name));
}

}  // namespace stagescope
