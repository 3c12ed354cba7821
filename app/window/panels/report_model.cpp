#include "app/window/panels/report_model.h"

#include "views/common/texts/utf8_text.h"

#include <QtCore/QMimeData>

#include <memory>

namespace stagescope {

namespace {

const QString kRowType = QStringLiteral("application/x-stagescope-report-row");

QPixmap smallPicture(const ReportEntry &entry) {
    QPixmap picture;
    picture.loadFromData(QByteArray(entry.png.data(), static_cast<qsizetype>(entry.png.size())), "PNG");
    return picture.isNull() ? picture
                            : picture.scaled(ReportModel::kPictureSize, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

}  // namespace

ReportModel::ReportModel(ReportList *list, QObject *parent) : QAbstractTableModel(parent), m_list(list) {
    connect(list, &ReportList::changed, this, &ReportModel::follow);
    // A window goes before its panels do, and with it the list.
    connect(list, &QObject::destroyed, this, [this] {
        beginResetModel();
        m_ids.clear();
        m_pictures.clear();
        endResetModel();
    });
    follow();
}

void ReportModel::follow() {
    std::vector<std::uint64_t> now;
    for (const auto &entry : m_list->all()) {
        now.push_back(entry.id);
    }
    if (now == m_ids && !now.empty()) {  // a note that is edited in place must not lose its editor
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_ids = std::move(now);
    m_pictures.clear();
    for (const auto &entry : m_list->all()) {
        m_pictures.push_back(smallPicture(entry));
    }
    endResetModel();
}

void ReportModel::retranslate() { Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

int ReportModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

int ReportModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ReportModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto &entry = entryAt(index.row());
    if (index.column() == Note) {
        const bool isText = role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::ToolTipRole;
        return isText ? utf8Text(entry.note) : QVariant();
    }
    if (role == Qt::DecorationRole) {
        return m_pictures[static_cast<std::size_t>(index.row())];
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const auto title = utf8Text(entry.title);
    return entry.table.heads.empty() ? title : tr("%1, with its table").arg(title);
}

QVariant ReportModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    return section == Picture ? tr("Picture") : tr("Note");
}

Qt::ItemFlags ReportModel::flags(const QModelIndex &index) const {
    if (!index.isValid()) {
        return Qt::ItemIsDropEnabled;  // between rows
    }
    const auto flags = QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled;
    return index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

bool ReportModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != Note || role != Qt::EditRole) {
        return false;
    }
    m_list->setNote(static_cast<std::size_t>(index.row()), value.toString().trimmed().toStdString());
    return true;
}

QStringList ReportModel::mimeTypes() const { return {kRowType}; }

QMimeData *ReportModel::mimeData(const QModelIndexList &indexes) const {
    if (indexes.isEmpty()) {
        return nullptr;
    }
    auto data = std::make_unique<QMimeData>();
    data->setData(kRowType, QByteArray::number(indexes.front().row()));
    return data.release();
}

/// `row` is the row that lies below the place of the drop. False, since the list moves the row itself: the view must
/// not remove it.
bool ReportModel::dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int /*column*/,
                               const QModelIndex &parent) {
    bool isNumber = false;
    const auto from = data->data(kRowType).toInt(&isNumber);
    if (!isNumber || action != Qt::MoveAction || from < 0 || from >= rowCount()) {
        return false;
    }
    const auto below = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    const auto to = std::min(below > from ? below - 1 : below, rowCount() - 1);
    m_list->move(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    Q_EMIT moved(to);
    return false;
}

}  // namespace stagescope
