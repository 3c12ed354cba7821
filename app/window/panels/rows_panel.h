#pragma once

#include "app/window/panels/rows_model.h"

#include <QtWidgets/QWidget>

class QHBoxLayout;
class QLabel;
class QTableView;

namespace stagescope {

/// A line of text above a table: what the search, selection and import log tabs of the drawer share. GUI thread.
class RowsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RowsPanel(QWidget *parent = nullptr);

    /// Puts a control to the right of the summary; takes ownership.
    void addControl(QWidget *control);
    /// What stands above the table; when there are no rows it says why.
    void setSummary(const QString &text);
    void setHeaders(const QStringList &headers, int firstNumber = -1);
    void setRows(std::vector<RowsModel::Row> rows);
    void selectRow(int row);
    [[nodiscard]] int rowCount() const { return m_model.rowCount(); }
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    void rowActivated(int row);  ///< clicked or opened
    void rowOpened(int row);     ///< by a double click or Enter

private:
    RowsModel m_model;
    QHBoxLayout *m_head;
    QLabel *m_summary;
    QTableView *m_table;
};

}  // namespace stagescope
