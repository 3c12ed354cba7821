#pragma once

#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"
#include "core/scene/memory/byte_axis.h"
#include "core/scene/memory/step_curve.h"

#include <QtGui/QColor>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <functional>
#include <vector>

namespace stagescope {

constexpr std::size_t kCurveDashes = 7;  ///< that are told from one another

/// One curve of a chart, or a band between two.
struct ChartCurve {
    QString name;
    QColor color;
    std::size_t dash = 0;  ///< 0: a whole line; others differ from one another
    bool isBand = false;   ///< filled from the least to the most of each pixel
    int width = 1;         ///< pixels
};

/// Where the curves stand: time across, bytes upwards.
struct CurvePlot {
    TimeAxis axis;
    Box area;
    ByteAxis bytes;

    /// Clamped to the area.
    [[nodiscard]] int yOf(double bytes) const;
};

/// Curves of bytes over time, drawn pixel by pixel from the min/max pyramid of their samples: what is seen from afar is
/// what a zoom finds. Drawn into an image, so that marks and gestures above it cost nothing. O(curves x pixels x log
/// samples) a frame, whatever the window. GUI thread.
class CurveChart : public QWidget {
    Q_OBJECT
public:
    /// The nth curve through a window of so many pixels.
    using Columns = std::function<std::vector<CurveColumn>(std::size_t curve, AlignedRange window, int pixels)>;
    using Overlay = std::function<void(QPainter &painter, const CurvePlot &plot)>;

    explicit CurveChart(QWidget *parent = nullptr);

    /// Drawn in this order, named in the legend.
    void setCurves(std::vector<ChartCurve> curves, Columns columns);
    /// What is in sight; labels of the axis count from `origin`.
    void setWindow(AlignedRange window, AlignedTime origin);
    void setOverlay(Overlay overlay) { m_overlay = std::move(overlay); }

    /// As shown now.
    [[nodiscard]] const CurvePlot &plot();
    /// The chart, its marks included, at any size without a shown widget.
    void paint(QPainter &painter, const QRect &area) const;
    /// For tests.
    [[nodiscard]] const std::vector<ChartCurve> &curves() const { return m_curves; }

Q_SIGNALS:
    void clicked(QPoint position);
    void doubleClicked(QPoint position);
    /// The pointer moved without a button, or left ((-1,-1)).
    void hovered(QPoint position);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Everything of the chart at one size.
    struct Sheet {
        CurvePlot plot;
        std::vector<QRect> legend;  ///< by curve; of the last ones none where they would leave the chart no room
        QRect more;                 ///< where their number stands
        std::vector<std::vector<CurveColumn>> columns;
    };
    [[nodiscard]] Sheet sheetFor(QSize size) const;
    void placeLegend(Sheet &sheet, QSize size) const;
    void drawSwatch(QPainter &painter, const ChartCurve &curve, QPoint at) const;
    void draw(QPainter &painter, const Sheet &sheet) const;
    void drawAxes(QPainter &painter, const CurvePlot &plot) const;
    void drawLegend(QPainter &painter, const Sheet &sheet) const;
    void refresh();
    void invalidate();

    std::vector<ChartCurve> m_curves;
    Columns m_columns;
    AlignedRange m_window;
    AlignedTime m_origin{};
    Overlay m_overlay;
    Sheet m_sheet;
    QImage m_image;
    bool m_stale = true;
    QPoint m_pressed;
};

}  // namespace stagescope
