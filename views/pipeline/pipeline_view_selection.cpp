// Selection and outlines of the pipeline view; the rest is in pipeline_view.cpp.
#include "core/analysis/overview/item_location.h"
#include "views/common/after_layout.h"
#include "views/common/mark_painter.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/pipeline/pipeline_view.h"

#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <limits>
#include <utility>

namespace stagescope {

namespace {
constexpr int kRankBar = 4;
constexpr int kRangeAlpha = 40;

/// The selected stretch of time: a tint over all rows between two lines.
void paintRange(QPainter &painter, const PipelineScene &layout, AlignedRange range) {
    if (!range.overlaps(layout.axis.range)) {
        return;
    }
    const int left = std::max(layout.axis.left, layout.axis.pixelOf(range.begin));
    const int right = std::max(left + 1, layout.axis.pixelOf(range.end));
    const int top = layout.rows.front().cells.y;
    const int height = std::min(layout.rowsHeight, layout.viewportHeight);
    auto color = Theme::current().color(ColorRole::Accent);
    painter.fillRect(left, top, 1, height, color);
    painter.fillRect(right - 1, top, 1, height, color);
    color.setAlpha(kRangeAlpha);
    painter.fillRect(left, top, right - left, height, color);
}

/// Marks stand over the rows, their names at the foot of the ruler.
MarkArea markArea(const PipelineScene &layout) {
    constexpr int kStrip = 14;
    const auto &first = layout.rows.front();
    const int top = std::max(layout.path.isEmpty() ? first.cells.y : layout.path.y, kStrip);
    return {layout.axis, top - kStrip, kStrip, top, top + std::min(layout.rowsHeight, layout.viewportHeight)};
}

/// Where an item lies in this chart; nothing when it has no meaning here.
std::optional<AlignedSpan> placeIn(const PipelineInput &input, const Workspace *workspace, const ItemRef &item) {
    if (runOf(item) != input.run) {
        return std::nullopt;
    }
    if (const auto *ref = std::get_if<CellRef>(&item)) {
        const auto position = cellPosition(input, *ref);
        return position ? std::optional(AlignedSpan{
                              ref->rank, input.clock.toAligned(ref->rank, input.chart.cells[*position].range)})
                        : std::nullopt;
    }
    if (const auto *ref = std::get_if<BubbleRef>(&item)) {
        const auto *bubble = bubbleOf(input, *ref);
        return bubble != nullptr ? std::optional(AlignedSpan{ref->rank, bubble->range}) : std::nullopt;
    }
    if (const auto *ref = std::get_if<CommOpRef>(&item)) {
        const auto position = p2pPosition(input, *ref);
        return position ? std::optional(AlignedSpan{ref->rank,
                                                    input.clock.toAligned(ref->rank, input.chart.p2p[*position].range)})
                        : std::nullopt;
    }
    if (const auto *ref = std::get_if<MomentRef>(&item)) {
        const auto at = input.clock.toAligned(ref->rank, rankTime(ref->at));
        return AlignedSpan{ref->rank, {at, at + Nanos{1}}};
    }
    if (const auto *ref = std::get_if<SliceRef>(&item); ref != nullptr && workspace != nullptr) {
        return locateSlice(*workspace, *ref);
    }
    return std::nullopt;
}
}  // namespace

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
    if (!state.items.empty()) {
        if (const auto *cell = std::get_if<CellRef>(&state.items.front())) {
            group = cell->group;
            step = cell->step;
        } else if (const auto *bubble = std::get_if<BubbleRef>(&state.items.front())) {
            group = bubble->group;
            step = bubble->step;
        }
    }
    const bool isElsewhere = (!group.empty() && group != m_input.chart.group.id) || (step && step != m_input.step);
    m_group = group;
    m_step = step;
    m_revealPending = origin != this;
    if (isElsewhere) {
        m_fitPending = m_fitPending || step != m_input.step;
        analyse();
    } else if (m_revealPending && isVisible()) {
        reveal();
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
    m_showPending = true;
    afterLayout(this, [this] {
        if (m_showPending && !m_analysis.isBusy()) {
            bringIntoSight();
        }
    });
}

/// All that is chosen, large enough to be read and with what stands around it; the whole step where that is ranks only.
void PipelineView::bringIntoSight() {
    constexpr int kAround = 3;  ///< times as much as is chosen
    constexpr int kLeast = 12;  ///< of these make a step: cells are read by those around them
    const auto &state = services().selection->state();
    m_showPending = m_revealPending = false;
    std::optional<AlignedRange> chosen;
    std::set<int> ranks;
    for (const auto &item : state.items) {
        if (const auto place = placeIn(m_input, m_workspace.get(), item)) {
            chosen = chosen ? AlignedRange{std::min(chosen->begin, place->range.begin),
                                           std::max(chosen->end, place->range.end)}
                            : place->range;
            ranks.insert(place->rank);
        }
    }
    for (const auto &rank : state.ranks) {
        if (rank.run == m_input.run) {
            ranks.insert(rank.rank);
        }
    }
    fitStep();
    if (chosen) {
        const auto step = stepRange().duration();
        const auto most = std::max(step, chosen->duration() + chosen->duration() / 5);
        const auto span = std::clamp(chosen->duration() * kAround, std::min(step / kLeast, most), most);
        const auto middle = chosen->begin + chosen->duration() / 2;
        services().timeView->setRange({middle - span / 2, middle - span / 2 + span});
    }
    revealRows(ranks);
}

/// All of them where they fit, else from the first on.
void PipelineView::revealRows(const std::set<int> &ranks) {
    (void)m_canvas->scene();
    if (m_layout.rows.empty()) {
        return;
    }
    int top = std::numeric_limits<int>::max();
    int bottom = 0;
    int first = 0;
    for (const int rank : ranks) {
        if (const auto *row = m_layout.rowOf(rank)) {
            const int at = row->box.y - m_layout.rows.front().box.y;
            top = std::min(top, at);
            bottom = std::max(bottom, at + row->box.height);
            first = row->box.height;
        }
    }
    updateScrollBar();
    const int shown = m_scroll->value();
    if (bottom > 0 && (top < shown || bottom > shown + m_layout.viewportHeight)) {
        const int height = std::min(bottom - top, std::max(m_layout.viewportHeight, first));
        m_scroll->setValue(top - std::max(0, m_layout.viewportHeight - height) / 2);
    }
}

void PipelineView::reveal() {
    m_revealPending = !isVisible();
    const auto &items = services().selection->state().items;
    if (!isVisible() || items.empty()) {
        return;
    }
    const auto place = placeIn(m_input, m_workspace.get(), items.front());
    if (!place) {
        return;
    }
    const auto range = services().timeView->range();
    if (!range.overlaps(place->range)) {
        const auto span = std::max(range.duration(), place->range.duration() * 2);
        const auto middle = place->range.begin + place->range.duration() / 2;
        services().timeView->setRange({middle - span / 2, middle + span / 2});
    }
    revealRows({place->rank});
}

std::optional<AlignedRange> PipelineView::selectedRange() const {
    const auto &items = services().selection->state().items;
    const auto place = items.empty() ? std::nullopt : placeIn(m_input, m_workspace.get(), items.front());
    return place ? std::optional(place->range) : std::nullopt;
}

void PipelineView::paintSelection(QPainter &painter, const PipelineScene &layout) const {
    const auto &state = services().selection->state();
    const QRect area(0, 0, layout.scene.width, layout.scene.height);
    if (state.range && !layout.rows.empty()) {
        paintRange(painter, layout, *state.range);
    }
    if (!layout.rows.empty()) {
        paintMarks(painter, services().marks, markArea(layout));
    }
    for (const auto &rank : state.ranks) {
        const auto *row = layout.rowOf(rank.rank);
        if (rank.run == m_input.run && row != nullptr) {
            painter.fillRect(QRect(row->box.x, row->box.y, kRankBar, row->box.height - 1).intersected(area),
                             Theme::current().color(ColorRole::Accent));
        }
    }
    for (const auto &item : state.items) {
        if (std::holds_alternative<RankRef>(item) || paintItemOutlines(painter, layout.scene, item, area)) {
            continue;
        }
        const auto place = placeIn(m_input, m_workspace.get(), item);
        const auto *row = place ? layout.rowOf(place->rank) : nullptr;
        if (row != nullptr && place->range.begin < layout.axis.range.end &&
            place->range.end >= layout.axis.range.begin) {
            const int left = layout.axis.pixelOf(place->range.begin);
            const int right = std::max(left + 1, layout.axis.pixelOf(place->range.end));
            const bool isMoment = std::holds_alternative<MomentRef>(item) && !row->memory.isEmpty();
            const bool isTransfer = std::holds_alternative<CommOpRef>(item) && !row->p2p.isEmpty();
            const auto &lane = isMoment ? row->memory : isTransfer ? row->p2p : row->cells;
            paintOutline(painter, QRect(left, lane.y, right - left, lane.height), area);
        }
    }
}

void PipelineView::paintEdges(QPainter &painter, const PipelineScene &layout) const {
    auto items = services().selection->state().items;
    if (m_hovered && std::find(items.begin(), items.end(), *m_hovered) == items.end()) {
        items.push_back(*m_hovered);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto &item : items) {
        for (const auto &line : pipelineEdgeLines(m_input, layout, item)) {
            // A seam in the colour of the background keeps the arrow apart from cells of its own colour.
            painter.setPen(QPen(Theme::current().color(ColorRole::Background), 4));
            painter.drawLine(line.x1, line.y1, line.x2, line.y2);
        }
        for (const auto &line : pipelineEdgeLines(m_input, layout, item)) {
            painter.setPen(QPen(Theme::current().color(line.color), 2));
            painter.drawLine(line.x1, line.y1, line.x2, line.y2);
        }
    }
    painter.restore();
}

}  // namespace stagescope
