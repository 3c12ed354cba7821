#include "app/window/panels/marks_model.h"

#include "core/base/number_text.h"
#include "views/common/texts/utf8_text.h"

#include <QtGui/QColor>

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {}  // namespace

MarksModel::MarksModel(Marks *marks, QObject *parent) : QAbstractTableModel(parent), m_marks(marks) {
    if (marks != nullptr) {
        connect(marks, &Marks::changed, this, &MarksModel::follow);
        follow();
    }
}

void MarksModel::follow() {
    std::vector<std::uint64_t> ids;
    std::transform(m_marks->all().begin(), m_marks->all().end(), std::back_inserter(ids),
                   [](const TimeMark &mark) { return mark.id; });
    if (ids == m_ids) {
        if (m_rows > 0) {  // a name that is edited in place must not lose its editor
            Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_ids = std::move(ids);
    m_rows = static_cast<int>(m_ids.size());
    endResetModel();
}

void MarksModel::setOrigin(AlignedTime origin) {
    m_origin = origin;
    if (m_rows > 0) {
        Q_EMIT dataChanged(index(0, Time), index(m_rows - 1, Time));
    }
}

void MarksModel::retranslate() { Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

const TimeMark *MarksModel::markAt(int row) const {
    return row >= 0 && row < m_rows ? &m_marks->all()[static_cast<std::size_t>(row)] : nullptr;
}

int MarksModel::rowOf(std::uint64_t id) const {
    for (int row = 0; row < m_rows; ++row) {
        if (markAt(row)->id == id) {
            return row;
        }
    }
    return -1;
}

int MarksModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_rows; }

int MarksModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant MarksModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto &mark = *markAt(index.row());
    if (role == Qt::DecorationRole && index.column() == Name) {
        return QColor::fromRgb(mark.rgb);
    }
    if (role == Qt::TextAlignmentRole && index.column() != Name) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole) {
        return {};
    }
    switch (index.column()) {
        case Name:
            return utf8Text(mark.name);
        case Time:
            return utf8Text(shownDuration(mark.range.begin - m_origin));
        default:
            return mark.isFlag() ? QString() : utf8Text(shownDuration(mark.range.duration()));
    }
}

QVariant MarksModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) {
        return {};
    }
    const QStringList names{tr("Name"), tr("Time"), tr("Duration")};
    return names[section];
}

Qt::ItemFlags MarksModel::flags(const QModelIndex &index) const {
    const auto flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

bool MarksModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    const auto *mark = index.isValid() ? markAt(index.row()) : nullptr;
    if (mark == nullptr || index.column() != Name || role != Qt::EditRole) {
        return false;
    }
    m_marks->rename(mark->id, value.toString().trimmed().toStdString());
    return true;
}

}  // namespace stagescope
