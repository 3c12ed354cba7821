// Remote stores that a test starts itself on the loopback interface, and what their clients need to know.
#pragma once

#include "tests/support/places.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QStandardPaths>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <memory>

namespace stagescope {

inline QString rcloneProgram() { return QStandardPaths::findExecutable(QStringLiteral("rclone")); }

/// rclone keeps passwords so.
inline QString obscured(const QString &password) {
    QProcess process;
    process.start(rcloneProgram(), {QStringLiteral("obscure"), password});
    process.waitForFinished();
    return QString::fromLatin1(process.readAllStandardOutput()).trimmed();
}

/// A server that ends with this object, once it has said on which port of 127.0.0.1 it listens.
class RemoteStore {
public:
    static constexpr const char *kUser = "tester";
    static constexpr const char *kPassword = "loopback-secret";

    RemoteStore(const QString &program, const QStringList &words) {
        m_server.setProcessChannelMode(QProcess::MergedChannels);
        m_server.start(program, words);
        static const QRegularExpression address(QStringLiteral("(?:listening|started) on \\D*127\\.0\\.0\\.1:(\\d+)"));
        QElapsedTimer timer;
        timer.start();
        while (m_port.isEmpty() && timer.elapsed() < 60'000 && m_server.state() != QProcess::NotRunning) {
            m_server.waitForReadyRead(100);
            m_said += QString::fromUtf8(m_server.readAll());
            m_port = address.match(m_said).captured(1);
        }
    }
    /// `rclone serve KIND FOLDER`
    static std::shared_ptr<RemoteStore> serving(const char *kind, const QString &folder) {
        return std::make_shared<RemoteStore>(
            rcloneProgram(), QStringList{QStringLiteral("serve"), QLatin1String(kind), folder, QStringLiteral("--addr"),
                                         QStringLiteral("127.0.0.1:0"), QStringLiteral("--user"), QLatin1String(kUser),
                                         QStringLiteral("--pass"), QLatin1String(kPassword), QStringLiteral("-v")});
    }
    /// object_store.py, with everything in a folder that is made for it.
    static std::shared_ptr<RemoteStore> objects(const QString &folder) {
        QDir(folder).removeRecursively();
        QDir().mkpath(folder);
        return std::make_shared<RemoteStore>(QStringLiteral("/usr/bin/python3"),
                                             QStringList{sourcePath("tests/app/object_store.py"), folder,
                                                         QLatin1String(kUser), QLatin1String(kPassword)});
    }
    /// signed_store.py, which gives out a folder.
    static std::shared_ptr<RemoteStore> signedObjects(const QString &folder) {
        return std::make_shared<RemoteStore>(QStringLiteral("/usr/bin/python3"),
                                             QStringList{sourcePath("tests/app/signed_store.py"), folder,
                                                         QLatin1String(kUser), QLatin1String(kPassword)});
    }
    ~RemoteStore() {
        m_server.terminate();
        if (!m_server.waitForFinished(10'000)) {
            m_server.kill();
            m_server.waitForFinished();
        }
    }
    RemoteStore(const RemoteStore &) = delete;
    RemoteStore &operator=(const RemoteStore &) = delete;

    /// Empty when it did not start: `said` tells why.
    [[nodiscard]] const QString &port() const { return m_port; }
    [[nodiscard]] const QString &said() const { return m_said; }
    /// What it needs is not installed here.
    [[nodiscard]] bool isAbsent() const {
        constexpr int kSkipped = 77;
        return m_port.isEmpty() && m_server.state() == QProcess::NotRunning && m_server.exitCode() == kSkipped;
    }

private:
    QProcess m_server;
    QString m_port;
    QString m_said;
};

}  // namespace stagescope
