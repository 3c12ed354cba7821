#pragma once

#include "core/base/result.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QStringList>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

class QProgressDialog;
class QWidget;

namespace stagescope {

/// Profiles on other machines (bringRemote), one after the other, with a dialog that says how far they are and cancels.
/// Where stagescope-cli is missing there it offers to copy it. What ssh asks for it asks in a window (ask_pass.h),
/// unless the user has a program for it. GUI thread.
class RemoteRuns : public QObject {
    Q_OBJECT
public:
    /// The window of the dialogs owns this.
    explicit RemoteRuns(QWidget *window);

    /// Whether a text is an address ("host:path", "ssh://host/path") and no file of that name is here.
    [[nodiscard]] static bool isAddress(const QString &path);
    /// Calls `then` with the paths as they are here: of each address the folder that it was brought into. Of the last
    /// one that may be before all of it is here: grown() tells when it is, failed() when it will not be. Not called
    /// where one failed before, which is told, or the user cancelled.
    void bring(const QStringList &paths, std::function<void(const QStringList &)> then);
    /// Asks for an address and brings it.
    void ask(std::function<void(const QStringList &)> then);

Q_SIGNALS:
    void failed(const QString &sentence);
    /// All of a folder is here that `then` got before.
    void grown(const QString &folder);

private:
    void cancel();
    /// `begin`: the address, or what went wrong with it.
    static QString partText(const QString &begin);
    void bringNext();
    void take(const Result<std::string> &folder);
    void open(const QString &folder);
    void offerCopy(const QString &trouble);
    void showProgress(const QString &address, std::size_t done, std::size_t all);

    QWidget *m_window;
    QStringList m_paths;  ///< what is wanted, as far as it is here already
    int m_at = 0;         ///< the next one
    bool m_isOpened = false;
    bool m_mayCopy = false;
    std::shared_ptr<std::atomic<bool>> m_lacksProgram;  ///< set by the one that is brought
    std::function<void(const QStringList &)> m_then;
    QPointer<QProgressDialog> m_dialog;
    AsyncResult<Result<std::string>> m_bringing;
};

}  // namespace stagescope
