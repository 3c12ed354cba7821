#pragma once

#include "core/advice/runs/run_series.h"
#include "core/session/loading/load_job.h"

#include <QtCore/QObject>
#include <QtCore/QThreadPool>

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Loads many runs, several at once, and keeps only their figures; each is told as soon as it is there. Those that have
/// to be loaded deep are so one at a time, since one may fill the memory. GUI thread; loading is on threads of its own.
/// Destroying it stops and waits (< 200 ms).
class SeriesLoad : public QObject {
    Q_OBJECT
public:
    explicit SeriesLoad(QObject *parent = nullptr);
    ~SeriesLoad() override;

    /// How runs are loaded; its threads are not looked at.
    void setLoading(LoadJob::Options loading) { m_loading = std::move(loading); }
    /// In place of what is under way.
    void start(const std::vector<std::string> &paths, std::vector<SeriesMetric> metrics, SeriesReading reading);
    /// What is there stays.
    void cancel();
    [[nodiscard]] bool isBusy() const { return m_left > 0; }

Q_SIGNALS:
    /// A run is there, or told why it is not (unreadSeriesRun).
    void arrived(const stagescope::SeriesRun &run);
    /// The last one has arrived.
    void finished();

private:
    struct Question {
        std::vector<SeriesMetric> metrics;
        SeriesReading reading;
        LoadJob::Options options;
        std::stop_token stop;
    };
    [[nodiscard]] SeriesRun answer(const std::string &path, const Question &question);
    void take(const SeriesRun &run, const std::stop_token &stop);

    LoadJob::Options m_loading;
    QThreadPool m_pool;
    std::mutex m_deep;  ///< held by who has a run loaded deep
    std::stop_source m_stop;
    std::size_t m_left = 0;
};

}  // namespace stagescope
