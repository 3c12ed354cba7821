#pragma once

#include "core/base/time.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;

namespace stagescope {

/// The line above the timeline: what stretch is shown, zoom buttons, which ranks. GUI thread.
class TimelineBar : public QWidget {
    Q_OBJECT
public:
    explicit TimelineBar(QWidget *parent = nullptr);

    void showRange(AlignedRange range, AlignedRange limits);
    void retranslate();
    /// Ranks of "0,2-5"; empty = all. Nothing for a text that is no list of ranks.
    [[nodiscard]] static std::optional<std::vector<int>> ranksFromText(const QString &text);

Q_SIGNALS:
    void zoomAsked(double factor);
    void fitAsked();
    void ranksAsked(const std::vector<int> &ranks);

private:
    void readRanks(const QString &text);

    QLabel *m_readout;
    QToolButton *m_zoomOut;
    QToolButton *m_zoomIn;
    QToolButton *m_fit;
    QLineEdit *m_ranks;
};

}  // namespace stagescope
