#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"
#include "core/session/loading/query_history.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <QtWidgets/QWidget>

#include <memory>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace stagescope {

class ElidedLabel;
struct OwnTrack;
class PivotBar;
class QueryChart;
class QueryEditor;
class ResultPlaces;
class TableView;

/// Tab of the bottom panel: SQL over all tables and timelines of what is open (core/ask). Rows with evidence lead to
/// their item; what was asked is kept for the next time, under a name where the user gives one. Runs on the pool;
/// another statement, or Stop, ends it. GUI thread.
class QueryPanel : public QWidget {
    Q_OBJECT
public:
    explicit QueryPanel(const ViewServices &services, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    void run();
    void takeFocus();
    [[nodiscard]] QueryEditor *editor() const { return m_editor; }
    [[nodiscard]] TableView *table() const { return m_view; }
    [[nodiscard]] QString summary() const;
    /// What the result is of; without a name unless it was saved.
    [[nodiscard]] SavedQuery asked() const;
    /// Null: the result is shown as a table alone.
    [[nodiscard]] View *shownChart() const;

Q_SIGNALS:
    /// What a row names is to be shown: a place as in Finding::place.
    void placeRequested(const QString &place);
    /// The result is to be shown on the timeline.
    void trackMade(const stagescope::OwnTrack &track);
    /// The chart is to be written as a picture.
    void pictureRequested(stagescope::View *view);
    /// What is shown is to be a part of the report.
    void reportRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void layOut();
    void connectAll();
    void stop();
    void listStatements();
    void askForName();
    void save();
    void removeSaved();
    void take(Result<ResultTable> result);
    /// The result, or its pivot; nothing where there is none.
    void showResult();

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    QueryEditor *m_editor;
    QComboBox *m_statements;  ///< saved queries, examples, then what was asked before
    QString m_savedName;      ///< of the saved query that was chosen last; empty: none
    QPushButton *m_run;
    QPushButton *m_save;
    QPushButton *m_remove;
    QLineEdit *m_name;  ///< of a query that is being saved, else hidden
    QPushButton *m_pivot;
    PivotBar *m_pivotBar;
    ResultPlaces *m_places;
    QPushButton *m_asChart;
    QueryChart *m_chart;
    ElidedLabel *m_summary;
    TableView *m_view;
    std::shared_ptr<const ResultTable> m_result;  ///< null: there is none
    std::string m_asked;                          ///< what it is the result of
    bool m_hasNames = false;
    AsyncResult<Result<ResultTable>> m_work;
};

}  // namespace stagescope
