#include "app/window/remote_runs.h"

#include "app/askpass/ask_pass.h"
#include "app/program.h"
#include "app/remote/near_side.h"
#include "app/remote/program_copy.h"
#include "core/session/discovery/discovery.h"
#include "core/session/remote_address.h"

#include <QtWidgets/QInputDialog>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QProgressDialog>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace stagescope {

namespace {
constexpr std::uint64_t kMostBytes = 50'000'000;  ///< of all ranks, before one is asked for
}

RemoteRuns::RemoteRuns(QWidget *window) : QObject(window), m_window(window) {}

bool RemoteRuns::isAddress(const QString &path) {
    const auto text = path.toStdString();
    return !isThere(text) && remoteAddress(text).has_value();
}

void RemoteRuns::bring(const QStringList &paths, std::function<void(const QStringList &)> then) {
    cancel();
    m_paths = paths;
    m_at = 0;
    m_isOpened = false;
    m_mayCopy = false;
    m_then = std::move(then);
    bringNext();
}

/// What is open by then looks whole, and is not.
void RemoteRuns::cancel() {
    const bool isPart = m_isOpened && m_bringing.isBusy();
    m_bringing.cancel();
    if (isPart) {
        Q_EMIT failed(partText(m_paths.value(m_at)));
    }
}

QString RemoteRuns::partText(const QString &begin) {
    return tr("%1. Only some of its ranks are open: open it again for the rest").arg(begin);
}

void RemoteRuns::bringNext() {
    while (m_at < m_paths.size() && !isAddress(m_paths[m_at])) {
        ++m_at;
    }
    if (m_at == m_paths.size()) {
        delete m_dialog;
        m_isOpened ? Q_EMIT grown(m_paths.last()) : m_then(m_paths);
        return;
    }
    const auto address = m_paths[m_at];
    showProgress(address, 0, 0);
    m_lacksProgram = std::make_shared<std::atomic<bool>>(false);
    m_bringing.start(
        [this, address, variables = sshAskVariables(programPath()), lacks = m_lacksProgram,
         mayCopy = m_mayCopy](const std::stop_token &stop) {
            // While this is still what is brought.
            const auto later = [this, address, &stop](const std::function<void()> &what) {
                if (!stop.stop_requested()) {
                    QMetaObject::invokeMethod(this, [this, address, what] {
                        if (m_bringing.isBusy() && m_paths.value(m_at) == address) {
                            what();
                        }
                    });
                }
            };
            const auto opens = [this, later](const std::string &folder) {
                later([this, path = QString::fromStdString(folder)] { open(path); });
            };
            const auto progress = [this, address, later](std::size_t done, std::size_t all) {
                later([this, address, done, all] { showProgress(address, done, all); });
            };
            const RemoteWish wish{.level = BundleLevel::Pipeline,
                                  .variables = variables,
                                  .mostBytes = kMostBytes,
                                  .mayCopy =
                                      [lacks, mayCopy] {
                                          *lacks = true;
                                          return mayCopy;
                                      },
                                  .opens = opens};
            return bringRemote(*remoteAddress(address.toStdString()), wish, progress, stop);
        },
        [this](const Result<std::string> &folder) { take(folder); });
}

/// The last one can be looked at while the rest of it comes.
void RemoteRuns::open(const QString &folder) {
    const bool isLast = std::none_of(m_paths.begin() + m_at + 1, m_paths.end(), &RemoteRuns::isAddress);
    if (isLast && !m_isOpened) {
        m_isOpened = true;
        auto paths = m_paths;
        paths[m_at] = folder;
        m_then(paths);
    }
}

void RemoteRuns::take(const Result<std::string> &folder) {
    if (!folder) {
        delete m_dialog;
        const auto trouble = QString::fromStdString(errorLine(folder.error()));
        *m_lacksProgram && !m_mayCopy && portableFolder() ? offerCopy(trouble)
                                                          : Q_EMIT failed(m_isOpened ? partText(trouble) : trouble);
        return;
    }
    m_paths[m_at] = QString::fromStdString(*folder);
    if (m_isOpened) {
        m_paths = {m_paths[m_at]};
        m_at = 0;
    }
    bringNext();
}

void RemoteRuns::offerCopy(const QString &trouble) {
    auto *box = new QMessageBox(QMessageBox::Question, tr("Remote profile"),
                                tr("Copy stagescope-cli and its libraries there, into ~/.local/share/stagescope?"),
                                QMessageBox::Yes | QMessageBox::No, m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(trouble);
    connect(box, &QMessageBox::finished, this, [this, trouble](int answer) {
        m_mayCopy = answer == QMessageBox::Yes;
        m_mayCopy ? bringNext() : Q_EMIT failed(trouble);
    });
    box->open();
}

void RemoteRuns::showProgress(const QString &address, std::size_t done, std::size_t all) {
    if (m_dialog == nullptr) {
        m_dialog = new QProgressDialog(m_window);
        m_dialog->setWindowTitle(tr("Remote profile"));
        m_dialog->setWindowModality(Qt::NonModal);  // a modal one lets events in while its value is set
        m_dialog->setAutoClose(false);
        m_dialog->setAutoReset(false);
        connect(m_dialog, &QProgressDialog::canceled, this, [this] {
            cancel();
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
