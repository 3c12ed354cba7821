#pragma once

#include <QtCore/QFutureWatcher>
#include <QtCore/QObject>
#include <QtCore/QPromise>
#include <QtCore/QRunnable>
#include <QtCore/QThreadPool>

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace stagescope {

/// Runs a function on the pool and calls back on the GUI thread with its result; starting anew stops the one before
/// (its result is dropped). What the function throws is thrown there. Destroying it stops and waits.
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
        auto task = std::make_unique<Task>(std::move(work), m_stop.get_token());
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher,
                         [this, outcome = task->outcome(), done = std::move(done)] {
                             m_busy = false;
                             done(outcome->take());
                         });
        m_watcher.setFuture(task->future());
        passHandOver();
        QThreadPool::globalInstance()->start(task.release());
    }
    /// Work under way stops; its result is dropped.
    void cancel() {
        m_stop.request_stop();
        m_watcher.disconnect();
        m_busy = false;
    }
    [[nodiscard]] bool isBusy() const { return m_busy; }

private:
    class Outcome {
    public:
        void set(T value) {
            const std::scoped_lock lock(m_mutex);
            m_value = std::move(value);
        }
        void fail(std::exception_ptr error) {
            const std::scoped_lock lock(m_mutex);
            m_error = std::move(error);
        }
        [[nodiscard]] T take() {
            const std::scoped_lock lock(m_mutex);
            if (m_error) {
                std::rethrow_exception(m_error);
            }
            return std::move(*m_value);
        }

    private:
        std::mutex m_mutex;
        std::optional<T> m_value;
        std::exception_ptr m_error;
    };

    /// ThreadSanitizer cannot see how Qt's pool hands a task over; that both threads take this mutex, it can.
    static void passHandOver() {
        static std::mutex mutex;
        const std::scoped_lock lock(mutex);
    }

    class Task final : public QRunnable {
    public:
        Task(std::function<T(std::stop_token)> work, std::stop_token stop)
            : m_work(std::move(work)), m_stop(std::move(stop)), m_outcome(std::make_shared<Outcome>()) {
            m_promise.start();
        }
        [[nodiscard]] std::shared_ptr<Outcome> outcome() const { return m_outcome; }
        [[nodiscard]] QFuture<void> future() const { return m_promise.future(); }

        void run() override {
            passHandOver();
            try {
                m_outcome->set(m_work(m_stop));
            } catch (...) {
                m_outcome->fail(std::current_exception());
            }
            m_work = nullptr;  // what it holds is free before anyone hears of the end
            m_promise.finish();
        }

    private:
        std::function<T(std::stop_token)> m_work;
        std::stop_token m_stop;
        std::shared_ptr<Outcome> m_outcome;
        QPromise<void> m_promise;
    };

    std::stop_source m_stop;
    QFutureWatcher<void> m_watcher;
    bool m_busy = false;
};

}  // namespace stagescope
