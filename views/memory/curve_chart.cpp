#include "views/memory/curve_chart.h"

#include "core/base/byte_text.h"
#include "views/common/theme.h"

#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGraphicsLayout>
#include <QtWidgets/QGraphicsScene>

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kHeadroom = 1.12;  ///< above the highest point, for its mark
constexpr int kRight = 24;
constexpr int kPad = 6;
constexpr int kSwatch = 18;
constexpr int kTickPixels = 110;
constexpr int kRowPixels = 48;

/// A step of 1, 2 or 5 times a power of ten that leaves at least this many pixels between two ticks.
double niceStep(double span, int pixels, int least) {
    const double raw = span * least / std::max(1, pixels);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    return raw <= power ? power : raw <= 2 * power ? 2 * power : raw <= 5 * power ? 5 * power : 10 * power;
}

struct Unit {
    double size = 1;
    const char *name = "";
};

Unit byteUnit(double most) {
    constexpr double kStep = 1024;
    constexpr std::array kUnits{Unit{1, "B"}, Unit{kStep, "KiB"}, Unit{kStep * kStep, "MiB"},
                                Unit{kStep * kStep * kStep, "GiB"}};
    const auto it = std::find_if(kUnits.rbegin(), kUnits.rend(), [&](const Unit &u) { return most >= 2 * u.size; });
    return it == kUnits.rend() ? kUnits.front() : *it;
}

Unit timeUnit(double spanNs) {
    constexpr std::array kUnits{Unit{1, "ns"}, Unit{1e3, "us"}, Unit{1e6, "ms"}, Unit{1e9, "s"}};
    const auto it = std::find_if(kUnits.rbegin(), kUnits.rend(), [&](const Unit &u) { return spanNs >= 2 * u.size; });
    return it == kUnits.rend() ? kUnits.front() : *it;
}

int decimalsOf(double step) { return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9); }

QString labelFormat(double step, const char *unit) {
    return QStringLiteral("%.%1f %2").arg(decimalsOf(step)).arg(QLatin1String(unit));
}

void paintAxis(QAbstractAxis *axis, const QFont &font) {
    const Theme &theme = Theme::current();
    axis->setLabelsColor(theme.color(ColorRole::Text));
    axis->setLabelsFont(font);
    axis->setLinePenColor(theme.color(ColorRole::Grid));
    axis->setGridLineColor(theme.color(ColorRole::Grid));
}

}  // namespace

int CurvePlot::yOf(double bytes) const {
    const double share = (bytes - least) / (most - least);
    return area.bottom() - static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * area.height));
}

double CurvePlot::bytesAt(int y) const {
    return least + (most - least) * static_cast<double>(area.bottom() - y) / std::max(1, area.height);
}

/// The chart of Qt with its series and axes, drawn at any size. Made anew with each set of curves: axes that are
/// removed from a chart stay in its scene until the event loop runs.
class CurveChart::Sheet {
public:
    Sheet(const std::vector<ChartCurve> &curves, const QFont &font) : m_font(font), m_chart(new QChart) {
        m_scene.addItem(m_chart);  // the scene owns it
        const Theme &theme = Theme::current();
        m_chart->setMargins({0, 0, 0, 0});
        m_chart->setBackgroundRoundness(0);
        m_chart->setBackgroundPen(Qt::NoPen);
        m_chart->setBackgroundBrush(theme.color(ColorRole::Background));
        m_chart->legend()->hide();  // it cuts names short where it could take another row
        m_time = new QValueAxis(m_chart);
        m_bytes = new QValueAxis(m_chart);
        paintAxis(m_time, font);
        paintAxis(m_bytes, font);
        m_chart->addAxis(m_time, Qt::AlignBottom);
        m_chart->addAxis(m_bytes, Qt::AlignLeft);
        for (const auto &curve : curves) {
            auto *series = new QLineSeries(m_chart);
            series->setName(curve.name);
            series->setPen(QPen(curve.color, 1, curve.isDashed ? Qt::DashLine : Qt::SolidLine));
            m_chart->addSeries(series);
            series->attachAxis(m_time);
            series->attachAxis(m_bytes);
            m_series.push_back(series);
        }
    }

    [[nodiscard]] const CurvePlot &plot() const { return m_plot; }
    [[nodiscard]] std::size_t pointCount() const {
        std::size_t count = 0;
        for (const auto *series : m_series) {
            count += static_cast<std::size_t>(series->count());
        }
        return count;
    }

    void fill(const Points &points, AlignedRange window, AlignedTime origin, QSize size) {
        // Each change of an axis would lay all points out again.
        for (auto *series : m_series) {
            series->clear();
        }
        m_chart->resize(size);
        m_scene.setSceneRect(QRectF({0, 0}, size));
        const QFontMetrics metrics(m_font);
        const int left = metrics.horizontalAdvance(QStringLiteral("-000.00 MiB")) + 2 * kPad;
        const int width = std::max(1, size.width() - left - kRight);
        const Unit unit = timeUnit(static_cast<double>(window.duration().count()));
        double high = 0;
        double low = 0;
        for (const auto &curve : pointsInSight(points, window, width)) {
            QList<QPointF> list;
            for (const auto &point : curve) {
                list.append({static_cast<double>((point.at - origin).count()) / unit.size, point.value});
                high = std::max(high, point.value);
                low = std::min(low, point.value);
            }
            m_lists.push_back(std::move(list));
        }
        m_plot.most = high > 0 ? high * kHeadroom : low < 0 ? 0 : 1;
        m_plot.least = low * kHeadroom;
        const int top = layOutLegend(size.width());
        const int height = std::max(1, size.height() - top - metrics.height() - 3 * kPad);
        m_plot.area = {left, top, width, height};
        m_plot.axis = {window, left, width};
        m_chart->setPlotArea(QRectF(left, top, width, height));
        setTimeAxis(window, origin, unit, width);
        const double byteUnit = setByteAxis(height);
        // Else the axes move only when the event loop runs.
        m_chart->layout()->invalidate();
        m_chart->layout()->activate();
        for (std::size_t i = 0; i < m_series.size(); ++i) {
            for (auto &point : m_lists[i]) {
                point.ry() /= byteUnit;
            }
            m_series[i]->replace(m_lists[i]);
        }
        m_lists.clear();
    }

    void draw(QPainter &painter, const QRect &place) {
        m_scene.render(&painter, place, m_scene.sceneRect(), Qt::IgnoreAspectRatio);
        painter.setFont(m_font);
        for (std::size_t i = 0; i < m_series.size(); ++i) {
            const QRect entry = m_legend[i].translated(place.topLeft());
            painter.setPen(m_series[i]->pen());
            painter.drawLine(entry.left(), entry.center().y(), entry.left() + kSwatch, entry.center().y());
            painter.setPen(Theme::current().color(ColorRole::Text));
            painter.drawText(entry.adjusted(kSwatch + kPad, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             m_series[i]->name());
        }
    }

private:
    /// What curves with few points leave over is for those with many.
    [[nodiscard]] std::vector<std::vector<CurvePoint>> pointsInSight(const Points &points, AlignedRange window,
                                                                     int width) const {
        const std::size_t count = m_series.size();
        const std::size_t share = kMostPoints / std::max<std::size_t>(1, count);
        std::vector<std::vector<CurvePoint>> curves;
        std::vector<std::size_t> large;
        std::size_t left = kMostPoints;
        for (std::size_t i = 0; i < count; ++i) {
            curves.push_back(points(i, window, width, share));
            if (curves.back().size() > share / 4) {
                large.push_back(i);
            } else {
                left -= std::min(left, curves.back().size());
            }
        }
        for (const auto i : large.size() < count ? large : std::vector<std::size_t>{}) {
            curves[i] = points(i, window, width, left / large.size());
        }
        return curves;
    }
    /// Places of the names, in as many rows as they need; returns where the chart begins below them.
    int layOutLegend(int width) {
        const QFontMetrics metrics(m_font);
        m_legend.clear();
        QPoint at(kPad, kPad);
        for (const auto *series : m_series) {
            const int entry =
                std::min(width - 2 * kPad, kSwatch + 3 * kPad + metrics.horizontalAdvance(series->name()));
            if (at.x() > kPad && at.x() + entry > width) {
                at = {kPad, at.y() + metrics.height() + 2};
            }
            m_legend.emplace_back(at, QSize(entry, metrics.height()));
            at.rx() += entry;
        }
        return at.y() + metrics.height() + 2 * kPad;
    }
    void setTimeAxis(AlignedRange window, AlignedTime origin, const Unit &unit, int width) {
        const double begin = static_cast<double>((window.begin - origin).count()) / unit.size;
        const double end = static_cast<double>((window.end - origin).count()) / unit.size;
        const double step = niceStep(end - begin, width, kTickPixels);
        m_time->setTickType(QValueAxis::TicksDynamic);
        m_time->setTickAnchor(0);
        m_time->setTickInterval(step);
        m_time->setLabelFormat(labelFormat(step, unit.name));
        m_time->setRange(begin, end);
    }
    /// Returns the bytes of the unit that is labelled.
    double setByteAxis(int height) {
        const Unit unit = byteUnit(std::max(m_plot.most, -m_plot.least));
        const double step = niceStep((m_plot.most - m_plot.least) / unit.size, height, kRowPixels);
        m_bytes->setTickType(QValueAxis::TicksDynamic);
        m_bytes->setTickAnchor(0);
        m_bytes->setTickInterval(step);
        m_bytes->setLabelFormat(labelFormat(step, unit.name));
        m_bytes->setRange(m_plot.least / unit.size, m_plot.most / unit.size);
        return unit.size;
    }

    QFont m_font;
    QGraphicsScene m_scene;
    QChart *m_chart;
    QValueAxis *m_time = nullptr;
    QValueAxis *m_bytes = nullptr;
    std::vector<QLineSeries *> m_series;
    std::vector<QList<QPointF>> m_lists;
    std::vector<QRect> m_legend;  ///< by series
    CurvePlot m_plot;
};

CurveChart::CurveChart(QWidget *parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

CurveChart::~CurveChart() = default;

void CurveChart::setCurves(std::vector<ChartCurve> curves, Points points) {
    m_curves = std::move(curves);
    m_points = std::move(points);
    m_sheet.reset();
    invalidate();
}

void CurveChart::setWindow(AlignedRange window, AlignedTime origin) {
    if (window != m_window || origin != m_origin) {
        m_window = window;
        m_origin = origin;
        invalidate();
    }
}

void CurveChart::invalidate() {
    m_stale = true;
    update();
}

void CurveChart::refresh() {
    if (!m_stale || m_window.isEmpty() || !m_points) {
        return;
    }
    m_stale = false;
    if (m_sheet == nullptr) {
        m_sheet = std::make_unique<Sheet>(m_curves, font());
    }
    m_sheet->fill(m_points, m_window, m_origin, size());
    m_image = QImage(size() * devicePixelRatioF(), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(devicePixelRatioF());
    m_image.fill(Theme::current().color(ColorRole::Background));
    QPainter painter(&m_image);
    m_sheet->draw(painter, rect());
}

const CurvePlot &CurveChart::plot() {
    static const CurvePlot kNone;
    refresh();
    return m_sheet == nullptr ? kNone : m_sheet->plot();
}

std::size_t CurveChart::pointCount() {
    refresh();
    return m_sheet == nullptr ? 0 : m_sheet->pointCount();
}

void CurveChart::paint(QPainter &painter, const QRect &area) const {
    if (m_window.isEmpty() || !m_points) {
        return;
    }
    Sheet sheet(m_curves, font());
    sheet.fill(m_points, m_window, m_origin, area.size());
    sheet.draw(painter, area);
    if (m_overlay) {
        painter.save();
        painter.translate(area.topLeft());
        m_overlay(painter, sheet.plot());
        painter.restore();
    }
}

void CurveChart::paintEvent(QPaintEvent *) {
    refresh();
    QPainter painter(this);
    if (m_sheet == nullptr) {
        painter.fillRect(rect(), Theme::current().color(ColorRole::Background));
        return;
    }
    painter.drawImage(QPoint(0, 0), m_image);
    if (m_overlay) {
        m_overlay(painter, m_sheet->plot());
    }
}

void CurveChart::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_sheet.reset();
        invalidate();
    }
}

void CurveChart::resizeEvent(QResizeEvent *) { invalidate(); }

void CurveChart::mousePressEvent(QMouseEvent *event) { m_pressed = event->position().toPoint(); }

void CurveChart::mouseReleaseEvent(QMouseEvent *event) {
    const auto position = event->position().toPoint();
    if (event->button() == Qt::LeftButton &&
        (position - m_pressed).manhattanLength() < QApplication::startDragDistance()) {
        Q_EMIT clicked(position);
    }
}

void CurveChart::mouseDoubleClickEvent(QMouseEvent *event) { Q_EMIT doubleClicked(event->position().toPoint()); }

void CurveChart::mouseMoveEvent(QMouseEvent *event) {
    if (event->buttons() == Qt::NoButton) {
        Q_EMIT hovered(event->position().toPoint());
    }
}

void CurveChart::leaveEvent(QEvent *) { Q_EMIT hovered({-1, -1}); }

}  // namespace stagescope
