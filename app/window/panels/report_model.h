#pragma once

#include "core/session/report_list.h"

#include <QtCore/QAbstractTableModel>
#include <QtGui/QPixmap>

#include <vector>

namespace stagescope {

/// What was added to the report for Qt's views: notes can be edited, rows be dragged to another place. Empty once
/// `list` is gone. GUI thread.
class ReportModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Picture, Note, ColumnCount };
    static constexpr QSize kPictureSize{112, 63};

    explicit ReportModel(ReportList *list, QObject *parent = nullptr);

    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    /// A row was dropped at its new place.
    void moved(int row);

private:
    void follow();
    [[nodiscard]] const ReportEntry &entryAt(int row) const { return m_list->all()[static_cast<std::size_t>(row)]; }

    ReportList *m_list;
    std::vector<std::uint64_t> m_ids;  ///< of the rows, as the views know them
    std::vector<QPixmap> m_pictures;
};

}  // namespace stagescope
