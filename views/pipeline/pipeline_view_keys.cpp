// Keys of the pipeline chart beyond those of all time axes: from cell to cell, along the transfers.
#include "views/common/scene_canvas.h"
#include "views/pipeline/pipeline_view.h"

#include <QtGui/QKeyEvent>

#include <span>

namespace stagescope {

bool PipelineView::eventFilter(QObject *watched, QEvent *event) {
    if (watched != m_canvas || event->type() != QEvent::KeyPress) {
        return View::eventFilter(watched, event);
    }
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isControl = key->modifiers() == Qt::ControlModifier;
    const bool isBack = key->key() == Qt::Key_Comma || key->key() == Qt::Key_BracketLeft;
    switch (key->key()) {
        case Qt::Key_Comma:
        case Qt::Key_Period:
            stepCell(!isBack);
            return true;
        case Qt::Key_BracketLeft:
        case Qt::Key_BracketRight:
            if (isControl) {
                chooseEdge(!isBack);
            } else {
                followEdge(isBack ? EdgeEnd::Incoming : EdgeEnd::Outgoing);
            }
            return true;
        case Qt::Key_J:
            goToBlamed();
            return true;
        default:
            return View::eventFilter(watched, event);
    }
}

/// To the cell to which the selected bubble, else the one below the pointer, is owed.
void PipelineView::goToBlamed() {
    const auto &items = services().selection->state().items;
    const auto *selected = items.empty() ? nullptr : std::get_if<BubbleRef>(&items.front());
    const auto *row = m_layout.rowAt(m_pointer.y());
    const auto below =
        row == nullptr ? std::nullopt : bubbleRefAt(m_input, row->rank, m_layout.axis.timeOf(m_pointer.x()));
    const auto *bubble = selected != nullptr ? bubbleOf(m_input, *selected) : nullptr;
    if (bubble == nullptr && below) {
        bubble = bubbleOf(m_input, *below);
    }
    if (bubble != nullptr && bubble->blamed != MeasuredGraph::kNone && m_input.timing) {
        select(cellRefAt(m_input, m_input.timing->graph.nodes[bubble->blamed].cell));
    }
}

void PipelineView::select(const ItemRef &item) {
    services().selection->setItem(item, this);
    m_revealPending = true;
    reveal();
}

/// The cell (or transfer) of the rank before or after the selected one.
void PipelineView::stepCell(bool forward) {
    const auto &items = services().selection->state().items;
    if (items.empty()) {
        return;
    }
    const auto neighbour = [forward](std::size_t position, PipelineDigest::Part part) -> std::optional<std::size_t> {
        const bool hasOne = forward ? position + 1 < part.end : position > part.first;
        return hasOne ? std::optional(forward ? position + 1 : position - 1) : std::nullopt;
    };
    if (const auto *cell = std::get_if<CellRef>(&items.front())) {
        const auto position = cellPosition(m_input, *cell);
        const auto next = position ? neighbour(*position, m_input.digest.cellsOf.at(cell->rank)) : std::nullopt;
        if (next) {
            select(cellRefAt(m_input, *next));
        }
    } else if (const auto *op = std::get_if<CommOpRef>(&items.front())) {
        const auto position = p2pPosition(m_input, *op);
        const auto next = position ? neighbour(*position, m_input.digest.p2pOf.at(op->rank)) : std::nullopt;
        if (next) {
            select(p2pRefAt(m_input, *next));
        }
    } else if (const auto *ref = std::get_if<BubbleRef>(&items.front())) {
        const auto *bubble = bubbleOf(m_input, *ref);
        const auto beside = [&](AlignedTime time) {
            const auto from = m_input.clock.toRank(ref->rank, time);
            return m_input.digest.cells(m_input.chart, ref->rank, {from, from + Nanos{1}});
        };
        const auto cells = bubble == nullptr ? std::span<const PipelineCell>{}
                                             : beside(forward ? bubble->range.end : bubble->range.begin - Nanos{1});
        if (!cells.empty()) {
            select(cellRef(m_input.run, m_input.chart.group, cells.front()));
        }
    }
}

void PipelineView::followEdge(EdgeEnd end) {
    const auto &items = services().selection->state().items;
    if (items.empty()) {
        return;
    }
    m_followFrom = items.front();
    m_followEnd = end;
    m_followChoice = 0;
    for (const auto edge : edgesOf(m_input, *m_followFrom, end)) {
        if (const auto other = otherEnd(m_input, *m_followFrom, edge)) {
            select(*other);
            return;
        }
    }
}

/// Another one of the transfers that the last step could have followed.
void PipelineView::chooseEdge(bool next) {
    if (!m_followFrom) {
        return;
    }
    const auto edges = edgesOf(m_input, *m_followFrom, m_followEnd);
    if (edges.empty()) {
        return;
    }
    m_followChoice = (m_followChoice + (next ? 1 : edges.size() - 1)) % edges.size();
    if (const auto other = otherEnd(m_input, *m_followFrom, edges[m_followChoice])) {
        select(*other);
    }
}

}  // namespace stagescope
