#pragma once

#include "core/session/run_list.h"

#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

class QLineEdit;
class QModelIndex;
class QTableView;

namespace stagescope {

class FilterLine;
class FilteredRows;
class RunListModel;

/// The list of known runs: filtered by a text, sorted by a click on a column; names and notes are edited in place (F2,
/// double click), rows removed (Del) and brought back (Ctrl+Z), opened (Enter, or a click on the name where that is
/// wanted), ticked (Space). The same from its menu. Asks by signals, opens nothing itself. GUI thread; `list` outlives
/// it.
class RunListView : public QWidget {
    Q_OBJECT
public:
    enum class Use : std::uint8_t {
        Open,  ///< a click on a name opens it, names look like links
        Tick,  ///< runs are ticked
    };
    RunListView(RunList *list, Use use, QWidget *parent = nullptr);

    void retranslate();
    [[nodiscard]] RunListModel *model() const { return m_model; }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QLineEdit *filter() const;

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void openRequested(const QString &path);
    void baselineRequested(const QString &path);
    /// Several rows that are selected are to be seen beside one another.
    void compareRequested(const QStringList &paths);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeTable();
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);
    void showMenu(QPoint position);
    void onClicked(const QModelIndex &index);
    void edit(int column);
    void open(const QModelIndex &index);
    void removeSelected();
    void tickSelected();
    [[nodiscard]] QStringList selectedPaths() const;
    [[nodiscard]] int modelRow(const QModelIndex &index) const;

    RunList *m_list;
    Use m_use;
    RunListModel *m_model;
    FilteredRows *m_sorted;
    FilterLine *m_filter;
    QTableView *m_table;
};

}  // namespace stagescope
