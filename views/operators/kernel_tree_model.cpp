#include "views/operators/kernel_tree_model.h"

#include "core/analysis/operators/metrics/known_metrics.h"
#include "core/analysis/tables/analysis.h"
#include "core/scene/operators/kernel_bars_scene.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/table_view.h"
#include "views/common/theme.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace stagescope {

namespace {

constexpr quintptr kOfStatistics = 0;  ///< id of their indexes; those of kernels have the row above + 1

/// The page is of one rank, and names of items are not for reading.
bool isShown(const ColumnSpec &column) {
    return column.name != "rank" && !std::string_view(column.name).starts_with("evidence");
}
/// What a group is told apart by, the clearest first.
constexpr std::array<std::string_view, 2> kLabels{"name", "type"};

bool hasValue(const ResultTable &table, int column) {
    const auto at = static_cast<std::size_t>(column);
    return column >= 0 && std::any_of(table.rows.begin(), table.rows.end(), [&](const auto &cells) {
               const auto *text = std::get_if<std::string>(&cells[at]);
               return text == nullptr ? !std::holds_alternative<std::monostate>(cells[at]) : !text->empty();
           });
}

/// -1 where the table has no such column.
int placeOf(const ResultTable &table, std::string_view name) {
    const auto at = table.indexOf(name);
    return at == table.columns.size() ? -1 : static_cast<int>(at);
}

}  // namespace

KernelTreeModel::KernelTreeModel(QObject *parent)
    : QAbstractItemModel(parent),
      m_statistics(std::make_unique<ResultTableModel>()),
      m_heads(std::make_unique<ResultTableModel>()) {
    m_heads->setTable({"kernels", analysisById("kernels")->columns, {}, {}});
}

KernelTreeModel::~KernelTreeModel() = default;

void KernelTreeModel::setStatistics(ResultTable statistics) {
    beginResetModel();
    m_unfolded.clear();
    m_statistics->setTable(std::move(statistics));
    placeColumns();
    endResetModel();
}

void KernelTreeModel::placeColumns() {
    const auto &statistics = m_statistics->table();
    const auto &kernels = m_heads->table();
    const auto isMetric = [](const std::string &name) {
        const auto &known = knownMetrics();
        return std::any_of(known.begin(), known.end(), [&](const auto &metric) { return metric.name == name; });
    };
    m_columns.clear();
    for (int i = 0; i < m_statistics->columnCount(); ++i) {
        const auto &column = statistics.columns[static_cast<std::size_t>(i)];
        if (isShown(column)) {
            m_columns.push_back({i, column.name == "total_us" ? "duration_us" : column.name});
        }
    }
    for (int i = 0; i < m_heads->columnCount(); ++i) {
        const auto &column = kernels.columns[static_cast<std::size_t>(i)];
        const bool isMeasured = isMetric(column.name);  // the statistics have a column for what was
        if (isShown(column) && !isMeasured && column.name != "duration_us" && placeOf(statistics, column.name) < 0) {
            m_columns.push_back({-1, column.name});
        }
    }
    const auto label = std::find_if(kLabels.begin(), kLabels.end(), [&](std::string_view name) {
        return hasValue(statistics, placeOf(statistics, name));
    });
    const auto first = std::find_if(m_columns.begin(), m_columns.end(), [&](const Place &place) {
        return label != kLabels.end() && place.inStatistics == placeOf(statistics, *label);
    });
    if (first != m_columns.end()) {
        std::rotate(m_columns.begin(), first, first + 1);
    }
}

const ResultTable &KernelTreeModel::statistics() const { return m_statistics->table(); }

void KernelTreeModel::setKernels(int row, ResultTable kernels, std::size_t more) {
    const auto parent = index(row, 0);
    if (const int before = rowCount(parent); before > 0) {
        beginRemoveRows(parent, 0, before - 1);
        m_unfolded[row] = {std::make_unique<ResultTableModel>(), 0};
        endRemoveRows();
    }
    m_unfolded[row] = {std::make_unique<ResultTableModel>(), 0};
    const auto count = static_cast<int>(kernels.rows.size() + (more > 0 ? 1 : 0));
    if (count == 0) {
        return;
    }
    beginInsertRows(parent, 0, count - 1);
    m_unfolded[row].kernels->setTable(std::move(kernels));
    m_unfolded[row].more = more;
    endInsertRows();
}

const ResultTable *KernelTreeModel::kernelsOf(int row) const {
    const auto it = m_unfolded.find(row);
    return it == m_unfolded.end() || !it->second.kernels ? nullptr : &it->second.kernels->table();
}

bool KernelTreeModel::isRest(const QModelIndex &index) const {
    if (!index.isValid() || index.internalId() == kOfStatistics) {
        return false;
    }
    const auto *kernels = kernelsOf(static_cast<int>(index.internalId()) - 1);
    return kernels == nullptr || static_cast<std::size_t>(index.row()) >= kernels->rows.size();
}

bool KernelTreeModel::isUsed(int column) const {
    const auto &place = m_columns[static_cast<std::size_t>(column)];
    return hasValue(m_statistics->table(), place.inStatistics) ||
           std::any_of(m_unfolded.begin(), m_unfolded.end(), [&](const auto &unfolded) {
               const auto *kernels = unfolded.second.kernels ? &unfolded.second.kernels->table() : nullptr;
               return kernels != nullptr && hasValue(*kernels, placeOf(*kernels, place.inKernels));
           });
}

QModelIndex KernelTreeModel::index(int row, int column, const QModelIndex &parent) const {
    if (row < 0 || column < 0 || row >= rowCount(parent) || column >= columnCount(parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kOfStatistics);
}

QModelIndex KernelTreeModel::parent(const QModelIndex &child) const {
    return !child.isValid() || child.internalId() == kOfStatistics
               ? QModelIndex()
               : createIndex(static_cast<int>(child.internalId()) - 1, 0, kOfStatistics);
}

int KernelTreeModel::rowCount(const QModelIndex &parent) const {
    if (!parent.isValid()) {
        return m_statistics->rowCount();
    }
    if (parent.internalId() != kOfStatistics || parent.column() > 0) {
        return 0;
    }
    const auto it = m_unfolded.find(parent.row());
    if (it == m_unfolded.end()) {
        return 0;
    }
    return it->second.kernels ? it->second.kernels->rowCount() + (it->second.more > 0 ? 1 : 0) : 1;
}

bool KernelTreeModel::canFetchMore(const QModelIndex &parent) const {
    return parent.isValid() && parent.internalId() == kOfStatistics && !m_unfolded.contains(parent.row());
}

bool KernelTreeModel::hasChildren(const QModelIndex &parent) const {
    return parent.isValid() ? canFetchMore(parent) || rowCount(parent) > 0 : rowCount() > 0;
}

void KernelTreeModel::fetchMore(const QModelIndex &parent) {
    if (canFetchMore(parent)) {
        beginInsertRows(index(parent.row(), 0), 0, 0);
        m_unfolded.try_emplace(parent.row());
        endInsertRows();
    }
}

int KernelTreeModel::columnCount(const QModelIndex &) const { return static_cast<int>(m_columns.size()); }

QVariant KernelTreeModel::restData(const QModelIndex &index, int role) const {
    if (index.column() > 0 || (role != Qt::DisplayRole && role != ResultTableModel::kFullTextRole)) {
        return {};
    }
    const auto it = m_unfolded.find(static_cast<int>(index.internalId()) - 1);
    return it == m_unfolded.end() || !it->second.kernels
               ? tr("Loading...")
               : tr("%n more: press Enter to show", nullptr, static_cast<int>(it->second.more));
}

QVariant KernelTreeModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (isRest(index)) {
        return restData(index, role);
    }
    const auto &place = m_columns[static_cast<std::size_t>(index.column())];
    const bool isKernel = index.internalId() != kOfStatistics;
    const auto *table =
        isKernel ? m_unfolded.at(static_cast<int>(index.internalId()) - 1).kernels.get() : m_statistics.get();
    if (role == Qt::DecorationRole && index.column() == 0 && kernelColoring() == KernelColoring::ByBound) {
        return Theme::current().color(
            boundColorOf(table->table().text(static_cast<std::size_t>(index.row()), "bound")));
    }
    const int column = isKernel ? placeOf(table->table(), place.inKernels) : place.inStatistics;
    return column < 0 ? QVariant() : table->data(table->index(index.row(), column), role);
}

QVariant KernelTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0 || section >= columnCount()) {
        return {};
    }
    const auto &place = m_columns[static_cast<std::size_t>(section)];
    return place.inStatistics >= 0 ? m_statistics->headerData(place.inStatistics, orientation, role)
                                   : m_heads->headerData(placeOf(m_heads->table(), place.inKernels), orientation, role);
}

bool KernelTreeOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const {
    const auto *tree = static_cast<const KernelTreeModel *>(sourceModel());
    if (tree->isRest(left) || tree->isRest(right)) {
        return tree->isRest(left) == (sortOrder() == Qt::DescendingOrder);
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

}  // namespace stagescope
