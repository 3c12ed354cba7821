#pragma once

#include <QtCore/QAbstractTableModel>
#include <QtCore/QStringList>
#include <QtGui/QIcon>

#include <vector>

namespace stagescope {

/// A short table of texts for the panels of the drawer. Owned by its panel; GUI thread.
class RowsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    struct Row {
        QStringList cells;
        QIcon icon{};       ///< before the first cell
        QString toolTip{};  ///< of the whole row
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Columns from `firstNumber` on are numbers, set to the right.
    void setHeaders(const QStringList &headers, int firstNumber = -1);
    void setRows(std::vector<Row> rows);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_headers;
    int m_firstNumber = -1;
    std::vector<Row> m_rows;
};

}  // namespace stagescope
