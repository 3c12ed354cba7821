#pragma once

#include "core/session/selection.h"

#include <QtCore/QObject>

#include <map>
#include <optional>
#include <string>

class QSocketNotifier;

namespace stagescope {

class OpenRuns;

/// Lets an assistant of the same user show an item in this window: a socket in $XDG_RUNTIME_DIR that takes
/// {"show": ITEM, "path": PATH} and answers {"shown": ...} or {"cannot": ...}, a line each. It selects and turns pages,
/// and does nothing else; nothing is opened. Without that folder it does not listen. GUI thread.
class ShowListener : public QObject {
    Q_OBJECT
public:
    ShowListener(Selection *selection, const OpenRuns *runs, QObject *parent = nullptr);
    ~ShowListener() override;

    /// As soon as it is loaded.
    void showWhenThere(const ItemRef &item);
    /// Empty: it does not listen.
    [[nodiscard]] const std::string &socketPath() const { return m_path; }

Q_SIGNALS:
    void viewRequested(const QString &id);
    /// "Shown by an assistant: ..."
    void told(const QString &text);

private:
    void listen();
    void accept();
    void read(int client);
    void close(int client);
    void show(const ItemRef &item);
    void showWanted();
    [[nodiscard]] QByteArray answerTo(const QByteArray &line);

    struct Client {
        QSocketNotifier *notifier = nullptr;
        QByteArray text;
    };
    Selection *m_selection;
    const OpenRuns *m_runs;
    std::string m_path;
    int m_socket = -1;
    std::map<int, Client> m_clients;
    std::optional<ItemRef> m_wanted;
};

}  // namespace stagescope
