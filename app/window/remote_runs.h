#pragma once

#include "core/base/result.h"
#include "views/common/async_result.h"

#include <QtCore/QMap>
#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QStringList>

#include <functional>
#include <string>

class QProgressDialog;
class QWidget;

namespace stagescope {

/// Profiles on other machines (bringRemote), one after the other, with a dialog that says how far they are and cancels.
/// What ssh asks for it asks in a window (ask_pass.h), unless the user has a program for it. GUI thread.
class RemoteRuns : public QObject {
    Q_OBJECT
public:
    /// The window of the dialogs owns this.
    explicit RemoteRuns(QWidget *window);

    /// Whether a text is an address ("host:path", "ssh://host/path") and no file of that name is here.
    [[nodiscard]] static bool isAddress(const QString &path);
    /// Calls `then` with the paths as they are here: of each address the folder that it was brought into. Not called
    /// where one failed, which is told, or the user cancelled.
    void bring(const QStringList &paths, std::function<void(const QStringList &)> then);
    /// What a folder was brought from; of all others the path itself.
    [[nodiscard]] QString addressOf(const QString &path) const { return m_addresses.value(path, path); }
    /// Asks for an address and brings it.
    void ask(std::function<void(const QStringList &)> then);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void bringNext();
    void showProgress(const QString &address, std::size_t done, std::size_t all);

    QWidget *m_window;
    QMap<QString, QString> m_addresses;  ///< by folder
    QStringList m_paths;                 ///< what is wanted, as far as it is here already
    int m_at = 0;                        ///< the next one
    std::function<void(const QStringList &)> m_then;
    QPointer<QProgressDialog> m_dialog;
    AsyncResult<Result<std::string>> m_bringing;
};

}  // namespace stagescope
