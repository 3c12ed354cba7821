#pragma once

#include "core/scene/curve_points.h"
#include "core/scene/scene_pen.h"
#include "core/scene/time_axis.h"

#include <QtGui/QColor>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <functional>
#include <memory>
#include <vector>

class QChart;
class QGraphicsScene;
class QLineSeries;
class QValueAxis;

namespace stagescope {

/// One curve of a chart.
struct ChartCurve {
    QString name;
    QColor color;
    bool isDashed = false;
};

/// Where the curves stand: time across, bytes upwards.
struct CurvePlot {
    TimeAxis axis;
    Box area;
    double least = 0;  ///< bytes at the lower edge
    double most = 1;

    [[nodiscard]] int yOf(double bytes) const;
    [[nodiscard]] double bytesAt(int y) const;
};

/// Curves of bytes over time in Qt Charts, on a proportional axis. It asks for the points of what is in sight, at most
/// kMostPoints of all curves together, since Qt Charts needs 2 us for each; panning and zooming replace them in the
/// same series. Drawn into an image, so that marks and gestures above it cost nothing. GUI thread.
class CurveChart : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMostPoints = 3000;

    /// Points of the nth curve within a window of so many pixels, at most so many.
    using Points =
        std::function<std::vector<CurvePoint>(std::size_t curve, AlignedRange window, int pixels, std::size_t most)>;
    using Overlay = std::function<void(QPainter &painter, const CurvePlot &plot)>;

    explicit CurveChart(QWidget *parent = nullptr);
    ~CurveChart() override;

    void setCurves(std::vector<ChartCurve> curves, Points points);
    /// What is in sight; labels of the axis count from `origin`.
    void setWindow(AlignedRange window, AlignedTime origin);
    void setOverlay(Overlay overlay) { m_overlay = std::move(overlay); }

    /// As shown now.
    [[nodiscard]] const CurvePlot &plot();
    /// The chart, its marks included, at any size without a shown widget.
    void paint(QPainter &painter, const QRect &area) const;
    /// For tests: points that the series hold now.
    [[nodiscard]] std::size_t pointCount();

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
    class Sheet;
    void refresh();
    void invalidate();

    std::vector<ChartCurve> m_curves;
    Points m_points;
    AlignedRange m_window;
    AlignedTime m_origin{};
    Overlay m_overlay;
    std::unique_ptr<Sheet> m_sheet;
    QImage m_image;
    bool m_stale = true;
    QPoint m_pressed;
};

}  // namespace stagescope
