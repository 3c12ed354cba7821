#include "views/operators/focus_rank.h"

#include "views/common/rule_settings.h"
#include "views/common/workspace_advice.h"

#include <QtCore/QEvent>
#include <QtWidgets/QWidget>

#include <stop_token>

namespace stagescope {

namespace {

std::optional<int> rankOfFirstFinding(const std::shared_ptr<const Workspace> &workspace, const RuleValues &values,
                                      const std::stop_token &stop) {
    const auto advice = workspaceAdvice(workspace, values, stop);
    const auto &rank = advice->focus.rank;
    const auto *run = workspace->mainRun();
    const bool isOurs = !advice->findings.empty() && rank && run != nullptr && rank->run == run->id;
    return isOurs ? std::optional(rank->rank) : std::nullopt;
}

}  // namespace

FocusRank::FocusRank(QWidget *page) : QObject(page), m_page(page) { page->installEventFilter(this); }

void FocusRank::judge(const std::shared_ptr<const Workspace> &workspace) {
    m_workspace = workspace;
    if (m_page->isVisible()) {
        judgeNow();
    }
}

bool FocusRank::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::Show) {
        judgeNow();
    }
    return QObject::eventFilter(watched, event);
}

void FocusRank::judgeNow() {
    if (m_workspace == nullptr || m_workspace == m_judged.lock()) {
        return;
    }
    m_judged = m_workspace;
    m_judging.start([workspace = m_workspace, values = RuleSettings::current().values()](
                        const std::stop_token &stop) { return rankOfFirstFinding(workspace, values, stop); },
                    [this](std::optional<int> rank) {
                        m_rank = rank;
                        Q_EMIT judged();
                    });
}

}  // namespace stagescope
