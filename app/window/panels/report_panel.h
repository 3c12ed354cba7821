#pragma once

#include "app/window/panels/report_model.h"

#include <QtWidgets/QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace stagescope {

/// Tab of the drawer: what was added to the report of the run. Notes are edited in place; rows are dragged, or moved by
/// Alt+Up and Alt+Down, and removed by Del. Empty once `list` is gone. GUI thread.
class ReportPanel : public QWidget {
    Q_OBJECT
public:
    explicit ReportPanel(ReportList *list, QWidget *parent = nullptr);

    void retranslate();
    /// The note of the last entry is to be typed: its field opens once the panel is shown.
    void editLast();
    [[nodiscard]] QTableView *table() const { return m_table; }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] int currentRow() const;
    void moveBy(int rows);
    void openLast();
    void removeCurrent();
    void follow();

    ReportList *m_list;
    ReportModel *m_model;
    QLabel *m_summary;
    QToolButton *m_up;
    QToolButton *m_down;
    QToolButton *m_remove;
    QTableView *m_table;
};

}  // namespace stagescope
