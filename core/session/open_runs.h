#pragma once

#include "core/base/result.h"
#include "core/session/load_job.h"
#include "core/session/workspace.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>
#include <QtCore/QTimer>

#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// What the window has open: the load job of the run that is looked at and of its baseline, and the workspace that
/// they make. Polls its jobs twenty times a second and publishes a new workspace when there is one, unless that would
/// take more than a tenth of the GUI thread's time. Owned by the window; GUI thread. Destroying it cancels and waits
/// (< 200 ms a job).
class OpenRuns : public QObject {
    Q_OBJECT
public:
    static constexpr int kPollMs = 50;

    explicit OpenRuns(QObject *parent = nullptr);
    ~OpenRuns() override;

    /// How what is opened from now on is loaded.
    void setLoading(LoadJob::Options loading) { m_loading = std::move(loading); }

    /// Never null.
    [[nodiscard]] std::shared_ptr<const Workspace> workspace() const { return m_workspace; }
    /// Whether more of a run was being read, or waiting for that, when the workspace was published.
    [[nodiscard]] bool isBeingRead(RunId run) const;
    /// Of all jobs together.
    [[nodiscard]] LoadStatus status() const;

    /// Closes what is open and opens a path.
    void open(const std::string &path);
    /// Opens a path to compare with, in place of the baseline that is open; as open() when nothing is.
    void openBaseline(const std::string &path);
    void closeBaseline();
    /// Nothing is open afterwards.
    void close();
    /// Which of two runs is the baseline; with one run open nothing changes.
    void setRole(RunId run, RunRole role);
    void requestDeep(RunId run, const std::vector<int> &ranks);
    void choose(RunId run, SourceId source);
    /// How the clocks of a run are brought together; as recorded until told.
    void setClock(RunId run, const ClockAlignment &clock);
    void setPaused(bool paused);
    /// Stops loading; what is there stays.
    void cancel();

Q_SIGNALS:
    void workspaceChanged();
    void statusChanged();
    /// A path could not be opened; its run is closed.
    void failed(const stagescope::Error &error);
    /// Nothing that discovery found at a path can be read; its run is closed. The run tells the path and its log.
    void unreadable(const std::shared_ptr<const stagescope::Run> &run);

private:
    struct Opened {
        RunId id;
        RunRole role = RunRole::None;
        std::unique_ptr<LoadJob> job;
        std::uint64_t version = 0;
        ClockAlignment clock{};
        bool isBeingRead = true;
        bool isJudged = false;  ///< whether anything in it can be read
    };

    [[nodiscard]] Opened start(const std::string &path, RunRole role);
    [[nodiscard]] LoadJob *job(RunId run);
    void poll();
    void dropFailed();
    void dropUnreadable();
    void leaveOnly();
    void publish();
    [[nodiscard]] bool isRested() const;

    std::vector<Opened> m_opened;  ///< the run, then its baseline
    LoadJob::Options m_loading;
    std::shared_ptr<const Workspace> m_workspace;
    QTimer m_timer;
    QElapsedTimer m_sincePublished;
    qint64 m_publishingNs = 0;  ///< what publishing took the last time, with all that the window did at once
    std::uint32_t m_nextRun = 0;
};

}  // namespace stagescope
