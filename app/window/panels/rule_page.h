#pragma once

#include <QtWidgets/QDialog>

class QLabel;
class QPushButton;
class QTableView;
class QTextBrowser;

namespace stagescope {

class FilterLine;
class FilteredRows;
class RuleParametersModel;

/// The thresholds of the verdicts, to be changed and reset; of the current one's rule what it counts, what to do as
/// lines to copy, when not to, and where it comes from. Not modal: the findings follow while one tries. GUI thread.
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
    void showRule();

    RuleParametersModel *m_model;
    FilteredRows *m_shown;
    FilterLine *m_filter;
    QTableView *m_table;
    QTextBrowser *m_rule;
    QLabel *m_note;
    QPushButton *m_reset;
    QPushButton *m_resetAll;
};

}  // namespace stagescope
