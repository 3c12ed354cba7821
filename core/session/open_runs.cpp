#include "core/session/open_runs.h"

#include "core/session/nearest_profile.h"

#include <algorithm>
#include <limits>

namespace stagescope {

namespace {
/// No job has this version: what is new is published once in any case.
constexpr std::uint64_t kNeverPublished = std::numeric_limits<std::uint64_t>::max();
}  // namespace

OpenRuns::OpenRuns(QObject *parent) : QObject(parent), m_workspace(std::make_shared<Workspace>()) {
    m_timer.setInterval(kPollMs);
    connect(&m_timer, &QTimer::timeout, this, &OpenRuns::poll);
}

OpenRuns::~OpenRuns() = default;

OpenRuns::Opened OpenRuns::start(const std::string &path, RunRole role) {
    const RunId id{m_nextRun++};
    m_timer.start();
    return {id, role, std::make_unique<LoadJob>(path, id, m_loading), kNeverPublished};
}

void OpenRuns::open(const std::string &path) {
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
    if (m_opened.size() > 1) {
        std::erase_if(m_opened, [](const Opened &o) { return o.role == RunRole::Baseline; });
        m_opened.front().role = RunRole::None;
        publish();
    }
}

void OpenRuns::close() {
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

LoadJob *OpenRuns::job(RunId run) {
    const auto it = std::find_if(m_opened.begin(), m_opened.end(), [&](const Opened &o) { return o.id == run; });
    return it == m_opened.end() ? nullptr : it->job.get();
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

void OpenRuns::setClock(RunId run, const ClockAlignment &clock) {
    const auto it = std::find_if(m_opened.begin(), m_opened.end(), [&](const Opened &o) { return o.id == run; });
    if (it != m_opened.end() && it->clock != clock) {
        it->clock = clock;
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

void OpenRuns::poll() {
    dropFailed();
    dropUnreadable();
    const bool changed = std::any_of(m_opened.begin(), m_opened.end(), [](const Opened &o) {
        return o.job->version() != o.version || o.job->status().running != o.isBeingRead;
    });
    const bool running = status().running;
    if (changed && (!running || isRested())) {
        publish();
    }
    Q_EMIT statusChanged();
    if (!running && !changed) {
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
        opened.isBeingRead = opened.job->status().running;  // first: what ends meanwhile is published once more
        opened.version = opened.job->version();
        Run run = *opened.job->snapshot();
        run.id = opened.id;
        run.role = opened.role;
        run.clock = opened.clock;
        next->runs.push_back(std::move(run));
    }
    next->version = m_workspace->version + 1;
    m_workspace = std::move(next);
    Q_EMIT workspaceChanged();
    m_publishingNs = m_sincePublished.nsecsElapsed();
}

}  // namespace stagescope
