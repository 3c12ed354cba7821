#pragma once

#include "core/session/marks.h"

#include <QtCore/QAbstractTableModel>

#include <vector>

namespace stagescope {

/// The marks for Qt's views; names can be edited. `marks` may be null and else outlives it. GUI thread.
class MarksModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Time, Duration, ColumnCount };

    explicit MarksModel(Marks *marks, QObject *parent = nullptr);

    /// Times are shown from there.
    void setOrigin(AlignedTime origin);
    void retranslate();
    /// Null for no row.
    [[nodiscard]] const TimeMark *markAt(int row) const;
    /// -1 when the mark is not there.
    [[nodiscard]] int rowOf(std::uint64_t id) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

private:
    void follow();

    Marks *m_marks;
    AlignedTime m_origin{};
    std::vector<std::uint64_t> m_ids;  ///< of the rows, as the views know them
    int m_rows = 0;
};

}  // namespace stagescope
