#include "core/session/loading/open_runs.h"

#include "core/base/io/memory_limit.h"
#include "core/session/discovery/nearest_profile.h"
#include "core/session/run_names.h"

#include <QtCore/QThreadPool>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

namespace stagescope {

namespace {
/// No job has this version: what is new is published once in any case.
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

ClockAlignment wished(const ClockWish &wish, const ClockAlignment &measured) {
    auto clock = wish.isAligned ? measured : ClockAlignment{};
    for (const auto &[rank, offset] : wish.byHand) {
        clock.setOffset(rank, clock.offset(rank) + offset);
    }
    return clock;
}

}  // namespace

/// Destroying it stops and waits.
class OpenRuns::Measuring {
public:
    Measuring(const ClockMeter &meter, std::shared_ptr<const Run> run)
        : m_thread([this, meter, run = std::move(run)](const std::stop_token &stop) {
              m_result = meter(*run, stop);
              m_isDone = true;
          }) {}
    [[nodiscard]] bool isDone() const { return m_isDone; }
    /// Once it is done.
    [[nodiscard]] ClockAlignment take() { return std::move(m_result); }

private:
    ClockAlignment m_result;
    std::atomic<bool> m_isDone = false;
    std::jthread m_thread;  ///< last: it ends before what it writes
};

OpenRuns::OpenRuns(QObject *parent) : QObject(parent), m_workspace(std::make_shared<Workspace>()) {
    m_timer.setInterval(kPollMs);
    connect(&m_timer, &QTimer::timeout, this, &OpenRuns::poll);
    m_afterClosing.setInterval(kReturnMemoryMs);
    m_afterClosing.setSingleShot(true);
    connect(&m_afterClosing, &QTimer::timeout, this, [] { QThreadPool::globalInstance()->start(&returnFreedMemory); });
}

OpenRuns::~OpenRuns() = default;

OpenRuns::Opened OpenRuns::start(const std::string &path, RunRole role, const std::string &capture) {
    const RunId id{m_nextRun++};
    m_timer.start();
    auto loading = m_loading;
    loading.isDrawn = true;
    loading.capture = capture;
    return {id, role, std::make_unique<LoadJob>(path, id, loading), kNever, {}, {}, kNever};
}

void OpenRuns::open(const std::string &path) {
    m_afterClosing.start();
    m_opened.clear();
    m_opened.push_back(start(path, RunRole::None));
    publish();
}

void OpenRuns::openBaseline(const std::string &path) {
    if (m_opened.empty()) {
        open(path);
        return;
    }
    closeBaseline();
    m_opened.front().role = RunRole::Comparison;
    m_opened.push_back(start(path, RunRole::Baseline));
    publish();
}

void OpenRuns::closeBaseline() {
    m_afterClosing.start();
    if (m_opened.size() > 1) {
        std::erase_if(m_opened, [](const Opened &o) { return o.role == RunRole::Baseline; });
        m_opened.front().role = RunRole::None;
        publish();
    }
}

void OpenRuns::close() {
    m_afterClosing.start();
    m_opened.clear();
    publish();
    Q_EMIT statusChanged();
}

void OpenRuns::setRole(RunId run, RunRole role) {
    if (m_opened.size() < 2 || job(run) == nullptr) {
        return;
    }
    for (auto &opened : m_opened) {
        const bool isBaseline = (opened.id == run) == (role == RunRole::Baseline);
        opened.role = isBaseline ? RunRole::Baseline : RunRole::Comparison;
    }
    publish();
}

OpenRuns::Opened *OpenRuns::opened(RunId run) {
    const auto it = std::find_if(m_opened.begin(), m_opened.end(), [&](const Opened &o) { return o.id == run; });
    return it == m_opened.end() ? nullptr : &*it;
}

LoadJob *OpenRuns::job(RunId run) {
    const auto *found = opened(run);
    return found == nullptr ? nullptr : found->job.get();
}

void OpenRuns::requestDeep(RunId run, const std::vector<int> &ranks) {
    if (auto *loading = job(run)) {
        loading->requestDeep(ranks);
        m_timer.start();
    }
}

void OpenRuns::choose(RunId run, SourceId source) {
    if (auto *loading = job(run)) {
        loading->choose(source);
        m_timer.start();
    }
}

void OpenRuns::readSource(RunId run, RankSource source) {
    if (auto *loading = job(run)) {
        loading->readSource(std::move(source));
        m_timer.start();
    }
}

void OpenRuns::leaveSource(RunId run, int rank) {
    if (auto *loading = job(run)) {
        loading->leaveSource(rank);
        m_timer.start();
    }
}

void OpenRuns::useCapture(RunId run, const std::string &name) {
    if (auto *found = opened(run)) {
        auto next = start(found->job->snapshot()->path, found->role, name);
        next.wish = found->wish;
        *found = std::move(next);
        publish();
    }
}

void OpenRuns::readAnew(RunId run) {
    if (const auto *found = opened(run)) {
        useCapture(run, found->job->snapshot()->wantedCapture);
    }
}

void OpenRuns::setClock(RunId run, const ClockWish &wish) {
    if (auto *found = opened(run); found != nullptr && found->wish != wish) {
        found->wish = wish;
        publish();
    }
}

void OpenRuns::setPaused(bool paused) {
    for (const auto &opened : m_opened) {
        opened.job->setPaused(paused);
    }
    Q_EMIT statusChanged();
}

void OpenRuns::cancel() {
    for (const auto &opened : m_opened) {
        opened.job->cancel();
    }
    Q_EMIT statusChanged();
}

bool OpenRuns::isBeingRead(RunId run) const {
    return std::any_of(m_opened.begin(), m_opened.end(),
                       [run](const Opened &o) { return o.id == run && o.isBeingRead; });
}

LoadStatus OpenRuns::status() const {
    LoadStatus sum;
    for (const auto &opened : m_opened) {
        const auto status = opened.job->status();
        sum.ranksTotal += status.ranksTotal;
        sum.ranksShallow += status.ranksShallow;
        sum.ranksDeep += status.ranksDeep;
        sum.ranksToGoDeep += status.ranksToGoDeep;
        sum.bytesDone += status.bytesDone;
        sum.bytesTotal += status.bytesTotal;
        sum.bytesPerSecond += status.bytesPerSecond;
        if (status.remaining) {
            sum.remaining = std::max(sum.remaining.value_or(std::chrono::seconds(0)), *status.remaining);
        }
        sum.running = sum.running || status.running;
        sum.paused = sum.paused || status.paused;
    }
    return sum;
}

/// Starts to measure the clocks when that is due.
bool OpenRuns::isUnderWay(Opened &opened) const {
    if (opened.job->status().running) {
        return true;
    }
    if (opened.measuring != nullptr && opened.measuring->isDone()) {
        opened.measured = opened.measuring->take();
        opened.measuring.reset();
    }
    const auto version = opened.job->version();
    if (m_clockMeter && opened.measuredVersion != version) {
        opened.measuredVersion = version;
        opened.measuring = std::make_unique<Measuring>(m_clockMeter, opened.job->snapshot());
    }
    return opened.measuring != nullptr;
}

void OpenRuns::poll() {
    dropFailed();
    dropUnreadable();
    bool changed = false;
    bool isAnyUnderWay = false;
    for (auto &opened : m_opened) {
        const bool isOneUnderWay = isUnderWay(opened);
        changed = changed || opened.job->version() != opened.version || isOneUnderWay != opened.isBeingRead;
        isAnyUnderWay = isAnyUnderWay || isOneUnderWay;
    }
    if (changed && (!isAnyUnderWay || isRested())) {
        publish();
    }
    Q_EMIT statusChanged();
    if (!isAnyUnderWay && !changed) {
        m_timer.stop();
    }
}

void OpenRuns::dropFailed() {
    std::vector<Error> errors;
    std::erase_if(m_opened, [&](const Opened &opened) {
        const auto error = opened.job->error();
        if (error) {
            errors.push_back(*error);
        }
        return error.has_value();
    });
    if (errors.empty()) {
        return;
    }
    leaveOnly();
    for (const auto &error : errors) {
        Q_EMIT failed(error);
    }
}

/// A run has its log as soon as discovery is through.
void OpenRuns::dropUnreadable() {
    std::vector<std::shared_ptr<const Run>> dropped;
    std::erase_if(m_opened, [&](Opened &opened) {
        const auto run = opened.isJudged ? nullptr : opened.job->snapshot();
        opened.isJudged = run == nullptr || run->log != nullptr;
        const bool isVain = run != nullptr && opened.isJudged && !hasReader(*run);
        if (isVain) {
            dropped.push_back(run);
        }
        return isVain;
    });
    if (dropped.empty()) {
        return;
    }
    leaveOnly();
    for (const auto &run : dropped) {
        Q_EMIT unreadable(run);
    }
}

/// After a run was dropped.
void OpenRuns::leaveOnly() {
    if (m_opened.size() == 1) {
        m_opened.front().role = RunRole::None;
    }
    publish();
}

bool OpenRuns::isRested() const {
    constexpr qint64 kRest = 10;
    return !m_sincePublished.isValid() || m_sincePublished.nsecsElapsed() >= kRest * m_publishingNs;
}

void OpenRuns::publish() {
    m_sincePublished.start();
    auto next = std::make_shared<Workspace>();
    for (auto &opened : m_opened) {
        opened.isBeingRead = isUnderWay(opened);  // first: what ends meanwhile is published once more
        opened.version = opened.job->version();
        Run run = *opened.job->snapshot();
        run.id = opened.id;
        run.role = opened.role;
        run.clock = wished(opened.wish, opened.measured);
        next->runs.push_back(std::move(run));
    }
    if (next->runs.size() > 1) {
        labelRuns(next->runs);
    }
    next->version = m_workspace->version + 1;
    m_workspace = std::move(next);
    Q_EMIT workspaceChanged();
    m_publishingNs = m_sincePublished.nsecsElapsed();
}

}  // namespace stagescope
