#include "views/memory/curve_chart.h"

#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace stagescope {

namespace {

constexpr int kRight = 24;
constexpr int kChartPad = 6;
constexpr int kLineSwatch = 30;  ///< as long as a dash takes to be told from others
constexpr int kTickPixels = 110;
constexpr int kBreak = 16;       ///< pixels of a broken axis, from the curves down to zero
constexpr int kTooth = 6;        ///< of the mark of the break
constexpr int kBandAlpha = 70;   ///< of 255
constexpr int kLeastLegend = 2;  ///< rows
constexpr int kLegendShare = 4;  ///< of the height one part

QString moreText(std::size_t curves) { return CurveChart::tr("and %n more", nullptr, static_cast<int>(curves)); }

/// Neighbouring pixels that look alike: fn(first, count, top, bottom), both edges within the area.
template <class Fn>
void eachRun(const CurvePlot &plot, const std::vector<CurveColumn> &columns, Fn &&fn) {
    const auto edges = [&](const CurveColumn &c) { return std::pair(plot.yOf(c.most), plot.yOf(c.least)); };
    for (std::size_t first = 0; first < columns.size();) {
        auto end = first + 1;
        while (end < columns.size() && columns[end].isThere == columns[first].isThere &&
               edges(columns[end]) == edges(columns[first])) {
            ++end;
        }
        if (columns[first].isThere) {
            const auto [top, bottom] = edges(columns[first]);
            fn(plot.axis.left + static_cast<int>(first), static_cast<int>(end - first), top, bottom);
        }
        first = end;
    }
}

/// What is inked of a line, over and over: the first is a whole one.
struct Dash {
    int period;
    std::uint32_t ink;  ///< a bit for each pixel of the period
};
constexpr std::array<Dash, kCurveDashes> kLooks{
    {{1, 0x1}, {6, 0xf}, {4, 0x3}, {14, 0xcff}, {18, 0x3fff}, {16, 0x333f}, {12, 0x3f}}};

/// Dashes stand at fixed places, so that they do not crawl.
void fillDashed(QPainter &painter, const QRect &line, const ChartCurve &curve) {
    const auto &look = kLooks[curve.dash % kCurveDashes];
    if (curve.dash % kCurveDashes == 0) {
        painter.fillRect(line, curve.color);
        return;
    }
    const auto isInked = [&look](int x) { return ((look.ink >> (x % look.period)) & 1U) != 0; };
    for (int x = line.left(); x <= line.right();) {
        int end = x;
        while (end <= line.right() && isInked(end)) {
            ++end;
        }
        painter.fillRect(QRect(x, line.top(), end - x, line.height()), curve.color);
        x = end + 1;
    }
}

void drawLine(QPainter &painter, const CurvePlot &plot, const ChartCurve &curve,
              const std::vector<CurveColumn> &columns) {
    eachRun(plot, columns, [&](int x, int count, int top, int bottom) {
        const int y = std::max(plot.area.y, top - curve.width + 1);
        const int height = bottom - y + 1;
        if (bottom > top) {
            painter.fillRect(QRect(x, y, count, height), curve.color);
        } else {
            fillDashed(painter, QRect(x, y, count, height), curve);
        }
    });
}

void drawBand(QPainter &painter, const CurvePlot &plot, const ChartCurve &curve,
              const std::vector<CurveColumn> &columns) {
    auto pale = curve.color;
    pale.setAlpha(kBandAlpha);
    eachRun(plot, columns, [&](int x, int count, int top, int bottom) {
        painter.fillRect(QRect(x, top, count, bottom - top + 1), pale);
        painter.fillRect(QRect(x, top, count, 1), curve.color);
        painter.fillRect(QRect(x, bottom, count, 1), curve.color);
    });
}

/// Two rows of teeth between the curves and zero.
void drawBreak(QPainter &painter, const Box &area) {
    painter.setPen(Theme::current().color(ColorRole::MutedText));
    for (const int y : {area.bottom() + kBreak / 2 - 2, area.bottom() + kBreak / 2 + 2}) {
        QPolygon teeth;
        for (int x = area.x, i = 0; x <= area.right(); x += kTooth, ++i) {
            teeth << QPoint(x, y + (i % 2 == 0 ? 1 : -2));
        }
        painter.drawPolyline(teeth);
    }
}

}  // namespace

int CurvePlot::yOf(double value) const {
    const double share = (value - bytes.least) / (bytes.most - bytes.least);
    const int height = area.height - 1;
    return area.y + height - static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * height));
}

CurveChart::CurveChart(QWidget *parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void CurveChart::setCurves(std::vector<ChartCurve> curves, Columns columns) {
    m_curves = std::move(curves);
    m_columns = std::move(columns);
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

/// Places of the names, in as many rows as they need, up to a share of the height.
void CurveChart::placeLegend(Sheet &sheet, QSize size) const {
    const QFontMetrics metrics(font());
    const int width = size.width();
    auto &places = sheet.legend;
    QPoint at(kChartPad, kChartPad);
    for (const auto &curve : m_curves) {
        const int entry =
            std::min(width - 2 * kChartPad, kLineSwatch + 3 * kChartPad + metrics.horizontalAdvance(curve.name));
        if (at.x() > kChartPad && at.x() + entry > width) {
            at = {kChartPad, at.y() + metrics.height() + 2};
        }
        places.emplace_back(at, QSize(entry, metrics.height()));
        at.rx() += entry;
    }
    const int row = metrics.height() + 2;
    const int last = kChartPad + row * (std::max(kLeastLegend, size.height() / kLegendShare / row) - 1);
    if (places.empty() || places.back().y() <= last) {
        return;
    }
    const int wanted = kChartPad + metrics.horizontalAdvance(moreText(m_curves.size()));
    while (places.size() > 1 &&
           (places.back().y() > last || (places.back().y() == last && places.back().right() + wanted > width))) {
        places.pop_back();
    }
    const bool isBehind = places.back().right() + wanted <= width;
    sheet.more = {isBehind ? places.back().right() + kChartPad : kChartPad, isBehind ? places.back().y() : last, wanted,
                  metrics.height()};
}

CurveChart::Sheet CurveChart::sheetFor(QSize size) const {
    const QFontMetrics metrics(font());
    Sheet sheet;
    placeLegend(sheet, size);
    const int top =
        (sheet.legend.empty() ? 0 : std::max(sheet.legend.back().bottom(), sheet.more.bottom())) + 2 * kChartPad;
    const int left = metrics.horizontalAdvance(QStringLiteral("-000.00 MiB")) + 2 * kChartPad;
    const int below = metrics.height() + 2 * kChartPad;
    auto &plot = sheet.plot;
    plot.area = {left, top, std::max(1, size.width() - left - kRight), std::max(2, size.height() - top - below)};
    plot.axis = {m_window, plot.area.x, plot.area.width};
    double low = INFINITY;
    double high = -INFINITY;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        sheet.columns.push_back(m_columns(i, m_window, plot.area.width));
        for (const auto &column : sheet.columns.back()) {
            low = column.isThere ? std::min(low, column.least) : low;
            high = column.isThere ? std::max(high, column.most) : high;
        }
    }
    plot.bytes = byteAxis(std::isfinite(low) ? low : 0, std::isfinite(high) ? high : 1, plot.area.height);
    if (plot.bytes.isBroken) {
        plot.area.height = std::max(2, plot.area.height - kBreak);
    }
    return sheet;
}

void CurveChart::drawAxes(QPainter &painter, const CurvePlot &plot) const {
    const auto &theme = Theme::current();
    const auto &area = plot.area;
    const int line = QFontMetrics(font()).height();
    const int bottom = area.bottom() + (plot.bytes.isBroken ? kBreak : 0);
    const auto label = [&](int y, const QString &text) {
        painter.setPen(theme.color(ColorRole::Text));
        painter.drawText(QRect(0, y - line / 2, area.x - kChartPad, line), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    for (const auto &tick : plot.bytes.ticks) {
        const int y = plot.yOf(tick.bytes);
        painter.fillRect(QRect(area.x, y, area.width, 1), theme.color(ColorRole::Grid));
        if (!plot.bytes.isBroken || y + line < bottom) {
            label(y, utf8Text(tick.label));
        }
    }
    if (plot.bytes.isBroken) {
        painter.fillRect(QRect(area.x, bottom, area.width, 1), theme.color(ColorRole::Grid));
        label(bottom, QStringLiteral("0"));
        drawBreak(painter, area);
    }
    for (const auto &tick : axisTicks(plot.axis, m_origin, kTickPixels)) {
        const int x = plot.axis.pixelOf(tick.time);
        if (x < area.x || x >= area.right()) {
            continue;
        }
        painter.fillRect(QRect(x, area.y, 1, area.height), theme.color(ColorRole::Grid));
        painter.setPen(theme.color(ColorRole::Text));
        const int width = std::min(kTickPixels, 2 * std::min(x, area.right() + kRight - x));
        painter.drawText(QRect(x - width / 2, bottom + kChartPad, width, line), Qt::AlignHCenter | Qt::AlignTop,
                         utf8Text(tick.label));
    }
    painter.fillRect(QRect(area.x, area.y, 1, area.height), theme.color(ColorRole::Grid));
}

void CurveChart::drawSwatch(QPainter &painter, const ChartCurve &curve, QPoint at) const {
    auto ink = curve.color;
    if (!curve.isBand) {
        painter.save();
        painter.translate(at.x(), at.y() - curve.width + 1);
        fillDashed(painter, QRect(0, 0, kLineSwatch, curve.width), curve);
        painter.restore();
        return;
    }
    painter.fillRect(QRect(at.x(), at.y() - 4, kLineSwatch, 1), ink);
    painter.fillRect(QRect(at.x(), at.y() + 4, kLineSwatch, 1), ink);
    ink.setAlpha(kBandAlpha);
    painter.fillRect(QRect(at.x(), at.y() - 4, kLineSwatch, 9), ink);
}

void CurveChart::drawLegend(QPainter &painter, const Sheet &sheet) const {
    const QFontMetrics metrics(font());
    for (std::size_t i = 0; i < sheet.legend.size(); ++i) {
        const auto &curve = m_curves[i];
        const auto &entry = sheet.legend[i];
        drawSwatch(painter, curve, {entry.left(), entry.center().y()});
        painter.setPen(Theme::current().color(ColorRole::Text));
        const auto room = entry.adjusted(kLineSwatch + kChartPad, 0, 0, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(curve.name, Qt::ElideRight, room.width()));
    }
    if (sheet.legend.size() < m_curves.size()) {
        painter.setPen(Theme::current().color(ColorRole::MutedText));
        painter.drawText(sheet.more, Qt::AlignLeft | Qt::AlignVCenter, moreText(m_curves.size() - sheet.legend.size()));
    }
}

void CurveChart::draw(QPainter &painter, const Sheet &sheet) const {
    painter.setFont(font());
    drawAxes(painter, sheet.plot);
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        (m_curves[i].isBand ? drawBand : drawLine)(painter, sheet.plot, m_curves[i], sheet.columns[i]);
    }
    drawLegend(painter, sheet);
}

void CurveChart::refresh() {
    if (!m_stale || m_window.isEmpty() || !m_columns) {
        return;
    }
    m_stale = false;
    m_sheet = sheetFor(size());
    m_image = QImage(size() * devicePixelRatioF(), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(devicePixelRatioF());
    m_image.fill(Theme::current().color(ColorRole::Background));
    QPainter painter(&m_image);
    draw(painter, m_sheet);
}

const CurvePlot &CurveChart::plot() {
    refresh();
    return m_sheet.plot;
}

void CurveChart::paint(QPainter &painter, const QRect &area) const {
    if (m_window.isEmpty() || !m_columns) {
        return;
    }
    const auto sheet = sheetFor(area.size());
    painter.save();
    painter.translate(area.topLeft());
    draw(painter, sheet);
    if (m_overlay) {
        m_overlay(painter, sheet.plot);
    }
    painter.restore();
}

void CurveChart::paintEvent(QPaintEvent *) {
    refresh();
    QPainter painter(this);
    if (m_stale) {
        painter.fillRect(rect(), Theme::current().color(ColorRole::Background));
        return;
    }
    painter.drawImage(QPoint(0, 0), m_image);
    if (m_overlay) {
        m_overlay(painter, m_sheet.plot);
    }
}

void CurveChart::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
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
