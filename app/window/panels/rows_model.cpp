#include "app/window/panels/rows_model.h"

namespace stagescope {

void RowsModel::setHeaders(const QStringList &headers, int firstNumber) {
    beginResetModel();
    m_headers = headers;
    m_firstNumber = firstNumber;
    endResetModel();
}

void RowsModel::setRows(std::vector<Row> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int RowsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RowsModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant RowsModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return row.cells.value(index.column());
        case Qt::ToolTipRole:
            return row.toolTip.isEmpty() ? row.cells.value(index.column()) : row.toolTip;
        case Qt::DecorationRole:
            return index.column() == 0 && !row.icon.isNull() ? QVariant(row.icon) : QVariant();
        case Qt::TextAlignmentRole:
            return m_firstNumber >= 0 && index.column() >= m_firstNumber ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                         : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
        return m_headers.value(section);
    }
    return {};
}

}  // namespace stagescope
