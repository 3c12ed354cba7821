#pragma once

#include <QtWidgets/QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace stagescope {

class RuleParametersModel;

/// The thresholds of the verdicts, to be changed and reset. Not modal: the findings follow while one tries. GUI thread.
class RulePage : public QDialog {
    Q_OBJECT
public:
    explicit RulePage(QWidget *parent = nullptr);
    void retranslate();

private:
    void prepareTable();
    void connectAll();
    void resetSelected();
    void updateButtons();

    RuleParametersModel *m_model;
    QSortFilterProxyModel *m_shown;
    QLineEdit *m_filter;
    QTableView *m_table;
    QLabel *m_note;
    QPushButton *m_reset;
    QPushButton *m_resetAll;
};

}  // namespace stagescope
