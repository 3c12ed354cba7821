#pragma once

#include "core/base/item_ref.h"
#include "views/common/table_view.h"

#include <cstddef>
#include <optional>

class QTreeView;

namespace stagescope {

class FilterLine;
class KernelTreeModel;
class KernelTreeOrder;

/// Statistics of kernels whose rows unfold: sorted by a click on a column, filtered (filter_line.h), copied by
/// Ctrl+C as tab-separated text. Knows no workspace: asks for kernels by a signal. Owns its models. GUI thread.
class KernelTree : public ShownTable {
    Q_OBJECT
public:
    /// Kernels that a row shows at first; each time that more are asked for, this many times as many.
    static constexpr std::size_t kFirstKernels = 100;
    static constexpr std::size_t kMoreKernels = 10;
    /// Pixels that columns are made wide: names of kernels of a GPU are longer than any screen.
    static constexpr int kMostColumn = 360;

    explicit KernelTree(QWidget *parent = nullptr);

    /// `grouping`: of the kernels; widths of columns are chosen again when it changes.
    void setStatistics(ResultTable statistics, const std::string &grouping);
    /// Of a row of the statistics; `more` are left out.
    void setKernels(int row, ResultTable kernels, std::size_t more);
    /// Makes a row of the statistics the current one, as if it had been clicked.
    void chooseGroup(int row);
    /// Makes the row of a kernel that was selected elsewhere the current one, where it is unfolded and shown, else that
    /// of its group; without signals.
    void markKernel(int group, const ItemRef &kernel);
    /// The row of the statistics that is current, or whose kernel is.
    [[nodiscard]] std::optional<int> currentGroup() const;
    /// Rows with this text only; the same text again: all of them.
    void toggleFilter(const QString &text);
    void retranslate();

    [[nodiscard]] QTreeView *tree() const { return m_tree; }
    [[nodiscard]] KernelTreeModel *model() const { return m_model; }
    [[nodiscard]] ResultTable shownTable() const override;
    [[nodiscard]] std::string tableId() const override;
    [[nodiscard]] bool hasRows() const override;
    [[nodiscard]] QString tabSeparated() const override;

Q_SIGNALS:
    /// A row was chosen, by mouse or key; `isOpened`: by a double click or Enter.
    void groupChosen(int row, bool isOpened);
    void kernelChosen(const stagescope::ItemRef &item, bool isOpened);
    /// The longest kernels of a row are to be shown, at most this many.
    void kernelsAsked(int row, std::size_t most);

protected:
    void addToMenu(QMenu &menu, const QModelIndex &at) override;

private:
    void follow(const QModelIndex &shown, bool isOpened);
    void unfold(const QModelIndex &shown);
    /// Those that are in sight for the first time are as wide as they need to be; `isFitted`: all.
    void hideUnused(bool areOthers);

    KernelTreeModel *m_model;
    KernelTreeOrder *m_order;
    FilterLine *m_filter;
    QTreeView *m_tree;
    std::string m_grouping;
};

}  // namespace stagescope
