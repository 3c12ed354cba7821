// What stands below the measured cells: the ideal, the answer to a question, the baseline.
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/pipeline/pipeline_bar.h"
#include "views/pipeline/pipeline_sight.h"
#include "views/pipeline/pipeline_view.h"
#include "views/pipeline/what_if_page.h"

#include <algorithm>
#include <cstdlib>

namespace stagescope {

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
    const auto length = [](Nanos time) { return utf8Text(timeText(time)); };
    const auto lost = window.duration() - own.duration();
    const bool isAnswer = &cells != &m_input.ideal[0] && &cells != &m_input.ideal[1];
    const QString text = isAnswer ? lost < Nanos{0} ? tr("measured %1, what-if %2: %3 longer")
                                                    : tr("measured %1, what-if %2: %3 shorter")
                                  : tr("measured %1, ideal %2, lost %3");
    m_bar->showLoss(text.arg(length(window.duration()), length(own.duration()),
                             length(isAnswer ? Nanos{std::abs(lost.count())} : lost)));
    m_sight->keepWhole(own);
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
    m_bar->showBaseline(messageText(baselineNote(m_input)),
                        tr("Step %1 of %2 and step %3 of baseline %4, from the first cell to the last. Baseline cells "
                           "are below each rank's cells; both start with the step.")
                            .arg(utf8Text(stepText(*m_input.step)))
                            .arg(QString::fromStdString(m_workspace->mainRun()->label))
                            .arg(utf8Text(stepText(m_input.baseline->step)))
                            .arg(QString::fromStdString(m_workspace->baseline()->label)));
    m_sight->keepWhole({m_input.bubbles->window.begin, m_input.bubbles->window.begin + m_input.baseline->window});
}

}  // namespace stagescope
