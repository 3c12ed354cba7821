#pragma once

#include "app/window/panels/slice_list_model.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "views/common/async_result.h"

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <memory>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace stagescope {

class ColumnFit;

/// Slices as a table: sorted by a click on a column, filtered by a part of their name, written as CSV; a click on a row
/// selects the slice and brings its time into sight. Lists are made on the pool. GUI thread.
class SliceListView : public QWidget {
    Q_OBJECT
public:
    SliceListView(Selection *selection, TimeView *timeView, QWidget *parent = nullptr);

    /// `title` says what is listed. Order and filter stay as the user set them.
    void show(std::shared_ptr<const Workspace> workspace, SliceListQuery query, const QString &title);
    /// Nothing to list, and why.
    void clear(const QString &reason);
    void retranslate();
    /// Puts a control before the filter; takes ownership.
    void addControl(QWidget *control);
    /// Writes all rows, in the order shown; what went wrong is told in the summary. Returns at once.
    void exportCsv(const QString &path);

    [[nodiscard]] bool isBusy() const { return m_work.isBusy() || m_delay.isActive() || m_export.isBusy(); }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] SliceListModel *model() const { return m_model; }
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    void listed();
    /// A slice is to be seen: a place as in Finding::place.
    void placeRequested(const QString &place);

private:
    void prepareTable();
    void start();
    void take(std::shared_ptr<const SliceList> list);
    void sortBy(int column);
    void goTo(int row);
    void askForCsv();
    void showSummary();

    Selection *m_selection;
    TimeView *m_timeView;
    std::shared_ptr<const Workspace> m_workspace;
    SliceListQuery m_query;
    QString m_title;
    QHBoxLayout *m_head;
    QLabel *m_summary;
    QLineEdit *m_filter;
    QToolButton *m_csv;
    SliceListModel *m_model;
    QTableView *m_table;
    ColumnFit *m_columns;
    QTimer m_delay;
    AsyncResult<std::shared_ptr<const SliceList>> m_work;
    AsyncResult<Status> m_export;
};

}  // namespace stagescope
