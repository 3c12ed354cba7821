#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/item_ref.h"
#include "core/base/result.h"

#include <QtCore/QAbstractTableModel>
#include <QtWidgets/QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QAbstractItemView;
class QHeaderView;
class QLabel;
class QMenu;
class QPainter;
class QTableView;

namespace stagescope {

class ColumnFit;
class FilterLine;
class FilteredRows;

/// What a column is called on the screen, without the unit that its cells have (shownCell).
[[nodiscard]] QString columnHead(const ResultTable &table, const ColumnSpec &column);
/// A cell as it is on the screen: shownCell, and of a fixed word its text.
[[nodiscard]] QString shownCellText(const ResultTable &table, const ColumnSpec &column, const Cell &cell);

/// A ResultTable for Qt's views: numbers sort as numbers, unknown cells are empty. GUI thread.
class ResultTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    /// Of cells and heads: all digits, and the unit in the head. Qt::DisplayRole has three or four digits and a unit.
    static constexpr int kFullTextRole = Qt::UserRole + 1;

    void setTable(ResultTable table);
    [[nodiscard]] const ResultTable &table() const { return m_table; }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString fullText(const Cell &cell, std::size_t column) const;

    ResultTable m_table;
    std::vector<std::string> m_valuePrefixes;  ///< by column: of texts of its words in the user's language, or none
};

/// A table on the screen that can be had as a file: copied by Ctrl+C as tab-separated text with its header, sorted by a
/// click on a column or by the menu, which keys open too. GUI thread.
class ShownTable : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// All rows that the filter leaves, in the order shown.
    [[nodiscard]] virtual ResultTable shownTable() const = 0;
    /// ResultTable::id; empty as long as there is none.
    [[nodiscard]] virtual std::string tableId() const = 0;
    /// Also where the filter leaves none.
    [[nodiscard]] virtual bool hasRows() const = 0;
    /// shownTable() as the ending of the file says (writeTableFile). Does file I/O.
    [[nodiscard]] Status exportTo(const QString &path) const;
    void askForFile();
    /// What is selected, or all rows shown when nothing is, tab-separated, with a header.
    [[nodiscard]] virtual QString tabSeparated() const = 0;
    /// What is told above the rows of a table, by its id (tableId); an empty text is nothing. Asked whenever another
    /// table comes that has rows.
    void setNoticeOf(std::function<QString(const std::string &table)> noticeOf);
    /// What is told in its place while there are no rows; at first nothing.
    void setEmptyText(const QString &text);
    /// Empty: none.
    [[nodiscard]] QString notice() const;
    /// Draws the notice and what the table shows below it into a rectangle of a picture.
    void paintInto(QPainter &painter, const QRect &area) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    /// The rows, and the heads of their columns, by which they are sorted. Once.
    void setItems(QAbstractItemView *items, QHeaderView *header);
    /// After setItems: how wide the columns are.
    [[nodiscard]] ColumnFit *columnFit() const { return m_fit; }
    /// Another table is there, or another language.
    void showNotice();
    /// What the menu of a row begins with.
    virtual void addToMenu(QMenu &menu, const QModelIndex &at) = 0;
    /// Keys have made another row the current one.
    virtual void onMoved(const QModelIndex &) {}

private:
    void showMenu(QPoint position);
    void addSorting(QMenu &menu);

    QAbstractItemView *m_items = nullptr;
    QHeaderView *m_header = nullptr;
    ColumnFit *m_fit = nullptr;
    QLabel *m_notice = nullptr;  ///< null as long as there was none
    std::function<QString(const std::string &table)> m_noticeOf;
    QString m_emptyText;
};

/// Draws what a table shows, without hidden columns, into a rectangle of a picture. `header` is that of its columns.
void paintTable(QPainter &painter, const QHeaderView &header, const QRect &area);

/// Shows a ResultTable, filtered by a text in any column or a condition (filter_line.h). Rows that name an item lead to
/// it. GUI thread.
class TableView : public ShownTable {
    Q_OBJECT
public:
    explicit TableView(QWidget *parent = nullptr);

    void setTable(ResultTable table);
    /// Rows make no column wider than that, so that others are visible beside long names; unlimited before.
    void setMostColumn(int pixels) { m_mostColumn = pixels; }
    void retranslate();
    [[nodiscard]] ResultTableModel *model() const { return m_model; }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] FilterLine *filter() const { return m_filter; }
    [[nodiscard]] QString tabSeparated() const override;
    [[nodiscard]] ResultTable shownTable() const override;
    [[nodiscard]] std::string tableId() const override { return m_model->table().id; }
    [[nodiscard]] bool hasRows() const override { return !m_model->table().rows.empty(); }

Q_SIGNALS:
    /// A row was clicked or opened, or keys have gone to it.
    void rowChosen(const QModelIndex &shown);
    /// The same of one that names an item (column "evidence").
    void itemChosen(const stagescope::ItemRef &item);
    /// Such a row was double-clicked, opened by Enter or by the menu: the item is to be seen.
    void itemOpened(const stagescope::ItemRef &item);

protected:
    void addToMenu(QMenu &menu, const QModelIndex &at) override;
    void onMoved(const QModelIndex &index) override { follow(index, false); }

private:
    void fitColumns(bool areOthers);
    [[nodiscard]] std::optional<ItemRef> itemIn(const QModelIndex &index) const;
    void follow(const QModelIndex &index, bool isOpened);

    ResultTableModel *m_model;
    FilteredRows *m_sorted;
    FilterLine *m_filter;
    QTableView *m_table;
    int m_mostColumn = QWIDGETSIZE_MAX;
};

}  // namespace stagescope
