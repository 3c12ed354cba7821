#include "core/session/watch/folder_watch.h"

#include <QtCore/QStringList>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

/// The system's watches are limited (fs.inotify.max_user_watches), and looks find the rest.
constexpr int kMostEventFolders = 128;
/// A writer that makes thousands of files makes as many events.
constexpr std::chrono::milliseconds kLeastGap{200};

bool isSame(const WatchReport &a, const WatchReport &b) {
    const auto error = [](const WatchReport &report) {
        return report.readable ? std::string() : errorLine(report.readable.error());
    };
    return a.captures == b.captures && a.log == b.log && error(a) == error(b);
}

/// Where a mark or a file may come: the folder itself and what is being written.
QStringList eventFolders(const WatchReport &report) {
    QStringList folders{QString::fromStdString(report.folder)};
    for (const auto &capture : report.captures) {
        // Qt complains of what may not be watched.
        const bool isAwaited = capture.isFolder && capture.verdict.state != CaptureState::Complete &&
                               capture.verdict.state != CaptureState::Unreadable;
        if (isAwaited && folders.size() < kMostEventFolders) {
            const auto path = QString::fromStdString(capture.path);
            folders << path << path + QStringLiteral("/ASCEND_PROFILER_OUTPUT");
        }
    }
    return folders;
}

}  // namespace

FolderWatch::FolderWatch(QObject *parent) : QObject(parent) {
    connect(&m_events, &QFileSystemWatcher::directoryChanged, this, &FolderWatch::lookSoon);
    connect(&m_events, &QFileSystemWatcher::fileChanged, this, &FolderWatch::lookSoon);
}

FolderWatch::~FolderWatch() { stop(); }

void FolderWatch::start(const std::string &folder, Options options) {
    stop();
    m_useEvents = options.useEvents;
    m_thread = std::jthread([this, folder, options](const std::stop_token &stop) { run(folder, options, stop); });
}

void FolderWatch::stop() {
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
        m_thread = {};
    }
    m_report.reset();
    m_next.reset();
    m_isWanted = false;
    const auto watched = m_events.directories() + m_events.files();
    if (!watched.isEmpty()) {
        m_events.removePaths(watched);
    }
}

void FolderWatch::run(const std::string &folder, const Options &options, const std::stop_token &stop) {
    WatchBook book(folder, options.quiet);
    while (!stop.stop_requested()) {
        auto report = book.look(WatchMoment::now(), stop);
        if (stop.stop_requested()) {
            return;
        }
        publish(std::move(report));
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, stop, std::min(kLeastGap, options.poll), [] { return false; });
        m_wake.wait_for(lock, stop, options.poll, [this] { return m_isWanted; });
        m_isWanted = false;
    }
}

void FolderWatch::publish(WatchReport report) {
    {
        const std::scoped_lock lock(m_mutex);
        m_next = std::make_shared<const WatchReport>(std::move(report));
    }
    QMetaObject::invokeMethod(this, &FolderWatch::take, Qt::QueuedConnection);
}

void FolderWatch::take() {
    std::shared_ptr<const WatchReport> next;
    {
        const std::scoped_lock lock(m_mutex);
        next = std::exchange(m_next, nullptr);
    }
    if (next == nullptr) {
        return;  // taken with the one before, or stopped since
    }
    if (m_useEvents) {
        QStringList missing = eventFolders(*next);
        const auto watched = m_events.directories() + m_events.files();
        missing.erase(
            std::remove_if(missing.begin(), missing.end(), [&](const QString &path) { return watched.contains(path); }),
            missing.end());
        if (!missing.isEmpty()) {
            m_events.addPaths(missing);  // those that are not there are not watched
        }
    }
    const bool isNews = m_report == nullptr || !isSame(*m_report, *next);
    m_report = std::move(next);
    if (isNews) {
        Q_EMIT changed();
    }
}

void FolderWatch::lookSoon() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isWanted = true;
    }
    m_wake.notify_all();
}

}  // namespace stagescope
