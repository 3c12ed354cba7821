#pragma once

#include "core/scene/kit/text_ruler.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/time_view.h"

#include <QtCore/QPoint>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QScrollBar;

namespace stagescope {

class SceneCanvas;
class TimelineModel;

/// The rows of a TimelineModel over the visible time, as pixels: the canvas with its tips, how far the rows and the
/// pinned ones above them are scrolled. Frames are built on the GUI thread: their cost does not depend on the number of
/// slices. Model and TimeView outlive it.
class TimelineChart : public QWidget {
    Q_OBJECT
public:
    TimelineChart(TimelineModel *model, TimeView *time, QWidget *parent);

    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    /// Where everything is drawn, on the canvas as it is and at another size.
    [[nodiscard]] TimelineSceneOptions options() const;
    [[nodiscard]] TimelineSceneOptions optionsFor(QSize size) const;
    [[nodiscard]] Scene scene(QSize size);
    /// The pointer on the canvas; nothing when it is elsewhere.
    [[nodiscard]] std::optional<QPoint> pointer() const;
    [[nodiscard]] const TimelineRow *rowAt(int y) const;

    /// A stretch of time to be marked as what is selected.
    void setHighlight(const std::optional<TimelineHighlight> &highlight);
    /// Slices to be marked as found, in any order.
    void setFound(std::vector<SliceRef> found);
    /// There are other rows.
    void updateRows();
    /// Another stretch of time is visible.
    void updateTime();

    /// Scrolls the pinned rows when the pointer is on them, else all others.
    void scroll(int pixels);
    /// Scrolls as far as it takes to have a box in sight.
    void showRows(const SceneBox &box);
    /// Moves the visible time when the range is not in it, and zooms when it would be too small or too large to see.
    void showRange(AlignedRange range);

protected:
    void changeEvent(QEvent *event) override;

private:
    /// What the colours of kernels mean.
    void drawLegend(Scene &scene, int height) const;
    void updateScrollBar();
    void showTip(QPoint position);
    [[nodiscard]] const TextRuler &ruler();

    TimelineModel *m_model;
    TimeView *m_time;
    SceneCanvas *m_canvas;
    QScrollBar *m_scroll;
    int m_pinnedScroll = 0;
    std::optional<TimelineHighlight> m_highlight;
    std::vector<SliceRef> m_found;  ///< in the order of tracks
    std::optional<TextRuler> m_ruler;
    QString m_rulerFont;
};

}  // namespace stagescope
