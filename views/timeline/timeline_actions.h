#pragma once

#include <QtCore/QObject>

#include <cstdint>
#include <initializer_list>
#include <map>

class QAction;
class QMenu;
class QWidget;

namespace stagescope {

/// What can be done to the rows of the timeline and to what is selected on them.
enum class TimelineCommand : std::uint8_t {
    NextRow,
    PreviousRow,
    ToggleFold,
    FoldAll,
    UnfoldAll,
    Pin,
    PinSameNamed,
    UnpinAll,
    Hide,
    ShowHidden,
    MoveUp,
    MoveDown,
    PairBaseline,
    MergeStreams,
    FitDepths,
    ShowPython,
    ShowWaits,
    FilterTracks,
    FindTrack,
    SetBase,
    AlignBegin,
    AlignEnd,
    AlignToStart,
    TypeOffset,
    ResetOffsets,
    Lock,
    Arrows,
    SetFlag,
    MarkRange,
    DeleteMark,
    UndoMark,
    RedoMark,
    BoxByDepth,
    ListSlices,
    LoadSource,
    LeaveSource,
    RemoveTrack,
    CopyName,
    ZoomToSlice,
    ShowInPipeline,
    FindSameName,
    UseAsStep,
    ForgetSteps,
};

/// The commands as actions of a view, with their keys: for its menu, the command palette and the keyboard. Knows
/// nothing of what they do. Owned by the view; GUI thread.
class TimelineActions : public QObject {
    Q_OBJECT
public:
    explicit TimelineActions(QWidget *view);

    [[nodiscard]] QAction *action(TimelineCommand command) const { return m_actions.at(command); }
    /// All that is about rows, in groups.
    void fill(QMenu *menu) const;
    /// What a slice is asked for, or the label of a row: at most ten entries, the last of them all that is about rows.
    void fillForSlice(QMenu *menu, QMenu *flowsFrom, QMenu *flowsTo) const;
    void fillForLabel(QMenu *menu) const;
    void retranslate();

Q_SIGNALS:
    void asked(stagescope::TimelineCommand command);

private:
    void addAll(QMenu *menu, std::initializer_list<TimelineCommand> commands) const;
    void addRows(QMenu *menu) const;

    std::map<TimelineCommand, QAction *> m_actions;
};

}  // namespace stagescope
