#include "app/window/remote_runs.h"

#include "app/askpass/ask_pass.h"
#include "app/program.h"
#include "app/remote/near_side.h"
#include "core/session/discovery/discovery.h"
#include "core/session/remote_address.h"

#include <QtWidgets/QInputDialog>
#include <QtWidgets/QProgressDialog>

#include <utility>

namespace stagescope {

RemoteRuns::RemoteRuns(QWidget *window) : QObject(window), m_window(window) {}

bool RemoteRuns::isAddress(const QString &path) {
    const auto text = path.toStdString();
    return !isThere(text) && remoteAddress(text).has_value();
}

void RemoteRuns::bring(const QStringList &paths, std::function<void(const QStringList &)> then) {
    m_bringing.cancel();
    m_paths = paths;
    m_at = 0;
    m_then = std::move(then);
    bringNext();
}

void RemoteRuns::bringNext() {
    while (m_at < m_paths.size() && !isAddress(m_paths[m_at])) {
        ++m_at;
    }
    if (m_at == m_paths.size()) {
        delete m_dialog;
        m_then(m_paths);
        return;
    }
    const auto address = m_paths[m_at];
    showProgress(address, 0, 0);
    m_bringing.start(
        [this, address, wish = RemoteWish{.level = BundleLevel::Pipeline, .variables = sshAskVariables(programPath())}](
            const std::stop_token &stop) {
            const auto progress = [this, address, &stop](std::size_t done, std::size_t all) {
                if (stop.stop_requested()) {
                    return;
                }
                QMetaObject::invokeMethod(this, [this, address, done, all] {
                    if (m_bringing.isBusy() && m_paths.value(m_at) == address) {
                        showProgress(address, done, all);
                    }
                });
            };
            return bringRemote(*remoteAddress(address.toStdString()), wish, progress, stop);
        },
        [this, address](const Result<std::string> &folder) {
            if (!folder) {
                delete m_dialog;
                Q_EMIT failed(QString::fromStdString(errorLine(folder.error())));
                return;
            }
            m_paths[m_at] = QString::fromStdString(*folder);
            m_addresses.insert(m_paths[m_at], address);
            bringNext();
        });
}

void RemoteRuns::showProgress(const QString &address, std::size_t done, std::size_t all) {
    if (m_dialog == nullptr) {
        m_dialog = new QProgressDialog(m_window);
        m_dialog->setWindowTitle(tr("Remote profile"));
        m_dialog->setWindowModality(Qt::NonModal);  // a modal one lets events in while its value is set
        m_dialog->setAutoClose(false);
        m_dialog->setAutoReset(false);
        connect(m_dialog, &QProgressDialog::canceled, this, [this] {
            m_bringing.cancel();
            m_dialog->deleteLater();
            m_dialog = nullptr;
        });
        m_dialog->show();
    }
    m_dialog->setRange(0, static_cast<int>(all));
    m_dialog->setValue(static_cast<int>(done));
    m_dialog->setLabelText(all == 0 ? tr("Connecting: %1").arg(address)
                                    : tr("%1: ranks %2 of %3").arg(address).arg(done).arg(all));
}

void RemoteRuns::ask(std::function<void(const QStringList &)> then) {
    auto *dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Open remote profile"));
    dialog->setLabelText(tr("Address, as for ssh: HOST:PATH or ssh://USER@HOST:PORT/PATH"));
    dialog->setInputMode(QInputDialog::TextInput);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, then = std::move(then)](const QString &text) {
        const auto address = text.trimmed();
        isAddress(address) ? bring({address}, then)
                           : Q_EMIT failed(tr("%1: no address: HOST:PATH or ssh://HOST/PATH").arg(address));
    });
    dialog->open();
}

}  // namespace stagescope
