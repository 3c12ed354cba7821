// The overview of all pipelines above the chart and what of it goes into the chart; the pages below it.
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/pipeline/pipeline_bar.h"
#include "views/pipeline/pipeline_grid.h"
#include "views/pipeline/pipeline_survey.h"
#include "views/pipeline/pipeline_view.h"

#include <QtWidgets/QSplitter>

#include <algorithm>

namespace stagescope {

/// The overview gets what it needs and the pages two fifths; the chart has the rest.
void PipelineView::shareHeight() {
    const int whole = m_split->height();
    const int above = m_bar->showsOverview() ? std::min(m_grid->wantedHeight(), whole / 2) : 0;
    const int below = m_bar->showsPages() ? (whole - above) * 2 / 5 : 0;
    m_split->setSizes({above, std::max(1, whole - above - below), below});
}

/// "111 bubbles": whether the pages are shown, the critical path, the memory, and which page.
QByteArray PipelineView::arrangement() const {
    return QByteArray(m_bar->showsPages() ? "1" : "0") + (m_bar->showsPath() ? "1" : "0") +
           (m_bar->showsMemory() ? "1 " : "0 ") + m_pages->currentId().toUtf8();
}

void PipelineView::setArrangement(const QByteArray &arrangement) {
    const auto isFlag = [](char c) { return c == '0' || c == '1'; };
    if (arrangement.size() > 4 && std::all_of(arrangement.begin(), arrangement.begin() + 3, isFlag) &&
        arrangement[3] == ' ') {
        m_pages->showPage(QString::fromUtf8(arrangement.mid(4)));
        m_bar->setShowsPages(arrangement[0] == '1');
        m_bar->setShowsPath(arrangement[1] == '1');
        m_bar->setShowsMemory(arrangement[2] == '1');
    }
}

/// Goes through all groups only when somebody looks at them: each of them costs a chart.
/// All pipelines of thousands of ranks take the cores that the findings wait for: not before somebody looks.
void PipelineView::startSurvey() {
    m_surveyPending = !isVisible();
    if (m_surveyPending) {
        return;
    }
    const bool isWanted = m_bar->showsOverview() || m_bar->showsReplicas();
    if (isWanted && m_known && m_workspace != nullptr && m_workspace->mainRun() != nullptr && !m_groups.empty()) {
        m_survey->start(m_workspace, m_step, static_cast<int>(m_input.chart.group.ranks.size()));
        Q_EMIT busyChanged();
    }
}

void PipelineView::adoptSurvey() {
    const bool isFirst = m_grid->isHidden() || m_split->sizes().front() == 0;
    m_grid->show(m_survey->grid());
    if (m_bar->showsOverview() && !isFirst && m_survey->grid().replicasDone == m_survey->grid().replicas) {
        shareHeight();
    }
    m_input.envelope = m_survey->envelope().spans();
    m_input.envelopeReplicas = m_survey->envelope().replicas();
    m_canvas->invalidate();
    Q_EMIT busyChanged();
}

void PipelineView::chooseRank(const RankRef &rank) {
    auto state = services().selection->state();
    state.ranks = {rank};
    state.items = {rank};
    const auto &groups = m_survey->groups();
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const PipelineGroup &g) {
        return std::find(g.ranks.begin(), g.ranks.end(), rank.rank) != g.ranks.end();
    });
    if (group != groups.end()) {
        state.group = group->id;
    }
    services().selection->set(std::move(state), this);
}

void PipelineView::showPage(const QString &id) {
    if (!id.isEmpty()) {
        m_bar->setShowsPages(true);
        m_pages->showPage(id);
    }
}

QStringList PipelineView::pageIds() const { return m_pages->ids(); }

}  // namespace stagescope
