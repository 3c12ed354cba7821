#include "views/runs/series_load.h"

#include "core/base/path_text.h"
#include "core/session/discovery/nearest_profile.h"

#include <QtCore/QThread>

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

namespace stagescope {

namespace {

constexpr int kMostAtOnce = 8;

Result<Run> loadOne(const std::string &path, LoadDepth depth, LoadJob::Options options, const std::stop_token &stop) {
    const bool isDeep = depth == LoadDepth::Deep;
    options.threads = isDeep ? 0 : 1;  // runs are loaded beside one another
    options.autoDeepBytes = isDeep ? std::numeric_limits<std::uint64_t>::max() : 0;
    options.deepBudgetBytes = options.autoDeepBytes;
    LoadJob job(path, RunId{0}, std::move(options));
    const std::stop_callback cancel(stop, [&job] { job.cancel(); });
    job.wait();
    if (const auto error = job.error()) {
        return tl::make_unexpected(*error);
    }
    if (!hasReader(*job.snapshot())) {
        return fail(ErrorKind::NotFound, "nothing in it can be read", path);
    }
    return *job.snapshot();
}

}  // namespace

SeriesLoad::SeriesLoad(QObject *parent) : QObject(parent) {}

SeriesLoad::~SeriesLoad() {
    cancel();
    m_pool.waitForDone();
}

void SeriesLoad::cancel() {
    m_stop.request_stop();
    m_pool.clear();
    m_left = 0;
}

SeriesRun SeriesLoad::answer(const std::string &path, const Question &question) {
    std::unique_lock<std::mutex> alone;
    const auto load = [&](LoadDepth depth) {
        if (depth == LoadDepth::Deep) {
            alone = std::unique_lock(m_deep);
        }
        return loadOne(path, depth, question.options, question.stop);
    };
    // Nothing may leave a thread of Qt's pool: a run for which there is no memory or no thread is one that was not
    // read.
    const auto read = [&]() -> Result<SeriesRun> {
        try {
            return loadSeriesRun(load, question.metrics, question.reading, question.stop);
        } catch (const std::exception &error) {
            return fail(ErrorKind::Limit, error.what(), path);
        }
    };
    auto run = read();
    if (!run) {
        return unreadSeriesRun(std::string(lastPart(path)), path, question.metrics.size(), run.error().detail);
    }
    run->path = path;  // as it was asked for
    return std::move(*run);
}

void SeriesLoad::start(const std::vector<std::string> &paths, std::vector<SeriesMetric> metrics,
                       SeriesReading reading) {
    cancel();
    m_stop = std::stop_source();
    m_left = paths.size();
    m_pool.setMaxThreadCount(std::clamp(QThread::idealThreadCount(), 1, kMostAtOnce));
    const auto question =
        std::make_shared<const Question>(Question{std::move(metrics), reading, m_loading, m_stop.get_token()});
    for (const auto &path : paths) {
        m_pool.start([this, path, question] {
            if (question->stop.stop_requested()) {
                return;
            }
            auto run = answer(path, *question);
            QMetaObject::invokeMethod(
                this, [this, question, run = std::move(run)] { take(run, question->stop); }, Qt::QueuedConnection);
        });
    }
    if (paths.empty()) {
        Q_EMIT finished();
    }
}

void SeriesLoad::take(const SeriesRun &run, const std::stop_token &stop) {
    if (stop.stop_requested()) {
        return;  // of a question that is not asked any more
    }
    --m_left;
    Q_EMIT arrived(run);
    if (m_left == 0) {
        Q_EMIT finished();
    }
}

}  // namespace stagescope
