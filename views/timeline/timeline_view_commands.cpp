// What the commands of the rows do, from menu, keyboard and palette alike; the row that they are about; moving it.
#include "core/scene/timeline/timeline_moves.h"
#include "core/store/trace/trace_store.h"
#include "views/common/command_palette.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QRegularExpression>
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

/// The process whose streams would share a row: that of a track, or the row itself.
std::optional<TimelineNode> TimelineView::deviceOf(const std::optional<TimelineNode> &node) const {
    if (!node || !node->source.isValid()) {
        return std::nullopt;
    }
    const auto &sources = m_layout.sources();
    const auto source = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &s) {
        return s.rank == node->rank && s.source == node->source;
    });
    if (source == sources.end()) {
        return std::nullopt;
    }
    const bool isProcess = source->trace->track(node->track).kind == TrackKind::Process;
    const auto process = isProcess ? *node : m_layout.parentOf(*node);
    const bool hasSeveral = process.track.isValid() && streamsOf(*source->trace, process.track).size() > 1;
    return hasSeveral ? std::optional(process) : std::nullopt;
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
    const auto device = deviceOf(row);
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
    arrange([&](TimelineArrangement &a) {
        runOnAll(a, command);
        if (row) {
            runOnRow(a, command, *row);
        }
    });
    revealChosenRow();
}

void TimelineView::runOnAll(TimelineArrangement &a, TimelineCommand command) const {
    using enum TimelineCommand;
    switch (command) {
        case FoldAll:
        case UnfoldAll:
            foldAll(a, m_layout, command == FoldAll);
            break;
        case UnpinAll:
            a.pinned.clear();
            break;
        case ShowHidden:
            a.hidden.clear();
            break;
        case FitDepths:
            a.depthsFitted = !a.depthsFitted;
            break;
        case PairBaseline:
            if (auto paired = pairedRanks(m_layout); paired == m_layout.childrenOf(kTimelineRoot)) {
                a.order.erase(kTimelineRoot);
            } else {
                a.order[kTimelineRoot] = std::move(paired);
            }
            break;
        case ShowPython:
            a.leftOut.python = !a.leftOut.python;
            break;
        case ShowWaits:
            a.leftOut.waits = !a.leftOut.waits;
            break;
        default:
            break;
    }
}

void TimelineView::runOnRow(TimelineArrangement &a, TimelineCommand command, const TimelineNode &row) const {
    using enum TimelineCommand;
    switch (command) {
        case ToggleFold:
            if (const auto *shown = m_layout.find(row); shown != nullptr && shown->foldable) {
                a.folds[row] = !shown->folded;
            }
            break;
        case Pin:
            a.togglePins({row});
            break;
        case PinSameNamed:
            a.togglePins(sameNamed(m_layout.sources(), row));
            break;
        case Hide:
            a.hide(row);
            break;
        case MoveUp:
        case MoveDown:
            moveRowBy(a, m_layout, row, command == MoveUp ? -1 : 1);
            break;
        case MergeStreams:
            if (const auto device = deviceOf(row); device && a.merged.erase(*device) == 0) {
                a.merged.insert(*device);
            }
            break;
        default:
            break;
    }
}

/// Every track by its rank, process and name; the one that is chosen comes into sight, whatever hides it.
void TimelineView::findTrack() {
    std::vector<CommandPalette::Entry> entries;
    for (const auto &source : m_layout.sources()) {
        const auto rank = tr("Rank %1").arg(source.rank.rank);
        for (const auto &track : source.trace->tracks()) {
            const auto process = track.parent.isValid() ? source.trace->text(source.trace->track(track.parent).name)
                                                        : std::string_view{};
            const QStringList parts{rank, utf8Text(process), utf8Text(source.trace->text(track.name))};
            const TimelineNode node{source.rank, source.source, track.id};
            if (track.kind == TrackKind::Process || track.rowCount > 0) {
                entries.push_back({parts.filter(QRegularExpression(QStringLiteral("."))).join(QStringLiteral(" / ")),
                                   {},
                                   [this, node] { revealTrack(node); }});
            }
        }
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

void TimelineView::paintChosenRow(QPainter &painter, const TimelineSceneOptions &options) const {
    const auto *row = m_chosenRow ? m_layout.find(*m_chosenRow) : nullptr;
    const auto color = Theme::current().color(ColorRole::Accent);
    if (row != nullptr) {
        const auto band = options.bandOf(row->pinned);
        const QRect label(0, options.screenY(row->y), options.labelWidth - 1, row->height);
        const QRect seen = label & QRect(0, band.top, options.labelWidth - 1, band.bottom - band.top);
        auto tint = color;
        tint.setAlpha(36);
        painter.fillRect(seen, tint);
        painter.fillRect(QRect(seen.left(), seen.top(), 3, seen.height()), color);
    }
    if (m_dragged && m_dropY >= 0) {
        const auto before = dropTarget(*m_dragged, m_dropY);
        const auto rows = rowsToMoveAmong(m_layout, m_arrangement, *m_dragged);
        const auto *at = m_layout.find(before ? *before : rows.back());
        const int y = options.screenY(at->y) + (before ? 0 : at->height);
        painter.fillRect(QRect(0, y - 1, options.width, 3), color);
    }
}

}  // namespace stagescope
