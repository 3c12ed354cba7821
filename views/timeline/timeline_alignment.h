#pragma once

#include "core/scene/timeline/timeline_scene.h"
#include "core/session/selection.h"
#include "views/timeline/timeline_actions.h"

#include <QtCore/QObject>

#include <optional>

class QWidget;

namespace stagescope {

class OffsetField;
class TimelineFocus;
class TimelineModel;

/// Moving ranks against each other, the base slice that they are aligned to, and the locked stretch of time, which
/// moves with them. All outlive it; GUI thread.
class TimelineAlignment : public QObject {
    Q_OBJECT
public:
    /// An offset is typed over `view`.
    TimelineAlignment(Selection *selection, TimelineModel *model, TimelineFocus *focus, QWidget *view);

    /// One of SetBase, AlignBegin, AlignEnd, AlignToStart, TypeOffset, ResetOffsets, Lock; others do nothing.
    void run(TimelineCommand command);
    [[nodiscard]] const std::optional<SliceRef> &base() const { return m_base; }

Q_SIGNALS:
    void baseChanged();
    void noticed(const QString &text);

private:
    void setBase();
    void alignToBase(bool ends);
    void typeOffset();
    void toggleLock();

    Selection *m_selection;
    TimelineModel *m_model;
    TimelineFocus *m_focus;
    QWidget *m_view;
    OffsetField *m_offsetField = nullptr;
    std::optional<SliceRef> m_base;
};

}  // namespace stagescope
