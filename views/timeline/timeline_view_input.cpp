// What keys, clicks and commands do: from menu, keyboard and palette alike.
#include "core/scene/timeline/step_choice.h"
#include "core/scene/timeline/timeline_moves.h"
#include "views/common/command_palette.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/timeline/timeline_alignment.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_marks.h"
#include "views/timeline/timeline_row_commands.h"
#include "views/timeline/timeline_texts.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kFoldGlyphEnd = 24;  ///< a click left of this on a rank's header folds it, right of it selects the rank

/// Of a slice of a query's track that stands for no item.
std::optional<AlignedRange> ownTimeAt(const TimelineLayout &layout, const TimelineSceneOptions &options, QPoint at) {
    const auto item = timelineItemAt(layout, options, at.x(), at.y());
    const auto *slice = item ? std::get_if<SliceRef>(&*item) : nullptr;
    return slice != nullptr && isOwnTrack(slice->source) ? timelineRangeOf(layout, *slice) : std::nullopt;
}

/// What a click means: of a track of a query the item of its row.
std::optional<ItemRef> itemMeant(const TimelineModel &model, const TimelineSceneOptions &options, QPoint at) {
    const auto item = timelineItemAt(model.layout(), options, at.x(), at.y());
    const auto *slice = item ? std::get_if<SliceRef>(&*item) : nullptr;
    return slice != nullptr && isOwnTrack(slice->source) ? itemBehind(model.ownTracks(), *slice) : item;
}

/// Of the slice, where it is that what a command is about, else of the row.
QString nameOf(const TimelineLayout &layout, const std::optional<SliceRef> &slice,
               const std::optional<TimelineNode> &row, bool isOfSlice) {
    return slice && (isOfSlice || !row) ? sliceName(layout, *slice) : row ? rowName(layout, *row) : QString();
}
}  // namespace

bool TimelineView::eventFilter(QObject *watched, QEvent *event) {
    if (watched != m_chart->canvas()) {
        return View::eventFilter(watched, event);
    }
    switch (event->type()) {
        case QEvent::KeyPress:
            return pressKey(*static_cast<QKeyEvent *>(event));
        case QEvent::Resize:
            m_focus->keepInSight(static_cast<QResizeEvent *>(event)->oldSize());
            return View::eventFilter(watched, event);
        case QEvent::MouseButtonPress:
        case QEvent::MouseMove:
        case QEvent::MouseButtonRelease:
            return m_drag.handle(*static_cast<QMouseEvent *>(event));
        case QEvent::ContextMenu: {
            const auto *menu = static_cast<QContextMenuEvent *>(event);
            openMenu(menu->pos(), menu->reason() == QContextMenuEvent::Keyboard);
            return true;
        }
        default:
            return View::eventFilter(watched, event);
    }
}

bool TimelineView::pressKey(const QKeyEvent &key) {
    if (key.key() == Qt::Key_Comma || key.key() == Qt::Key_Period) {
        m_focus->selectNeighbour(key.key() == Qt::Key_Period);
        return true;
    }
    if (key.key() == Qt::Key_Menu || (key.key() == Qt::Key_F10 && key.modifiers() == Qt::ShiftModifier)) {
        openMenu({}, true);
        return true;
    }
    return m_flows->key(key) || foldKey(key.key());
}

/// Left and right fold and unfold the row whose label the pointer is on.
bool TimelineView::foldKey(int key) {
    const auto at = m_chart->pointer();
    const bool isOnLabels = at && at->x() < m_chart->options().labelWidth;
    const auto *row = isOnLabels ? m_chart->rowAt(at->y()) : nullptr;
    if (row == nullptr || !row->foldable || (key != Qt::Key_Left && key != Qt::Key_Right)) {
        return false;
    }
    if (row->folded == (key == Qt::Key_Right)) {
        arrange([&](TimelineArrangement &a) { runOnRows(a, layoutShown(), TimelineCommand::ToggleFold, row->node); });
    }
    return true;
}

void TimelineView::onClicked(QPoint position, Qt::KeyboardModifiers modifiers) {
    auto *selection = services().selection;
    const auto options = m_chart->options();
    const auto *row = m_chart->rowAt(position.y());
    if (row != nullptr) {
        m_focus->chooseRow(row->node);
    }
    const auto item = itemMeant(*m_model, options, position);
    const bool isRank = item && std::holds_alternative<RankRef>(*item);
    if (row != nullptr && row->kind == TimelineRowKind::Hidden) {
        return arrange([&](TimelineArrangement &a) { showHiddenBelow(a, layoutShown(), row->node); });
    }
    if (position.x() < options.labelWidth && row != nullptr && (!isRank || position.x() < kFoldGlyphEnd)) {
        return arrange(
            [&](TimelineArrangement &a) { runOnRows(a, layoutShown(), TimelineCommand::ToggleFold, row->node); });
    }
    const auto marks = timelineMarkArea(layoutShown(), options);
    if (takeMark(services().marks, marks, textMetrics(canvas()->font()), position, selection, canvas())) {
        return;
    }
    if (const auto time = item ? std::nullopt : ownTimeAt(layoutShown(), options, position)) {
        auto state = selection->state();
        state.items.clear();
        state.setRange(time);
        return selection->set(std::move(state), canvas());
    }
    if (!item) {
        if (position.y() >= TimelineSceneOptions::kRulerHeight) {
            selection->clearItems(canvas());
        }
        return;
    }
    auto state = selection->state();
    const bool isAdded = (modifiers & Qt::ControlModifier) != 0;
    const auto there = std::find(state.items.begin(), state.items.end(), *item);
    if (!isAdded) {
        state.items = {*item};
    } else if (there == state.items.end()) {
        state.items.push_back(*item);
    } else {
        state.items.erase(there);
    }
    selection->set(std::move(state), canvas());
}

void TimelineView::openMenu(QPoint position, bool byKey) {
    const auto *open = findChild<QMenu *>(QStringLiteral("rowMenu"));
    if (open != nullptr && open->isVisible()) {
        return;  // a platform may send a key and its meaning
    }
    const auto options = m_chart->options();
    const auto *row = byKey ? nullptr : m_chart->rowAt(position.y());
    m_menuIsOfSlice = byKey && m_focus->slice();
    if (row != nullptr && row->kind != TimelineRowKind::Hidden) {
        m_focus->chooseRow(row->node);
        const auto item = itemMeant(*m_model, options, position);
        const auto &items = services().selection->state().items;
        if (item && std::find(items.begin(), items.end(), *item) == items.end()) {
            services().selection->setItem(*item, canvas());
        }
        m_menuIsOfSlice = item && std::holds_alternative<SliceRef>(*item) && !isOwnTrack(row->node.source);
    }
    if (byKey) {
        const auto chosen = chosenRow();
        const auto *at = chosen ? layoutShown().find(*chosen) : nullptr;
        position = {options.labelWidth,
                    at == nullptr ? options.scrollingBand().top : options.screenY(at->y) + at->height};
    }
    updateActions();
    auto *menu = new QMenu(canvas());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("rowMenu"));
    if (m_menuIsOfSlice) {
        m_actions->fillForSlice(menu, m_flows->makeJumps(menu, ArrowDirection::In),
                                m_flows->makeJumps(menu, ArrowDirection::Out));
    } else {
        m_actions->fillForLabel(menu);
    }
    menu->popup(canvas()->mapToGlobal(position));
}

void TimelineView::showTrack(const OwnTrack &track) {
    if (track.parts.empty()) {
        return;
    }
    const auto &first = track.parts.front();
    const TimelineNode node{first.rank, first.source, first.track};
    m_model->addTrack(track);
    m_focus->showTrack(node);
    auto *time = services().timeView;
    if (const auto range = rangeToSee(track, layoutShown().sources(), time->range())) {
        constexpr int kMarginPart = 20;
        const auto margin = range->duration() / kMarginPart + Nanos{1000};
        time->setRange({range->begin - margin, range->end + margin});
    }
}

void TimelineView::run(TimelineCommand command) {
    using enum TimelineCommand;
    switch (command) {
        case NextRow:
            return m_focus->stepRow(1);
        case PreviousRow:
            return m_focus->stepRow(-1);
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
            return changeMarks(command);
        case BoxByDepth:
            m_boxesByDepth = !m_boxesByDepth;
            return updateActions();
        case ListSlices:
            return listTrack();
        case LoadSource:
        case LeaveSource:
            if (const auto rank = m_focus->digest(command == LeaveSource)) {
                Q_EMIT sourceRequested(rank->run, {rank->rank}, command == LeaveSource);
            }
            return;
        case RemoveTrack:
            if (const auto row = chosenRow()) {
                m_model->removeTrack(row->source);
            }
            return;
        case CopyName:
        case ZoomToSlice:
        case ShowInPipeline:
        case FindSameName:
        case UseAsStep:
            return runOnOne(command);
        case ForgetSteps:
            Q_EMIT stepsRequested({});
            return;
        case SetBase:
        case AlignBegin:
        case AlignEnd:
        case AlignToStart:
        case TypeOffset:
        case ResetOffsets:
        case Lock:
            m_alignment->run(command);
            return updateActions();  // a lock may have been refused
        default:
            arrange([&](TimelineArrangement &a) { runOnRows(a, layoutShown(), command, chosenRow()); });
            m_focus->showRow();
    }
}

/// Marks are set where the pointer is on the data, else where the selected item begins, else in the middle.
void TimelineView::changeMarks(TimelineCommand command) {
    const auto axis = m_chart->options().axis();
    const auto at = m_chart->pointer();
    const auto item = m_focus->range();
    const auto visible = services().timeView->range();
    const bool isOnData = at && at->x() >= axis.left && at->x() < axis.left + axis.width;
    const auto time = isOnData ? axis.timeOf(at->x() + 0.5)
                      : item   ? item->begin
                               : visible.begin + visible.duration() / 2;
    const auto &selected = services().selection->state().range;
    runOnMarks(services().marks, command, time, selected ? selected : item);
}

void TimelineView::runOnOne(TimelineCommand command) {
    const auto slice = m_focus->slice();
    if (command == TimelineCommand::CopyName) {
        const auto name = nameOf(layoutShown(), m_focus->slice(), chosenRow(), m_menuIsOfSlice);
        QGuiApplication::clipboard()->setText(name);
        m_bar->showNotice(tr("Copied: %1").arg(name));
    } else if (!slice) {
        return;
    } else if (command == TimelineCommand::ZoomToSlice) {
        if (const auto range = timelineRangeOf(layoutShown(), *slice)) {
            services().timeView->setRange(*range);
        }
    } else if (command == TimelineCommand::ShowInPipeline) {
        Q_EMIT viewRequested(QStringLiteral("pipeline"));
    } else if (command == TimelineCommand::UseAsStep) {
        Q_EMIT stepsRequested(QString::fromStdString(stepPatternOf(*m_model->workspace(), *slice)));
    } else {
        m_menuIsOfSlice = true;
        Q_EMIT searchRequested(nameOf(layoutShown(), m_focus->slice(), chosenRow(), m_menuIsOfSlice));
    }
}

/// Of the slice when the menu was opened on one or no row is chosen, else of the row's track, process or rank.
/// Every track by its rank, process and name; the one that is chosen comes into sight, whatever hides it.
void TimelineView::findTrack() {
    std::vector<CommandPalette::Entry> entries;
    for (auto &[path, node] : trackPaths(layoutShown())) {
        entries.push_back({std::move(path), {}, [this, track = node] {
                               m_focus->showTrack(track);
                               canvas()->setFocus(Qt::OtherFocusReason);
                           }});
    }
    if (m_palette == nullptr) {
        m_palette = new CommandPalette(this);
    }
    m_palette->open(std::move(entries), tr("Name of a track"));
}

/// The track of the selected slice, else of the chosen row, else of that under the pointer.
void TimelineView::listTrack() {
    const auto laneOf = [](const TimelineSource &source, TrackId track) {
        return LaneRef{source.rank.run, source.source, track, 0, LaneRef::kAllDepths, source.offset};
    };
    const auto slice = m_focus->slice();
    const auto *source = slice ? timelineSourceOf(layoutShown(), *slice) : nullptr;
    const auto chosen = chosenRow();
    const auto at = m_chart->pointer();
    const auto *row = chosen ? layoutShown().find(*chosen) : at ? m_chart->rowAt(at->y()) : nullptr;
    if (source != nullptr) {
        Q_EMIT slicesRequested(laneOf(*source, slice->track));
    } else if (row != nullptr && row->kind == TimelineRowKind::Track) {
        Q_EMIT slicesRequested(laneOf(layoutShown().sourceOf(*row), row->node.track));
    }
}

}  // namespace stagescope
