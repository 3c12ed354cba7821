#pragma once

#include "core/analysis/trace/slice_list.h"
#include "core/store/trace/track.h"

#include <QtCore/QAbstractTableModel>

#include <memory>

namespace stagescope {

/// A SliceList for Qt's views: texts are made when a row is looked at. Owned by its view; GUI thread.
class SliceListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Rank, Track, Start, Duration, Self, Depth, RawStart, ColumnCount };
    /// A table of Qt keeps a few bytes for each row: more rows are reached by filter and order.
    static constexpr int kMostRows = 5'000'000;

    using QAbstractTableModel::QAbstractTableModel;

    /// Starts are shown from `origin`.
    void setList(std::shared_ptr<const SliceList> list, AlignedTime origin);
    void retranslate();
    [[nodiscard]] const std::shared_ptr<const SliceList> &list() const { return m_list; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString textOf(const ListedSlice &slice, int column) const;

    std::shared_ptr<const SliceList> m_list;
    AlignedTime m_origin{};
};

}  // namespace stagescope
