#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/ask/row_filter.h"

#include <QtCore/QSortFilterProxyModel>
#include <QtWidgets/QWidget>

#include <functional>
#include <optional>
#include <vector>

class QLineEdit;

namespace stagescope {

class ElidedLabel;

/// Rows of a table, sorted, and filtered by what somebody types: a text in any column, or a condition in the words of
/// SQL's WHERE with units (core/ask/row_filter.h). Rows below other rows come and go with them. GUI thread.
class FilteredRows : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit FilteredRows(QObject *parent = nullptr);

    /// What the model shows, by columns in its order: conditions are about its cells as they are, and know columns by
    /// their names and heads. Without it they are about the texts and numbers of the model. Lives as long as the model.
    void setTable(std::function<const ResultTable &()> table) { m_table = std::move(table); }
    void setSourceModel(QAbstractItemModel *model) override;
    void setFilter(const QString &text);

    [[nodiscard]] int all() const { return sourceModel() == nullptr ? 0 : sourceModel()->rowCount(); }
    /// Why the filter is not understood; then all rows stay. A text that a row has, and a lone word, are always.
    [[nodiscard]] const std::optional<FilterError> &mistake() const;
    /// A condition that fits the columns: "duration > 50 us".
    [[nodiscard]] QString example() const;
    /// Names of columns as a condition has them.
    [[nodiscard]] QString columnList() const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    void forget() { m_isJudged = false; }
    void judge() const;
    [[nodiscard]] bool hasRowWithText() const;
    [[nodiscard]] ResultTable modelTable() const;
    [[nodiscard]] ColumnNames heads() const;

    std::function<const ResultTable &()> m_table;
    QString m_text;
    mutable bool m_isJudged = false;
    mutable std::optional<std::vector<std::optional<bool>>> m_answers;  ///< by row of the source; nothing: a text
    mutable std::optional<FilterError> m_mistake;
};

/// The line above a table into which filters are typed, with how many rows are left ("12 of 592") or, at its place,
/// what is not understood. `rows` outlives it. GUI thread.
class FilterLine : public QWidget {
    Q_OBJECT
public:
    explicit FilterLine(FilteredRows *rows, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *line() const { return m_line; }
    [[nodiscard]] QString note() const;
    /// Before an example: "Filter rows".
    void setPrompt(const QString &prompt);
    /// Other columns, or another language.
    void updateTexts();

private:
    void updateNote();
    void mark(int from);

    FilteredRows *m_rows;
    QLineEdit *m_line;
    ElidedLabel *m_note;
    QString m_prompt;
    bool m_isFiltering = false;
};

}  // namespace stagescope
