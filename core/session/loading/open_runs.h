#pragma once

#include "core/base/result.h"
#include "core/session/loading/load_job.h"
#include "core/session/workspace.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>
#include <QtCore/QTimer>

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// How a run's clocks are to be brought together.
struct ClockWish {
    bool isAligned = true;        ///< false = times as recorded
    std::map<int, Nanos> byHand;  ///< by rank; added to what was measured or recorded
    bool operator==(const ClockWish &) const = default;
};

/// What the window has open: the load job of the run that is looked at and of its baseline, and the workspace that
/// they make. Polls its jobs twenty times a second and publishes a new workspace when there is one, unless that would
/// take more than a tenth of the GUI thread's time. A run counts as being read until its clocks were measured, each
/// time that all was read: no verdict stands on clocks that move a moment later. Owned by the window; GUI thread.
/// Destroying it cancels and waits (< 200 ms a job).
class OpenRuns : public QObject {
    Q_OBJECT
public:
    static constexpr int kPollMs = 50;
    /// After something was closed: by then views and work under way have let go of it.
    static constexpr int kReturnMemoryMs = 1000;
    /// Measures the clocks of a run; on a thread of its own. Has to return soon when stop is asked for.
    using ClockMeter = std::function<ClockAlignment(const Run &run, const std::stop_token &stop)>;

    explicit OpenRuns(QObject *parent = nullptr);
    ~OpenRuns() override;

    /// How what is opened from now on is loaded.
    void setLoading(LoadJob::Options loading) { m_loading = std::move(loading); }
    /// Without one all times stay as recorded.
    void setClockMeter(ClockMeter meter) { m_clockMeter = std::move(meter); }

    /// Never null.
    [[nodiscard]] std::shared_ptr<const Workspace> workspace() const { return m_workspace; }
    /// Whether more of a run was being read, or waiting for that, or its clocks were being measured, when the workspace
    /// was published.
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
    void readSource(RunId run, RankSource source);
    void leaveSource(RunId run, int rank);
    /// Opens the path of a run once more, with another capture of its ranks in use. The run gets a new id; its role and
    /// place stay.
    void useCapture(RunId run, const std::string &name);
    /// The same with the captures that are in use: what a person says of ranks or steps is another now.
    void readAnew(RunId run);
    void setClock(RunId run, const ClockWish &wish);
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
    class Measuring;
    struct Opened {
        RunId id;
        RunRole role = RunRole::None;
        std::unique_ptr<LoadJob> job;
        std::uint64_t version = 0;
        ClockWish wish{};
        ClockAlignment measured{};
        std::uint64_t measuredVersion;  ///< of the job, when clocks were last measured
        std::unique_ptr<Measuring> measuring{};
        bool isBeingRead = true;
        bool isJudged = false;  ///< whether anything in it can be read
    };

    [[nodiscard]] Opened start(const std::string &path, RunRole role, const std::string &capture = {});
    [[nodiscard]] Opened *opened(RunId run);
    [[nodiscard]] LoadJob *job(RunId run);
    [[nodiscard]] bool isUnderWay(Opened &opened) const;
    void poll();
    void dropFailed();
    void dropUnreadable();
    void leaveOnly();
    void publish();
    [[nodiscard]] bool isRested() const;

    std::vector<Opened> m_opened;  ///< the run, then its baseline
    LoadJob::Options m_loading;
    ClockMeter m_clockMeter;
    std::shared_ptr<const Workspace> m_workspace;
    QTimer m_timer;
    QTimer m_afterClosing;
    QElapsedTimer m_sincePublished;
    qint64 m_publishingNs = 0;  ///< what publishing took the last time, with all that the window did at once
    std::uint32_t m_nextRun = 0;
};

}  // namespace stagescope
