// Selection, hover and outlines of the pipeline view; the rest is in pipeline_view.cpp.
#include "core/scene/number_text.h"
#include "views/common/item_place.h"
#include "views/common/message_texts.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/pipeline/pipeline_view.h"

#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>

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

const PipelineCell *findCell(const PipelineInput &input, const CellRef &ref) {
    const auto &cells = input.chart.cells;
    const auto it = std::find_if(cells.begin(), cells.end(), [&](const PipelineCell &cell) {
        return cell.rank == ref.rank && cell.step == ref.step && cellRef(input.run, input.chart.group, cell) == ref;
    });
    return it == cells.end() ? nullptr : &*it;
}

const P2pOp *findOp(const PipelineInput &input, const CommOpRef &ref) {
    const auto &ops = input.chart.p2p;
    const auto it = std::find_if(ops.begin(), ops.end(), [&](const P2pOp &op) {
        return op.rank == ref.rank && op.nth == ref.nth && op.name == ref.name;
    });
    return it == ops.end() ? nullptr : &*it;
}

/// Where an item lies in this chart; nothing when it has no meaning here.
std::optional<SlicePlace> placeIn(const PipelineInput &input, const Workspace *workspace, const ItemRef &item) {
    if (runOf(item) != input.run) {
        return std::nullopt;
    }
    if (const auto *ref = std::get_if<CellRef>(&item)) {
        const auto *cell = findCell(input, *ref);
        return cell == nullptr ? std::nullopt
                               : std::optional(SlicePlace{cell->rank, input.clock.toAligned(cell->rank, cell->range)});
    }
    if (const auto *ref = std::get_if<CommOpRef>(&item)) {
        const auto *op = findOp(input, *ref);
        return op == nullptr ? std::nullopt
                             : std::optional(SlicePlace{op->rank, input.clock.toAligned(op->rank, op->range)});
    }
    if (const auto *ref = std::get_if<SliceRef>(&item); ref != nullptr && workspace != nullptr) {
        return placeOf(*workspace, *ref);
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
    auto group = state.group.empty() ? m_group : state.group;
    auto step = state.step ? state.step : m_step;
    if (!state.items.empty()) {
        if (const auto *cell = std::get_if<CellRef>(&state.items.front())) {
            group = cell->group;
            step = cell->step;
        }
    }
    const bool isElsewhere = (!group.empty() && group != m_input.chart.group.id) || (step && step != m_input.step);
    m_group = group;
    m_step = step;
    m_revealPending = origin != this;
    if (isElsewhere) {
        analyse();
    } else if (m_revealPending && isVisible()) {
        reveal();
    }
    m_canvas->update();
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
    (void)m_canvas->scene();
    if (const auto *row = m_layout.rowOf(place->rank); row != nullptr && !m_layout.rows.empty()) {
        updateScrollBar();
        const int top = row->box.y - m_layout.rows.front().box.y;
        const int shown = m_scroll->value();
        if (top < shown || top + row->box.height > shown + m_layout.viewportHeight) {
            m_scroll->setValue(top - (m_layout.viewportHeight - row->box.height) / 2);
        }
    }
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
            paintOutline(painter, QRect(left, row->cells.y, right - left, row->cells.height), area);
        }
    }
}

void PipelineView::showTip(QPoint position) {
    const auto text = position.x() < 0 ? QString() : tipAt(position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

QString PipelineView::tipAt(QPoint position) const {
    const auto item = m_layout.scene.itemAt(position.x(), position.y());
    if (!item) {
        return bubbleTip(position);
    }
    if (const auto *cell = std::get_if<CellRef>(&*item)) {
        return cellTip(*cell);
    }
    if (const auto *ref = std::get_if<CommOpRef>(&*item)) {
        const auto *op = findOp(m_input, *ref);
        return op == nullptr ? QString()
                             : tr("%1\nrank %2, %3")
                                   .arg(QString::fromStdString(op->name))
                                   .arg(op->rank)
                                   .arg(QString::fromStdString(durationText(op->range.duration())));
    }
    if (const auto *rank = std::get_if<RankRef>(&*item); rank != nullptr && m_input.bubbles) {
        const auto window = m_input.bubbles->window.duration();
        const auto format = MillisFormat::forSize(window);
        for (const auto &bubble : m_input.bubbles->ranks) {
            if (bubble.rank == rank->rank && bubble.hasCells) {
                return messageText(Message("pipeline.bubble_tooltip",
                                           {format.textOf(format.rounded(window) - format.rounded(bubble.busy)),
                                            percentText(bubble.share(window), 1.0), format.text(window)}));
            }
        }
    }
    return {};
}

QString PipelineView::cellTip(const CellRef &ref) const {
    const auto *cell = findCell(m_input, ref);
    if (cell == nullptr) {
        return {};
    }
    auto text = messageText(Message("pipeline.kind." + std::string(cellKindText(cell->kind))));
    if (cell->microbatch >= 0) {
        text += QStringLiteral(", ") + tr("microbatch %1").arg(cell->microbatch);
        text += cell->numbering == Numbering::ByOrder ? QStringLiteral(" ") + tr("(by order, inferred)") : QString();
    }
    if (cell->chunk >= 0) {
        text += QStringLiteral(", ") + tr("virtual chunk %1").arg(cell->chunk);
    }
    text += QStringLiteral("\n") + tr("rank %1, step %2, %3")
                                       .arg(cell->rank)
                                       .arg(cell->step)
                                       .arg(QString::fromStdString(durationText(cell->range.duration())));
    if (cell->evidence == CellEvidence::HostRange) {
        text += QStringLiteral("\n") + messageText(Message("pipeline.host_times"));
    }
    return text;
}

QString PipelineView::bubbleTip(QPoint position) const {
    const auto *row = m_layout.rowAt(position.y());
    if (row == nullptr || !row->cells.contains(position.x(), position.y()) || !m_input.bubbles) {
        return {};
    }
    const auto time = ns(m_layout.axis.timeOf(position.x()));
    for (const auto &bubble : m_input.bubbles->ranks) {
        if (bubble.rank != row->rank) {
            continue;
        }
        for (const auto &gap : bubble.gaps) {
            if (gap.begin <= time && time < gap.end) {
                return tr("bubble\nrank %1, %2")
                    .arg(row->rank)
                    .arg(QString::fromStdString(durationText(Nanos{gap.end - gap.begin})));
            }
        }
    }
    return {};
}

}  // namespace stagescope
