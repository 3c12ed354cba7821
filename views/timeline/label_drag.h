#pragma once

#include "core/scene/timeline/timeline_scene.h"

#include <QtCore/QPoint>

#include <optional>

class QMouseEvent;
class QPainter;

namespace stagescope {

class TimelineChart;
class TimelineFocus;
class TimelineModel;

/// Moves a row of the timeline by dragging its label. All outlive it; GUI thread.
class LabelDrag {
public:
    LabelDrag(TimelineModel *model, TimelineChart *chart, TimelineFocus *focus)
        : m_model(model), m_chart(chart), m_focus(focus) {}

    /// A press, move or release on the canvas; true when it is part of a drag and nothing else.
    bool handle(const QMouseEvent &event);
    /// A line where the row would be dropped.
    void paint(QPainter &painter, const TimelineSceneOptions &options) const;

private:
    [[nodiscard]] std::optional<TimelineNode> nextBelow(const TimelineSceneOptions &options, int y) const;
    void drop(int y);

    TimelineModel *m_model;
    TimelineChart *m_chart;
    TimelineFocus *m_focus;
    std::optional<TimelineNode> m_row;  ///< whose label is pressed
    QPoint m_from;
    std::optional<int> m_dropY;  ///< none while it is only pressed
};

}  // namespace stagescope
