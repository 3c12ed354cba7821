// Which stretch of time is in sight, and what stands below the measured cells of it.
#include "views/common/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/pipeline/pipeline_bar.h"
#include "views/pipeline/pipeline_view.h"
#include "views/pipeline/what_if_page.h"

#include <QtCore/QLocale>

#include <algorithm>
#include <cstdlib>

namespace stagescope {

AlignedRange PipelineView::stepRange() const {
    if (!m_input.bubbles) {
        return services().timeView->range();
    }
    AlignedRange range = m_input.bubbles->window;
    if (m_input.baseline) {
        range.end = std::max(range.end, range.begin + m_input.baseline->window);
    }
    for (const IdealCell &cell : ghost()) {
        range = {std::min(range.begin, cell.range.begin), std::max(range.end, cell.range.end)};
    }
    const Nanos margin = range.duration() / 50;
    return {range.begin - margin, range.end + margin};
}

const std::vector<IdealCell> &PipelineView::ghost() const {
    static const std::vector<IdealCell> none;
    const auto *whatIf = m_pages->findChild<WhatIfPage *>();
    if (whatIf != nullptr && !whatIf->ghost().empty()) {
        return whatIf->ghost();
    }
    const auto costs = m_bar->ideal();
    return costs ? m_input.ideal[static_cast<std::size_t>(*costs)] : none;
}

/// Says how long it is, and brings its end into sight where the whole of what was measured is.
void PipelineView::showGhost() {
    m_canvas->invalidate();
    const auto &cells = ghost();
    if (cells.empty() || !m_input.bubbles) {
        m_bar->showLoss({});
        return;
    }
    const auto &window = m_input.bubbles->window;
    AlignedRange own = cells.front().range;
    for (const IdealCell &cell : cells) {
        own = {std::min(own.begin, cell.range.begin), std::max(own.end, cell.range.end)};
    }
    const auto inMillis = [](Nanos time) { return QLocale().toString(double(time.count()) / 1e6, 'f', 1); };
    const auto lost = window.duration() - own.duration();
    const bool isAnswer = &cells != &m_input.ideal[0] && &cells != &m_input.ideal[1];
    const QString text = isAnswer ? lost < Nanos{0} ? tr("measured %1, what-if %2: %3 ms longer")
                                                    : tr("measured %1, what-if %2: %3 ms shorter")
                                  : tr("measured %1, ideal %2, lost %3 ms");
    m_bar->showLoss(text.arg(inMillis(window.duration()), inMillis(own.duration()),
                             inMillis(isAnswer ? Nanos{std::abs(lost.count())} : lost)));
    keepWhole(own);
}

/// Where the whole of what was measured is in sight, so is the whole of what stands below it.
void PipelineView::keepWhole(AlignedRange below) {
    coverLimits();
    const auto &window = m_input.bubbles->window;
    const auto shown = services().timeView->range();
    const bool isWhole = shown.begin <= window.begin && shown.end >= window.end;
    if (isWhole && (below.begin < shown.begin || below.end > shown.end)) {
        fitStep();
    }
}

/// Says how long both steps are, or why there is none to compare with.
void PipelineView::showBaseline() {
    const bool isWanted = m_workspace && m_workspace->baseline() != nullptr && m_input.bubbles;
    if (!isWanted) {
        m_bar->showBaseline({}, {});
        return;
    }
    if (!m_input.baseline) {
        m_bar->showBaseline(tr("no such pipeline in the baseline"), {});
        return;
    }
    m_bar->showBaseline(
        messageText(baselineNote(m_input)),
        tr("Step %1 of %2 and step %3 of the baseline %4: from the start of the first cell to the end of the last. "
           "Below each rank's cells are those of the baseline, both from the start of the step.")
            .arg(*m_input.step)
            .arg(QString::fromStdString(m_workspace->mainRun()->label))
            .arg(m_input.baseline->step)
            .arg(QString::fromStdString(m_workspace->baseline()->label)));
    keepWhole({m_input.bubbles->window.begin, m_input.bubbles->window.begin + m_input.baseline->window});
}

void PipelineView::coverLimits() {
    if (!m_input.bubbles) {
        return;
    }
    const auto wanted = stepRange();
    const auto limits = services().timeView->limits();
    if (limits.isEmpty()) {
        services().timeView->setLimits(wanted);
    } else if (wanted.begin < limits.begin || wanted.end > limits.end) {
        services().timeView->setLimits({std::min(limits.begin, wanted.begin), std::max(limits.end, wanted.end)});
    }
}

void PipelineView::fitStep() {
    if (m_input.bubbles) {
        m_fitPending = false;
        services().timeView->setRange(stepRange());
    }
}

/// The step is brought into sight when it was chosen, and where the visible time would show nothing of it or all steps.
void PipelineView::fitWanted() {
    const auto *time = services().timeView;
    const bool isWhole = time->range() == time->limits();
    const bool isAway = m_input.bubbles && !m_input.bubbles->window.overlaps(time->range());
    // While another step is being worked out the one at hand is not what was asked for.
    if (m_fitPending && isVisible() && !m_analysis.isBusy() && (isWhole || isAway || m_bar->isChoosingStep())) {
        fitStep();
    }
}

}  // namespace stagescope
