#include "views/communication/packet_charts.h"

#include "core/analysis/communication/comm_links.h"
#include "core/base/number_text.h"
#include "views/common/theme.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <QtCore/QEvent>
#include <QtCore/QSet>
#include <QtGui/QCursor>
#include <QtGui/QPainter>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr double kHeadroom = 1.15;
constexpr double kBarWidth = 0.8;
constexpr int kTipDigits = 10;
constexpr int kLineWidth = 2;
constexpr std::size_t kMostLevelLabels = 6;  ///< more would be cut short
constexpr int kLabelAngle = -90;             ///< at others the axis cuts texts to the width of a bar

QString number(double value) { return QString::fromStdString(valueText(value)); }

/// With its unit, 10^3 and 10^6 bytes.
QString sizeText(double mb, int digits) {
    constexpr double kStep = 1e3;
    const double bytes = mb * kStep * kStep;
    return bytes < kStep           ? QString::number(bytes, 'g', digits) + QStringLiteral(" B")
           : bytes < kStep * kStep ? QString::number(bytes / kStep, 'g', digits) + QStringLiteral(" kB")
                                   : QString::number(mb, 'g', digits) + QStringLiteral(" MB");
}

/// One label per bar; with as many digits as it takes to tell them apart, since the axis drops a label that it has.
QStringList sizeTexts(const std::vector<PacketBar> &bars) {
    constexpr int kMostDigits = 17;
    QStringList texts;
    for (int digits = 4; digits <= kMostDigits; ++digits) {
        texts.clear();
        for (const auto &bar : bars) {
            const auto least = sizeText(bar.leastMb, digits);
            texts += bar.mostMb > bar.leastMb ? least + QStringLiteral(" - ") + sizeText(bar.mostMb, digits) : least;
        }
        if (QSet<QString>(texts.begin(), texts.end()).size() == texts.size()) {
            break;
        }
    }
    return texts;
}

void paintAxis(QAbstractAxis *axis, const QFont &font, const QString &title) {
    const Theme &theme = Theme::current();
    axis->setTitleText(title);
    axis->setLabelsColor(theme.color(ColorRole::Text));
    axis->setLabelsFont(font);
    axis->setTitleBrush(theme.color(ColorRole::MutedText));
    axis->setTitleFont(font);
    axis->setLinePenColor(theme.color(ColorRole::Grid));
    axis->setGridLineColor(theme.color(ColorRole::Grid));
}

/// Two columns as soon as there are two charts.
int columnsFor(std::size_t charts) { return charts > 1 ? 2 : 1; }

}  // namespace

PacketCharts::PacketCharts(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(4);
}

void PacketCharts::setPackets(const std::vector<TransportPackets> &transports) {
    m_transports = transports;
    rebuild();
}

void PacketCharts::rebuild() {
    qDeleteAll(m_views);
    m_views.clear();
    const int columns = columnsFor(m_transports.size());
    for (const auto &packets : m_transports) {
        auto *view = new QChartView(chartOf(packets), this);
        view->setFrameShape(QFrame::NoFrame);
        view->setAccessibleName(titleOf(packets));
        const int place = static_cast<int>(m_views.size());
        m_grid->addWidget(view, place / columns, place % columns);
        m_views.push_back(view);
    }
}

QString PacketCharts::titleOf(const TransportPackets &packets) const {
    QStringList parts{QString::fromStdString(packets.transport), tr("%1 MB").arg(number(packets.sizeMb)),
                      tr("%1 ms").arg(number(packets.timeMs))};
    if (const auto gbps = packets.gbps()) {
        parts += tr("%1 GB/s").arg(number(*gbps));
        if (const auto reference = referenceGbps(packets.transport)) {
            parts += tr("%1 % of %2 GB/s (reference)").arg(number(100 * *gbps / *reference), number(*reference));
        }
    }
    if (packets.largePercent) {
        parts += tr("large packets: %1 %").arg(number(*packets.largePercent));
    }
    return parts.join(QStringLiteral(", "));
}

/// How many packets, bytes and milliseconds fall to each size, in per cent: a thousand tiny packets may carry nothing
/// and still take most of the time.
QBarSeries *PacketCharts::shareBars(const TransportPackets &packets, QChart *chart) const {
    struct Part {
        QString name;
        ColorRole role;
        double PacketBar::*figure;
    };
    const std::array parts{Part{tr("packets"), ColorRole::Computing, &PacketBar::count},
                           Part{tr("bytes"), ColorRole::Overlapped, &PacketBar::sizeMb},
                           Part{tr("time"), ColorRole::Communication, &PacketBar::durationMs}};
    auto *bars = new QBarSeries(chart);
    bars->setBarWidth(kBarWidth);
    for (const auto &part : parts) {
        auto *set = new QBarSet(part.name, bars);
        const auto color = Theme::current().color(part.role);
        set->setColor(color);
        set->setBorderColor(color);
        double sum = 0;
        for (const auto &bar : packets.bars) {
            sum += bar.*part.figure;
        }
        for (const auto &bar : packets.bars) {
            *set << (sum > 0 ? 100 * (bar.*part.figure) / sum : 0);
        }
        connect(set, &QBarSet::hovered, this, [this, all = packets.bars](bool isOver, int index) {
            const auto at = static_cast<std::size_t>(index);
            QToolTip::showText(QCursor::pos(), isOver && at < all.size() ? tipOf(all[at]) : QString());
        });
        bars->append(set);
    }
    return bars;
}

QString PacketCharts::tipOf(const PacketBar &bar) const {
    QStringList lines{
        bar.mostMb > bar.leastMb
            ? tr("packets of %1 to %2").arg(sizeText(bar.leastMb, kTipDigits), sizeText(bar.mostMb, kTipDigits))
            : tr("packets of %1").arg(sizeText(bar.leastMb, kTipDigits)),
        tr("count %1").arg(number(bar.count)), tr("size %1 MB (10^6 bytes)").arg(number(bar.sizeMb)),
        tr("time %1 ms").arg(number(bar.durationMs))};
    if (const auto gbps = bar.gbps()) {
        lines += tr("bandwidth %1 GB/s (size / time, not physical)").arg(number(*gbps));
    }
    return lines.join(QLatin1Char('\n'));
}

QChart *PacketCharts::chartOf(const TransportPackets &packets) const {
    const Theme &theme = Theme::current();
    auto *chart = new QChart;
    chart->setMargins({0, 0, 0, 0});
    chart->setBackgroundRoundness(0);
    chart->setBackgroundPen(Qt::NoPen);
    chart->setBackgroundBrush(theme.color(ColorRole::Background));
    chart->setTitle(titleOf(packets).toHtmlEscaped());
    chart->setTitleBrush(theme.color(ColorRole::Text));
    chart->setTitleFont(font());
    chart->legend()->setLabelColor(theme.color(ColorRole::Text));
    chart->legend()->setFont(font());
    chart->legend()->setAlignment(Qt::AlignTop);
    auto *bars = shareBars(packets, chart);
    auto *line = new QLineSeries(chart);
    line->setName(tr("bandwidth"));
    line->setPen(QPen(theme.color(ColorRole::Preparing), kLineWidth));
    line->setPointsVisible(true);
    auto *sizes = new QBarCategoryAxis(chart);
    sizes->append(sizeTexts(packets.bars));
    double fastest = 0;
    for (std::size_t i = 0; i < packets.bars.size(); ++i) {
        if (const auto gbps = packets.bars[i].gbps()) {
            line->append(static_cast<double>(i), *gbps);
            fastest = std::max(fastest, *gbps);
        }
    }
    chart->addSeries(bars);
    chart->addSeries(line);
    auto *left = new QValueAxis(chart);
    left->setRange(0, 100);
    left->setLabelFormat(QStringLiteral("%.0f"));
    auto *right = new QValueAxis(chart);
    right->setRange(0, std::max(fastest * kHeadroom, 1e-3));
    right->setLabelFormat(QStringLiteral("%.3g"));
    right->setGridLineVisible(false);
    sizes->setLabelsAngle(packets.bars.size() > kMostLevelLabels ? kLabelAngle : 0);
    paintAxis(sizes, font(), tr("packet size (MB = 10^6 bytes)"));
    paintAxis(left, font(), tr("share of total (%)"));
    paintAxis(right, font(), tr("GB/s"));
    right->applyNiceNumbers();
    chart->addAxis(sizes, Qt::AlignBottom);
    chart->addAxis(left, Qt::AlignLeft);
    chart->addAxis(right, Qt::AlignRight);
    bars->attachAxis(sizes);
    bars->attachAxis(left);
    line->attachAxis(sizes);
    line->attachAxis(right);
    return chart;
}

void PacketCharts::paint(QPainter &painter, const QRect &area) const {
    const int count = static_cast<int>(m_transports.size());
    const int columns = columnsFor(m_transports.size());
    const int rows = (count + columns - 1) / columns;
    for (int i = 0; i < count; ++i) {
        const QRect place(area.x() + i % columns * area.width() / columns,
                          area.y() + i / columns * area.height() / rows, area.width() / columns, area.height() / rows);
        QGraphicsScene scene;
        auto *chart = chartOf(m_transports[static_cast<std::size_t>(i)]);
        scene.addItem(chart);  // the scene owns it
        chart->resize(place.size());
        scene.setSceneRect(QRectF({0, 0}, place.size()));
        scene.render(&painter, place, scene.sceneRect(), Qt::IgnoreAspectRatio);
    }
}

void PacketCharts::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        rebuild();
    }
}

}  // namespace stagescope
