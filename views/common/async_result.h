#pragma once

#include <QtConcurrent/QtConcurrentRun>
#include <QtCore/QFutureWatcher>
#include <QtCore/QObject>

#include <functional>
#include <stop_token>
#include <utility>

namespace stagescope {

/// Runs a function on the pool and calls back on the GUI thread with its result; starting anew stops the one before
/// (its result is dropped). Destroying it stops and waits.
template <class T>
class AsyncResult {
public:
    AsyncResult() = default;
    AsyncResult(const AsyncResult &) = delete;
    AsyncResult &operator=(const AsyncResult &) = delete;
    ~AsyncResult() {
        m_stop.request_stop();
        m_watcher.disconnect();
        m_watcher.waitForFinished();
    }

    void start(std::function<T(std::stop_token)> work, std::function<void(T)> done) {
        m_stop.request_stop();
        m_watcher.disconnect();
        m_stop = std::stop_source();
        m_busy = true;
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher, [this, done = std::move(done)] {
            m_busy = false;
            done(m_watcher.result());
        });
        m_watcher.setFuture(
            QtConcurrent::run([work = std::move(work), token = m_stop.get_token()] { return work(token); }));
    }
    [[nodiscard]] bool isBusy() const { return m_busy; }

private:
    std::stop_source m_stop;
    QFutureWatcher<T> m_watcher;
    bool m_busy = false;
};

}  // namespace stagescope
