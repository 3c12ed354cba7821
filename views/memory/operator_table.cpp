#include "views/memory/operator_table.h"

#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"

#include <algorithm>
#include <limits>

namespace stagescope {

OperatorTable::OperatorTable(QObject *parent)
    : QAbstractTableModel(parent), m_answer(std::make_shared<const OperatorAnswer>()) {}

void OperatorTable::setAnswer(Answer answer) {
    const bool hasSameRows = answer->rows == m_answer->rows && answer->columns == m_answer->columns;
    if (hasSameRows && rowCount() > 0) {  // where the table stands stays in sight
        m_answer = std::move(answer);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_answer = std::move(answer);
    endResetModel();
}

std::uint32_t OperatorTable::operatorAt(int row) const { return m_answer->rows[static_cast<std::size_t>(row)]; }

int OperatorTable::rowCount(const QModelIndex &parent) const {
    const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    return parent.isValid() ? 0 : static_cast<int>(std::min(most, m_answer->rows.size()));
}

int OperatorTable::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_answer->columns.size());
}

QVariant OperatorTable::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto column = m_answer->columns[static_cast<std::size_t>(index.column())];
    const auto row = operatorAt(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return QString::fromStdString(operatorCell(*m_answer, row, column));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment(Qt::AlignVCenter | (isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft)));
        case Qt::BackgroundRole:
            return m_answer->isMade(row) ? QVariant(Theme::current().color(ColorRole::HeaderBackground)) : QVariant();
        default:
            return {};
    }
}

QVariant OperatorTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0 || orientation != Qt::Horizontal || section >= columnCount()) {
        return {};
    }
    const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole;
    return isText ? QVariant(messageText(operatorHead(m_answer->columns[static_cast<std::size_t>(section)])))
                  : QVariant();
}

void OperatorTable::sort(int column, Qt::SortOrder order) {
    if (column >= 0 && column < columnCount()) {
        Q_EMIT sortAsked(column, order);
    }
}

}  // namespace stagescope
