#include "views/timeline/timeline_actions.h"

#include "core/store/trace/trace_store.h"
#include "views/common/texts/language.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QAction>
#include <QtGui/QKeySequence>
#include <QtWidgets/QMenu>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

struct CommandEntry {
    TimelineCommand command;
    const char *text;
    const char *keys;
    bool checkable = false;
    bool endsGroup = false;
};

constexpr const char *kScope = "stagescope::TimelineActions";

constexpr std::array kEntries{
    CommandEntry{TimelineCommand::NextRow, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Next Row"), "Ctrl+Down"},
    CommandEntry{TimelineCommand::PreviousRow, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Previous Row"),
                 "Ctrl+Up"},
    CommandEntry{TimelineCommand::ToggleFold, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Collapse or Expand"),
                 "Return"},
    CommandEntry{TimelineCommand::FoldAll, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Collapse All"), "Shift+U"},
    CommandEntry{TimelineCommand::UnfoldAll, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Expand All"), "U", false,
                 true},
    CommandEntry{TimelineCommand::Pin, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Pin or Unpin"), "P"},
    CommandEntry{TimelineCommand::PinSameNamed,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Pin Same-named in All Ranks"), "Shift+T"},
    CommandEntry{TimelineCommand::UnpinAll, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Unpin All"), "Shift+P",
                 false, true},
    CommandEntry{TimelineCommand::Hide, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Hide"), "H"},
    CommandEntry{TimelineCommand::ShowHidden, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Show All Hidden"),
                 "Shift+H", false, true},
    CommandEntry{TimelineCommand::MoveUp, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Move Row Up"), "Alt+Up"},
    CommandEntry{TimelineCommand::MoveDown, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Move Row Down"),
                 "Alt+Down"},
    CommandEntry{TimelineCommand::PairBaseline,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Pair Ranks with the Baseline"), "", true, true},
    CommandEntry{TimelineCommand::MergeStreams,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Merge Device Streams into One Row"), "G", true},
    CommandEntry{TimelineCommand::FitDepths, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Fit Row Height to View"),
                 "Shift+G", true},
    CommandEntry{TimelineCommand::ShowPython,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Show Python Call Stacks"), "", true},
    CommandEntry{TimelineCommand::ShowWaits,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Show SET and WAIT Events"), "", true, true},
    CommandEntry{TimelineCommand::FilterTracks, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Filter Tracks"), "T"},
    CommandEntry{TimelineCommand::FindTrack, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Find Track..."),
                 "Ctrl+P", false, true},
    CommandEntry{TimelineCommand::SetBase, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Set or Clear Base Slice"),
                 "Shift+B"},
    CommandEntry{TimelineCommand::AlignBegin,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Align Start to Base Slice"), "L"},
    CommandEntry{TimelineCommand::AlignEnd, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Align End to Base Slice"),
                 "R"},
    CommandEntry{TimelineCommand::AlignToStart,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Align All Ranks by Start"), ""},
    CommandEntry{TimelineCommand::TypeOffset, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Rank Offset..."),
                 "Shift+O"},
    CommandEntry{TimelineCommand::ResetOffsets, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Reset All Offsets"),
                 "Shift+R", false, true},
    CommandEntry{TimelineCommand::Lock, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Lock Selection"), "Shift+L",
                 true},
    CommandEntry{TimelineCommand::Arrows, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Show Flows by Category..."),
                 "Shift+A", false, true},
    CommandEntry{TimelineCommand::SetFlag, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Set Flag"), "K"},
    CommandEntry{TimelineCommand::MarkRange, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Mark Selected Time"),
                 "Shift+M"},
    CommandEntry{TimelineCommand::DeleteMark, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Delete Selected Mark"),
                 "Del"},
    CommandEntry{TimelineCommand::UndoMark, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Undo Mark Change"),
                 "Ctrl+Z"},
    CommandEntry{TimelineCommand::RedoMark, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Redo Mark Change"),
                 "Ctrl+Shift+Z", false, true},
    CommandEntry{TimelineCommand::BoxByDepth,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Box-select Rows inside Tracks"), "X", true},
    CommandEntry{TimelineCommand::ListSlices, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "List Slices of Track"),
                 "E"},
    CommandEntry{TimelineCommand::LoadSource, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Load Rank from Source"),
                 ""},
    CommandEntry{TimelineCommand::LeaveSource,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Return Rank to Digest"), ""},
    CommandEntry{TimelineCommand::RemoveTrack, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Remove Query Track"),
                 ""},
};

/// About one slice or label.
constexpr std::array kOfOne{
    CommandEntry{TimelineCommand::CopyName, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Copy Name"), ""},
    CommandEntry{TimelineCommand::ZoomToSlice, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Zoom to Slice"), ""},
    CommandEntry{TimelineCommand::ShowInPipeline, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Show in Pipeline"),
                 ""},
    CommandEntry{TimelineCommand::FindSameName, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Find Same Name"), ""},
    CommandEntry{TimelineCommand::UseAsStep,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Use Such Ranges as Steps"), ""},
    CommandEntry{TimelineCommand::ForgetSteps,
                 QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Use the Profiler's Steps"), ""},
};

}  // namespace

TimelineActions::TimelineActions(QWidget *view) : QObject(view) {
    const auto add = [&](const CommandEntry &entry) {
        auto *action = new QAction(this);
        action->setShortcut(QKeySequence(QString::fromLatin1(entry.keys)));
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setCheckable(entry.checkable);
        view->addAction(action);
        m_actions[entry.command] = action;
        connect(action, &QAction::triggered, this, [this, command = entry.command] { Q_EMIT asked(command); });
    };
    std::for_each(kEntries.begin(), kEntries.end(), add);
    std::for_each(kOfOne.begin(), kOfOne.end(), add);
    retranslate();
}

void TimelineActions::addAll(QMenu *menu, std::initializer_list<TimelineCommand> commands) const {
    for (const auto command : commands) {
        menu->addAction(action(command));
    }
}

void TimelineActions::addRows(QMenu *menu) const {
    fill(menu->addMenu(QCoreApplication::translate(kScope, QT_TRANSLATE_NOOP("stagescope::TimelineActions", "Rows"))));
}

void TimelineActions::fillForSlice(QMenu *menu, QMenu *flowsFrom, QMenu *flowsTo) const {
    using enum TimelineCommand;
    addAll(menu, {CopyName, ZoomToSlice, ShowInPipeline, FindSameName});
    for (auto *flows : {flowsFrom, flowsTo}) {
        if (flows != nullptr) {
            menu->addMenu(flows);
        }
    }
    const auto last = action(ForgetSteps)->isEnabled() ? ForgetSteps
                      : action(UseAsStep)->isEnabled() ? UseAsStep
                                                       : ListSlices;
    addAll(menu, {SetBase, SetFlag, last});
    addRows(menu);
}

void TimelineActions::fillForLabel(QMenu *menu) const {
    using enum TimelineCommand;
    const auto last = action(RemoveTrack)->isEnabled()   ? RemoveTrack
                      : action(LoadSource)->isEnabled()  ? LoadSource
                      : action(LeaveSource)->isEnabled() ? LeaveSource
                                                         : FindTrack;
    addAll(menu, {CopyName, ToggleFold, Pin, PinSameNamed, Hide, MergeStreams, TypeOffset, ListSlices, last});
    addRows(menu);
}

void TimelineActions::fill(QMenu *menu) const {
    for (const auto &entry : kEntries) {
        menu->addAction(action(entry.command));
        if (entry.endsGroup) {
            menu->addSeparator();
        }
    }
}

void TimelineActions::retranslate() {
    const auto name = [this](const CommandEntry &entry) { setSourceText(action(entry.command), kScope, entry.text); };
    std::for_each(kEntries.begin(), kEntries.end(), name);
    std::for_each(kOfOne.begin(), kOfOne.end(), name);
}

}  // namespace stagescope
