#include "views/common/pages/focus_rank.h"

#include "views/common/rule_settings.h"
#include "views/common/workspace_advice.h"

#include <QtCore/QEvent>
#include <QtWidgets/QWidget>

#include <stop_token>
#include <utility>

namespace stagescope {

FocusRank::FocusRank(QWidget *page) : QObject(page), m_page(page) { page->installEventFilter(this); }

void FocusRank::judge(const std::shared_ptr<const Workspace> &workspace) {
    m_workspace = workspace;
    if (m_page->isVisible()) {
        judgeNow();
    }
}

std::optional<int> FocusRank::mainRank(const std::optional<RankRef> &rank) const {
    const auto *run = m_workspace ? m_workspace->mainRun() : nullptr;
    return rank && run != nullptr && rank->run == run->id ? std::optional(rank->rank) : std::nullopt;
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
                        const std::stop_token &stop) { return workspaceAdvice(workspace, values, stop); },
                    [this](const std::shared_ptr<const Advice> &advice) {
                        const bool isOther = std::exchange(m_focus, advice->focus) != advice->focus;
                        m_isFound = !advice->findings.empty();
                        Q_EMIT judged(isOther);
                    });
}

}  // namespace stagescope
