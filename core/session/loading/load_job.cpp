#include "core/session/loading/load_job.h"

#include "core/formats/format_list.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_queue.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

namespace stagescope {

class LoadJob::Impl {
public:
    Impl(std::string path, RunId id, const Options &options)
        : m_path(std::move(path)),
          m_id(id),
          m_capture(options.capture),
          m_listed(options.listed),
          m_formats(options.formats.empty() ? formatList() : options.formats),
          m_cache(options.cache),
          m_queue(m_path, id, options, m_formats),
          m_previewFrom(options.previewFrom),
          m_isDrawn(options.isDrawn),
          m_gate(options.gate),
          m_threads(options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency())) {
        m_workers.emplace_back([this](const std::stop_token &quit) { work(quit, true); });
        for (unsigned i = 1; i < m_threads; ++i) {
            try {
                m_workers.emplace_back([this](const std::stop_token &quit) { work(quit, false); });
            } catch (const std::system_error &) {
                break;  // no more threads: the first does it all
            }
        }
    }
    ~Impl() {
        cancel();
        for (auto &worker : m_workers) {
            worker.request_stop();
        }
        m_wake.notify_all();
        m_workers.clear();
    }
    Impl(const Impl &) = delete;
    Impl &operator=(const Impl &) = delete;

    void cancel() {
        const std::scoped_lock lock(m_mutex);
        m_cancelled = true;
        m_discovery.request_stop();
        m_queue.cancel();
        m_idle.notify_all();
    }
    bool wait(const std::function<void(const LoadStatus &)> &tick) {
        std::unique_lock lock(m_mutex);
        constexpr auto kTick = std::chrono::milliseconds(50);
        while (!m_idle.wait_for(lock, kTick, [&] { return m_cancelled || isIdle(); })) {
            if (tick) {
                const auto now = currentStatus();
                lock.unlock();
                tick(now);
                lock.lock();
            }
        }
        return !m_cancelled;
    }
    /// Runs fn on the queue and lets the workers look for tasks.
    template <class Fn>
    void change(Fn &&fn) {
        const std::scoped_lock lock(m_mutex);
        fn(m_queue);
        m_wake.notify_all();
        m_idle.notify_all();
    }
    void restart() {
        const std::scoped_lock lock(m_mutex);
        m_cancelled = m_cancelled && !m_discovered;
    }
    template <class Fn>
    auto read(Fn &&fn) {
        const std::scoped_lock lock(m_mutex);
        return fn(m_queue);
    }
    LoadStatus status() {
        const std::scoped_lock lock(m_mutex);
        return currentStatus();
    }
    std::optional<Error> error() {
        const std::scoped_lock lock(m_mutex);
        return m_error;
    }

private:
    [[nodiscard]] bool isIdle() const { return m_discovered && m_queue.isIdle(); }
    [[nodiscard]] LoadStatus currentStatus() const {
        auto status = m_queue.status();
        status.running = !m_cancelled && !isIdle();
        return status;
    }

    void discoverPath() {
        auto run = m_listed ? Result<Run>(*std::exchange(m_listed, {}))
                            : discover(m_path, m_id, m_discovery.get_token(), m_formats);
        if (run && !m_capture.empty()) {
            run->wantedCapture = m_capture;
            arrangeCaptures(*run);
        }
        const std::scoped_lock lock(m_mutex);
        if (run && !m_cancelled) {
            m_queue.setDiscovered(std::move(*run));
        } else if (!run && run.error().kind != ErrorKind::Cancelled) {
            m_error = run.error();
        }
        m_discovered = true;
        m_wake.notify_all();
        m_idle.notify_all();
    }

    static void prepare(const std::vector<LoadedSource> &loaded) {
        for (const auto &source : loaded) {
            std::ranges::for_each(source.traces, &TraceStore::prepare);
        }
    }
    void work(const std::stop_token &quit, bool discovers) {
        if (discovers) {
            discoverPath();
        }
        std::unique_lock lock(m_mutex);
        const auto canTake = [&] { return m_queue.hasTask() && !m_queue.isPaused(); };
        while (m_wake.wait(lock, quit, canTake)) {
            const auto task = m_queue.take(m_threads);
            lock.unlock();
            const LoadControl control{task->stop.get_token(), task->depth, task->workers, &task->progress,
                                      m_previewFrom};
            const auto preview = [&](LoadedSource part) {
                const std::scoped_lock partLock(m_mutex);
                m_queue.showPreview(task, std::move(part));
            };
            auto result = loadFiles(task->files, control, m_formats, m_cache.get(), preview);
            if (m_isDrawn) {
                prepare(result.loaded);
            }
            if (m_gate) {
                m_gate(task->entry, task->depth, control.stop);
            }
            lock.lock();
            m_queue.finish(task, std::move(result));
            m_wake.notify_all();
            m_idle.notify_all();
        }
    }

    std::string m_path;
    RunId m_id;
    std::string m_capture;
    std::optional<Run> m_listed;  ///< the first worker's
    LoadQueue::Formats m_formats;
    std::shared_ptr<SessionCache> m_cache;
    std::mutex m_mutex;
    LoadQueue m_queue;
    std::uint64_t m_previewFrom;
    bool m_isDrawn;
    Gate m_gate;
    unsigned m_threads;
    std::optional<Error> m_error;
    std::stop_source m_discovery;
    bool m_discovered = false;
    bool m_cancelled = false;
    std::condition_variable_any m_wake;
    std::condition_variable_any m_idle;
    std::vector<std::jthread> m_workers;  ///< last: they end before anything they use
};

LoadJob::LoadJob(std::string path, RunId id, Options options)
    : m_impl(std::make_unique<Impl>(std::move(path), id, options)) {}

LoadJob::~LoadJob() = default;

void LoadJob::requestDeep(const std::vector<int> &ranks) {
    m_impl->restart();
    m_impl->change([&](LoadQueue &queue) { queue.requestDeep(ranks); });
}

void LoadJob::choose(SourceId source) {
    m_impl->restart();
    m_impl->change([&](LoadQueue &queue) { queue.choose(source); });
}

void LoadJob::readSource(RankSource source) {
    m_impl->restart();
    m_impl->change([&](LoadQueue &queue) { queue.readSource(std::move(source)); });
}

void LoadJob::leaveSource(int rank) {
    m_impl->restart();
    m_impl->change([&](LoadQueue &queue) { queue.leaveSource(rank); });
}

void LoadJob::setPaused(bool paused) {
    m_impl->change([&](LoadQueue &queue) { queue.setPaused(paused); });
}

void LoadJob::cancel() { m_impl->cancel(); }

bool LoadJob::wait(const std::function<void(const LoadStatus &)> &tick) { return m_impl->wait(tick); }

LoadStatus LoadJob::status() const { return m_impl->status(); }

std::uint64_t LoadJob::version() const {
    return m_impl->read([](LoadQueue &queue) { return queue.version(); });
}

std::shared_ptr<const Run> LoadJob::snapshot() const {
    return m_impl->read([](LoadQueue &queue) { return queue.snapshot(); });
}

std::optional<Error> LoadJob::error() const { return m_impl->error(); }

namespace {

Result<Run> loadedBy(LoadJob::Options options, const std::string &path, RunId id, LoadDepth depth,
                     const std::vector<int> &ranks, const std::function<void(const LoadStatus &)> &tick) {
    constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();
    options.autoDeepBytes = depth == LoadDepth::Deep && ranks.empty() ? kAll : 0;
    options.deepBudgetBytes = kAll;
    LoadJob job(path, id, std::move(options));
    if (depth == LoadDepth::Deep) {
        job.requestDeep(ranks);
    }
    if (!job.wait(tick)) {
        return fail(ErrorKind::Cancelled, "cancelled", path);
    }
    if (const auto error = job.error()) {
        return tl::make_unexpected(*error);
    }
    return *job.snapshot();
}

}  // namespace

Result<Run> loadRun(const std::string &path, RunId id, LoadDepth depth, const std::vector<int> &ranks,
                    const std::function<void(const LoadStatus &)> &tick) {
    return loadedBy({}, path, id, depth, ranks, tick);
}

Result<Run> loadListed(Run listed, LoadDepth depth, const std::vector<int> &ranks,
                       const std::function<void(const LoadStatus &)> &tick) {
    const auto path = listed.path;
    const auto id = listed.id;
    LoadJob::Options options;
    options.listed = std::move(listed);
    return loadedBy(std::move(options), path, id, depth, ranks, tick);
}

namespace {

Run loadedHere(Run run, std::uint64_t autoDeepBytes, const std::stop_token &stop) {
    LoadJob::Options options;
    options.autoDeepBytes = autoDeepBytes;
    options.deepBudgetBytes = std::numeric_limits<std::uint64_t>::max();
    LoadQueue queue(run.path, run.id, options, formatList());
    queue.setDiscovered(std::move(run));
    while (queue.hasTask() && !stop.stop_requested()) {
        const auto task = queue.take(1);
        const LoadControl control{stop, task->depth, task->workers, &task->progress};
        queue.finish(task, loadFiles(task->files, control, formatList()));
    }
    return *queue.snapshot();
}

}  // namespace

Run loadDiscovered(Run run, const std::stop_token &stop) {
    return loadedHere(std::move(run), std::numeric_limits<std::uint64_t>::max(), stop);
}

Run loadDiscoveredShallow(Run run, const std::stop_token &stop) { return loadedHere(std::move(run), 0, stop); }

}  // namespace stagescope
