#pragma once

#include "app/window/panels/marks_model.h"
#include "core/base/result.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"

#include <QtWidgets/QWidget>

class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace stagescope {

/// Tab of the drawer: the marks of the run. A click takes a mark in hand, brings its time into sight and selects that
/// of a range; names are edited in place. GUI thread.
class MarksPanel : public QWidget {
    Q_OBJECT
public:
    MarksPanel(Marks *marks, Selection *selection, TimeView *timeView, QWidget *parent = nullptr);

    void retranslate();
    /// As CSV with a byte order mark, in place of what the file held.
    [[nodiscard]] Status exportCsv(const QString &path) const;
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QMenu *colors() const { return m_colors; }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeButtons();
    void fillColors();
    void goTo(int row);
    void followMarks();
    void deleteInHand();
    void askForCsv();

    Marks *m_marks;
    Selection *m_selection;
    TimeView *m_timeView;
    QLabel *m_summary;
    QToolButton *m_color;
    QToolButton *m_delete;
    QToolButton *m_undo;
    QToolButton *m_csv;
    QMenu *m_colors;
    MarksModel *m_model;
    QTableView *m_table;
};

}  // namespace stagescope
