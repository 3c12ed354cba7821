#pragma once

#include "core/analysis/tables/result_table.h"
#include "views/common/filter_line.h"

#include <QtCore/QAbstractItemModel>

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace stagescope {

class ResultTableModel;

/// Rows of kernel_stats and, one level below, the kernels of each as rows of the table kernels. Columns are those of
/// the statistics and then those that only kernels have, whatever either table holds; a kernel's duration stands in the
/// column of the totals. Kernels are not there at first: kernelsOf() says so, setKernels() brings them. GUI thread.
class KernelTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit KernelTreeModel(QObject *parent = nullptr);
    ~KernelTreeModel() override;

    /// Nothing is unfolded in them.
    void setStatistics(ResultTable statistics);
    [[nodiscard]] const ResultTable &statistics() const;
    /// The first kernels of a row; `more` are left out.
    void setKernels(int row, ResultTable kernels, std::size_t more);
    /// Null as long as they are not there.
    [[nodiscard]] const ResultTable *kernelsOf(int row) const;
    /// The line below the kernels that are there, which stands for the others.
    [[nodiscard]] bool isRest(const QModelIndex &index) const;
    /// Whether any row in sight holds something in a column.
    [[nodiscard]] bool isUsed(int column) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    /// Of rows whose kernels nobody asked for yet; that a group has kernels is known without them.
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex &parent = {}) const override;
    /// A line that says that they are on their way.
    void fetchMore(const QModelIndex &parent) override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Where a column stands in the statistics (-1: nowhere), and what it is called in kernels (empty: not there):
    /// which columns their tables have depends on what was measured.
    struct Place {
        int inStatistics = -1;
        std::string inKernels{};
    };
    struct Unfolded {
        std::unique_ptr<ResultTableModel> kernels{};  ///< null: on their way
        std::size_t more = 0;
    };
    void placeColumns();
    [[nodiscard]] QVariant restData(const QModelIndex &index, int role) const;

    std::unique_ptr<ResultTableModel> m_statistics;
    std::unique_ptr<ResultTableModel> m_heads;  ///< the table kernels without rows
    std::vector<Place> m_columns;
    std::map<int, Unfolded> m_unfolded;  ///< by row of the statistics
};

/// Sorts both levels; the line that stands for more kernels stays last. Filters the statistics by a text in any column.
class KernelTreeOrder : public FilteredRows {
    Q_OBJECT
public:
    using FilteredRows::FilteredRows;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
};

}  // namespace stagescope
