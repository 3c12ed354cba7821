#pragma once

#include <QtCharts/QChartView>

#include <vector>

namespace stagescope {

/// One bar of a waterfall: a whole that stands on the ground, or a part that stands on what came before.
struct WaterfallBar {
    QString label;
    double value = 0;  ///< a part may be negative
    bool isWhole = false;
};

/// A waterfall in Qt Charts, in the colours of the theme. GUI thread.
class WaterfallChart : public QChartView {
    Q_OBJECT
public:
    explicit WaterfallChart(QWidget *parent = nullptr);

    void setBars(const std::vector<WaterfallBar> &bars, const QString &unit);
    [[nodiscard]] const std::vector<WaterfallBar> &bars() const { return m_bars; }
    /// Lays the chart out in this size, with room for all words beside the bars.
    void fit(QSize size);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    std::vector<WaterfallBar> m_bars;
    QString m_unit;
};

}  // namespace stagescope
