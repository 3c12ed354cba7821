#pragma once

#include "core/base/time.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace stagescope {

/// The line above the timeline: what stretch is shown, zoom buttons, menus of the rows and of arrows, which ranks and
/// tracks. GUI thread.
class TimelineBar : public QWidget {
    Q_OBJECT
public:
    explicit TimelineBar(QWidget *parent = nullptr);

    void showRange(AlignedRange range, AlignedRange limits);
    /// In place of the range, until that changes.
    void showNotice(const QString &text);
    [[nodiscard]] QString readout() const;
    void setTracks(const QString &part);
    void focusTracks();
    void openArrows();
    /// How many rows are hidden; a click asks for them.
    void showHidden(std::size_t count);
    [[nodiscard]] QToolButton *hiddenButton() const { return m_hidden; }
    /// Filled by the view.
    [[nodiscard]] QMenu *rowsMenu() const { return m_rowsMenu; }
    [[nodiscard]] QMenu *arrowsMenu() const { return m_arrowsMenu; }
    void retranslate();
    /// Ranks of "0,2-5"; empty = all. Nothing for a text that is no list of ranks.
    [[nodiscard]] static std::optional<std::vector<int>> ranksFromText(const QString &text);

Q_SIGNALS:
    void zoomAsked(double factor);
    void fitAsked();
    void hiddenAsked();
    void ranksAsked(const std::vector<int> &ranks);
    /// Only tracks with this in their name, or that of their process.
    void tracksAsked(const QString &part);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeButtons();
    void readRanks(const QString &text);

    QLabel *m_readout;
    QToolButton *m_zoomOut;
    QToolButton *m_zoomIn;
    QToolButton *m_fit;
    QToolButton *m_rows;
    QToolButton *m_arrows;
    QToolButton *m_hidden;
    QMenu *m_rowsMenu;
    QMenu *m_arrowsMenu;
    QLineEdit *m_tracks;
    QLineEdit *m_ranks;
};

}  // namespace stagescope
