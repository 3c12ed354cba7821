#include "app/window/panels/slice_list_model.h"

#include "core/base/number_text.h"
#include "core/base/shown_name.h"
#include "core/store/trace/trace_store.h"
#include "views/common/texts/utf8_text.h"

#include <algorithm>

namespace stagescope {

namespace {}  // namespace

void SliceListModel::setList(std::shared_ptr<const SliceList> list, AlignedTime origin) {
    beginResetModel();
    m_list = std::move(list);
    m_origin = origin;
    endResetModel();
}

void SliceListModel::retranslate() { Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

int SliceListModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() || m_list == nullptr
               ? 0
               : static_cast<int>(std::min<std::uint64_t>(m_list->size(), static_cast<std::uint64_t>(kMostRows)));
}

int SliceListModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString SliceListModel::textOf(const ListedSlice &slice, int column) const {
    switch (column) {
        case Name:
            return utf8Text(shownName(slice.name));
        case Rank:
            return slice.rank < 0 ? QString() : QString::number(slice.rank);
        case Track:
            return slice.process.empty() ? utf8Text(slice.track)
                                         : utf8Text(slice.process) + QStringLiteral(" / ") + utf8Text(slice.track);
        case Start:
            return utf8Text(shownDuration(slice.range.begin - m_origin));
        case Duration:
            return utf8Text(shownDuration(slice.slice.duration()));
        case Self:
            return utf8Text(shownDuration(slice.self));
        case Depth:
            return QString::number(slice.slice.depth);
        case RawStart:
            return QString::number(ns(slice.slice.begin));
        default:
            return {};
    }
}

QVariant SliceListModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        return textOf(m_list->at(static_cast<std::uint64_t>(index.row())), index.column());
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isText = index.column() == Name || index.column() == Track;
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight)));
    }
    return {};
}

QVariant SliceListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) {
        return {};
    }
    const QStringList names{tr("Name"),     tr("Rank"),      tr("Track"), tr("Start"),
                            tr("Duration"), tr("Self time"), tr("Depth"), tr("Start in file (ns)")};
    return names[section];
}

}  // namespace stagescope
