#include "app/window/finding_navigator.h"

#include "views/common/findings_model.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"
#include "views/common/workspace_advice.h"

namespace stagescope {

FindingNavigator::FindingNavigator(Selection *selection, const OpenRuns *runs, QObject *parent)
    : QObject(parent), m_selection(selection), m_runs(runs) {}

void FindingNavigator::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    const auto pathOf = [](const std::shared_ptr<const Workspace> &w) {
        return w != nullptr && w->mainRun() != nullptr ? w->mainRun()->path : std::string();
    };
    m_next = pathOf(workspace) == pathOf(m_workspace) ? m_next : 0;
    m_workspace = std::move(workspace);
}

void FindingNavigator::goToNext() {
    if (m_workspace == nullptr || m_workspace->mainRun() == nullptr || m_judging.isBusy()) {
        return;
    }
    if (const auto reason = unjudged(m_workspace.get(), m_runs)) {
        Q_EMIT told(messageText(*reason));
        return;
    }
    m_judging.start([workspace = m_workspace, values = RuleSettings::current().values()](
                        const std::stop_token &stop) { return workspaceAdvice(workspace, values, stop); },
                    [this](const std::shared_ptr<const Advice> &advice) { show(*advice); });
}

void FindingNavigator::show(const Advice &advice) {
    const auto model = findingsModel(advice);
    const auto count = advice.findings.size();
    for (std::size_t tried = 0; tried < count; ++tried, ++m_next) {
        const auto at = m_next % count;
        if (!model.findings[at].canShow) {
            continue;
        }
        m_next = at + 1;
        showFinding(advice.findings[at], m_selection, this,
                    [this](const QString &place) { Q_EMIT viewRequested(place); });
        Q_EMIT told(tr("Finding %1 of %2: %3").arg(at + 1).arg(count).arg(messageText(model.findings[at].title)));
        return;
    }
    Q_EMIT told(messageText(model.headline));
}

}  // namespace stagescope
