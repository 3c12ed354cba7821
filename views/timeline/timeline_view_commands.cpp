// What the commands of the rows do, from menu, keyboard and palette alike; the row that they are about; moving it.
#include "core/scene/timeline/timeline_moves.h"
#include "views/common/command_palette.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_row_commands.h"
#include "views/timeline/timeline_texts.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QAction>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace stagescope {

void TimelineView::makeActions() {
    m_actions = new TimelineActions(this);
    connect(m_actions, &TimelineActions::asked, this, &TimelineView::run);
    connect(m_bar, &TimelineBar::tracksAsked, this, [this](const QString &part) {
        arrange([&](TimelineArrangement &a) { a.filter = part.trimmed().toStdString(); });
    });
    connect(m_bar->arrowsMenu(), &QMenu::aboutToShow, this, &TimelineView::fillArrowsMenu);
    connect(m_bar, &TimelineBar::hiddenAsked, this, [this] { run(TimelineCommand::ShowHidden); });
    m_actions->fill(m_bar->rowsMenu());
    connect(m_bar->rowsMenu(), &QMenu::aboutToShow, this, &TimelineView::updateActions);
    updateActions();
}

/// The row that commands are about: clicked last, or gone to by keys; else that of the selected slice.
std::optional<TimelineNode> TimelineView::chosenRow() const {
    if (m_chosenRow && m_layout.find(*m_chosenRow) != nullptr) {
        return m_chosenRow;
    }
    const auto slice = selectedSlice();
    const auto *source = slice ? timelineSourceOf(m_layout, *slice) : nullptr;
    const auto *row = source == nullptr ? nullptr : m_layout.rowShowing(source->rank, slice->source, slice->track);
    return row == nullptr ? std::nullopt : std::optional(row->node);
}

void TimelineView::chooseRow(const std::optional<TimelineNode> &node) {
    m_chosenRow = node;
    updateActions();
    m_canvas->update();
}

void TimelineView::stepRow(int by) {
    std::vector<const TimelineRow *> rows;
    for (const auto &row : m_layout.rows()) {
        if (row.kind != TimelineRowKind::Hidden) {
            rows.push_back(&row);
        }
    }
    if (rows.empty()) {
        return;
    }
    const auto chosen = chosenRow();
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const auto *row) { return chosen == row->node; });
    const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
    const auto at =
        it == rows.end() ? (by > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(it - rows.begin() + by, 0, last);
    chooseRow(rows[static_cast<std::size_t>(at)]->node);
    revealChosenRow();
}

void TimelineView::revealChosenRow() {
    const auto chosen = chosenRow();
    const auto *row = chosen ? m_layout.find(*chosen) : nullptr;
    if (row != nullptr) {
        const auto options = optionsFor(m_canvas->size());
        revealRows({0, options.screenY(row->y), 0, std::min(row->height, TimelineLayout::kCounterHeight), row->pinned});
    }
}

void TimelineView::updateActions() {
    const auto row = chosenRow();
    const auto enable = [this](TimelineCommand command, bool isEnabled) {
        m_actions->action(command)->setEnabled(isEnabled);
    };
    using enum TimelineCommand;
    for (const auto command : {ToggleFold, Pin, PinSameNamed, Hide, MoveUp, MoveDown, TypeOffset}) {
        enable(command, row.has_value());
    }
    for (const auto command : {ZoomToSlice, ShowInPipeline, FindSameName}) {
        enable(command, selectedSlice().has_value());
    }
    enable(CopyName, row || selectedSlice());
    const auto paired = pairedRanks(m_layout);
    enable(PairBaseline, !paired.empty());
    m_actions->action(PairBaseline)->setChecked(!paired.empty() && paired == m_layout.childrenOf(kTimelineRoot));
    m_bar->showHidden(m_arrangement.hidden.size());
    const auto device = processToMerge(m_layout, row);
    enable(MergeStreams, device.has_value());
    m_actions->action(MergeStreams)->setChecked(device && m_arrangement.merged.count(*device) != 0);
    m_actions->action(FitDepths)->setChecked(m_arrangement.depthsFitted);
    m_actions->action(ShowPython)->setChecked(!m_arrangement.leftOut.python);
    m_actions->action(ShowWaits)->setChecked(!m_arrangement.leftOut.waits);
    m_actions->action(Lock)->setChecked(services().selection->lock().has_value());
    m_actions->action(BoxByDepth)->setChecked(m_boxesByDepth);
    enable(UnpinAll, !m_arrangement.pinned.empty());
    enable(ShowHidden, !m_arrangement.hidden.empty());
    enable(ResetOffsets, !m_arrangement.offsets.empty());
}

void TimelineView::run(TimelineCommand command) {
    const auto row = chosenRow();
    using enum TimelineCommand;
    switch (command) {
        case NextRow:
            return stepRow(1);
        case PreviousRow:
            return stepRow(-1);
        case FilterTracks:
            return m_bar->focusTracks();
        case FindTrack:
            return findTrack();
        case Arrows:
            return m_bar->openArrows();
        case SetFlag:
        case MarkRange:
        case DeleteMark:
        case UndoMark:
        case RedoMark:
            return runOnMarks(command);
        case BoxByDepth:
            m_boxesByDepth = !m_boxesByDepth;
            return updateActions();
        case ListSlices:
            return listTrack();
        case CopyName:
        case ZoomToSlice:
        case ShowInPipeline:
        case FindSameName:
            return runOnOne(command);
        case SetBase:
        case AlignBegin:
        case AlignEnd:
        case AlignToStart:
        case TypeOffset:
        case ResetOffsets:
        case Lock:
            return runOnTime(command);
        default:
            break;
    }
    arrange([&](TimelineArrangement &a) { runOnRows(a, m_layout, command, row); });
    revealChosenRow();
}

/// Every track by its rank, process and name; the one that is chosen comes into sight, whatever hides it.
void TimelineView::findTrack() {
    std::vector<CommandPalette::Entry> entries;
    for (auto &[path, node] : trackPaths(m_layout)) {
        entries.push_back({std::move(path), {}, [this, track = node] { revealTrack(track); }});
    }
    if (m_palette == nullptr) {
        m_palette = new CommandPalette(this);
    }
    m_palette->open(std::move(entries), tr("Name of a track"));
}

void TimelineView::revealTrack(const TimelineNode &node) {
    const auto *shown = m_layout.rowShowing(node.rank, node.source, node.track);
    if (shown == nullptr || shown->folded) {
        arrange([&](TimelineArrangement &a) {
            a.filter.clear();
            for (auto above = node; above != kTimelineRoot; above = m_layout.parentOf(above)) {
                a.hidden.erase(above);
                a.folds[above] = false;
            }
        });
        shown = m_layout.rowShowing(node.rank, node.source, node.track);
    }
    if (shown != nullptr) {
        chooseRow(shown->node);
        revealChosenRow();
    }
    m_canvas->setFocus(Qt::OtherFocusReason);
}

bool TimelineView::labelDrag(const QMouseEvent &event) {
    const auto options = optionsFor(m_canvas->size());
    const auto position = event.position().toPoint();
    if (event.type() == QEvent::MouseButtonPress) {
        const auto *row = timelineRowAt(m_layout, options, position.y());
        const bool isLabel = event.button() == Qt::LeftButton && position.x() < options.labelWidth && row != nullptr &&
                             row->kind != TimelineRowKind::Hidden;
        m_dragged = isLabel ? std::optional(row->node) : std::nullopt;
        m_dragFrom = position;
        m_dropY = -1;
        return false;
    }
    if (!m_dragged) {
        return false;
    }
    if (event.type() == QEvent::MouseMove) {
        const bool isFar = std::abs(position.y() - m_dragFrom.y()) >= QApplication::startDragDistance();
        if (m_dropY >= 0 || isFar) {
            m_dropY = std::max(0, position.y());
            m_canvas->update();
        }
        return m_dropY >= 0;
    }
    const auto node = *std::exchange(m_dragged, std::nullopt);
    if (std::exchange(m_dropY, -1) < 0) {
        return false;
    }
    const auto before = dropTarget(node, position.y());
    arrange([&](TimelineArrangement &a) { moveRow(a, m_layout, node, before); });
    chooseRow(node);
    return true;
}

/// The sibling that a row dropped at y would come before; nothing for the end.
std::optional<TimelineNode> TimelineView::dropTarget(const TimelineNode &node, int y) const {
    const auto options = optionsFor(m_canvas->size());
    for (const auto &other : rowsToMoveAmong(m_layout, m_arrangement, node)) {
        const auto *row = m_layout.find(other);
        if (options.screenY(row->y) + row->height / 2 > y) {
            return other;
        }
    }
    return std::nullopt;
}

void TimelineView::paintDrop(QPainter &painter, const TimelineSceneOptions &options) const {
    if (m_dragged && m_dropY >= 0) {
        const auto before = dropTarget(*m_dragged, m_dropY);
        const auto rows = rowsToMoveAmong(m_layout, m_arrangement, *m_dragged);
        const auto *at = m_layout.find(before ? *before : rows.back());
        const int y = options.screenY(at->y) + (before ? 0 : at->height);
        painter.fillRect(QRect(0, y - 1, options.width, 3), Theme::current().color(ColorRole::Accent));
    }
}

}  // namespace stagescope
