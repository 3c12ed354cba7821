#include "app/window/show_listener.h"

#include "app/mcp/running_windows.h"
#include "core/analysis/overview/item_facts.h"
#include "core/session/loading/open_runs.h"
#include "views/common/findings_model.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSocketNotifier>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace stagescope {

namespace {

constexpr qsizetype kMostRequest = 4096;
constexpr std::size_t kMostClients = 8;

/// Whether both paths mean the same place.
bool isPlace(const std::string &path, const std::string &other) {
    std::error_code error;
    return path == other || std::filesystem::equivalent(path, other, error);
}

bool isOfThisUser(int client) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::getuid();
}

QByteArray listenerLine(const QString &key, const QString &text) {
    return QJsonDocument(QJsonObject{{key, text}}).toJson(QJsonDocument::Compact) + '\n';
}

}  // namespace

ShowListener::ShowListener(Selection *selection, const OpenRuns *runs, QObject *parent)
    : QObject(parent), m_selection(selection), m_runs(runs) {
    listen();
    connect(runs, &OpenRuns::workspaceChanged, this, &ShowListener::showWanted);
}

ShowListener::~ShowListener() {
    while (!m_clients.empty()) {
        close(m_clients.begin()->first);
    }
    if (m_socket >= 0) {
        ::close(m_socket);
        ::unlink(m_path.c_str());
    }
}

void ShowListener::listen() {
    const auto folder = windowSocketFolder();
    const auto path = windowSocketOf(static_cast<int>(::getpid()));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    struct stat facts {};
    constexpr mode_t kOwn = 0700;
    if (folder.empty() || path.size() >= sizeof address.sun_path ||
        (::mkdir(folder.c_str(), kOwn) != 0 && errno != EEXIST) || ::lstat(folder.c_str(), &facts) != 0 ||
        !S_ISDIR(facts.st_mode) || facts.st_uid != ::getuid() || (facts.st_mode & 077) != 0) {
        return;
    }
    path.copy(address.sun_path, path.size());
    ::unlink(path.c_str());  // of a process of this number that was killed
    m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (m_socket < 0 || ::bind(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 ||
        ::listen(m_socket, static_cast<int>(kMostClients)) != 0) {
        if (m_socket >= 0) {
            ::close(m_socket);
        }
        m_socket = -1;
        return;
    }
    m_path = path;
    auto *notifier = new QSocketNotifier(m_socket, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &ShowListener::accept);
}

void ShowListener::accept() {
    const int client = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client < 0) {
        return;
    }
    if (m_clients.size() >= kMostClients || !isOfThisUser(client)) {
        ::close(client);
        return;
    }
    auto *notifier = new QSocketNotifier(client, QSocketNotifier::Read, this);
    m_clients[client] = {notifier, {}};
    connect(notifier, &QSocketNotifier::activated, this, [this, client] { read(client); });
}

void ShowListener::close(int client) {
    const auto it = m_clients.find(client);
    if (it != m_clients.end()) {
        it->second.notifier->setEnabled(false);
        it->second.notifier->deleteLater();
        m_clients.erase(it);
        ::close(client);
    }
}

void ShowListener::read(int client) {
    char piece[512];
    const auto got = ::recv(client, piece, sizeof piece, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    auto &text = m_clients[client].text;
    text.append(piece, std::max<qsizetype>(got, 0));
    if (const auto end = text.indexOf('\n'); end >= 0) {
        const auto answer = answerTo(text.left(end));
        std::ignore = ::send(client, answer.constData(), static_cast<std::size_t>(answer.size()), MSG_NOSIGNAL);
        close(client);
    } else if (got <= 0 || text.size() > kMostRequest) {
        close(client);
    }
}

void ShowListener::show(const ItemRef &item) {
    showItem(item, m_selection, this, [this](const QString &place) { Q_EMIT viewRequested(place); });
}

void ShowListener::showWhenThere(const ItemRef &item) {
    m_wanted = item;
    showWanted();
}

void ShowListener::showWanted() {
    const auto workspace = m_runs->workspace();
    if (m_wanted && workspace != nullptr && itemFacts(*workspace, *m_wanted)) {
        show(*std::exchange(m_wanted, std::nullopt));
    }
}

QByteArray ShowListener::answerTo(const QByteArray &line) {
    const auto request = QJsonDocument::fromJson(line).object();
    const auto path = request[QStringLiteral("path")].toString().toStdString();
    const auto item = itemFromText(request[QStringLiteral("show")].toString().toStdString());
    const auto cannot = QStringLiteral("cannot");
    if (!item) {
        return listenerLine(cannot, QStringLiteral("this is no item"));
    }
    const auto workspace = m_runs->workspace();
    const auto *run = workspace == nullptr ? nullptr : workspace->mainRun();
    if (run == nullptr || !isPlace(run->path, path)) {
        return listenerLine(cannot, QStringLiteral("the window has another profile open"));
    }
    const auto facts = itemFacts(*workspace, *item);
    if (!facts) {
        return listenerLine(cannot, QStringLiteral("the window has not loaded this item"));
    }
    show(*item);
    const auto what = utf8Text(facts->what.empty() ? toText(*item) : facts->what);
    Q_EMIT told(tr("Shown by an assistant: %1").arg(what));
    return listenerLine(QStringLiteral("shown"), what);
}

}  // namespace stagescope
