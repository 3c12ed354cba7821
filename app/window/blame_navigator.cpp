#include "app/window/blame_navigator.h"

#include "views/common/findings_model.h"
#include "views/common/texts/blame_text.h"

namespace stagescope {

BlameNavigator::BlameNavigator(Selection *selection, QObject *parent) : QObject(parent), m_selection(selection) {
    connect(selection, &Selection::changed, this, &BlameNavigator::leave);
}

void BlameNavigator::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_study.reset();  // refers to the workspace before
}

/// Another item than the chain's is selected.
void BlameNavigator::leave() {
    const auto &items = m_selection->state().items;
    if (m_chain && (items.empty() || items.front() != m_shown)) {
        m_chain.reset();
        Q_EMIT explained({});
    }
}

void BlameNavigator::goOn() {
    const auto &items = m_selection->state().items;
    if (m_workspace == nullptr || items.empty()) {
        Q_EMIT told(tr("Select a waiting item: slice, communication operator, cell, bubble or step."));
        return;
    }
    if (!m_chain) {
        if (!m_search.isBusy()) {
            start(items.front());
        }
        return;
    }
    while (m_next < m_chain->hops.size() && !m_chain->hops[m_next].item) {
        ++m_next;
    }
    if (m_next == m_chain->hops.size()) {
        Q_EMIT told(blameSentence(*m_chain));
        return;
    }
    const auto &hop = m_chain->hops[m_next++];
    show(*hop.item);
    Q_EMIT told(tr("Hop %1 of %2: %3").arg(m_next).arg(m_chain->hops.size()).arg(blameHopText(*m_chain, hop)));
}

void BlameNavigator::goBack() {
    if (!m_chain || m_next == 0) {
        return;
    }
    --m_next;
    if (m_next == 0) {
        show(*m_start);
        return;
    }
    --m_next;
    goOn();
}

void BlameNavigator::start(const ItemRef &item) {
    m_start = item;
    m_search.start(
        [workspace = m_workspace, study = m_study, item](const std::stop_token &stop) mutable {
            const auto *run = workspace->run(runOf(item));
            if (run == nullptr) {
                return Found{};
            }
            if (study == nullptr || run != workspace->mainRun()) {
                study = std::make_shared<const BlameStudy>(*run, stop);
            }
            return Found{run == workspace->mainRun() ? study : nullptr, blameChain(*study, *workspace, item, stop)};
        },
        [this](const Found &found) { take(found); });
}

void BlameNavigator::take(const Found &found) {
    m_study = found.study;
    const auto &items = m_selection->state().items;
    if (items.empty() || items.front() != m_start) {
        return;
    }
    if (!found.chain || found.chain->hops.empty()) {
        Q_EMIT told(tr("Cause unknown."));
        return;
    }
    m_chain = found.chain;
    m_shown = m_start;
    m_next = 0;
    Q_EMIT explained(blameSentence(*m_chain));
    goOn();
}

void BlameNavigator::show(const ItemRef &item) {
    m_shown = item;
    showItem(item, m_selection, this, [this](const QString &place) { Q_EMIT viewRequested(place); });
}

}  // namespace stagescope
