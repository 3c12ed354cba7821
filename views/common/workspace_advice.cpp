#include "views/common/workspace_advice.h"

#include "core/session/loading/open_runs.h"

#include <condition_variable>
#include <mutex>

namespace stagescope {

namespace {

/// The workspace that was judged last, and by which thresholds; it is not kept alive by that.
struct LastJudged {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::weak_ptr<const Workspace> workspace;
    RuleValues values;
    std::shared_ptr<const Advice> advice;  ///< null while it is worked out
    bool isWorking = false;

    [[nodiscard]] bool isOf(const std::shared_ptr<const Workspace> &other, const RuleValues &by) const {
        return values == by && !workspace.owner_before(other) && !other.owner_before(workspace);
    }
};

LastJudged &lastJudged() {
    static LastJudged last;
    return last;
}

}  // namespace

void keepAdvice(const std::shared_ptr<const Workspace> &workspace, const RuleValues &values, Advice advice) {
    auto &last = lastJudged();
    const std::lock_guard lock(last.mutex);
    last.workspace = workspace;
    last.values = values;
    last.advice = std::make_shared<const Advice>(std::move(advice));
    last.isWorking = false;
    last.changed.notify_all();
}

std::shared_ptr<const Advice> workspaceAdvice(const std::shared_ptr<const Workspace> &workspace,
                                              const RuleValues &values, const std::stop_token &stop) {
    auto &last = lastJudged();
    if (workspace == nullptr || workspace->mainRun() == nullptr) {
        return std::make_shared<const Advice>();
    }
    std::unique_lock lock(last.mutex);
    last.changed.wait(lock, stop, [&] { return !last.isWorking || !last.isOf(workspace, values); });
    if (stop.stop_requested()) {
        return std::make_shared<const Advice>();
    }
    if (last.isOf(workspace, values) && last.advice != nullptr) {
        return last.advice;
    }
    last.workspace = workspace;
    last.values = values;
    last.advice.reset();
    last.isWorking = true;
    last.changed.notify_all();  // who waited for another workspace's advice waits in vain
    lock.unlock();
    const auto advice = std::make_shared<const Advice>(adviceFor(*workspace->mainRun(), values, stop));
    lock.lock();
    if (last.isOf(workspace, values)) {
        last.advice = stop.stop_requested() ? nullptr : advice;
        last.isWorking = false;
        last.changed.notify_all();
    }
    return advice;
}

std::optional<Message> unjudged(const Workspace *workspace, const OpenRuns *runs) {
    const auto *run = workspace == nullptr ? nullptr : workspace->mainRun();
    return run == nullptr ? std::nullopt : notJudgedYet(*run, runs != nullptr && runs->isBeingRead(run->id));
}

bool isOfSameRun(const std::shared_ptr<const Workspace> &a, const std::shared_ptr<const Workspace> &b) {
    const auto *first = a == nullptr ? nullptr : a->mainRun();
    const auto *second = b == nullptr ? nullptr : b->mainRun();
    return first != nullptr && second != nullptr && first->id == second->id;
}

}  // namespace stagescope
