// Selection of the pipeline view: clicks, keys, and what others select; the rest is in pipeline_view.cpp.
#include "core/analysis/overview/item_location.h"
#include "core/base/ids.h"
#include "views/common/after_layout.h"
#include "views/common/scene_canvas.h"
#include "views/pipeline/pipeline_bar.h"
#include "views/pipeline/pipeline_sight.h"
#include "views/pipeline/pipeline_tips.h"
#include "views/pipeline/pipeline_view.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <utility>

namespace stagescope {

bool PipelineView::eventFilter(QObject *watched, QEvent *event) {
    const bool isKey = watched == m_canvas && event->type() == QEvent::KeyPress;
    return (isKey && walk(*static_cast<QKeyEvent *>(event))) || View::eventFilter(watched, event);
}

/// Keys beyond those of all time axes: from cell to cell, along the transfers.
bool PipelineView::walk(const QKeyEvent &key) {
    const auto &items = services().selection->state().items;
    const auto from = items.empty() ? std::nullopt : std::optional(items.front());
    std::optional<ItemRef> to;
    switch (key.key()) {
        case Qt::Key_Comma:
        case Qt::Key_Period:
            to = from ? neighbourOf(m_input, *from, key.key() == Qt::Key_Period) : std::nullopt;
            break;
        case Qt::Key_BracketLeft:
        case Qt::Key_BracketRight: {
            const bool isForward = key.key() == Qt::Key_BracketRight;
            if (key.modifiers() == Qt::ControlModifier) {
                to = m_walk.choose(m_input, isForward);
            } else if (from) {
                to = m_walk.follow(m_input, *from, isForward ? EdgeEnd::Outgoing : EdgeEnd::Incoming);
            }
            break;
        }
        default:
            return false;
    }
    if (to) {
        services().selection->setItem(*to, this);
        m_sight->reveal(m_workspace.get());
    }
    return true;
}

void PipelineView::hover(QPoint position) {
    const bool isInside = position.x() >= 0;
    const auto item = isInside ? pipelineItemAt(m_input, m_layout, position.x(), position.y()) : std::nullopt;
    if (item != m_hovered) {
        m_hovered = item;
        m_canvas->update();
    }
    const PipelineTips tips(m_workspace.get(), m_input, m_memory, m_layout, ghost(), m_bar->ideal());
    const auto text = isInside ? tips.at(position) : QString();
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

void PipelineView::onClicked(const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (item) {
        state.items = {*item};
        if (const auto *rank = std::get_if<RankRef>(&*item)) {
            state.ranks = {*rank};
        }
    }
    services().selection->set(std::move(state), this);
}

void PipelineView::onSelectionChanged(QObject *origin) {
    const auto &state = services().selection->state();
    const auto primary = state.items.empty() ? std::nullopt : std::optional(state.items.front());
    if (std::exchange(m_primary, primary) != primary) {
        m_followPending = primary.has_value();
    }
    if (m_followPending && m_known) {
        followRank();  // comes back here where that is another group
    }
    auto group = state.group.empty() ? m_group : state.group;
    auto step = state.step ? state.step : m_step;
    const auto follow = [&step](std::int64_t of) { step = of == kNoStep ? step : std::optional(of); };
    if (!state.items.empty()) {
        if (const auto *cell = std::get_if<CellRef>(&state.items.front())) {
            group = cell->group;
            follow(cell->step);
        } else if (const auto *bubble = std::get_if<BubbleRef>(&state.items.front())) {
            group = bubble->group;
            follow(bubble->step);
        }
    }
    if (step != m_step) {
        m_bar->leaveOutside();
    }
    const auto wanted = m_bar->showsOutside() ? std::optional(kNoStep) : step;
    const bool isElsewhere = (!group.empty() && group != m_input.chart.group.id) || (wanted && wanted != m_input.step);
    m_group = group;
    m_step = step;
    if (isElsewhere) {
        m_sight->wantStep();
    }
    m_sight->wantItem(origin != this);
    if (isElsewhere) {
        analyse();
    } else if (origin != this && isVisible()) {
        m_sight->reveal(m_workspace.get());
    }
    m_canvas->update();
}

/// A rank that is chosen anywhere chooses its group; one that was chosen together with it stays.
void PipelineView::followRank() {
    m_followPending = false;
    auto state = services().selection->state();
    const auto rank = m_primary && m_workspace ? rankHolding(*m_workspace, *m_primary) : std::nullopt;
    const auto *run = m_workspace ? m_workspace->mainRun() : nullptr;
    if (!rank || run == nullptr || rank->run != run->id) {
        return;
    }
    const auto holds = [&](const PipelineGroup &group) {
        return std::find(group.ranks.begin(), group.ranks.end(), rank->rank) != group.ranks.end();
    };
    const auto asked = state.group.empty() ? m_input.chart.group.id : state.group;
    const auto isAsked = [&](const PipelineGroup &group) { return group.id == asked; };
    const auto now = std::find_if(m_groups.begin(), m_groups.end(), isAsked);
    const auto other = std::find_if(m_groups.begin(), m_groups.end(), holds);
    const bool isOfOthers = !asked.empty() && now == m_groups.end();  // of a group that is no pipeline
    if (isOfOthers || other == m_groups.end() || (now != m_groups.end() && holds(*now))) {
        return;
    }
    state.group = other->id;
    services().selection->set(std::move(state), this);
}

void PipelineView::onShown() {
    if (!isVisible()) {
        return;
    }
    m_sight->wantChosen();
    afterLayout(this, [this] {
        if (m_sight->wantsChosen() && !m_analysis.isBusy()) {
            m_sight->showChosen(m_workspace.get());
        }
    });
}

}  // namespace stagescope
