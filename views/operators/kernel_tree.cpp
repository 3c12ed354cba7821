#include "views/operators/kernel_tree.h"

#include "views/common/column_fit.h"
#include "views/common/filter_line.h"
#include "views/operators/kernel_tree_model.h"

#include <QtCore/QItemSelectionModel>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kFittedRows = 200;  ///< columns are as wide as the first rows need
constexpr int kMostCopiedRows = 100'000;

}  // namespace

KernelTree::KernelTree(QWidget *parent)
    : ShownTable(parent),
      m_model(new KernelTreeModel(this)),
      m_order(new KernelTreeOrder(this)),
      m_filter(new FilterLine(m_order, this)),
      m_tree(new QTreeView(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree, 1);
    m_order->setTable([this]() -> const ResultTable & { return m_model->statistics(); });
    m_order->setSourceModel(m_model);
    m_order->setSortRole(Qt::UserRole);
    m_tree->setModel(m_order);
    m_tree->setSortingEnabled(true);
    m_tree->sortByColumn(-1, Qt::AscendingOrder);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setResizeContentsPrecision(kFittedRows);
    m_tree->header()->setStretchLastSection(false);
    setItems(m_tree, m_tree->header());
    connect(m_tree, &QTreeView::expanded, this, &KernelTree::unfold);
    // A row that merely gets the focus is not selected, and chooses nothing.
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!selected.isEmpty()) {
                    follow(m_tree->currentIndex(), false);
                }
            });
    connect(m_tree, &QAbstractItemView::activated, this, [this](const QModelIndex &at) { follow(at, true); });
    retranslate();
}

void KernelTree::setStatistics(ResultTable statistics, const std::string &grouping) {
    const bool hadColumns = m_model->columnCount() > 0;
    const auto sorted = m_tree->header()->sortIndicatorSection();
    const auto head = m_model->headerData(sorted, Qt::Horizontal, Qt::DisplayRole);
    m_model->setStatistics(std::move(statistics));
    // Columns move when the grouping changes: the table stays sorted by the one that it was.
    int now = -1;
    for (int column = 0; hadColumns && sorted >= 0 && column < m_model->columnCount(); ++column) {
        now = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole) == head ? column : now;
    }
    m_tree->sortByColumn(now, m_tree->header()->sortIndicatorOrder());
    hideUnused(grouping != m_grouping);
    m_grouping = grouping;
    showNotice();
}

void KernelTree::setKernels(int row, ResultTable kernels, std::size_t more) {
    m_model->setKernels(row, std::move(kernels), more);
    hideUnused(false);
}

/// A column without any value is no column; wide ones leave room for the others.
void KernelTree::hideUnused(bool areOthers) {
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_tree->setColumnHidden(column, !m_model->isUsed(column));
    }
    columnFit()->fit(areOthers, kMostColumn);
}

void KernelTree::chooseGroup(int row) {
    const auto shown = m_order->mapFromSource(m_model->index(row, 0));
    if (m_tree->selectionModel()->isSelected(shown)) {
        Q_EMIT groupChosen(row, false);
    }
    m_tree->setCurrentIndex(shown);
    m_tree->scrollTo(shown);
}

void KernelTree::markKernel(int group, const ItemRef &kernel) {
    const auto parent = m_model->index(group, 0);
    const auto *kernels = m_tree->isExpanded(m_order->mapFromSource(parent)) ? m_model->kernelsOf(group) : nullptr;
    auto at = parent;
    for (std::size_t row = 0; kernels != nullptr && row < kernels->rows.size(); ++row) {
        at = kernels->text(row, "evidence") == toText(kernel) ? m_model->index(static_cast<int>(row), 0, parent) : at;
    }
    const auto shown = m_order->mapFromSource(at);
    if (shown.isValid() && !m_tree->selectionModel()->isSelected(shown)) {
        const QSignalBlocker quiet(this);
        m_tree->setCurrentIndex(shown);
        m_tree->scrollTo(shown);
    }
}

std::optional<int> KernelTree::currentGroup() const {
    const auto index = m_order->mapToSource(m_tree->currentIndex());
    if (!index.isValid()) {
        return std::nullopt;
    }
    return index.parent().isValid() ? index.parent().row() : index.row();
}

void KernelTree::toggleFilter(const QString &text) {
    auto *line = m_filter->line();
    line->setText(line->text() == text ? QString() : text);
}

void KernelTree::unfold(const QModelIndex &shown) {
    const auto index = m_order->mapToSource(shown);
    if (m_model->kernelsOf(index.row()) == nullptr) {
        Q_EMIT kernelsAsked(index.row(), kFirstKernels);
    }
}

void KernelTree::follow(const QModelIndex &shown, bool isOpened) {
    const auto index = m_order->mapToSource(shown);
    if (!index.isValid()) {
        return;
    }
    const auto parent = index.parent();
    if (!parent.isValid()) {
        Q_EMIT groupChosen(index.row(), isOpened);
        return;
    }
    const auto *kernels = m_model->kernelsOf(parent.row());
    if (kernels == nullptr) {
        return;
    }
    if (m_model->isRest(index)) {
        if (isOpened) {
            Q_EMIT kernelsAsked(parent.row(), kernels->rows.size() * kMoreKernels);
        }
    } else if (const auto item = itemFromText(kernels->text(static_cast<std::size_t>(index.row()), "evidence"))) {
        Q_EMIT kernelChosen(*item, isOpened);
    }
}

ResultTable KernelTree::shownTable() const {
    const auto &all = m_model->statistics();
    ResultTable table{all.id, all.columns, {}, all.notes, all.origin};
    for (int row = 0; row < m_order->rowCount(); ++row) {
        const auto source = m_order->mapToSource(m_order->index(row, 0)).row();
        table.rows.push_back(all.rows[static_cast<std::size_t>(source)]);
    }
    return table;
}

std::string KernelTree::tableId() const { return m_model->statistics().id; }

bool KernelTree::hasRows() const { return m_model->rowCount() > 0; }

QString KernelTree::tabSeparated() const {
    QModelIndexList rows = m_tree->selectionModel()->selectedRows().mid(0, kMostCopiedRows);
    const int all = rows.isEmpty() ? std::min(m_order->rowCount(), kMostCopiedRows) : 0;
    for (int row = 0; row < all; ++row) {
        rows += m_order->index(row, 0);
    }
    const auto line = [&](const auto &cellAt) {
        QStringList cells;
        for (int column = 0; column < m_order->columnCount(); ++column) {
            if (!m_tree->isColumnHidden(column)) {
                cells += cellAt(column).toString();
            }
        }
        return cells.join(QLatin1Char('\t'));
    };
    QStringList lines{
        line([&](int column) { return m_order->headerData(column, Qt::Horizontal, ResultTableModel::kFullTextRole); })};
    for (const auto &row : rows) {
        lines += line([&](int column) { return row.siblingAtColumn(column).data(ResultTableModel::kFullTextRole); });
    }
    return lines.join(QLatin1Char('\n'));
}

void KernelTree::addToMenu(QMenu &menu, const QModelIndex &at) {
    if (at.isValid()) {
        connect(menu.addAction(tr("Show in Timeline")), &QAction::triggered, this,
                [this, row = QPersistentModelIndex(at)] { follow(row, true); });
    }
}

void KernelTree::retranslate() {
    m_filter->setPrompt(tr("Filter rows"));
    m_tree->setAccessibleName(tr("Kernel statistics; expand a row to see its kernels"));
    m_tree->header()->viewport()->update();
    m_tree->viewport()->update();
    showNotice();
}

}  // namespace stagescope
