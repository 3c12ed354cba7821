#include "views/pipeline/waterfall_chart.h"

#include "core/base/number_text.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QHorizontalStackedBarSeries>
#include <QtCharts/QLegend>
#include <QtCharts/QValueAxis>
#include <QtCore/QEvent>
#include <QtCore/QLocale>
#include <QtGui/QFontMetrics>

#include <algorithm>
#include <memory>

namespace stagescope {

namespace {

constexpr double kBarWidth = 0.7;
constexpr int kLabelPixels = 10;
constexpr int kLeastBars = 90;  ///< width beside the labels

QBarSet *barSet(QHorizontalStackedBarSeries *series, const QColor &color) {
    auto *set = new QBarSet(QString(), series);
    set->setColor(color);
    set->setBorderColor(color);
    series->append(set);
    return set;
}

/// Labels that overlap are left out by Qt Charts, and the page is low.
QFont labelFont(QFont font) {
    font.setPixelSize(kLabelPixels);
    return font;
}

/// With room for a value of six digits, which is bold.
int widestLabel(const std::vector<WaterfallBar> &bars, const QFont &font) {
    auto bold = font;
    bold.setBold(true);
    int widest = 0;
    for (const auto &bar : bars) {
        widest = std::max(widest, QFontMetrics(font).horizontalAdvance(bar.label + QStringLiteral("    ")));
    }
    return widest + QFontMetrics(bold).horizontalAdvance(QStringLiteral("0000.0"));
}

/// The unit stands above the bars, once: with a label it would not fit beside them.
QChart *plainChart(const QString &unit, const QFont &font) {
    const Theme &theme = Theme::current();
    auto *chart = new QChart;
    chart->legend()->hide();
    chart->setMargins({0, 0, 0, 0});
    chart->setBackgroundRoundness(0);
    chart->setBackgroundPen(Qt::NoPen);
    chart->setBackgroundBrush(theme.color(ColorRole::Background));
    chart->setTitle(unit.toHtmlEscaped());
    chart->setTitleFont(font);
    chart->setTitleBrush(theme.color(ColorRole::MutedText));
    return chart;
}

void paintAxis(QAbstractAxis *axis, const QFont &font) {
    const Theme &theme = Theme::current();
    axis->setLabelsColor(theme.color(ColorRole::Text));
    axis->setLabelsFont(font);
    axis->setTitleBrush(theme.color(ColorRole::MutedText));
    axis->setTitleFont(font);
    axis->setLinePenColor(theme.color(ColorRole::Grid));
    axis->setGridLineColor(theme.color(ColorRole::Grid));
}

}  // namespace

WaterfallChart::WaterfallChart(QWidget *parent) : QChartView(new QChart, parent) { setFrameShape(QFrame::NoFrame); }

void WaterfallChart::setBars(const std::vector<WaterfallBar> &bars, const QString &unit) {
    m_bars = bars;
    m_unit = unit;
    const Theme &theme = Theme::current();
    // A chart of its own each time: axes that are removed from one stay in its scene until the event loop runs, and a
    // picture taken before that would show them.
    const std::unique_ptr<QChart> before(chart());
    setChart(plainChart(unit, labelFont(font())));
    auto *series = new QHorizontalStackedBarSeries(chart());
    series->setBarWidth(kBarWidth);
    QBarSet *below = barSet(series, Qt::transparent);
    QBarSet *wholes = barSet(series, theme.color(ColorRole::Computing));
    QBarSet *more = barSet(series, theme.color(ColorRole::BubbleDependency));
    QBarSet *less = barSet(series, theme.color(ColorRole::Forward));
    auto *categories = new QBarCategoryAxis(chart());
    // An axis begins at the bottom, a list at the top.
    struct Span {
        double from;
        double to;
    };
    std::vector<Span> spans;
    double level = 0;
    double highest = 1;
    for (const WaterfallBar &bar : bars) {
        const double next = bar.isWhole ? bar.value : level + bar.value;
        spans.push_back({bar.isWhole ? 0 : level, next});
        highest = std::max({highest, level, next});
        level = next;
    }
    for (std::size_t i = bars.size(); i-- > 0;) {
        const WaterfallBar &bar = bars[i];
        const auto [from, to] = spans[i];
        *below << std::min(from, to);
        *wholes << (bar.isWhole ? to - from : 0);
        *more << (!bar.isWhole && to > from ? to - from : 0);
        *less << (!bar.isWhole && to < from ? from - to : 0);
        const auto figure = QLocale().toString(bar.value, 'f', 1).toStdString();
        // Labels of Qt Charts are HTML.
        categories->append(bar.label.toHtmlEscaped() + QStringLiteral("&nbsp;&nbsp;<b>") +
                           utf8Text(bar.isWhole ? shownFigure(figure) : signedFigure(figure)) + QStringLiteral("</b>"));
    }
    categories->setTruncateLabels(false);
    setMinimumWidth(widestLabel(bars, labelFont(font())) + kLeastBars);
    chart()->addSeries(series);
    auto *values = new QValueAxis(chart());
    values->setRange(0, highest);
    values->setVisible(false);  // each bar says its value
    for (const auto &[axis, side] : {std::pair<QAbstractAxis *, Qt::Alignment>{categories, Qt::AlignLeft},
                                     std::pair<QAbstractAxis *, Qt::Alignment>{values, Qt::AlignBottom}}) {
        paintAxis(axis, labelFont(font()));
        chart()->addAxis(axis, side);
        series->attachAxis(axis);
    }
    values->applyNiceNumbers();
    fit(size());
}

/// Left to itself Qt Charts gives labels 40 % of the width, and cuts them at their beginning.
void WaterfallChart::fit(QSize size) {
    constexpr int kGap = 8;
    chart()->resize(size);
    const auto labels = labelFont(font());
    const int left = widestLabel(m_bars, labels) + kGap;
    const int top = 2 * QFontMetrics(labels).height();
    chart()->setPlotArea(
        QRectF(left, top, std::max(1, size.width() - left - kGap), std::max(1, size.height() - top - kGap)));
}

void WaterfallChart::resizeEvent(QResizeEvent *event) {
    QChartView::resizeEvent(event);
    fit(size());
}

void WaterfallChart::changeEvent(QEvent *event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setBars(std::vector(m_bars), m_unit);
    }
}

}  // namespace stagescope
