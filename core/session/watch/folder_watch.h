#pragma once

#include "core/session/watch/watch_book.h"

#include <QtCore/QFileSystemWatcher>
#include <QtCore/QObject>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace stagescope {

/// Follows a folder that a profiler fills: looks at it (WatchBook) every few seconds in a thread of its own, and at
/// once when the file system tells that something came or went. Network file systems (NFS, Lustre) tell nothing of what
/// other machines write: there the looks alone find it. Owned by whoever watches; its thread needs an event loop.
/// Destroying it stops and waits for the look under way, which stops soon.
class FolderWatch : public QObject {
    Q_OBJECT
public:
    struct Options {
        std::chrono::milliseconds poll{2000};          ///< from the end of a look to the next
        std::chrono::nanoseconds quiet = kUsualQuiet;  ///< see judgeCapture
        bool useEvents = true;
    };

    explicit FolderWatch(QObject *parent = nullptr);
    ~FolderWatch() override;

    /// Watches that folder in place of another; it need not be there yet.
    void start(const std::string &folder, Options options);
    void start(const std::string &folder) { start(folder, Options{}); }
    void stop();
    [[nodiscard]] bool isWatching() const { return m_thread.joinable(); }
    /// Of the last look; null before the first one. It never changes.
    [[nodiscard]] std::shared_ptr<const WatchReport> report() const { return m_report; }

Q_SIGNALS:
    /// A look found something else than the one before, or is the first one.
    void changed();

private:
    void run(const std::string &folder, const Options &options, const std::stop_token &stop);
    void publish(WatchReport report);
    void take();
    void lookSoon();

    std::shared_ptr<const WatchReport> m_report;
    QFileSystemWatcher m_events;
    bool m_useEvents = true;
    std::mutex m_mutex;  ///< guards the two below
    std::shared_ptr<const WatchReport> m_next;
    bool m_isWanted = false;  ///< a look, before its time
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

}  // namespace stagescope
