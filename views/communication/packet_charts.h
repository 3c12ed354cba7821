#pragma once

#include "core/analysis/communication/models/comm_packets_model.h"

#include <QtWidgets/QWidget>

#include <vector>

class QBarSeries;
class QChart;
class QChartView;
class QGridLayout;
class QPainter;

namespace stagescope {

/// One chart per transport in Qt Charts: which share of packets, bytes and time falls to which packet size, and the
/// bandwidth. GUI thread.
class PacketCharts : public QWidget {
    Q_OBJECT
public:
    explicit PacketCharts(QWidget *parent = nullptr);

    void setPackets(const std::vector<TransportPackets> &transports);
    [[nodiscard]] const std::vector<TransportPackets> &packets() const { return m_transports; }
    /// The charts at any size, without a shown widget.
    void paint(QPainter &painter, const QRect &area) const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    /// A chart of its own each time: axes that are removed from one stay in its scene until the event loop runs.
    [[nodiscard]] QChart *chartOf(const TransportPackets &packets) const;
    [[nodiscard]] QString titleOf(const TransportPackets &packets) const;
    [[nodiscard]] QBarSeries *shareBars(const TransportPackets &packets, QChart *chart) const;
    /// What the pointer is told.
    [[nodiscard]] QString tipOf(const PacketBar &bar) const;

    std::vector<TransportPackets> m_transports;
    std::vector<QChartView *> m_views;
    QGridLayout *m_grid = nullptr;
};

}  // namespace stagescope
