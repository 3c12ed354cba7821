#include "views/pipeline/waterfall_chart.h"

#include "views/common/theme.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>
#include <QtCore/QEvent>

#include <algorithm>
#include <cmath>
#include <memory>

namespace stagescope {

namespace {

constexpr double kBarWidth = 0.7;
constexpr double kHeadroom = 1.12;  ///< above the highest bar, for its label

QBarSet *barSet(QStackedBarSeries *series, const QColor &color) {
    auto *set = new QBarSet(QString(), series);
    set->setColor(color);
    set->setBorderColor(color);
    series->append(set);
    return set;
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
    setChart(new QChart);
    chart()->legend()->hide();
    chart()->setMargins({0, 0, 0, 0});
    chart()->setBackgroundRoundness(0);
    chart()->setBackgroundPen(Qt::NoPen);
    chart()->setBackgroundBrush(theme.color(ColorRole::Background));
    auto *series = new QStackedBarSeries(chart());
    series->setBarWidth(kBarWidth);
    QBarSet *below = barSet(series, Qt::transparent);
    QBarSet *wholes = barSet(series, theme.color(ColorRole::Computing));
    QBarSet *more = barSet(series, theme.color(ColorRole::BubbleDependency));
    QBarSet *less = barSet(series, theme.color(ColorRole::Forward));
    auto *categories = new QBarCategoryAxis(chart());
    double level = 0;
    double highest = 0;
    for (const WaterfallBar &bar : bars) {
        const double next = bar.isWhole ? bar.value : level + bar.value;
        *below << (bar.isWhole ? 0 : std::min(level, next));
        *wholes << (bar.isWhole ? bar.value : 0);
        *more << (!bar.isWhole && bar.value > 0 ? bar.value : 0);
        *less << (!bar.isWhole && bar.value < 0 ? -bar.value : 0);
        // Labels of Qt Charts are HTML. Adding zero turns -0 into 0.
        const double shown = std::round(bar.value * 10) / 10 + 0.0;
        categories->append(bar.label.toHtmlEscaped() + QStringLiteral("<br/>") + QLocale().toString(shown, 'f', 1));
        highest = std::max({highest, level, next});
        level = next;
    }
    chart()->addSeries(series);
    auto *values = new QValueAxis(chart());
    values->setRange(0, std::max(highest * kHeadroom, 1.0));
    values->setLabelFormat(QStringLiteral("%.0f"));
    values->setTitleText(unit);
    for (const auto &[axis, side] : {std::pair<QAbstractAxis *, Qt::Alignment>{categories, Qt::AlignBottom},
                                     std::pair<QAbstractAxis *, Qt::Alignment>{values, Qt::AlignLeft}}) {
        paintAxis(axis, font());
        chart()->addAxis(axis, side);
        series->attachAxis(axis);
    }
    values->applyNiceNumbers();
}

void WaterfallChart::changeEvent(QEvent *event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setBars(std::vector(m_bars), m_unit);
    }
}

}  // namespace stagescope
