#pragma once

#include "core/scene/kit/time_axis.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "views/common/input_filter.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPoint>
#include <QtCore/QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace stagescope {

/// The gestures of every view with a time axis, in one place: keys W S A D (by their place on the keyboard) and arrows,
/// wheel, area selection, box zoom, panning, undo of zooms, range of the selected item. Filters the events of one
/// widget, asks for changes through TimeView and Selection only, and leaves plain clicks to the widget. Owned by its
/// parent; widget, TimeView and Selection must outlive it. GUI thread.
class PanZoomController : public InputFilter {
    Q_OBJECT
public:
    /// `axis` gives the axis as shown now, in pixels of the widget.
    PanZoomController(QWidget *widget, TimeView *timeView, Selection *selection, std::function<TimeAxis()> axis,
                      QObject *parent);

    /// Tells the time of the primary selected item, for F, M and Shift+Z; a selected range counts without it.
    void setItemRange(std::function<std::optional<AlignedRange>()> itemRange) { m_itemRange = std::move(itemRange); }
    /// Where the selected range is kept, and how long a stretch is in words, where the axis is not that of Selection.
    struct OwnRange {
        std::function<std::optional<AlignedRange>()> get;
        std::function<void(std::optional<AlignedRange>)> set;
        std::function<QString(Nanos)> text;
    };
    void setOwnRange(OwnRange range) { m_ownRange = std::move(range); }
    /// What an area drag between two heights covers, where rows matter: whole rows from `top` to `bottom`.
    struct DraggedRows {
        int top = 0;
        int bottom = 0;
        std::vector<LaneRef> lanes;
    };
    void setRows(std::function<DraggedRows(int fromY, int toY)> rows) { m_rows = std::move(rows); }
    /// Draws the rubber band of a drag under way; called by the widget's overlay.
    void paint(QPainter &painter) const;
    [[nodiscard]] bool isDragging() const { return m_drag == Drag::Area || m_drag == Drag::Box; }

    /// factor < 1 zooms in at the pointer, or at the middle where the pointer is elsewhere.
    void zoomAtPointer(double factor);
    void fitSelection();
    void toggleItemRange();
    void zoomIntoRange();

Q_SIGNALS:
    /// The rows should move: positive = towards the bottom.
    void scrolled(int pixels);
    /// An area was selected; Selection has the range already.
    void areaSelected(stagescope::AlignedRange range);

private:
    enum class Drag : std::uint8_t { None, Pressed, Area, Box, Pan };

    bool press(const QMouseEvent &event) override;
    bool move(const QMouseEvent &event) override;
    bool release(const QMouseEvent &event) override;
    bool wheel(const QWheelEvent &event) override;
    bool key(const QKeyEvent &event) override;
    bool letterKey(const QKeyEvent &event);
    [[nodiscard]] static Drag dragFor(const QMouseEvent &event);
    [[nodiscard]] AlignedRange draggedRange() const;
    [[nodiscard]] std::optional<AlignedRange> selectedRange() const;
    void setRange(std::optional<AlignedRange> range, std::vector<LaneRef> lanes = {});
    void pan(double screens);

    QWidget *m_widget;
    TimeView *m_timeView;
    Selection *m_selection;
    std::function<TimeAxis()> m_axis;
    std::function<std::optional<AlignedRange>()> m_itemRange;
    std::optional<OwnRange> m_ownRange;
    std::function<DraggedRows(int fromY, int toY)> m_rows;
    Drag m_drag = Drag::None;
    Drag m_wanted = Drag::None;
    QPoint m_from;
    QPoint m_to;
    QElapsedTimer m_lastFit;
};

}  // namespace stagescope
