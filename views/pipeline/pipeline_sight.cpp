#include "views/pipeline/pipeline_sight.h"

#include "core/analysis/overview/step_in_time.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "views/common/scene_canvas.h"
#include "views/pipeline/pipeline_outlines.h"

#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <limits>
#include <utility>

namespace stagescope {

PipelineSight::PipelineSight(TimeView *time, const Selection *selection, Chart chart)
    : m_time(time), m_selection(selection), m_chart(std::move(chart)) {}

void PipelineSight::settle(const Workspace *workspace, bool isBusy) {
    // While another step is being worked out the one at hand is not what was asked for.
    if (m_wantsChosen && !isBusy) {
        showChosen(workspace);
    }
    const bool isWhole = m_time->range() == m_time->limits();
    const bool isAway = m_chart.input.bubbles && !showsStep(m_time->range(), m_chart.input.bubbles->window);
    // A range that nobody chose goes on to the step that is wanted now: the first group's may have been there first.
    const bool isFitted = m_time->range() == m_fitted || isOfChosenStep(workspace);
    if (m_wantsStep && m_chart.canvas->isVisible() && !isBusy && (isWhole || isAway || isFitted)) {
        fitStep();
    }
    if (m_wantsItem) {
        reveal(workspace);
    }
}

/// As who sees no pipeline brings a step into sight: the chart may begin later, and has more below it.
bool PipelineSight::isOfChosenStep(const Workspace *workspace) const {
    const auto *run = workspace == nullptr ? nullptr : workspace->mainRun();
    const auto &step = m_selection->state().step;
    return run != nullptr && step && stepInTime(*run, *step) == m_time->range();
}

AlignedRange PipelineSight::step() const {
    const auto whole = wholeStep(m_chart.input);
    if (!whole) {
        return m_time->range();
    }
    auto range = *whole;
    if (m_chart.input.baseline) {
        range.end = std::max(range.end, m_chart.input.bubbles->window.begin + m_chart.input.baseline->window);
    }
    for (const IdealCell &cell : m_chart.ghost()) {
        range = {std::min(range.begin, cell.range.begin), std::max(range.end, cell.range.end)};
    }
    const Nanos margin = range.duration() / 50;
    return {range.begin - margin, range.end + margin};
}

void PipelineSight::fitStep() {
    if (m_chart.input.bubbles) {
        m_wantsStep = false;
        m_time->setRange(step());
        m_fitted = m_time->range();
    }
}

void PipelineSight::coverLimits() {
    if (!m_chart.input.bubbles) {
        return;
    }
    const auto wanted = step();
    const auto limits = m_time->limits();
    if (limits.isEmpty()) {
        m_time->setLimits(wanted);
    } else if (wanted.begin < limits.begin || wanted.end > limits.end) {
        m_time->setLimits({std::min(limits.begin, wanted.begin), std::max(limits.end, wanted.end)});
    }
}

void PipelineSight::keepWhole(AlignedRange below) {
    coverLimits();
    const auto &window = m_chart.input.bubbles->window;
    const auto shown = m_time->range();
    const bool isWhole = shown.begin <= window.begin && shown.end >= window.end;
    if (isWhole && (below.begin < shown.begin || below.end > shown.end)) {
        fitStep();
    }
}

void PipelineSight::showChosen(const Workspace *workspace) {
    constexpr int kAround = 3;  ///< times as much as is chosen
    constexpr int kLeast = 12;  ///< of these make a step: cells are read by those around them
    const auto &state = m_selection->state();
    m_wantsChosen = m_wantsItem = false;
    std::optional<AlignedRange> chosen;
    std::set<int> ranks;
    for (const auto &item : state.items) {
        if (const auto place = placeInChart(m_chart.input, workspace, item)) {
            chosen = chosen ? AlignedRange{std::min(chosen->begin, place->range.begin),
                                           std::max(chosen->end, place->range.end)}
                            : place->range;
            ranks.insert(place->rank);
        }
    }
    for (const auto &rank : state.ranks) {
        if (rank.run == m_chart.input.run) {
            ranks.insert(rank.rank);
        }
    }
    fitStep();
    if (chosen) {
        const auto whole = step().duration();
        const auto most = std::max(whole, chosen->duration() + chosen->duration() / 5);
        const auto span = std::clamp(chosen->duration() * kAround, std::min(whole / kLeast, most), most);
        const auto middle = chosen->begin + chosen->duration() / 2;
        m_time->setRange({middle - span / 2, middle - span / 2 + span});
    }
    revealRows(ranks);
}

void PipelineSight::revealRows(const std::set<int> &ranks) {
    (void)m_chart.canvas->scene();
    if (m_chart.layout.rows.empty()) {
        return;
    }
    int top = std::numeric_limits<int>::max();
    int bottom = 0;
    int first = 0;
    for (const int rank : ranks) {
        if (const auto *row = m_chart.layout.rowOf(rank)) {
            const int at = row->box.y - m_chart.layout.rows.front().box.y;
            top = std::min(top, at);
            bottom = std::max(bottom, at + row->box.height);
            first = row->box.height;
        }
    }
    updateScrollBar();
    const int shown = m_chart.scroll->value();
    if (bottom > 0 && (top < shown || bottom > shown + m_chart.layout.viewportHeight)) {
        const int height = std::min(bottom - top, std::max(m_chart.layout.viewportHeight, first));
        m_chart.scroll->setValue(top - std::max(0, m_chart.layout.viewportHeight - height) / 2);
    }
}

void PipelineSight::reveal(const Workspace *workspace) {
    m_wantsItem = !m_chart.canvas->isVisible();
    const auto &items = m_selection->state().items;
    if (m_wantsItem || items.empty()) {
        return;
    }
    const auto place = placeInChart(m_chart.input, workspace, items.front());
    if (!place) {
        return;
    }
    const auto range = m_time->range();
    if (!range.overlaps(place->range)) {
        const auto span = std::max(range.duration(), place->range.duration() * 2);
        const auto middle = place->range.begin + place->range.duration() / 2;
        m_time->setRange({middle - span / 2, middle + span / 2});
    }
    revealRows({place->rank});
}

void PipelineSight::updateScrollBar() {
    const int hidden = std::max(0, m_chart.layout.rowsHeight - m_chart.layout.viewportHeight);
    m_chart.scroll->setRange(0, hidden);
    m_chart.scroll->setPageStep(m_chart.layout.viewportHeight);
    m_chart.scroll->setSingleStep(PipelineScene::kMinRow / 2);
    m_chart.scroll->setVisible(hidden > 0);
}

}  // namespace stagescope
